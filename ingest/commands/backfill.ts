/**
 * `deno task backfill FILE|YEAR …`: loads day and year archives, resumable, with a progress bar.
 *
 * @module
 */

import { Presets, SingleBar } from "cli-progress";
import {
  backfillArchive,
  type BackfillProgress,
  type BackfillReport,
  backfillYear,
  FIRST_YEAR,
} from "../archive/backfill.ts";
import { type ArchiveSource, openArchive } from "../archive/open_archive.ts";
import {
  type CommandContext,
  runCommand,
  UsageError,
  withDb,
} from "../../lib/db/commands/command.ts";
import { isGood } from "../report.ts";
import { FeedRefused, FetchFailed } from "../refusals.ts";

/**
 * One argument of the command: a year to download, or an archive, and the year that its name
 * promises.
 */
type ArchiveArgument = { year: number; source: null } | { year?: number; source: ArchiveSource };

const YEAR_IN_NAME = /(?:annuel|annee)[_-]?((?:19|20)\d\d)(?!\d)/i;

/** Parses an argument: four digits are a year, `-` is standard input, anything else a file. */
function parseArgument(text: string, thisYear: number): ArchiveArgument {
  if (text === "-") return { source: { kind: "stdin" } };
  if (text.startsWith("-")) {
    throw new UsageError(`Unknown option ${JSON.stringify(text)}\n${USAGE}`);
  }
  if (!/^\d+$/.test(text)) {
    const year = YEAR_IN_NAME.exec(text.slice(text.lastIndexOf("/") + 1))?.[1];
    return {
      source: { kind: "file", path: text },
      year: year === undefined ? undefined : Number(year),
    };
  }
  const year = Number(text);
  if (text.length === 4 && year >= FIRST_YEAR && year <= thisYear) return { source: null, year };
  throw new UsageError(
    `No archive of the year ${
      JSON.stringify(text)
    }; expected ${FIRST_YEAR} to ${thisYear}\n${USAGE}`,
  );
}

/** Shows progress; call `stop` before anything else is printed. */
type Progress = { show(progress: BackfillProgress): void; stop(): void };

const NAMES = { download: "downloading", prices: "prices", means: "daily means" } as const;

/** Shows a bar on standard error if that is a terminal, else prints a line every five seconds. */
function createProgress(): Progress {
  const columns =
    "{name} {bar}{percentage} % · {stations} stations, {prices} prices · {eta_formatted} left";
  const format = Deno.stderr.isTerminal() ? columns : columns.replace("{bar}", "");
  const options = {
    format,
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  };
  const bar = new SingleBar(options, Presets.shades_grey);
  let shown: BackfillProgress["phase"] | null = null;
  return {
    show({ phase, stations, prices, done, total }) {
      const columns = { name: NAMES[phase].padEnd(11), stations, prices };
      if (phase !== shown) bar.start(total ?? 0, done, columns);
      shown = phase;
      bar.setTotal(total ?? Math.max(done, 1));
      bar.update(done, columns);
    },
    stop: () => bar.stop(),
  };
}

const USAGE = `Usage: deno task backfill FILE|YEAR …
  FILE   a day's or a year's archive: .xml, .zip or .xml.xz; - reads standard input
  YEAR   2007 to this year: downloads the archive from ARCHIVE_URL
A backfill that was stopped goes on when the same command is run again.

Exit: 0 all loaded, 1 refused, failed or cut short, 2 bad usage or settings.`;

async function requireFile(path: string): Promise<void> {
  const info = await Deno.stat(path).catch((error) => error as Error);
  if (info instanceof Error) throw new UsageError(`${path} cannot be read: ${info.message}`);
  if (!info.isFile && !info.isFifo) throw new UsageError(`${path} is not a file`);
}

async function load(
  context: CommandContext,
  argument: ArchiveArgument,
  bar: Progress,
): Promise<BackfillReport> {
  const options = { windowDays: context.db.kind === "server" ? 92 : 31, onProgress: bar.show };
  if (argument.source === null) return await backfillYear(context, argument.year, options);
  return await backfillArchive(context, await openArchive(argument.source), {
    ...options,
    year: argument.year,
  });
}

function describe(
  { outcome, source, message, tally, covered, resumedAt, meansMade, durationMs }: BackfillReport,
): string {
  const refused = Object.entries(tally.refused).map(([reason, count]) => `${reason} ${count}`).join(
    ", ",
  );
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

/** Loads one archive and prints how it ended; true when it is complete. */
async function loadAndReport(context: CommandContext, argument: ArchiveArgument): Promise<boolean> {
  const bar = createProgress();
  try {
    const report = await load(context, argument, bar);
    bar.stop();
    (isGood(report) ? console.log : console.error)(describe(report));
    return isGood(report);
  } catch (error) {
    bar.stop();
    if (!(error instanceof FeedRefused) && !(error instanceof FetchFailed)) throw error;
    console.error(error.message);
    return false;
  }
}

await runCommand(async (settings) => {
  if (Deno.args.length === 0) throw new UsageError(USAGE);
  const parsed = Deno.args.map((text) => parseArgument(text, settings.clock().getUTCFullYear()));
  for (const { source } of parsed) if (source?.kind === "file") await requireFile(source.path);
  return await withDb(settings, async (db) => {
    for (const argument of parsed) {
      if (!await loadAndReport({ ...settings, db }, argument)) return 1;
    }
    return 0;
  });
});
