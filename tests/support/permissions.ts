/** Reads which permissions the task `start` gives the service. @module */

const ROOT = new URL("../..", import.meta.url).pathname;

/** The flags of `deno run` in the task `start`, for a data folder. Throws when the task is of another form. */
export async function readStartFlags(dataDir: string): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)) as { tasks: Record<string, string> };
  const flags = /&& deno run (.+) serve\.ts$/.exec(tasks.start ?? "")?.[1];
  if (!flags) throw new Error(`The task start has another form: ${tasks.start}`);
  return flags.replaceAll('"', "").split(" ").map((flag) => flag.replace("$D", dataDir));
}
