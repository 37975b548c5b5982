/** Reads what Linux reports about a process. @module */

/** Current and peak memory, and the processor time of all threads so far. */
export type ProcessFigures = { mb: number; peakMb: number; cpuS: number };

export async function readProcess(pid: number): Promise<ProcessFigures> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  const readMb = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) * 1024 / 1e6;
  const times = (await Deno.readTextFile(`/proc/${pid}/stat`)).replace(/^.*\) /, "").split(" ");
  const ticks = Number(times[11]) + Number(times[12]); // 10 ms each
  return { mb: readMb("VmRSS"), peakMb: readMb("VmHWM"), cpuS: ticks / 100 };
}
