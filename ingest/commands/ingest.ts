/** `deno task ingest [--file ZIP_OR_XML]`: one ingest of the feed or of a file, for operators and for replays. @module */

import { runWithDb } from "../../lib/db/commands/with_db.ts";
import { toTable } from "../report.ts";
import { type FeedSource, runIngest } from "../run.ts";

const USAGE = `Usage: deno task ingest [--file ZIP_OR_XML] [--force]

  --file ZIP_OR_XML  ingests a file instead of the feed at FEED_URL
  --force            believes the feed although it cannot follow what is known
                     (too few stations, too many prices moved, older than the last)

Exit: 0 stored or unchanged, 1 refused or failed, 2 bad usage or settings.`;

/** What the command line asks for. */
export type IngestArguments = { file: string | null; force: boolean };

/** Reads the arguments; null when they are not as the usage has them. */
export function parseIngestArguments(args: readonly string[]): IngestArguments | null {
  const parsed: IngestArguments = { file: null, force: false };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === "--force") parsed.force = true;
    else if (arg.startsWith("--file=")) parsed.file = arg.slice("--file=".length);
    else if (arg === "--file" && args[index + 1] !== undefined) parsed.file = args[++index];
    else return null;
  }
  return parsed.file === "" ? null : parsed;
}

async function readSource(file: string): Promise<FeedSource> {
  const bytes = await Deno.readFile(file);
  return { kind: "file", name: file.split(/[\\/]/).at(-1) ?? file, bytes };
}

async function main(): Promise<never> {
  const args = parseIngestArguments(Deno.args);
  if (args === null) {
    console.error(USAGE);
    Deno.exit(2);
  }
  const source = args.file === null ? null : await readSource(args.file).catch((error: Error) => {
    console.error(`The file ${JSON.stringify(args.file)} cannot be read: ${error.message}`);
    Deno.exit(2);
  });
  return await runWithDb(async ({ db, config, log, clock }) => {
    const feed = source ?? { kind: "official", url: config.feedUrl } as const;
    const report = await runIngest({ db, clock, log }, feed, { force: args.force });
    console.log(toTable(report));
    return report.outcome === "changed" || report.outcome === "unchanged" ? 0 : 1;
  });
}

if (import.meta.main) await main();
