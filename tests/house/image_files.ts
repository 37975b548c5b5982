/** Computes which files `docker build .` sends as its context, by `.dockerignore`. @module */

import { matchesGlob } from "node:path";
import { readSource } from "./source_files.ts";

type Rule = { pattern: string; isKept: boolean };

/**
 * The path and the folders that it is in: a pattern that names a folder is for all that is in it.
 */
function toPrefixes(path: string): string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}

async function readRules(): Promise<Rule[]> {
  const lines = (await readSource(".dockerignore")).split("\n").filter((line) =>
    line !== "" && !line.startsWith("#")
  );
  return lines.map((line) => ({ pattern: line.replace(/^!/, ""), isKept: line.startsWith("!") }));
}

/**
 * Returns those of `paths` (below the root of the project) that the build gets. The last rule that
 * matches decides.
 */
export async function findImageFiles(paths: readonly string[]): Promise<string[]> {
  const rules = await readRules();
  return paths.filter((path) => {
    const prefixes = toPrefixes(path);
    const rule = rules.findLast(({ pattern }) =>
      prefixes.some((prefix) => matchesGlob(prefix, pattern))
    );
    return rule?.isKept ?? true;
  });
}

/**
 * Returns all that Git keeps and all new files that it does not ignore, below the root of the
 * project. Throws if Git fails.
 */
export async function listTrackedFiles(root: string): Promise<string[]> {
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
    cwd: root,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).split("\0").filter(Boolean);
}
