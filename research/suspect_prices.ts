/**
 * Measures the rule of suspect prices on a part of a year's archive and prints a row of the tables in docs/data.md:
 * `deno run -A research/suspect_prices.ts ARCHIVE FROM TO`. To try another rule, change `SUSPECT_RULE`.
 * @module
 */

import { openArchive } from "../ingest/archive/open_archive.ts";
import { checkEntry, loadTownTable } from "../ingest/check.ts";
import { decodeStations } from "../ingest/decode.ts";
import { DayPrices, type StationReport } from "../lib/domain/price/daily_mean.ts";
import { isSuspectReport, toConfirmedMs } from "../lib/domain/price/plausibility.ts";
import { type PricePeriod, toPeriods } from "../lib/domain/price/price_period.ts";
import { FUELS } from "../lib/shared/station/fuels.ts";
import { addDays, endOfParisDay, startOfParisDay, toParisDay } from "../lib/shared/time/paris_time.ts";
import { DAY_MS } from "../lib/shared/units.ts";

/** Days before the part that are read as well, so that its reports have a past. */
const WARM_UP_DAYS = 40;
/** Days after it in which a price may be corrected or confirmed. */
const AFTER_DAYS = 30;

/** The prices of a station and fuel; `station` is its index. */
type Pair = { station: number; fuel: number; periods: PricePeriod[] };

/** What became of the reports of one fuel. */
type Tally = { reports: number; marked: number; correctedInDay: number; correctedInWeek: number; confirmed: number };

type History = { departments: (string | null)[]; pairs: Pair[] };

/** The pairs of an archive with their periods that begin within some instants, checked as the product checks them. */
async function readArchive(path: string, [fromMs, untilMs]: [number, number]): Promise<History> {
  const towns = await loadTownTable();
  const archive = await openArchive({ kind: "file", path });
  const history: History = { departments: [], pairs: [] };
  for await (const raw of decodeStations(archive.xml)) {
    const { entry } = checkEntry(raw, { nowMs: Infinity, towns });
    if (entry === null) continue;
    const { station, prices } = entry;
    const index = history.departments.push(station.department) - 1;
    for (const [fuel, facts] of Map.groupBy(prices, (fact) => fact.fuel)) {
      const points = [...new Map(facts.map((fact) => [fact.atMs, fact])).values()].sort((a, b) => a.atMs - b.atMs);
      const all = toPeriods(points);
      const first = Math.max(0, all.findLastIndex(({ atMs }) => atMs < fromMs));
      const periods = all.slice(first).filter(({ atMs }) => atMs < untilMs);
      if (periods.length > 0) history.pairs.push({ station: index, fuel, periods });
    }
  }
  return history;
}

/** The prices in force on each day, from which the market is known. */
function toDayPrices({ departments, pairs }: History, days: readonly string[]): DayPrices {
  const codes = [...new Set(departments)];
  const areas = departments.map((code) => ({ department: codes.indexOf(code), areas: [] }));
  const bounds = days.map((day, index) => {
    const startMs = startOfParisDay(day).getTime();
    return { startMs, endMs: endOfParisDay(day).getTime(), previousEndMs: index === 0 ? -Infinity : startMs };
  });
  const prices = new DayPrices(areas, bounds);
  for (const { station, fuel, periods } of pairs) prices.add(station, fuel, periods, []);
  return prices;
}

/** Counts a marked report by what the station reported afterwards. */
function count(tally: Tally, { priceMilli, medianMilli }: StationReport, [period, ...later]: PricePeriod[]): void {
  const distance = (milli: number) => Math.abs(milli - medianMilli);
  const isHalf = ({ priceMilli: milli }: PricePeriod) => distance(milli) <= distance(priceMilli) / 2;
  const [next] = later;
  const correctedMs = next && isHalf(next) ? next.atMs - period!.atMs : Infinity;
  const until = later.findIndex(isHalf);
  const run = [period!, ...later.slice(0, until === -1 ? later.length : until)];
  const days = new Set(run.map(({ atMs }) => toParisDay(new Date(atMs))));
  tally.marked++;
  if (correctedMs <= DAY_MS) tally.correctedInDay++;
  if (correctedMs <= 7 * DAY_MS) tally.correctedInWeek++;
  if (toConfirmedMs(period!) < Infinity || days.size >= 3) tally.confirmed++;
}

function toRow(name: string, { reports, marked, ...shares }: Tally): string {
  const percents = [shares.correctedInDay, shares.correctedInWeek, shares.confirmed].map((part) =>
    marked === 0 ? "–" : `${(100 * part / marked).toFixed(0)} %`
  );
  return `| ${[name, reports, marked, (10_000 * marked / reports).toFixed(2), ...percents].join(" | ")} |`;
}

async function main(path: string, from: string, to: string): Promise<void> {
  const days: string[] = [];
  for (let day = addDays(from, -WARM_UP_DAYS); day <= to; day = addDays(day, 1)) days.push(day);
  const [fromMs, endMs] = [startOfParisDay(from).getTime(), endOfParisDay(to).getTime()];
  const history = await readArchive(path, [startOfParisDay(days[0]!).getTime(), endMs + AFTER_DAYS * DAY_MS]);
  const odd = Map.groupBy(toDayPrices(history, days).findOdd(), ({ station, fuel }) => station * 8 + fuel);
  const isInPart = ({ atMs }: { atMs: number }) => atMs >= fromMs && atMs < endMs;
  console.log("| fuel | changes | marked | of 10 000 | corrected in a day | in a week | confirmed |");
  for (const [index, name] of FUELS.entries()) {
    const tally: Tally = { reports: 0, marked: 0, correctedInDay: 0, correctedInWeek: 0, confirmed: 0 };
    for (const { station, fuel, periods } of history.pairs.filter((pair) => pair.fuel === index + 1)) {
      tally.reports += periods.filter(isInPart).length;
      const past = periods.map((period) => ({ ...period, isSuspect: false }));
      for (const report of odd.get(station * 8 + fuel) ?? []) {
        const at = past.findIndex(({ atMs }) => atMs === report.atMs);
        past[at]!.isSuspect = isSuspectReport(report, past.slice(0, at));
        if (past[at]!.isSuspect && isInPart(report)) count(tally, report, past.slice(at));
      }
    }
    console.log(toRow(name, tally));
  }
}

const [path, from, to] = Deno.args;
if (!path || !from || !to) throw new Error("Usage: suspect_prices.ts ARCHIVE FROM TO, days as 2025-07-01");
await main(path, from, to);
