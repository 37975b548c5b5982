/**
 * `deno task ingest [--file ZIP_OR_XML]`: one ingest of the feed or of a file, for operators and
 * for replays.
 *
 * @module
 */

import {
  parseCommandLine,
  readFileArgument,
  runCommand,
  UsageError,
  withDb,
} from "../../lib/db/commands/command.ts";
import { isClockRefusal } from "../refusals.ts";
import { isGood, toTable } from "../report.ts";
import { runIngest } from "../run_ingest.ts";

const USAGE = `Usage: deno task ingest [--file ZIP_OR_XML] [--force] [--repair-clock]

  --file ZIP_OR_XML  ingests a file instead of the feed at FEED_URL
  --force            believes the feed although it cannot follow what is known
                     (too few stations, too many prices moved, older than the last)
  --repair-clock     first takes back what an ingest with a wrong clock dated after now

Exit: 0 stored or unchanged, 1 refused, failed or busy, 2 bad usage or settings,
3 the clock is wrong (see --repair-clock): nothing was stored.`;

const OPTIONS = {
  file: { type: "string" },
  force: { type: "boolean" },
  "repair-clock": { type: "boolean" },
} as const;

await runCommand(async (settings) => {
  const parsed = parseCommandLine(Deno.args, OPTIONS);
  if (parsed === null || parsed.values.file === "") throw new UsageError(USAGE);
  const { file, force, "repair-clock": repairClock } = parsed.values;
  const source = file === undefined
    ? { kind: "official" as const, url: settings.config.feedUrl }
    : { kind: "file" as const, ...await readFileArgument(file) };
  return await withDb(settings, async (db) => {
    const report = await runIngest({ ...settings, db }, source, { force, repairClock });
    console.log(toTable(report));
    if (isGood(report)) return 0;
    return isClockRefusal(report.refusal) ? 3 : 1;
  });
});
