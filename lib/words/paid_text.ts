/**
 * Writes what a visitor pays for a litre, next to what the pump shows, and what E85 is worth in
 * petrol.
 *
 * @module
 */

import { formatEuros, formatPrice } from "./format.ts";
import type { Lang } from "./lang.ts";
import { toPriceText } from "../shared/price/money.ts";
import type { Paid } from "../shared/price/my_price.ts";
import { fill } from "./fill.ts";
import type { CommonWords } from "./mod.ts";

type Words = Pick<CommonWords, "price">;

/** "équivaut à 1,01 €/L d’E10"; empty where a litre drives as far as one of petrol. */
export function toEquivalentText(paid: Paid, { price: words }: Words, lang: Lang): string {
  const { priceMilli, comparedMilli, unitFuel } = paid;
  if (comparedMilli === priceMilli) return "";
  const sentence = words.equivalent[unitFuel as keyof typeof words.equivalent];
  return fill(sentence, { price: formatEuros(comparedMilli / 1000, lang) });
}

/**
 * "votre prix 1,699 €, affiché 1,799 €", and what E85 is worth; where the pump's price is paid,
 * `same` (`{price}`).
 */
export function toPaidText(
  paid: Paid,
  words: Words,
  { same, lang }: { same: string; lang: Lang },
): string {
  const [price, posted] = [paid.priceMilli, paid.postedMilli].map((milli) =>
    formatPrice(toPriceText(milli), lang)
  );
  const said = fill(price === posted ? same : words.price.paid, { price: price!, posted: posted! });
  return [said, toEquivalentText(paid, words, lang)].filter(Boolean).join(", ");
}
