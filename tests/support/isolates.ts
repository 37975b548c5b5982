/** Finds test files and distributes them over a few isolates. @module */

import { pathToFileURL } from "node:url";

const TEST = /_test\.tsx?$/;

async function findFiles(
  path: string,
  isWanted: (path: string) => boolean | Promise<boolean>,
): Promise<string[]> {
  const { isFile } = await Deno.stat(path);
  if (isFile) return await isWanted(path) ? [path] : [];
  const found: string[] = [];
  for await (const { name } of Deno.readDir(path)) {
    if (name !== "node_modules") found.push(...await findFiles(`${path}/${name}`, isWanted));
  }
  return found.sort();
}

/** Returns the test files at or below a path, ascending. */
export function findTestFiles(path: string): Promise<string[]> {
  return findFiles(path, (file) => TEST.test(file));
}

/** Returns the files at or below a path that have examples in their comments, ascending. */
export function findExampleFiles(path: string): Promise<string[]> {
  return findFiles(
    path,
    async (file) => !TEST.test(file) && (await Deno.readTextFile(file)).includes(" * ```ts"),
  );
}

/**
 * Writes at most `most` modules that import `files`, so that each loads the project once.
 * `…_apart_test.ts` stay separate.
 */
export async function joinFiles(
  files: readonly string[],
  options: { most: number; folder: string; name: string },
): Promise<string[]> {
  const { most, folder, name } = options;
  const separate = files.filter((file) => /_apart_test\.tsx?$/.test(file));
  const joined = files.filter((file) => !separate.includes(file));
  const count = Math.min(most, joined.length);
  const modules = await Promise.all(Array.from({ length: count }, async (_, index) => {
    const own = joined.filter((_, at) => at % count === index);
    const path = `${folder}/${name}_${index + 1}_test.ts`;
    await Deno.writeTextFile(
      path,
      own.map((file) => `import "${pathToFileURL(file).href}";\n`).join(""),
    );
    return path;
  }));
  return [...modules, ...separate];
}
