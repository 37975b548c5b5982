/**
 * Implements the rule of suspect prices a second time, from docs/data.md, without code of the
 * product.
 *
 * @module
 */

import { DAY_MS } from "../../lib/shared/units.ts";

/** One report of a station's fuel, the later instants of the same value, and its verdict. */
export type Report = {
  atMs: number;
  priceMilli: number;
  repeatsMs: number[];
  isSuspect?: boolean;
  /** When other stations or the market confirmed it. */
  confirmedMs?: number;
};

/** A valid price with its department, null if unknown. */
export type Offer = { priceMilli: number; department: string | null };

/** Judges a price of a department. Returns null, or the median if the price is far from it. */
export type Market = (offer: Offer) => number | null;

/**
 * Returns the median of some prices, and the limits beyond which a price is odd: 2.5 spreads below
 * or 5 above, in hundredths to stay integers.
 */
function describe(
  offers: readonly Offer[],
): { medianMilli: number; isFar: (priceMilli: number) => boolean } {
  const sorted = offers.map(({ priceMilli }) => priceMilli).sort((a, b) => a - b);
  const quantile = (percent: number) => sorted[Math.ceil(percent * sorted.length / 100) - 1]!;
  const median = quantile(50);
  const below = Math.max(100 * (median - quantile(5)), 3 * median);
  const above = Math.max(100 * (quantile(95) - median), 3 * median);
  const isFar = (priceMilli: number) =>
    200 * (median - priceMilli) > 5 * below || 100 * (priceMilli - median) > 5 * above;
  return { medianMilli: median, isFar };
}

/** Builds the market from the valid prices of one fuel at one instant. */
export function toMarket(offers: readonly Offer[]): Market {
  if (offers.length < 21) return () => null;
  const nation = describe(offers);
  const locals = Map.groupBy(offers, ({ department }) => department);
  const described = new Map(
    [...locals].map(([department, local]) => [department, describe(local)]),
  );
  return ({ priceMilli, department }) => {
    if (!nation.isFar(priceMilli)) return null;
    const isAlone = department === null || (locals.get(department) ?? []).length < 21;
    return isAlone || described.get(department)!.isFar(priceMilli) ? nation.medianMilli : null;
  };
}

/** Returns whether a price is a typing slip of the usual one, or another fuel's price. */
function isSlip(
  priceMilli: number,
  usualMilli: number | undefined,
  others: readonly number[],
): boolean {
  const isNear = (milli: number, knownMilli: number) =>
    200 * Math.abs(milli - knownMilli) <= knownMilli;
  if (others.some((other) => isNear(priceMilli, other))) return true;
  if (usualMilli === undefined) return false;
  const toDigits = (milli: number) => (milli / 1000).toFixed(3).replace(".", "");
  const typed = toDigits(priceMilli);
  const usual = toDigits(usualMilli);
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < i; j++) {
      const swapped = [...typed];
      [swapped[i], swapped[j]] = [swapped[j]!, swapped[i]!];
      if (isNear(Number(swapped.join("")), usualMilli)) return true;
    }
  }
  if (isNear(priceMilli + 1000, usualMilli) || isNear(priceMilli - 1000, usualMilli)) return true;
  const start = typed.slice(0, 3);
  if (usual.startsWith(start)) return false;
  return [...usual.slice(0, 3)].some((digit, at) => {
    const without = usual.split("").toSpliced(at, 1).join("");
    const twice = usual.split("").toSpliced(at, 0, digit).join("");
    return without.startsWith(start) || twice.startsWith(start);
  });
}

/** Returns the price of a fuel last reported before an instant, within 30 days. */
function lastBefore(reports: readonly Report[], endMs: number): number[] {
  const facts = reports.flatMap(({ atMs, repeatsMs, priceMilli }) =>
    [atMs, ...repeatsMs].map((ms) => ({ ms, priceMilli }))
  );
  const last = facts.filter(({ ms }) => ms < endMs).sort((a, b) => a.ms - b.ms).at(-1);
  return last && last.ms >= endMs - 30 * DAY_MS ? [last.priceMilli] : [];
}

/**
 * Returns whether a far report stays suspect given the station's past: its earlier reports in
 * ascending order with their verdicts.
 */
export function isSuspect(
  report: Report,
  { earlier, otherFuels, medianMilli }: {
    earlier: readonly Report[];
    otherFuels: readonly (readonly Report[])[];
    medianMilli: number;
  },
): boolean {
  const { atMs, priceMilli } = report;
  const recent = earlier.filter((before) =>
    Math.max(before.atMs, ...before.repeatsMs) >= atMs - 30 * DAY_MS
  );
  const past = [...recent];
  const doubted: Report[] = [];
  while (past.length > 0 && past.at(-1)!.isSuspect) doubted.push(past.pop()!);
  const usualMilli = past.at(-1)?.priceMilli;
  const isTyped = isSlip(
    priceMilli,
    usualMilli,
    otherFuels.flatMap((reports) => lastBefore(reports, atMs)),
  );
  if (!isTyped) {
    if (new Set([report, ...doubted].map((each) => toDay(each.atMs))).size > 2) return false;
    const isLeap = usualMilli !== undefined &&
      100 * Math.abs(priceMilli - usualMilli) > 15 * usualMilli;
    const isSecond = doubted.some((first) =>
      first.priceMilli !== priceMilli && toDay(first.atMs) !== toDay(atMs) &&
      100 * Math.abs(priceMilli - first.priceMilli) <= 3 * medianMilli
    );
    if (isSecond && !isLeap) return false;
  }
  const isLow = priceMilli < medianMilli;
  if (past.length === 0) return isLow;
  const halfMilli = (priceMilli + medianMilli) / 2;
  return past.filter((before) => !isTyped || !before.isSuspect)
    .every((before) => isLow ? before.priceMilli > halfMilli : before.priceMilli < halfMilli);
}

function toDay(ms: number): string {
  return new Date(ms).toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" });
}
