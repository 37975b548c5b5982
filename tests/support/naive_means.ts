/** Means of days computed the long way, from facts alone: what the table of daily means is held against. @module */

import type { PriceFact } from "../../lib/domain/fact.ts";
import { findNaiveSuspects, type NaiveOffer } from "./naive_suspect.ts";

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

/** The last fact before an end, and whether the fact before it had the same price. Null when it does not count. */
export function offerAt(
  facts: PriceFact[],
  interruptions: NaiveInterruption[],
  endMs: number,
): { priceMilli: number; isConfirmed: boolean } | null {
  let last: PriceFact | null = null;
  let before: PriceFact | null = null;
  for (const fact of facts) {
    if (fact.atMs >= endMs) continue;
    if (!last || fact.atMs > last.atMs) [before, last] = [last, fact];
    else if (fact.atMs === last.atMs) last = fact;
    else if (!before || fact.atMs >= before.atMs) before = fact;
  }
  if (!last || endMs - last.atMs > 30 * DAY_MS + 1) return null; // facts are of whole seconds
  const { atMs, priceMilli } = last;
  const isInterrupted = interruptions.some(({ sinceMs, untilMs }) =>
    sinceMs >= atMs && sinceMs < endMs && (untilMs === null || untilMs >= endMs)
  );
  if (isInterrupted) return null;
  return { priceMilli, isConfirmed: before?.priceMilli === priceMilli && atMs - before.atMs <= 30 * DAY_MS };
}

type Offer = NaiveOffer & { stationId: number; areas: string[] };

/** All prices in force at some instants, by `fuel|name of the instant`. */
function findOffers(world: NaiveWorld, instants: ReadonlyMap<string, number>): Map<string, Offer[]> {
  const pairs = Map.groupBy(world.facts, ({ stationId, fuel }) => `${stationId}/${fuel}`);
  const byStation = Map.groupBy(world.facts, ({ stationId }) => stationId);
  const offers = new Map<string, Offer[]>();
  for (const facts of pairs.values()) {
    const { stationId, fuel } = facts[0]!;
    const interruptions = world.interruptions.filter((interruption) =>
      interruption.stationId === stationId && (interruption.fuel === fuel || interruption.fuel === 0)
    );
    const areas = world.areasOf(stationId);
    const [area = "-"] = areas;
    const department = area === "-" ? null : area;
    for (const [name, endMs] of instants) {
      const lasting = interruptions.filter((interruption) =>
        !isReopened(interruption, byStation.get(stationId)!, endMs)
      );
      const offer = offerAt(facts, lasting, endMs);
      if (offer === null) continue;
      const key = `${fuel}|${name}`;
      if (!offers.has(key)) offers.set(key, []);
      offers.get(key)!.push({ ...offer, stationId, areas, department });
    }
  }
  return offers;
}

/** The suspect prices at an instant, as `station/fuel`, sorted. */
export function listNaiveSuspects(world: NaiveWorld, asOfMs: number): string[] {
  // what is reported at the instant itself counts: the next millisecond is the end of what came before
  const offers = findOffers(world, new Map([["now", asOfMs + 1]]));
  const suspects = [...offers].flatMap(([key, all]) =>
    findNaiveSuspects(all).map(({ stationId }) => `${stationId}/${key.split("|")[0]}`)
  );
  return suspects.sort();
}

/** Rows `[area, fuel, day, sum, min, max, count]` of the days, sorted as text. */
export function computeNaiveMeans(world: NaiveWorld, days: readonly string[]): unknown[][] {
  const rows: unknown[][] = [];
  for (const [key, offers] of findOffers(world, new Map(days.map((day) => [day, naiveEndOfDay(day)])))) {
    const [fuel, day] = key.split("|");
    const suspects = new Set(findNaiveSuspects(offers));
    const prices = new Map<string, number[]>();
    for (const offer of offers) {
      if (suspects.has(offer)) continue;
      for (const area of ["FR", ...offer.areas]) {
        const all = prices.get(area);
        if (all) all.push(offer.priceMilli);
        else prices.set(area, [offer.priceMilli]);
      }
    }
    for (const [area, all] of prices) {
      const sum = all.reduce((a, b) => a + b);
      rows.push([area, Number(fuel), day, sum, Math.min(...all), Math.max(...all), all.length]);
    }
  }
  return sortRows(rows);
}

/** Rows in one order, for comparing. */
export function sortRows(rows: unknown[][]): unknown[][] {
  return rows.map((row) => ({ row, key: row.slice(0, 3).join("|") }))
    .sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0).map(({ row }) => row);
}
