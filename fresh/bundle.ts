/** Bundles the modules of the islands with esbuild. @module */

import { basename, dirname, join, relative, resolve } from "node:path";
import type { BuildOptions, Metafile, Plugin } from "esbuild";
import { toHash } from "./static_folder.ts";

/** Where the scripts are served. */
export const CLIENT_PREFIX = "/_fresh/js/";

/** The URL of a module and those it imports at once, to be fetched ahead. */
export type ClientModule = { url: string; imports: string[] };
/** The boot script and the islands by path of their source. */
export type ClientModules = { boot: ClientModule; islands: Record<string, ClientModule> };
/**
 * The text of each script by its URL, and the hash of each file that went in, by path below the
 * root.
 */
export type Bundle = {
  files: Record<string, string>;
  modules: ClientModules;
  inputs: Record<string, string>;
};

const BOOT = join(import.meta.dirname!, "client.ts");
const CONFIG = join(import.meta.dirname!, "..", "deno.json");

/**
 * Bundles the boot script and the islands of the app at `root` with shared chunks; names carry
 * their content's hash.
 */
export async function bundle(
  { root, islands }: { root: string; islands: string[] },
): Promise<Bundle> {
  // Loaded here, for a start that finds its build on disk needs no esbuild.
  const esbuild = await import("esbuild");
  try {
    const result = await esbuild.build(toOptions({ root, islands }));
    const files = Object.fromEntries(
      result.outputFiles!.map(({ path, text }) => [toUrl(path), text]),
    );
    const metafile = result.metafile!;
    // the import map and the settings above decide the result as much as the sources do
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
    // Every page with islands needs these: as one file they are smaller than each by itself.
    inject: [join(import.meta.dirname!, "preact.ts")],
    splitting: true,
    minify: true,
    // Members that packages keep to themselves, but for those that Leaflet also writes as strings.
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
    // Chrome then compiles the scripts while they load, not function by function while the page
    // comes to life.
    banner: { js: "//# allFunctionsCalledOnLoad" },
    logLevel: "silent",
  };
}

/**
 * Gives each island copies of the app's modules; only packages are shared. Modules shared by
 * islands would be cut into a file for each set of islands that use them: dozens of small files,
 * which compress badly. What an island loads later comes through a module that imports the island
 * first, for the same reason: it finds all of the island's modules in one file.
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

/** A file without the name of the island whose copy it is. */
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

/** An output and all it imports statically, at any depth. */
function closure(metafile: Metafile, output: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(output)) return seen;
  seen.add(output);
  for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
    if (kind === "import-statement") closure(metafile, path, seen);
  }
  return seen;
}

/** The local files of the import map; esbuild finds packages by itself. */
function findAliases(): Record<string, string> {
  const { imports }: { imports: Record<string, string> } = JSON.parse(
    Deno.readTextFileSync(CONFIG),
  );
  const local = Object.entries(imports).filter(([, target]) => target.startsWith("."));
  return Object.fromEntries(
    local.map(([name, target]) => [name, resolve(dirname(CONFIG), target)]),
  );
}
