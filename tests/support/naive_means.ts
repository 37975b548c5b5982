/** Means of days computed the long way, from facts alone: what the table of daily means is held against. @module */

import type { PriceFact } from "../../lib/domain/fact.ts";
import { isNaiveSuspect, naiveConfirmedMs, type NaiveReport, toNaiveMarket } from "./naive_suspect.ts";

/** A stock-out, a closure or an absence; fuel 0 means every fuel of the station. */
export type NaiveInterruption = {
  stationId: number;
  fuel: number;
  sinceMs: number;
  untilMs: number | null;
  /** Whether a price of any fuel of the station ends it. */
  isClosure?: boolean;
};

/** Whether a closure was over before an instant: its station had reported a price since it began. */
export function isReopened(
  { isClosure, sinceMs, stationId }: NaiveInterruption,
  facts: readonly PriceFact[],
  endMs: number,
): boolean {
  return isClosure === true &&
    facts.some((fact) => fact.stationId === stationId && fact.atMs > sinceMs && fact.atMs < endMs);
}

/** Everything that a mean depends on. Of two facts of one station, fuel and instant the later in the list wins. */
export type NaiveWorld = {
  facts: readonly PriceFact[];
  interruptions: readonly NaiveInterruption[];
  /** Areas of a station beside the nation: its department ("-": unknown), then others. */
  areasOf(stationId: number): string[];
};

const DAY_MS = 86_400_000;

const ends = new Map<string, number>();

/** The instant of a Paris day's end. */
export function naiveEndOfDay(day: string): number {
  let endMs = ends.get(day);
  if (endMs === undefined) ends.set(day, endMs = findEndOfDay(day)); // the platform's formatter is slow
  return endMs;
}

