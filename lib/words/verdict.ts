/**
 * Says what a station's price is worth: its third and its rank among the prices around it, and how
 * often it was the lowest.
 *
 * @module
 */

import { formatCount, formatEuros, formatRadius } from "./format.ts";
import type { Lang } from "./lang.ts";
import type { Tertile } from "../shared/price/tertiles.ts";
import { fill } from "./fill.ts";
import type { CommonWords } from "./mod.ts";

/**
 * The level and the rank of a price among `count` prices within `radiusKm` of its station, itself
 * included; 1 is the cheapest.
 */
export type Verdict = {
  readonly level: Tertile;
  readonly rank: number;
  readonly count: number;
  readonly radiusKm: number;
};

/** Radii of a neighbourhood, km: the first one that has enough stations counts. */
export const VERDICT_KM = [5, 15] as const;

/** Stations of a neighbourhood: among fewer, a rank says little. */
export const MIN_AROUND = 3;

/**
 * The verdict on a price (thousandths) among those of a neighbourhood, itself included; null when
 * they are too few.
 */
export function toVerdict(
  milli: number,
  prices: ArrayLike<number>,
  radiusKm: number,
): Verdict | null {
  const count = prices.length;
  if (count < MIN_AROUND) return null;
  let lower = 0;
  let higher = 0;
  for (let at = 0; at < count; at++) {
    if (prices[at]! < milli) lower++;
    else if (prices[at]! > milli) higher++;
  }
  // The thirds of `toBounds()`, counted rather than sorted.
  const level = higher > 0 && lower < Math.ceil(count / 3)
    ? "low"
    : lower < Math.ceil((2 * count) / 3)
    ? "mid"
    : "high";
  return { level, rank: lower + 1, count, radiusKm };
}

/**
 * The verdict within the first radius that has enough stations; `find` returns the prices within
 * one.
 */
export function findVerdict(
  milli: number,
  find: (radiusKm: number) => ArrayLike<number>,
): Verdict | null {
  let verdict: Verdict | null = null;
  for (const radiusKm of VERDICT_KM) verdict ??= toVerdict(milli, find(radiusKm), radiusKm);
  return verdict;
}

/** "16ᵉ prix sur 18 à moins de 5 km", "la moins chère des 18 stations à moins de 5 km". */
export function toReasonText(
  { level, rank, count, radiusKm }: Verdict,
  { verdict: words }: Words,
  lang: Lang,
): string {
  const place = rank === 1
    ? (level === "low" ? "first" : "same")
    : rank === count
    ? "last"
    : "rank";
  return fill(words[place], {
    n: rank,
    count: formatCount(count, lang),
    radius: formatRadius(radiusKm, lang),
  });
}

type Words = Pick<CommonWords, "verdict">;

/** "gagne 1,87 €", "perd 3,53 €": what filling up gains against the nearest station, in cents. */
export function toGainText(
  cents: number,
  words: { saves: string; loses: string },
  lang: Lang,
): string {
  return fill(cents < 0 ? words.loses : words.saves, {
    saved: formatEuros(Math.abs(cents) / 100, lang),
  });
}

/** How many days a month has, today included, as the curve shows them. */
export const MONTH_DAYS = 30;

/** From fewer days nothing is said. */
const MIN_DAYS = 20;

/**
 * On how many days no station within the radius was cheaper, out of the days on which enough
 * stations had a price.
 */
export type LowestDays = {
  readonly radiusKm: number;
  readonly lowest: number;
  readonly days: number;
};

/**
 * Prices by day in thousandths, 0: none that counted; one list for each station, all of one length.
 */
type Prices = { own: ArrayLike<number>; others: readonly ArrayLike<number>[]; radiusKm: number };

/**
 * Counts the days on which no station around was cheaper; null when too few stations had a price on
 * too many days.
 */
export function toLowestDays({ own, others, radiusKm }: Prices): LowestDays | null {
  let lowest = 0;
  let days = 0;
  for (let day = 0; day < own.length; day++) {
    const milli = own[day] ?? 0;
    const around = others.map((prices) => prices[day] ?? 0).filter((price) => price > 0);
    if (milli === 0 || around.length + 1 < MIN_AROUND) continue;
    days++;
    if (around.every((price) => price >= milli)) lowest++;
  }
  return days < MIN_DAYS ? null : { radiusKm, lowest, days };
}
