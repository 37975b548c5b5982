/** Lists the project's own files. @module */

import { relative } from "node:path";

/** The folder of the project, with a slash at its end. */
export const ROOT = new URL("../..", import.meta.url).pathname;

const NOT_OURS = new Set(["node_modules", "coverage", "testdata", "geo"]);

async function walk(folder: string, found: string[]): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (name.startsWith(".")) continue;
    if (!isDirectory) found.push(relative(ROOT, `${folder}/${name}`));
    else if (!NOT_OURS.has(name) || folder.endsWith("/lib")) await walk(`${folder}/${name}`, found);
  }
}

/** Paths below the root of all files whose names end in one of `endings`, sorted. */
export async function findFiles(...endings: string[]): Promise<string[]> {
  const found: string[] = [];
  await walk(ROOT.replace(/\/$/, ""), found);
  return found.filter((path) => endings.some((ending) => path.endsWith(ending))).sort();
}

/** TypeScript of ours: products, tests and tools. */
export async function findSources(): Promise<string[]> {
  return await findFiles(".ts", ".tsx");
}

/** Whether a file is part of the product: not a test, a bench, a tool or test support. */
export function isProduct(path: string): boolean {
  return !/^(tests|tools|research|static)\//.test(path) && !/_(test|bench)\.tsx?$/.test(path);
}

/** Whether a file was written by a program. */
export function isGenerated(path: string): boolean {
  return /\.gen\.ts$/.test(path);
}

/** The text of a file of the project. */
export async function readSource(path: string): Promise<string> {
  return await Deno.readTextFile(`${ROOT}${path}`);
}

/** All that `find` finds in the texts of files. */
export async function findIn<T>(paths: readonly string[], find: (text: string, path: string) => T[]): Promise<T[]> {
  return (await Promise.all(paths.map(async (path) => find(await readSource(path), path)))).flat();
}
