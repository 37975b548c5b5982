/** Small apps on disk, for tests of builds and of the development server. @module */

import { join } from "node:path";
import { makeManifest, MANIFEST_FILE } from "../manifest.ts";

/**
 * Runs a test on an app with these files, in a folder inside this one, where npm packages resolve.
 * Removes it afterwards.
 */
export async function inApp(
  files: Record<string, string>,
  work: (root: string) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir({ dir: import.meta.dirname!, prefix: "tmp_" });
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(join(root, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(root, path), text);
    }
    await Deno.writeTextFile(join(root, MANIFEST_FILE), makeManifest(root));
    await work(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}
