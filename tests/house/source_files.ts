/** Lists the project's own files. @module */

import { relative } from "node:path";

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

export async function findSources(): Promise<string[]> {
  return await findFiles(".ts", ".tsx");
}

/** Whether a file is part of the product: not a test, a bench, a tool or test support. */
export function isProduct(path: string): boolean {
  return !/^(tests|tools|research|static)\//.test(path) && !/_(test|bench)\.tsx?$/.test(path);
}

export function isGenerated(path: string): boolean {
  return /\.gen\.ts$/.test(path);
}

export async function readSource(path: string): Promise<string> {
  return await Deno.readTextFile(`${ROOT}${path}`);
}

export async function findIn<T>(
  paths: readonly string[],
  find: (text: string, path: string) => T[],
): Promise<T[]> {
  return (await Promise.all(paths.map(async (path) => find(await readSource(path), path)))).flat();
}
