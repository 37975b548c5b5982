/** `deno task backfill FILE|YEAR …`: loads day and year archives, resumable, with a progress bar. @module */

import { backfillYear, FIRST_YEAR } from "../archive/backfill_year.ts";
import { Presets, SingleBar } from "cli-progress";
import { backfillArchive, type BackfillProgress, type BackfillReport } from "../archive/backfill.ts";
import { openArchive } from "../archive/open_archive.ts";
import { FetchFailed } from "../fetch.ts";
import { type CommandContext, runCommand, UsageError, withDb } from "../../lib/db/commands/command.ts";
import { isGood } from "../report.ts";
import { FeedRefused } from "../refusals.ts";

/** One argument of the command. `year`: what a file's name promises, if anything. */
type ArchiveArgument =
  | { kind: "year"; year: number }
  | { kind: "file"; path: string; year?: number }
  | { kind: "stdin" };

const YEAR_IN_NAME = /(?:annuel|annee)[_-]?((?:19|20)\d\d)(?!\d)/i;

/** The year that a file's name promises (`PrixCarburants_annuel_2025.xml`), or undefined. */
function toPromisedYear(path: string): number | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const year = YEAR_IN_NAME.exec(name)?.[1];
  return year === undefined ? undefined : Number(year);
}

/**
 * What an argument means: four digits are a year, `-` is standard input, anything else a file. Throws a RangeError with
 * what is allowed on a year outside of 2007 to `thisYear` and on an option.
 */
function parseArchiveArgument(text: string, thisYear: number): ArchiveArgument {
  if (text === "-") return { kind: "stdin" };
  if (text.startsWith("-")) throw new RangeError(`Unknown option ${JSON.stringify(text)}`);
  if (!/^\d+$/.test(text)) return { kind: "file", path: text, year: toPromisedYear(text) };
  const year = Number(text);
  if (text.length === 4 && year >= FIRST_YEAR && year <= thisYear) return { kind: "year", year };
  throw new RangeError(`No archive of the year ${JSON.stringify(text)}; expected ${FIRST_YEAR} to ${thisYear}`);
}

/** Shows progress; call `stop` before anything else is printed. */
type BackfillBar = { show(progress: BackfillProgress): void; stop(): void };

const NAMES = { download: "downloading", prices: "prices", means: "daily means" } as const;
const LINE_EVERY_MS = 5_000;

/** Seconds as `1:05` or `2:03:05`. */
function toClock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** What is shown next to the bar, by the pace since the phase began. */
class Pace {
  #phase: BackfillProgress["phase"] | null = null;
  #began = 0;
  #first: BackfillProgress | null = null;

  describe(progress: BackfillProgress): { rate: string; left: string } {
    if (progress.phase !== this.#phase) {
      this.#phase = progress.phase;
      this.#began = performance.now();
      this.#first = progress;
    }
    const seconds = (performance.now() - this.#began) / 1000;
    const done = progress.done - this.#first!.done;
    const prices = progress.prices - this.#first!.prices;
    const rate = progress.phase === "prices" && seconds > 0 ? `${Math.round(prices / seconds)} prices/s` : "";
    const left = progress.total && done > 0 ? `${toClock(seconds * (progress.total - progress.done) / done)} left` : "";
    return { rate, left };
  }
}

function toTerminalBar(pace: Pace): BackfillBar {
  const format = "{name} {bar} {percentage}% · {stations} stations · {prices} prices · {rate} {left}";
  const bar = new SingleBar(
    { format, hideCursor: true, clearOnComplete: true, stopOnComplete: false },
    Presets.shades_grey,
  );
  let started = false;
  return {
    show(progress) {
      const { phase, stations, prices } = progress;
      const words = { name: NAMES[phase].padEnd(11), stations, prices, ...pace.describe(progress) };
      if (!started) bar.start(progress.total ?? 0, progress.done, words);
      started = true;
      bar.setTotal(progress.total ?? Math.max(progress.done, 1));
      bar.update(progress.done, words);
    },
    stop: () => bar.stop(),
  };
}

function toLines(pace: Pace, print: (line: string) => void): BackfillBar {
  let last = -Infinity;
  let phase: string | null = null;
  return {
    show(progress) {
      const { rate, left } = pace.describe(progress);
      if (progress.phase === phase && performance.now() - last < LINE_EVERY_MS) return;
      [phase, last] = [progress.phase, performance.now()];
      const percent = progress.total ? `${Math.floor(100 * progress.done / progress.total)} %` : "";
      const counts = `${progress.stations} stations, ${progress.prices} prices`;
      print([NAMES[progress.phase], percent, counts, rate, left].filter((part) => part !== "").join(" · "));
    },
    stop() {},
  };
}

/** A bar for standard error when it is a terminal, else lines. */
function createBackfillBar(isTerminal: boolean = Deno.stderr.isTerminal()): BackfillBar {
  return isTerminal ? toTerminalBar(new Pace()) : toLines(new Pace(), (line) => console.error(line));
}

const USAGE = `Usage: deno task backfill FILE|YEAR …
  FILE   a day's or a year's archive: .xml, .zip or .xml.xz; - reads standard input
  YEAR   2007 to this year: downloads the archive from ARCHIVE_URL
A backfill that was stopped goes on when the same command is run again.

Exit: 0 all loaded, 1 refused, failed or cut short, 2 bad usage or settings.`;

async function parseArguments(args: readonly string[], thisYear: number): Promise<ArchiveArgument[]> {
  if (args.length === 0) throw new UsageError(USAGE);
  try {
    const parsed = args.map((text) => parseArchiveArgument(text, thisYear));
    for (const argument of parsed) if (argument.kind === "file") await requireFile(argument.path);
    return parsed;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${error.message}\n${USAGE}`);
    throw error;
  }
}

async function requireFile(path: string): Promise<void> {
  const found = await Deno.stat(path).catch((error) => error as Error);
  if (found instanceof Error) throw new UsageError(`${path} cannot be read: ${found.message}`);
  if (!found.isFile && !found.isFifo) throw new UsageError(`${path} is not a file`);
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

/** Loads one archive and prints how it ended; true when it is complete. */
async function loadAndReport(context: CommandContext, argument: ArchiveArgument): Promise<boolean> {
  const bar = createBackfillBar();
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

if (import.meta.main) {
  await runCommand(async (settings) => {
    const parsed = await parseArguments(Deno.args, settings.clock().getUTCFullYear());
    return await withDb(settings, async (db) => {
      for (const argument of parsed) if (!await loadAndReport({ ...settings, db }, argument)) return 1;
      return 0;
    });
  });
}
