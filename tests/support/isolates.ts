/** Finds test files and distributes them over a few isolates. @module */

import { pathToFileURL } from "node:url";

/** The test files at or below a path, ascending; none when there is no such path. */
export async function findTestFiles(path: string): Promise<string[]> {
  if (/_test\.tsx?$/.test(path)) return [path];
  const found: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(path)) {
      if (name === "node_modules" || (!isDirectory && !/_test\.tsx?$/.test(name))) continue;
      found.push(...await findTestFiles(`${path}/${name}`));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort();
}

/**
 * Writes modules into `folder` that import all `files`, at most `most`, and answers their paths. `deno test` gives each module an
 * isolate, in which the project is loaded and compiled once, as are the embedded database and the browser opened once:
 * alone, each file would pay one to four seconds of processor time for them.
 */
export async function joinFiles(
  files: readonly string[],
  options: { most: number; folder: string; name: string },
): Promise<string[]> {
  const { most, folder, name } = options;
  const count = Math.min(most, files.length);
  return await Promise.all(Array.from({ length: count }, async (_, index) => {
    const own = files.filter((_, at) => at % count === index);
    const path = `${folder}/${name}_${index + 1}_test.ts`;
    await Deno.writeTextFile(path, own.map((file) => `import "${pathToFileURL(file).href}";\n`).join(""));
    return path;
  }));
}
