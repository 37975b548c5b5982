/** `deno task db:seed`: loads the invented sample, so that there are data to work with offline. @module */

import { runCommand, UsageError, withDb } from "../../lib/db/commands/command.ts";
import { isGood, toTable } from "../report.ts";
import { loadSample } from "../sample/load.ts";
import { parseSampleArguments } from "./sample.ts";

const USAGE = `Usage: deno task db:seed [--seed NUMBER] [--stations NUMBER] [--days NUMBER]

Loads the invented sample (10000 stations, 90 days) into the database of the settings. It never replaces real data:
deno task db:reset makes the database empty first.

Exit: 0 loaded, 1 refused or failed, 2 bad usage or settings.`;

if (import.meta.main) {
  await runCommand(async (settings) => {
    const args = parseSampleArguments(Deno.args);
    if (args === null || args.folder !== undefined) throw new UsageError(USAGE);
    return await withDb(settings, async (db) => {
      const report = await loadSample({ ...settings, db }, args.size);
      console.log(toTable(report));
      return isGood(report) ? 0 : 1;
    });
  });
}
