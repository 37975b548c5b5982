/** Builds the scripts of the islands. @module */

import { dirname, join } from "node:path";
import { type Bundle, bundle, type ModuleFile } from "./bundle.ts";
import { type Resource, toHash, toResource } from "./static_folder.ts";

/** Where the scripts are served. */
export const CLIENT_PREFIX = "/_fresh/js/";

/** The URL of a module and those it imports at once, to be fetched ahead. */
export type ClientModule = { url: string; imports: string[] };

/** The scripts of an app. */
export type ClientBuild = {
  boot: ClientModule;
  /** By path of the island's file below the root. */
  islands: Record<string, ClientModule>;
  /** By URL. */
  files: Map<string, Resource>;
};

/** Options of a build. */
export type BuildOptions = {
  /** Folder of the app. */
  root: string;
  /** The generated manifest, as far as it names the islands. */
  manifest: { islands: Record<string, unknown> };
  /** Whether the result is kept on disk, in `<root>/.build/client.json`, for the next start. */
  write: boolean;
};

/** The scripts on disk, built again when they are missing or anything they were made of has changed. */
export async function buildClient({ root, manifest, write }: BuildOptions): Promise<ClientBuild> {
  const islands = Object.keys(manifest.islands).sort();
  const path = join(root, ".build", "client.json");
  const stored = await readStored(path);
  if (stored && isCurrent(stored, { root, islands })) return toBuild(stored);
  const built = await bundle({ root, islands });
  if (write) await store(path, built);
  return toBuild(built);
}

function toBuild({ modules, files }: Bundle): ClientBuild {
  const toModule = ({ file, imports }: ModuleFile): ClientModule => ({
    url: CLIENT_PREFIX + file,
    imports: imports.map((name) => CLIENT_PREFIX + name),
  });
  const islands = Object.entries(modules.islands).map(([path, module]) => [path, toModule(module)]);
  const resources = Object.entries(files).map(([name, text]): [string, Resource] => {
    return [CLIENT_PREFIX + name, toResource(name, new TextEncoder().encode(text))];
  });
  return { boot: toModule(modules.boot), islands: Object.fromEntries(islands), files: new Map(resources) };
}

/** Written next to its place and renamed, so that a process that starts meanwhile never reads half a build. */
async function store(path: string, built: Bundle): Promise<void> {
  const { PermissionDenied, NotCapable } = Deno.errors;
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${crypto.randomUUID()}`;
    await Deno.writeTextFile(draft, JSON.stringify(built));
    await Deno.rename(draft, path);
  } catch (error) {
    // where nothing may be written, the build in memory serves as well
    const isRefused = error instanceof PermissionDenied || error instanceof NotCapable;
    if (!isRefused && !/EROFS|os error 30/.test(String(error))) throw error;
  }
}

/** The build on disk; null when it is missing or broken. */
async function readStored(path: string): Promise<Bundle | null> {
  try {
    return JSON.parse(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isCurrent({ inputs, modules }: Bundle, { root, islands }: { root: string; islands: string[] }): boolean {
  if (Object.keys(modules.islands).sort().join() !== islands.join()) return false;
  return Object.entries(inputs).every(([path, hash]) => toHash(Deno.readFileSync(join(root, path))) === hash);
}
