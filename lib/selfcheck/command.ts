/**
 * `deno task selfcheck`: compares random responses with the last accepted feed, for operators.
 *
 * @module
 */

import { parseNumberOptions, runCommand, UsageError, withDb } from "../db/commands/command.ts";
import { createSnapshotSource, noSnapshots } from "../snapshot/source.ts";
import { runSelfCheck } from "./self_check.ts";

const USAGE = `Usage: deno task selfcheck [--seed NUMBER] [--questions NUMBER]

Sends random questions as requests do, and compares the responses with the last accepted feed,
which it reads again.

  --seed NUMBER       repeats the same questions; by default the day (20260605)
  --questions NUMBER  number of questions, 1 to 100000; by default 1000

Exit: 0 no difference, 1 differences or nothing to compare, 2 bad usage or settings.`;

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