/** By trying both offsets against the platform's formatter. */
function findEndOfDay(day: string): number {
  const next = new Date(Date.parse(`${day}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  for (const hours of [2, 1]) {
    const ms = Date.parse(`${next}T00:00:00Z`) - hours * 3_600_000;
    const shown = new Date(ms).toLocaleString("sv-SE", { timeZone: "Europe/Paris" });
    if (shown === `${next} 00:00:00`) return ms;
  }
  throw new Error(`No midnight after ${day}`);
}

/** The price in force at an end, or null when none is. */
export function offerAt(
  facts: PriceFact[],
  interruptions: NaiveInterruption[],
  endMs: number,
): { priceMilli: number } | null {
  let last: PriceFact | null = null;
  for (const fact of facts) if (fact.atMs < endMs && (!last || fact.atMs >= last.atMs)) last = fact;
  if (!last || endMs - last.atMs > 30 * DAY_MS + 1) return null; // facts are of whole seconds
  const { atMs, priceMilli } = last;
  const isInterrupted = interruptions.some(({ sinceMs, untilMs }) =>
    sinceMs >= atMs && sinceMs < endMs && (untilMs === null || untilMs >= endMs)
  );
  return isInterrupted ? null : { priceMilli };
}

/** All of one station and fuel. */
type Pair = {
  key: string;
  fuel: number;
  facts: PriceFact[];
  /** Those of all fuels of its station. */
  stationFacts: PriceFact[];
  interruptions: NaiveInterruption[];
  areas: string[];
  department: string | null;
  reports: NaiveReport[];
};

/** Facts as reports: the same value at most 30 days after the one before is a repetition. */
function toReports(facts: readonly PriceFact[]): NaiveReport[] {
  const reports: NaiveReport[] = [];
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

/** The price of a pair in force at the end of a day or at another instant, closures that a price has ended left out. */
function offerOf({ facts, stationFacts, interruptions }: Pair, endMs: number) {
  return offerAt(facts, interruptions.filter((each) => !isReopened(each, stationFacts, endMs)), endMs);
}

function toPairs(world: NaiveWorld): Pair[] {
  const byStation = Map.groupBy(world.facts, ({ stationId }) => stationId);
  return [...Map.groupBy(world.facts, ({ stationId, fuel }) => `${stationId}/${fuel}`)].map(([key, facts]) => {
    const { stationId, fuel } = facts[0]!;
    const areas = world.areasOf(stationId);
    return {
      ...{ key, fuel, facts, stationFacts: byStation.get(stationId)!, areas, reports: toReports(facts) },
      department: areas[0] === undefined || areas[0] === "-" ? null : areas[0],
      interruptions: world.interruptions.filter((interruption) =>
        interruption.stationId === stationId && (interruption.fuel === fuel || interruption.fuel === 0)
      ),
    };
  });
}

/** A day, or now, that judges reports. */
type Judge = { startMs: number; endMs: number; previousEndMs: number; isNow?: boolean };

/** The last report before an instant. */
function standingAt({ reports }: Pair, endMs: number): NaiveReport | undefined {
  return reports.findLast(({ atMs }) => atMs < endMs);
}

/** Gives the reports of a day their verdicts, by the prices in force at its end. */
function judge(pairs: readonly Pair[], { startMs, endMs, previousEndMs, isNow }: Judge): void {
  for (const ofFuel of Map.groupBy(pairs, ({ fuel }) => fuel).values()) {
    const offers = new Map(ofFuel.map((pair) => [pair, offerOf(pair, endMs)]));
    const market = toNaiveMarket(ofFuel.flatMap((pair) => {
      const offer = offers.get(pair);
      return offer ? [{ ...offer, department: pair.department }] : [];
    }));
    const judged = ofFuel.flatMap((pair) => {
      const before = standingAt(pair, startMs);
      const isOpen = before !== undefined && before.atMs >= previousEndMs;
      const reports = pair.reports.filter(({ atMs }) => atMs >= startMs && atMs < endMs);
      const all = isOpen ? [before, ...reports] : reports;
      const last = standingAt(pair, endMs);
      return all.filter((report) => report !== last || offers.get(pair)).map((report) => ({ pair, report }));
    });
    for (const { pair, report } of judged) {
      const counted = isNow ? judged.filter((other) => other.report === standingAt(other.pair, endMs)) : judged;
      const same = counted.filter((other) => other.report.priceMilli === report.priceMilli).map((other) => other.pair);
      const medianMilli = market(report.priceMilli, pair.department);
      const earlier = pair.reports.filter(({ atMs }) => atMs < report.atMs);
      report.isSuspect = medianMilli !== null && new Set(same).size < 3 && isNaiveSuspect(report, earlier, medianMilli);
    }
  }
}

function judgeDays(pairs: readonly Pair[], days: readonly string[]): void {
  let previousEndMs = -Infinity;
  for (const day of days) {
    const endMs = naiveEndOfDay(day);
    judge(pairs, { startMs: naiveEndOfDay(dayBefore(day)), endMs, previousEndMs });
    previousEndMs = endMs;
  }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}

/** Whether the last report before an instant is suspect at it. */
export function isSuspectAt(reports: readonly NaiveReport[], endMs: number): boolean {
  const last = reports.findLast(({ atMs }) => atMs < endMs);
  return last?.isSuspect === true && naiveConfirmedMs(last) >= endMs;
}

/**
 * The reports of each station and fuel, by `station/fuel`, with their verdicts at an instant. `days`: those covered before its
 * own, ascending; `past` is the world by which they are judged, `now` what is listed and open now.
 */
export function judgeWorld(
  { past, now }: { past: NaiveWorld; now: NaiveWorld },
  { days, asOfMs }: { days: readonly string[]; asOfMs: number },
): Map<string, NaiveReport[]> {
  const judged = toPairs(past);
  judgeDays(judged, days);
  const reports = new Map(judged.map(({ key, reports }) => [key, reports]));
  const pairs = toPairs(now).map((pair) => ({ ...pair, reports: reports.get(pair.key)! }));
  const today = new Date(asOfMs).toLocaleString("sv-SE", { timeZone: "Europe/Paris" }).slice(0, 10);
  const previousEndMs = days.length > 0 ? naiveEndOfDay(days.at(-1)!) : -Infinity;
  // what is reported at the instant itself counts: the next millisecond is the end of what came before
  judge(pairs, { startMs: naiveEndOfDay(dayBefore(today)), endMs: asOfMs + 1, previousEndMs, isNow: true });
  return reports;
}

/** Rows `[area, fuel, day, sum, min, max, count]` of the covered days, which ascend, sorted as text. */
export function computeNaiveMeans(world: NaiveWorld, days: readonly string[]): unknown[][] {
  const pairs = toPairs(world);
  judgeDays(pairs, days);
  const prices = new Map<string, number[]>();
  for (const day of days) {
    const endMs = naiveEndOfDay(day);
    for (const pair of pairs) {
      const offer = offerOf(pair, endMs);
      if (offer === null || isSuspectAt(pair.reports, endMs)) continue;
      for (const area of ["FR", ...pair.areas]) {
        const key = `${area}|${pair.fuel}|${day}`;
        if (!prices.has(key)) prices.set(key, []);
        prices.get(key)!.push(offer.priceMilli);
      }
    }
  }
  const rows = [...prices].map(([key, all]) => {
    const [area, fuel, day] = key.split("|");
    return [area, Number(fuel), day, all.reduce((a, b) => a + b), Math.min(...all), Math.max(...all), all.length];
  });
  return sortRows(rows);
}

/** Rows in one order, for comparing. */
export function sortRows(rows: unknown[][]): unknown[][] {
  return rows.map((row) => ({ row, key: row.slice(0, 3).join("|") }))
    .sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0).map(({ row }) => row);
}
