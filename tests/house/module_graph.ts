/** Reads which module imports which, as Deno itself sees it. @module */

import { findSources, isProduct, ROOT } from "./source_files.ts";

/**
 * One import at run time (`isType` false) or of types alone. `to` is a path below the root,
 * `npm:name` or `node:name`.
 */
export type Edge = { from: string; to: string; isType: boolean };

type InfoDependency = { code?: { specifier?: string }; type?: { specifier?: string } };
type Info = { modules: { specifier: string; dependencies?: InfoDependency[] }[] };

function toTarget(specifier: string): string {
  if (specifier.startsWith("file://")) return specifier.slice(`file://${ROOT}`.length);
  const npm = /^npm:\/?((?:@[^/]+\/)?[^@/]+)/.exec(specifier);
  return npm ? `npm:${npm[1]}` : specifier;
}

function toEdges({ modules }: Info): Edge[] {
  return modules.flatMap(({ specifier, dependencies = [] }) =>
    dependencies.flatMap(({ code, type }): Edge[] => {
      const target = code?.specifier ?? type?.specifier;
      return target
        ? [{ from: toTarget(specifier), to: toTarget(target), isType: !code?.specifier }]
        : [];
    })
  );
}

/**
 * All imports of the product's files, from `deno info` about one module that imports all of them.
 */
export async function readEdges(): Promise<Edge[]> {
  const files = (await findSources()).filter(isProduct);
  const folder = `${ROOT}.build/house`;
  await Deno.mkdir(folder, { recursive: true });
  const entry = await Deno.makeTempFile({ dir: folder, suffix: ".ts" });
  await Deno.writeTextFile(
    entry,
    files.map((file) => `import ${JSON.stringify(`${ROOT}${file}`)};\n`).join(""),
  );
  const args = ["info", "--json", "--no-remote", "--lock=tests/deno.lock", entry];
  const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT })
    .output();
  await Deno.remove(entry);
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const edges = toEdges(JSON.parse(new TextDecoder().decode(stdout)) as Info);
  return edges.filter(({ from }) => files.includes(from));
}

/**
 * Files that import themselves through others: what remains when those that import none of the rest
 * are taken away.
 */
export function findCircular(edges: readonly Edge[]): string[] {
  for (let left = edges;;) {
    const importers = new Set(left.map(({ from }) => from));
    const rest = left.filter(({ to }) => importers.has(to));
    if (rest.length === left.length) return [...importers].sort();
    left = rest;
  }
}
