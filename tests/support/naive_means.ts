/**
 * Computes daily means the long way, from facts alone, for comparison with the table of daily
 * means.
 *
 * @module
 */

import type { PriceFact } from "../../lib/domain/station/fact.ts";
import { isSuspect, type Report, toMarket } from "./naive_suspects.ts";
import { addDays, toParisDay } from "../../lib/shared/time/paris_time.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { toMs } from "../../lib/selfcheck/second_reading.ts";

/** A stock-out, a closure or an absence. Fuel 0 means every fuel of the station. */
export type NaiveInterruption = {
  stationId: number;
  fuel: number;
  sinceMs: number;
  untilMs: number | null;
  /** Whether a price of any fuel of the station ends it. */
  isClosure?: boolean;
};

/**
 * Everything that a mean depends on. Of two facts with the same station, fuel and instant the later
 * in the list wins.
 */
export type NaiveWorld = {
  facts: readonly PriceFact[];
  interruptions: readonly NaiveInterruption[];
  /**
   * Returns the areas of a station besides the nation: its department ("-" if unknown), then
   * others.
   */
  areasOf(stationId: number): string[];
};

/** Returns the instant at which a Paris day ends. */
export function toEndMs(day: string): number {
  return toMs(`${addDays(day, 1)} 00:00:00`);
}

/**
 * The reports of one fuel of a station and of all its fuels, and the interruptions of that fuel.
 */
export type Sold = {
  facts: PriceFact[];
  stationFacts: PriceFact[];
  interruptions: NaiveInterruption[];
};

/** Returns the valid price at an instant, or null if there is none. */
export function findPriceAt(
  { facts, stationFacts, interruptions }: Sold,
  endMs: number,
): number | null {
  let last: PriceFact | null = null;
  for (const fact of facts) if (fact.atMs < endMs && (!last || fact.atMs >= last.atMs)) last = fact;
  if (!last || endMs - last.atMs > 30 * DAY_MS + 1) return null; // facts have whole seconds
  const { atMs, priceMilli } = last;
  const isInterrupted = interruptions.some(({ sinceMs, untilMs, isClosure }) =>
    sinceMs >= atMs && sinceMs < endMs && (untilMs === null || untilMs >= endMs) &&
    !(isClosure && stationFacts.some((fact) => fact.atMs > sinceMs && fact.atMs < endMs))
  );
  return isInterrupted ? null : priceMilli;
}

type Pair = Sold & {
  key: string;
  fuel: number;
  areas: string[];
  department: string | null;
  reports: Report[];
};

/**
 * Turns facts into reports: the same value at most 30 days after the previous one is a repetition.
 */
function toReports(facts: readonly PriceFact[]): Report[] {
  const reports: Report[] = [];
  let beforeMs = -Infinity;
  const last = new Map(facts.map((fact) => [fact.atMs, fact]));
  for (const { atMs, priceMilli } of [...last.values()].sort((a, b) => a.atMs - b.atMs)) {
    if (reports.at(-1)?.priceMilli === priceMilli && atMs - beforeMs <= 30 * DAY_MS) {
      reports.at(-1)!.repeatsMs.push(atMs);
    } else reports.push({ atMs, priceMilli, repeatsMs: [] });
    beforeMs = atMs;
  }
  return reports;
}

function toPairs(world: NaiveWorld): Pair[] {
  const byStation = Map.groupBy(world.facts, ({ stationId }) => stationId);
  return [...Map.groupBy(world.facts, ({ stationId, fuel }) => `${stationId}/${fuel}`)].map(
    ([key, facts]) => {
      const { stationId, fuel } = facts[0]!;
      const areas = world.areasOf(stationId);
      return {
        key,
        fuel,
        facts,
        stationFacts: byStation.get(stationId)!,
        areas,
        reports: toReports(facts),
        department: areas[0] === undefined || areas[0] === "-" ? null : areas[0],
        interruptions: world.interruptions.filter((interruption) =>
          interruption.stationId === stationId &&
          (interruption.fuel === fuel || interruption.fuel === 0)
        ),
      };
    },
  );
}

/** A day, or now, on which reports are judged. */
type Judge = { startMs: number; endMs: number; previousEndMs: number; isNow?: boolean };

function lastReportBefore({ reports }: Pair, endMs: number): Report | undefined {
  return reports.findLast(({ atMs }) => atMs < endMs);
}

/**
 * Returns the reports of a pair that are judged: those of the day, and one that was open before.
 */
function findJudged(
  pair: Pair,
  { startMs, endMs, previousEndMs }: Judge,
  isValid: boolean,
): Report[] {
  const before = lastReportBefore(pair, startMs);
  const isOpen = before !== undefined && before.atMs >= previousEndMs;
  const ofDay = pair.reports.filter(({ atMs }) => atMs >= startMs && atMs < endMs);
  const last = lastReportBefore(pair, endMs);
  return (isOpen ? [before, ...ofDay] : ofDay).filter((report) => report !== last || isValid);
}

/**
 * Sets the verdicts on the reports of a day, by the valid prices at its end. `all` are the reports
 * by `station/fuel`.
 */
function judge(
  pairs: readonly Pair[],
  day: Judge,
  all: ReadonlyMap<string, Report[]> = new Map(pairs.map(({ key, reports }) => [key, reports])),
): void {
  for (const ofFuel of Map.groupBy(pairs, ({ fuel }) => fuel).values()) {
    judgeFuel(ofFuel, day, all);
  }
}

