/** Turns the feed's prices, in euros or thousandths, into thousandths of a euro. @module */

/** From here on a number is thousandths of a euro: no litre ever cost 100 €, nor a tenth of a euro. */
const FIRST_MILLI = 100;

/**
 * A price in whole thousandths of a euro per litre. Snapshots write euros (`1.799`); day and year files wrote thousandths
 * (`1167`) until 2021 and since then euros without trailing zeros (`1.8`, `2`): the magnitude tells which. A fourth decimal
 * is rounded. Null when the text is no positive number; whether the price is believable is another question.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toPriceMilli("1.799"), 1799);
 * equal(toPriceMilli("1167"), 1167);
 * equal(toPriceMilli("2"), 2000);
 * equal(toPriceMilli("-1.5"), null);
 * ```
 */
export function toPriceMilli(text: string): number | null {
  if (!/^\d{1,6}(?:\.\d{1,9})?$/.test(text)) return null;
  const number = Number(text);
  const priceMilli = Math.round(number >= FIRST_MILLI ? number : number * 1000);
  return priceMilli > 0 ? priceMilli : null;
}
