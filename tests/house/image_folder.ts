/**
 * Makes what the image holds as its Dockerfile says, without a container: a folder for each stage,
 * its `COPY` lines, and those of its `RUN` lines that call Deno.
 *
 * @module
 */

import { dirname } from "node:path";
import { findImageFiles, listTrackedFiles } from "./image_files.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const WORKDIR = "/app/";

async function run(program: string, args: string[], cwd: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, cwd }).output();
  if (!success) {
    throw new Error(`${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  }
}

/** The folder that Docker gets: the files of the project that `.dockerignore` lets through. */
async function makeContext(folder: string): Promise<void> {
  for (const path of await findImageFiles(await listTrackedFiles(ROOT))) {
    await Deno.mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await Deno.copyFile(ROOT + path, `${folder}/${path}`);
  }
}

/** One `COPY` line: paths of the context, or of an earlier stage, into the stage. */
async function copy(words: string, stage: string, places: string): Promise<void> {
  const [, from = "context", paths] = /^(?:--from=(\w+) )?(.+)$/.exec(words)!;
  const [target, ...sources] = paths!.split(" ").reverse();
  for (const source of sources) {
    const origin = `${places}/${from}/${source.replace(WORKDIR, "")}`;
    // as Docker does: what a folder holds goes into the target
    const isFolder = (await Deno.stat(origin)).isDirectory;
    if (isFolder) await Deno.mkdir(`${stage}/${target}`, { recursive: true });
    await run("cp", ["-a", isFolder ? `${origin}/.` : origin, target!], stage);
  }
}

/**
 * Builds the image's stages below `places`, an empty folder. Returns the folder of the last one.
 */
export async function buildImage(places: string): Promise<string> {
  await makeContext(`${places}/context`);
  let stage = "";
  const dockerfile = await Deno.readTextFile(`${ROOT}Dockerfile`);
  for (const [, instruction, words] of dockerfile.matchAll(/^(FROM|COPY|RUN) (.+)$/gm)) {
    if (instruction === "FROM") {
      stage = `${places}/${/ AS (\w+)$/.exec(words!)?.[1] ?? "image"}`;
      await Deno.mkdir(stage);
    } else if (instruction === "COPY") {
      await copy(words!, stage, places);
    } else if (words!.startsWith("deno ")) {
      await run(Deno.execPath(), words!.split(" ").slice(1), stage);
    }
  }
  return stage;
}
