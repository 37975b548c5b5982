/**
 * `deno task db:seed`: loads the invented sample, so that there are data to work with offline.
 *
 * @module
 */

import {
  parseNumberOptions,
  runCommand,
  UsageError,
  withDb,
} from "../../lib/db/commands/command.ts";
import { isGood, toTable } from "../report.ts";
import { loadSample } from "../sample/load.ts";

const USAGE = `Usage: deno task db:seed [--stations NUMBER]

Loads the invented sample (10000 stations, 90 days) into the database of the settings. It never replaces real data:
deno task db:reset makes the database empty first.

Exit: 0 loaded, 1 refused or failed, 2 bad usage or settings.`;

await runCommand(async (settings) => {
  const size = parseNumberOptions(Deno.args, { stations: [1, 100_000] });
  if (size === null) throw new UsageError(USAGE);
  return await withDb(settings, async (db) => {
    const report = await loadSample({ ...settings, db }, size);
    console.log(toTable(report));
    return isGood(report) ? 0 : 1;
  }, { creates: true });
});
