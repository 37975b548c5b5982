import { deepEqual } from "../../tests/support/assert.ts";
import { Job } from "./job.ts";
import { createLog } from "./log.ts";

Deno.test("a job that keeps failing for the same reason warns once, and again after a success", async () => {
  const faults = ["away", "away", "other", "other", null, "other"];
  const levels: string[] = [];
  const log = createLog({ clock: () => new Date(0), sink: (_line, level) => levels.push(level) });
  const recorder = { began() {}, ended() {} };
  const work = () => {
    const fault = faults.shift();
    return fault ? Promise.reject(new Error(fault)) : Promise.resolve();
  };
  const job = new Job({ log, ending: new AbortController().signal, recorder }, {
    name: "job",
    timeoutMs: 60_000,
    work,
  });
  while (faults.length > 0) await job.run();
  deepEqual(levels, ["warn", "info", "warn", "info", "warn"]);
});
