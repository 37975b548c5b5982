/**
 * `deno task selfcheck`: compares random answers with the last accepted feed now, for operators.
 *
 * @module
 */

import { parseNumberOptions, runCommand, UsageError, withDb } from "../db/commands/command.ts";
import { createSnapshotSource, noSnapshots } from "../snapshot/source.ts";
import { runSelfCheck } from "./self_check.ts";

const USAGE = `Usage: deno task selfcheck [--seed NUMBER] [--questions NUMBER]

Asks random questions of the data as requests do, and compares the answers with the last accepted feed read anew.

  --seed NUMBER       the same questions again; by default the day (20260605)
  --questions NUMBER  how many, 1 to 100000; by default 1000

Exit: 0 no difference, 1 differences, or nothing that could be compared, 2 bad usage or settings.`;

await runCommand(async (settings) => {
  const options = parseNumberOptions(Deno.args, {
    seed: [1, 2 ** 31 - 1],
    questions: [1, 100_000],
  });
  if (options === null) throw new UsageError(USAGE);
  return await withDb(settings, async (db) => {
    const snapshots = settings.config.snapshot ? createSnapshotSource(db) : noSnapshots;
    const result = await runSelfCheck({ ...settings, db, snapshots }, options);
    return result?.differences === 0 ? 0 : 1;
  });
});
