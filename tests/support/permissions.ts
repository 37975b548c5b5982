/** Reads with which flags the task `start` starts the service. @module */

const ROOT = new URL("../..", import.meta.url).pathname;

/** The flags of `deno run` in the task `start`, for a data folder. Throws when the task is of another form. */
export async function readStartFlags(dataDir: string): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)) as {
    tasks: Record<string, { command: string }>;
  };
  const flags = /&& deno run (.+) serve\.ts$/.exec(tasks.start!.command)?.[1];
  if (!flags) throw new Error(`The task start has another form: ${tasks.start!.command}`);
  return flags.replaceAll('"', "").split(" ").map((flag) => flag.replace("$D", dataDir));
}

/** Those of them that are for the engine, and so belong to measurements too. */
export async function readEngineFlags(): Promise<string[]> {
  return (await readStartFlags("")).filter((flag) => flag.startsWith("--v8-flags="));
}
