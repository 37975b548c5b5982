/** Writes how a station's price stands among those around it, and how far it is from a mean. @module */

import { formatCents, formatCount, formatRadius } from "./format.ts";
import type { Lang } from "./lang.ts";
import { toPriceText } from "./money.ts";
import type { Standing } from "./standing.ts";
import { type CommonWords, fill } from "./words/mod.ts";

/** Below a mean, above it or at it; the key of its sentence. */
export type Side = "below" | "above" | "same";

/** The side of a price that is so many thousandths above a mean. */
export function toSide(aboveMilli: number): Side {
  return aboveMilli < 0 ? "below" : aboveMilli > 0 ? "above" : "same";
}

type AgainstWords = Readonly<Record<Side, string>>;

/** "3,2 c sous la moyenne à 5 km"; `values` fill the other gaps of the sentence. */
export function toAgainstText(
  aboveMilli: number,
  { words, values, lang }: { words: AgainstWords; values: Record<string, string | number>; lang: Lang },
): string {
  const cents = formatCents(toPriceText(Math.abs(aboveMilli)), lang).replace("+", "");
  return fill(words[toSide(aboveMilli)], { ...values, cents });
}

/** "3,2 c sous la moyenne à 5 km". */
export function toMeanText(standing: Standing, { standing: words }: Pick<CommonWords, "standing">, lang: Lang): string {
  const values = { radius: formatRadius(standing.radiusKm, lang) };
  return toAgainstText(standing.aboveMeanMilli, { words, values, lang });
}

/** "2e prix sur 14 stations". */
export function toRankText(
  { rank, count, level }: Standing,
  { standing: words }: Pick<CommonWords, "standing">,
  lang: Lang,
): string {
  const values = { n: rank, count: formatCount(count, lang) };
  if (rank === 1) return fill(words.first, values);
  return fill(rank === count && level === "high" ? words.last : words.rank, values);
}