function judgeFuel(
  ofFuel: readonly Pair[],
  day: Judge,
  all: ReadonlyMap<string, Report[]>,
): void {
  const offers = new Map(ofFuel.map((pair) => [pair, findPriceAt(pair, day.endMs)]));
  const market = toMarket(ofFuel.flatMap((pair) => {
    const priceMilli = offers.get(pair)!;
    return priceMilli === null ? [] : [{ priceMilli, department: pair.department }];
  }));
  const judged = ofFuel.flatMap((pair) =>
    findJudged(pair, day, offers.get(pair) !== null).map((report) => ({ pair, report }))
  );
  const countSame = (priceMilli: number) => {
    const setters = day.isNow
      ? []
      : judged.filter(({ report }) => report.priceMilli === priceMilli).map(({ pair }) => pair);
    const sellers = ofFuel.filter((pair) => offers.get(pair) === priceMilli);
    return new Set([...setters, ...sellers]).size;
  };
  for (const { pair, report } of judged) {
    const medianMilli = market({ ...report, department: pair.department });
    const earlier = pair.reports.filter(({ atMs }) => atMs < report.atMs);
    const isOtherFuel = (key: string) => key !== pair.key && toStation(key) === toStation(pair.key);
    const otherFuels = [...all].filter(([key]) => isOtherFuel(key)).map(([, reports]) => reports);
    report.isSuspect = medianMilli !== null && countSame(report.priceMilli) < 3 &&
      isSuspect(report, { earlier, otherFuels, medianMilli });
  }
  const isMarket = [...offers.values()].filter((priceMilli) => priceMilli !== null).length > 20;
  for (const [pair, priceMilli] of offers) {
    const last = lastReportBefore(pair, day.endMs);
    const isOpen = last?.isSuspect && last.confirmedMs === undefined && last.atMs < day.startMs;
    if (!isOpen || priceMilli === null) continue;
    const isOrdinary = isMarket && market({ priceMilli, department: pair.department }) === null;
    if (isOrdinary || countSame(priceMilli) > 2) last.confirmedMs = day.startMs;
  }
}

function toStation(key: string): string {
  return key.split("/")[0]!;
}

function judgeDays(pairs: readonly Pair[], days: readonly string[]): void {
  let previousEndMs = -Infinity;
  for (const day of days) {
    const endMs = toEndMs(day);
    judge(pairs, { startMs: toEndMs(addDays(day, -1)), endMs, previousEndMs });
    previousEndMs = endMs;
  }
}

/** Returns whether the last report before an instant is suspect and not confirmed by then. */
export function isSuspectAt(reports: readonly Report[], endMs: number): boolean {
  const last = reports.findLast(({ atMs }) => atMs < endMs);
  return last?.isSuspect === true && (last.confirmedMs ?? Infinity) >= endMs;
}

/**
 * Returns reports by `station/fuel` with verdicts. `past` judges them over the covered `days`,
 * `now` what is still listed.
 */
export function judgeWorld(
  { past, now }: { past: NaiveWorld; now: NaiveWorld },
  { days, asOfMs }: { days: readonly string[]; asOfMs: number },
): Map<string, Report[]> {
  const judged = toPairs(past);
  judgeDays(judged, days);
  const reports = new Map(judged.map(({ key, reports }) => [key, reports]));
  const pairs = toPairs(now).map((pair) => ({ ...pair, reports: reports.get(pair.key)! }));
  const today = toParisDay(new Date(asOfMs));
  const previousEndMs = days.length > 0 ? toEndMs(days.at(-1)!) : -Infinity;
  // Reports at the instant itself count, so the next millisecond ends the interval.
  judge(pairs, {
    startMs: toEndMs(addDays(today, -1)),
    endMs: asOfMs + 1,
    previousEndMs,
    isNow: true,
  }, reports);
  return reports;
}

/**
 * Returns rows `[area, fuel, day, sum, min, max, count]` of the covered days, which ascend, sorted
 * as text.
 */
export function computeNaiveMeans(world: NaiveWorld, days: readonly string[]): unknown[][] {
  const pairs = toPairs(world);
  judgeDays(pairs, days);
  const prices = new Map<string, number[]>();
  for (const day of days) {
    const endMs = toEndMs(day);
    for (const pair of pairs) {
      const priceMilli = findPriceAt(pair, endMs);
      if (priceMilli === null || isSuspectAt(pair.reports, endMs)) continue;
      for (const area of ["FR", ...pair.areas]) {
        const key = `${area}|${pair.fuel}|${day}`;
        if (!prices.has(key)) prices.set(key, []);
        prices.get(key)!.push(priceMilli);
      }
    }
  }
  const rows = [...prices].map(([key, all]) => {
    const [area, fuel, day] = key.split("|");
    return [
      area,
      Number(fuel),
      day,
      all.reduce((a, b) => a + b),
      Math.min(...all),
      Math.max(...all),
      all.length,
    ];
  });
  return sortRows(rows);
}

/** Sorts rows by their first three columns as text. */
export function sortRows(rows: unknown[][]): unknown[][] {
  return rows.map((row) => ({ row, key: row.slice(0, 3).join("|") }))
    .sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key)).map(({ row }) => row);
}
