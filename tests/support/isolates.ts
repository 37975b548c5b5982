/** Finds test files and distributes them over a few isolates. @module */

import { pathToFileURL } from "node:url";

const TEST = /_test\.tsx?$/;

async function findFiles(path: string, isWanted: (path: string) => boolean | Promise<boolean>): Promise<string[]> {
  const { isFile } = await Deno.stat(path);
  if (isFile) return await isWanted(path) ? [path] : [];
  const found: string[] = [];
  for await (const { name } of Deno.readDir(path)) {
    if (name !== "node_modules") found.push(...await findFiles(`${path}/${name}`, isWanted));
  }
  return found.sort();
}

/** The test files at or below a path, ascending. */
export function findTestFiles(path: string): Promise<string[]> {
  return findFiles(path, (file) => TEST.test(file));
}

/** The files at or below a path that have examples in their comments, ascending. */
export function findExampleFiles(path: string): Promise<string[]> {
  return findFiles(path, async (file) => !TEST.test(file) && (await Deno.readTextFile(file)).includes(" * ```ts"));
}

/**
 * Writes modules into `folder` that import all `files`, at most `most`, and returns their paths. `deno test` gives each module an
 * isolate, in which the project is loaded and compiled once, as are the embedded database and the browser opened once:
 * by itself, each file would pay one to four seconds of processor time for them. Files named `…_apart_test.ts`, which need modules
 * that nothing has used before, do.
 */
export async function joinFiles(
  files: readonly string[],
  options: { most: number; folder: string; name: string },
): Promise<string[]> {
  const { most, folder, name } = options;
  const apart = files.filter((file) => /_apart_test\.tsx?$/.test(file));
  const joined = files.filter((file) => !apart.includes(file));
  const count = Math.min(most, joined.length);
  const modules = await Promise.all(Array.from({ length: count }, async (_, index) => {
    const own = joined.filter((_, at) => at % count === index);
    const path = `${folder}/${name}_${index + 1}_test.ts`;
    await Deno.writeTextFile(path, own.map((file) => `import "${pathToFileURL(file).href}";\n`).join(""));
    return path;
  }));
  return [...modules, ...apart];
}
