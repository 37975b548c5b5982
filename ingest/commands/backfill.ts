/** `deno task backfill FILE|YEAR …`: loads day and year archives, resumable, with a progress bar. @module */

import type { CommandContext } from "../../lib/db/commands/with_db.ts";
import { runWithDb } from "../../lib/db/commands/with_db.ts";
import { type ArchiveArgument, parseArchiveArgument } from "../archive/archive_name.ts";
import { backfillArchive, type BackfillReport } from "../archive/backfill.ts";
import { backfillYear } from "../archive/backfill_year.ts";
import { openArchive } from "../archive/open_archive.ts";
import { FetchFailed } from "../fetch.ts";
import { FeedRefused } from "../refusal.ts";
import { type BackfillBar, createBackfillBar } from "./backfill_bar.ts";

const USAGE = `Usage: deno task backfill FILE|YEAR …
  FILE   a day's or a year's archive: .xml, .zip or .xml.xz; - reads standard input
  YEAR   2007 to this year: downloads the archive from ARCHIVE_URL
A backfill that was stopped goes on when the same command is run again.

Exit: 0 all loaded, 1 refused, failed or cut short, 2 bad usage or settings.`;

/** A fault that the person at the keyboard can mend; told without a stack. */
class BadArgument extends Error {}

async function parseArguments(args: readonly string[], thisYear: number): Promise<ArchiveArgument[]> {
  if (args.length === 0) throw new BadArgument(USAGE);
  try {
    const parsed = args.map((text) => parseArchiveArgument(text, thisYear));
    for (const argument of parsed) if (argument.kind === "file") await requireFile(argument.path);
    return parsed;
  } catch (error) {
    if (error instanceof RangeError) throw new BadArgument(`${error.message}\n${USAGE}`);
    throw error;
  }
}

async function requireFile(path: string): Promise<void> {
  const found = await Deno.stat(path).catch((error) => error as Error);
  if (found instanceof Error) throw new BadArgument(`${path} cannot be read: ${found.message}`);
  if (!found.isFile && !found.isFifo) throw new BadArgument(`${path} is not a file`);
}

async function load(context: CommandContext, argument: ArchiveArgument, bar: BackfillBar): Promise<BackfillReport> {
  const options = { windowDays: context.db.kind === "server" ? 92 : 31, onProgress: bar.show };
  if (argument.kind === "year") return await backfillYear(context, argument.year, options);
  const archive = await openArchive(argument);
  const year = argument.kind === "file" ? argument.year : undefined;
  return await backfillArchive(context, archive, { ...options, year });
}

/** A sentence or two about how it ended. */
function describe(
  { outcome, source, message, tally, covered, resumedAt, meansMade, durationMs }: BackfillReport,
): string {
  const refused = Object.entries(tally.refused).map(([reason, count]) => `${reason} ${count}`).join(", ");
  const lines = [
    `${source}: ${outcome}${message ? ` (${message})` : ""}, ${(durationMs / 1000).toFixed(1)} s`,
    `  ${tally.stations} stations (${tally.stationsAdded} never seen before), ${tally.prices} prices: ` +
    `${tally.changed} changes, ${tally.confirmed} confirmations, ${tally.known} known already`,
    `  ${tally.stockOuts} stock-outs (${tally.stockOutsWritten} written), means of ${meansMade} days made`,
  ];
  if (resumedAt > 0) lines.push(`  an earlier run had stored the first ${resumedAt} stations`);
  if (covered) lines.push(`  covers ${covered.days} days, ${covered.first} to ${covered.last}`);
  if (refused) lines.push(`  refused rows: ${refused}`);
  if (outcome === "failed") {
    lines.push("  What was read is stored; it covers no day until the whole archive is loaded.");
  }
  return lines.join("\n");
}

/** Loads one archive and tells how it ended; true when it is complete. */
async function loadAndTell(context: CommandContext, argument: ArchiveArgument): Promise<boolean> {
  const bar = createBackfillBar();
  try {
    const report = await load(context, argument, bar);
    bar.stop();
    const isComplete = report.outcome === "changed" || report.outcome === "unchanged";
    (isComplete ? console.log : console.error)(describe(report));
    return isComplete;
  } catch (error) {
    bar.stop();
    if (!(error instanceof FeedRefused) && !(error instanceof FetchFailed)) throw error;
    console.error(error.message);
    return false;
  }
}

async function run(context: CommandContext): Promise<number> {
  const thisYear = context.clock().getUTCFullYear();
  try {
    const parsed = await parseArguments(Deno.args, thisYear);
    for (const argument of parsed) if (!await loadAndTell(context, argument)) return 1;
    return 0;
  } catch (error) {
    if (!(error instanceof BadArgument)) throw error;
    console.error(error.message);
    return 2;
  }
}

if (import.meta.main) await runWithDb(run);
