/** `deno task ingest [--file ZIP_OR_XML]`: one ingest of the feed or of a file, for operators and for replays. @module */

import { parseCommandLine, readFileArgument, runCommand, UsageError, withDb } from "../../lib/db/commands/command.ts";
import { isGood, toTable } from "../report.ts";
import { runIngest } from "../run.ts";

const USAGE = `Usage: deno task ingest [--file ZIP_OR_XML] [--force]

  --file ZIP_OR_XML  ingests a file instead of the feed at FEED_URL
  --force            believes the feed although it cannot follow what is known
                     (too few stations, too many prices moved, older than the last)

Exit: 0 stored or unchanged, 1 refused or failed, 2 bad usage or settings.`;

/** Reads the arguments; null when they are not as the usage has them. */
export function parseIngestArguments(args: readonly string[]): { file: string | null; force: boolean } | null {
  const parsed = parseCommandLine(args, { file: { type: "string" }, force: { type: "boolean" } });
  if (parsed === null || parsed.values.file === "") return null;
  return { file: parsed.values.file ?? null, force: parsed.values.force ?? false };
}

if (import.meta.main) {
  await runCommand(async (settings) => {
    const args = parseIngestArguments(Deno.args);
    if (args === null) throw new UsageError(USAGE);
    const source = args.file === null
      ? { kind: "official" as const, url: settings.config.feedUrl }
      : { kind: "file" as const, ...await readFileArgument(args.file) };
    return await withDb(settings, async (db) => {
      const report = await runIngest({ ...settings, db }, source, { force: args.force });
      console.log(toTable(report));
      return isGood(report) ? 0 : 1;
    });
  });
}
