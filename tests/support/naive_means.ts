/** Means of days computed the long way, from facts alone: what the table of daily means is held against. @module */

import type { PriceFact } from "../../lib/domain/fact.ts";

/** A stock-out or an absence; fuel 0 means every fuel of the station. */
export type NaiveCut = { stationId: number; fuel: number; sinceMs: number; untilMs: number | null };

/** Everything that a mean depends on. Of two facts of one station, fuel and instant the later in the list wins. */
export type NaiveWorld = {
  facts: readonly PriceFact[];
  cuts: readonly NaiveCut[];
  /** Areas of a station beside the nation. */
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

function priceAt(facts: PriceFact[], cuts: NaiveCut[], endMs: number): number | null {
  let last: PriceFact | null = null;
  for (const fact of facts) if (fact.atMs < endMs && (!last || fact.atMs >= last.atMs)) last = fact;
  if (!last || endMs - last.atMs > 30 * DAY_MS) return null;
  const { atMs } = last;
  const isCut = cuts.some(({ sinceMs, untilMs }) =>
    sinceMs >= atMs && sinceMs < endMs && (untilMs === null || untilMs >= endMs)
  );
  return isCut ? null : last.priceMilli;
}

/** Rows `[area, fuel, day, sum, min, max, count]` of the days, sorted as text. */
export function computeNaiveMeans(world: NaiveWorld, days: readonly string[]): unknown[][] {
  const pairs = new Map<string, PriceFact[]>();
  for (const fact of world.facts) {
    const key = `${fact.stationId}/${fact.fuel}`;
    const facts = pairs.get(key);
    if (facts) facts.push(fact);
    else pairs.set(key, [fact]);
  }
  const prices = new Map<string, number[]>();
  for (const facts of pairs.values()) {
    const { stationId, fuel } = facts[0];
    const cuts = world.cuts.filter((cut) => cut.stationId === stationId && (cut.fuel === fuel || cut.fuel === 0));
    for (const day of days) {
      const price = priceAt(facts, cuts, naiveEndOfDay(day));
      if (price === null) continue;
      for (const area of ["FR", ...world.areasOf(stationId)]) {
        const key = `${area}|${fuel}|${day}`;
        const all = prices.get(key);
        if (all) all.push(price);
        else prices.set(key, [price]);
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
