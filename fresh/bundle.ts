/** Bundles the modules of the islands with esbuild. @module */

import { basename, dirname, join, relative, resolve } from "node:path";
import type { BuildOptions, Metafile, Plugin } from "esbuild";
import { toHash } from "./static_folder.ts";

/** The path under which the scripts are served. */
export const CLIENT_PREFIX = "/_fresh/js/";

/** The URL of a module, and of its static imports, which the page preloads. */
export type ClientModule = { url: string; imports: string[] };
/** The boot script, and the islands by the path of their source. */
export type ClientModules = { boot: ClientModule; islands: Record<string, ClientModule> };
/** The text of each script by URL, and the hash of each source by its path below the root. */
export type Bundle = {
  files: Record<string, string>;
  modules: ClientModules;
  inputs: Record<string, string>;
};

const BOOT = join(import.meta.dirname!, "client.ts");
const CONFIG = join(import.meta.dirname!, "..", "deno.json");

/**
 * Bundles the boot script and the islands of the app at `root` with shared chunks. File names
 * contain a hash of the content.
 */
export async function bundle(
  { root, islands }: { root: string; islands: string[] },
): Promise<Bundle> {
  // Imported here, because a start that finds its build on disk does not need esbuild.
  const esbuild = await import("esbuild");
  try {
    const result = await esbuild.build(toOptions({ root, islands }));
    const files = Object.fromEntries(
      result.outputFiles!.map(({ path, text }) => [toUrl(path), text]),
    );
    const metafile = result.metafile!;
    // The import map and the settings above affect the result as much as the sources do.
    const others = [CONFIG, import.meta.filename!].map((path) => relative(root, path));
    const paths = new Set([...Object.keys(metafile.inputs).map(toSource), ...others].sort());
    const inputs = Object.fromEntries(
      [...paths].map((path) => [path, toHash(Deno.readFileSync(join(root, path)))]),
    );
    return { files, modules: toModules(metafile, { root, islands }), inputs };
  } finally {
    await esbuild.stop();
  }
}

function toOptions({ root, islands }: { root: string; islands: string[] }): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [BOOT, ...islands.map((path) => join(root, path))].map((path) => ({
      in: path,
      out: toName(path),
    })),
    outdir: join(root, ".build", "client"),
    entryNames: "[name]-[hash]",
    chunkNames: "chunk-[hash]",
    bundle: true,
    alias: findAliases(),
    plugins: [copies],
    // Every page with islands needs these packages. They are smaller in one file than in one each.
    inject: [join(import.meta.dirname!, "preact.ts")],
    splitting: true,
    minify: true,
    // Shortens private members of packages, except those that Leaflet also accesses by strings.
    mangleProps: /^_[a-z]/,
    reserveProps: /^_leaflet_/,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: ["es2022", "safari15.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    // Chrome then compiles the scripts while they load, not function by function during hydration.
    banner: { js: "//# allFunctionsCalledOnLoad" },
    logLevel: "silent",
  };
}

/**
 * Gives each island its own copies of the app's modules; only packages are shared. Otherwise
 * esbuild would write one file for each set of islands that share modules: dozens of small files,
 * which compress badly. For the same reason, modules that an island loads later import the island
 * first, so that they find all of its modules in one file.
 */
const copies: Plugin = {
  name: "copies",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[./]/ }, ({ path, resolveDir, kind, pluginData }) => {
      const file = resolve(resolveDir, path);
      const island = kind === "entry-point" ? file : pluginData;
      const isLater = kind === "dynamic-import";
      const suffix = `?${basename(island ?? "")}${isLater ? "&later" : ""}`;
      if (island) return { path: file, suffix, pluginData: { island, isLater } };
    });
    onLoad({ filter: /\.tsx?$/ }, async ({ path, pluginData }) => {
      if (!pluginData) return;
      const { island, isLater } = pluginData;
      const contents = isLater
        ? `import "${island}"; export * from "${path}";`
        : await Deno.readTextFile(path);
      return {
        contents,
        loader: path.endsWith("x") ? "tsx" : "ts",
        resolveDir: dirname(path),
        pluginData: island,
      };
    });
  },
};

/** Returns the path of a source without the name of the island that it was copied for. */
function toSource(input: string): string {
  return input.replace(/\?.*/, "");
}

function toName(path: string): string {
  return path === BOOT ? "boot" : basename(path).replace(/\.[jt]sx?$/, "").toLowerCase();
}

function toUrl(output: string): string {
  return CLIENT_PREFIX + basename(output);
}

function toModules(
  metafile: Metafile,
  { root, islands }: { root: string; islands: string[] },
): ClientModules {
  const byEntry = new Map<string, string>();
  for (const [output, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint) byEntry.set(resolve(root, toSource(entryPoint)), output);
  }
  const toModule = (path: string): ClientModule => {
    const [output, ...imports] = closure(metafile, byEntry.get(path)!);
    return { url: toUrl(output!), imports: imports.map(toUrl).sort() };
  };
  return {
    boot: toModule(BOOT),
    islands: Object.fromEntries(islands.map((path) => [path, toModule(join(root, path))])),
  };
}

/** Returns an output and all that it imports statically, at any depth. */
function closure(metafile: Metafile, output: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(output)) return seen;
  seen.add(output);
  for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
    if (kind === "import-statement") closure(metafile, path, seen);
  }
  return seen;
}

/** Returns the local files of the import map. esbuild resolves packages by itself. */
function findAliases(): Record<string, string> {
  const { imports }: { imports: Record<string, string> } = JSON.parse(
    Deno.readTextFileSync(CONFIG),
  );
  const local = Object.entries(imports).filter(([, target]) => target.startsWith("."));
  return Object.fromEntries(
    local.map(([name, target]) => [name, resolve(dirname(CONFIG), target)]),
  );
}
