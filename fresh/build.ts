/** Builds the scripts of the islands. @module */

import { dirname, join } from "node:path";
import { type Bundle, bundle, type ClientModules } from "./bundle.ts";
import { type Resource, toHash, toResource } from "./static_folder.ts";

/** The scripts of an app, and their files by URL. */
export type ClientBuild = ClientModules & { files: Map<string, Resource> };

/**
 * Returns the scripts on disk. Builds them again if they are missing or their sources have changed.
 * `write` stores a new build in `<root>/.build/client.json`.
 */
export async function buildClient(
  { root, manifest, write }: {
    root: string;
    manifest: { islands: Record<string, unknown> };
    write: boolean;
  },
): Promise<ClientBuild> {
  const islands = Object.keys(manifest.islands).sort();
  const path = join(root, ".build", "client.json");
  const stored = await readCurrent(path, { root, islands });
  if (stored) return toBuild(stored);
  const built = await bundle({ root, islands });
  if (write) await store(path, built);
  return toBuild(built);
}

function toBuild({ modules, files }: Bundle): ClientBuild {
  const toEntry = ([url, text]: [string, string]) =>
    [url, toResource(url, new TextEncoder().encode(text))] as const;
  return { ...modules, files: new Map(Object.entries(files).map(toEntry)) };
}

/**
 * Writes a temporary file and renames it, so that a process that starts meanwhile never reads half
 * a build.
 */
async function store(path: string, built: Bundle): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, JSON.stringify(built));
  await Deno.rename(draft, path);
}

/** Returns the build on disk, or null if it is missing, broken or made from other sources. */
async function readCurrent(
  path: string,
  { root, islands }: { root: string; islands: string[] },
): Promise<Bundle | null> {
  try {
    const stored: Bundle = JSON.parse(await Deno.readTextFile(path));
    const isCurrent = Object.keys(stored.modules.islands).sort().join() === islands.join() &&
      Object.entries(stored.inputs).every(([path, hash]) =>
        toHash(Deno.readFileSync(join(root, path))) === hash
      );
    return isCurrent ? stored : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
    throw error;
  }
}
