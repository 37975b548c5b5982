/** Reads the flags with which the task `serve` runs the service. @module */

const ROOT = new URL("../..", import.meta.url).pathname;

/**
 * Returns the flags of `deno run` in the task `serve`, for a data folder. Throws if the task has
 * another form.
 */
export async function readServeFlags(dataDir: string): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)) as {
    tasks: Record<string, { command: string }>;
  };
  const flags = /&& deno run (.+) serve\.ts$/.exec(tasks.serve!.command)?.[1];
  if (!flags) throw new Error(`The task serve has another form: ${tasks.serve!.command}`);
  return flags.replaceAll('"', "").split(" ").map((flag) => flag.replace("$D", dataDir));
}

/** Returns those flags that configure the engine, which measurements need too. */
export async function readEngineFlags(): Promise<string[]> {
  return (await readServeFlags("")).filter((flag) => flag.startsWith("--v8-flags="));
}
