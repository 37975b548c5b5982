/** Compares a station's price with those around it and with its own last month, and says so in words. @module */

import { formatCents, formatCount, formatRadius } from "../words/format.ts";
import type { Fuel } from "../station/fuels.ts";
import type { Lang } from "../words/lang.ts";
import { toPriceText } from "./money.ts";
import { toBounds, toTertile } from "./tertiles.ts";
import { type CommonWords, fill } from "../words/mod.ts";

/** A price among those within a radius, its own included. */
export type Standing = NonNullable<ReturnType<typeof toStanding>>;

/** Radii of a neighbourhood, km: the first one that has enough stations counts. */
export const STANDING_KM = [5, 15] as const;

/** Stations of a neighbourhood: among fewer, a rank says little. */
export const MIN_AROUND = 3;

/** The standing of a price among those around it, itself included, in thousandths; null when they are too few. */
export function toStanding(ownMilli: number, { prices, radiusKm }: { prices: readonly number[]; radiusKm: number }) {
  const bounds = toBounds(prices);
  if (prices.length < MIN_AROUND || bounds === null) return null;
  const mean = prices.reduce((sum, milli) => sum + milli, 0) / prices.length;
  return {
    radiusKm,
    count: prices.length,
    /** 1 for the cheapest; equal prices have one rank. */
    rank: 1 + prices.filter((milli) => milli < ownMilli).length,
    /** Thousandths of a euro above the mean of all of them; negative: below. */
    aboveMeanMilli: Math.round(ownMilli - mean),
    level: toTertile(ownMilli, bounds),
  };
}

/** The standing within the first radius that has enough stations; `find` finds the prices within one. */
export function findStanding(ownMilli: number, find: (radiusKm: number) => readonly number[]): Standing | null {
  let standing: Standing | null = null;
  for (const radiusKm of STANDING_KM) standing ??= toStanding(ownMilli, { prices: find(radiusKm), radiusKm });
  return standing;
}

/** How many days a month has: those that ended before today. */
export const MONTH_DAYS = 30;

/** From fewer days nothing is said. */
export const MIN_DAYS = 20;

/** A station's last month of one fuel. Prices are in thousandths of a euro. */
export type OwnMonth = NonNullable<ReturnType<typeof toOwnMonth>>;

/** On how many days no station within the radius was cheaper, out of the days on which enough stations had a price. */
export type LowestDays = { readonly radiusKm: number; readonly lowest: number; readonly days: number };

/** A station's price of a fuel compared with those around it and with its own month; null: unknown. */
export type Comparison = { readonly fuel: Fuel; readonly standing: Standing | null; readonly month: OwnMonth | null };

/** Prices by day in thousandths, 0: none that counted; one list for each station, all of one length. */
type Prices = { own: ArrayLike<number>; others: readonly ArrayLike<number>[]; radiusKm: number };

/** The month of a station whose price is `todayMilli` now; null when too few of its days have a price. */
export function toOwnMonth(todayMilli: number, { own, others, radiusKm }: Prices) {
  const prices = Array.from(own).filter((milli) => milli > 0);
  if (prices.length < MIN_DAYS) return null;
  const mean = prices.reduce((sum, milli) => sum + milli, 0) / prices.length;
  const { lowest, days } = countLowest(own, others);
  return {
    days: prices.length,
    lowMilli: Math.min(...prices),
    highMilli: Math.max(...prices),
    aboveMeanMilli: Math.round(todayMilli - mean),
    /** Null when too few stations around had a price on too many of the days. */
    among: days < MIN_DAYS ? null : { radiusKm, lowest, days },
  };
}

/** Counts the days on which a station had a price and enough stations, itself included, had one; on `lowest` of them none was cheaper. */
function countLowest(own: ArrayLike<number>, others: Prices["others"]) {
  let [lowest, days] = [0, 0];
  for (let day = 0; day < own.length; day++) {
    const milli = own[day] ?? 0;
    const around = others.map((prices) => prices[day] ?? 0).filter((price) => price > 0);
    if (milli === 0 || around.length + 1 < MIN_AROUND) continue;
    days++;
    if (around.every((price) => price >= milli)) lowest++;
  }
  return { lowest, days };
}

/** Below a mean, above it or at it; the key of its sentence. */
export type Side = "below" | "above" | "same";

/** The side of a price that is so many thousandths above a mean. */
export function toSide(aboveMilli: number): Side {
  return aboveMilli < 0 ? "below" : aboveMilli > 0 ? "above" : "same";
}

/** "3,2 c sous la moyenne à 5 km"; `values` fill the other gaps of the sentence. */
export function toAgainstText(
  aboveMilli: number,
  { words, values, lang }: { words: Record<Side, string>; values: Record<string, string | number>; lang: Lang },
): string {
  const cents = formatCents(toPriceText(Math.abs(aboveMilli)), lang).replace("+", "");
  return fill(words[toSide(aboveMilli)], { ...values, cents });
}

type Words = Pick<CommonWords, "standing">;

/** "3,2 c sous la moyenne à 5 km". */
export function toMeanText(standing: Standing, { standing: words }: Words, lang: Lang): string {
  const values = { radius: formatRadius(standing.radiusKm, lang) };
  return toAgainstText(standing.aboveMeanMilli, { words, values, lang });
}

/** "2e prix sur 14 stations". */
export function toRankText({ rank, count, level }: Standing, { standing: words }: Words, lang: Lang): string {
  const values = { n: rank, count: formatCount(count, lang) };
  if (rank === 1) return fill(words.first, values);
  return fill(rank === count && level === "high" ? words.last : words.rank, values);
}
