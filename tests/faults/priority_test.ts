import { deepEqual, ok } from "node:assert/strict";

const MODULE = new URL("../../lib/db/commands/priority.ts", import.meta.url).href;

/** Prints how nice each thread of its process is; the number is the 19th field of what Linux tells of a thread. */
const PROGRAM = `import { lowerPriority } from ${JSON.stringify(MODULE)};
  lowerPriority();
  const niceOf = ({ name }) => Deno.readTextFileSync("/proc/self/task/" + name + "/stat").split(") ")[1].split(" ")[16];
  const isReadable = (await Deno.permissions.query({ name: "read", path: "/proc" })).state === "granted";
  console.log(JSON.stringify(isReadable ? Array.from(Deno.readDirSync("/proc/self/task"), niceOf).map(Number) : []));`;

async function readNiceness(permissions: string[]): Promise<number[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", ...permissions, "--quiet", "-"],
    ...{ stdin: "piped", stdout: "piped" },
  }).spawn();
  await new Blob([PROGRAM]).stream().pipeTo(child.stdin);
  const { success, stdout } = await child.output();
  ok(success);
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test({
  name: "every thread of a process whose priority is lowered runs behind others; without the permission it runs on",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const nice = await readNiceness(["-A"]);
    ok(nice.length > 1);
    // a process that is nicer already stays so
    ok(nice.every((one) => one >= 10), `${nice}`);
    deepEqual(await readNiceness([]), []);
  },
});
