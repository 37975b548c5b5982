/** The rule of suspect prices a second time, from docs/data.md, without code of the product. @module */

import { DAY_MS } from "../../lib/shared/units.ts";

/** One report of a station's fuel, the later instants of the same value, and its verdict. */
export type Report = { atMs: number; priceMilli: number; repeatsMs: number[]; isSuspect?: boolean };

/** A price in force, with its department; null: unknown. */
export type Offer = { priceMilli: number; department: string | null };

/** The verdict of a market on a price of a department: null, or the median from which it is far. */
export type Market = (offer: Offer) => number | null;

/** The median of some prices, and how far from it is odd: 2.5 spreads below or 5 above; in hundredths, to stay whole. */
function describe(offers: readonly Offer[]): { medianMilli: number; isFar: (priceMilli: number) => boolean } {
  const sorted = offers.map(({ priceMilli }) => priceMilli).sort((a, b) => a - b);
  const quantile = (percent: number) => sorted[Math.ceil(percent * sorted.length / 100) - 1]!;
  const median = quantile(50);
  const below = Math.max(100 * (median - quantile(5)), 3 * median);
  const above = Math.max(100 * (quantile(95) - median), 3 * median);
  const isFar = (priceMilli: number) =>
    200 * (median - priceMilli) > 5 * below || 100 * (priceMilli - median) > 5 * above;
  return { medianMilli: median, isFar };
}

/** The market that the prices of one fuel in force at one instant make. */
export function toMarket(offers: readonly Offer[]): Market {
  if (offers.length < 21) return () => null;
  const nation = describe(offers);
  const locals = Map.groupBy(offers, ({ department }) => department);
  const described = new Map([...locals].map(([department, local]) => [department, describe(local)]));
  return ({ priceMilli, department }) => {
    if (!nation.isFar(priceMilli)) return null;
    const isAlone = department === null || (locals.get(department) ?? []).length < 21;
    return isAlone || described.get(department)!.isFar(priceMilli) ? nation.medianMilli : null;
  };
}

/** When a suspect report begins to count by being repeated three days later or more; Infinity: never. */
export function findConfirmedMs({ atMs, repeatsMs }: Report): number {
  return Math.min(...repeatsMs.filter((ms) => ms >= atMs + 3 * DAY_MS), Infinity);
}

/** Whether the past of a station, its earlier reports in ascending order with their verdicts, leaves a far report suspect. */
export function isSuspect(report: Report, earlier: readonly Report[], medianMilli: number): boolean {
  const past = earlier.filter(({ atMs, repeatsMs }) => Math.max(atMs, ...repeatsMs) >= report.atMs - 30 * DAY_MS);
  const days = new Set([toDay(report.atMs)]);
  while (past.length > 0 && past.at(-1)!.isSuspect && findConfirmedMs(past.at(-1)!) >= report.atMs) {
    days.add(toDay(past.pop()!.atMs));
  }
  if (days.size > 2) return false;
  const isLow = report.priceMilli < medianMilli;
  if (past.length === 0) return isLow;
  const halfMilli = (report.priceMilli + medianMilli) / 2;
  return past.every(({ priceMilli }) => isLow ? priceMilli > halfMilli : priceMilli < halfMilli);
}

function toDay(ms: number): string {
  return new Date(ms).toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" });
}
