/** Lets a process that others do not wait for run behind them. @module */

import { setPriority } from "node:os";

/** As `nice` has it without a number. */
const LOWER = 10;

/** Where Linux lists the threads of this process; each has its own priority. */
const THREADS = "/proc/self/task";

/** Lowers the priority of this process, where the system and the permissions allow it. */
export function lowerPriority(): void {
  try {
    if (Deno.build.os !== "linux") return setPriority(LOWER);
    for (const { name } of Deno.readDirSync(THREADS)) setPriority(Number(name), LOWER);
  } catch { /* it then runs as any other */ }
}
