/** `deno task history [--month 2026-03 …]`: makes the files of all past prices. @module */

import { Presets, SingleBar } from "cli-progress";
import { parseCommandLine, runCommand, UsageError, withDb } from "../../lib/db/commands/command.ts";
import { makeHistory } from "../history/make_history.ts";

const USAGE = `Usage: deno task history [--month YYYY-MM|YYYY …]
  Makes the files of /data/history that are missing or out of date, and stores them in the database.
  --month   makes this month or year again although it is up to date; may be repeated

Exit: 0 made or up to date, 1 failed, or no prices, or made by another process, 2 bad usage or settings.`;

if (import.meta.main) {
  await runCommand(async (settings) => {
    const parsed = parseCommandLine(Deno.args, { month: { type: "string", multiple: true } });
    const again = parsed?.values.month ?? [];
    if (!parsed || again.some((name) => !/^\d{4}(-\d{2})?$/.test(name))) {
      throw new UsageError(USAGE);
    }
    return await withDb(settings, async (db) => {
      const bar = new SingleBar(
        { format: "{name} {bar} {percentage} %", clearOnComplete: true },
        Presets.shades_grey,
      );
      bar.start(1, 0, { name: "" });
      const onProgress = (name: string, done: number) => bar.update(done, { name });
      const making = makeHistory(db, { now: settings.clock(), again, onProgress });
      const made = await making.finally(() => bar.stop());
      if (made === null) {
        console.log(
          "Made nothing: without prices of the State, or while another process makes the files",
        );
      } else console.log(made.length > 0 ? `Made: ${made.join(", ")}` : "All files are up to date");
      return made === null ? 1 : 0;
    });
  });
}
