/** Money as integer thousandths of a euro, never as floats. @module */

/** Converts thousandths of a euro per litre to a text with three decimals, with the sign. */
export function toPriceText(priceMilli: number): string {
  const rounded = Math.round(Math.abs(priceMilli));
  const sign = priceMilli < 0 && rounded > 0 ? "-" : "";
  return `${sign}${Math.floor(rounded / 1000)}.${String(rounded % 1000).padStart(3, "0")}`;
}

/**
 * Parses a text with exactly three decimals to integer thousandths. Throws a RangeError for any
 * other text.
 */
export function parsePriceText(text: string): number {
  const match = /^(-?)(\d+)\.(\d{3})$/.exec(text);
  if (!match) throw new RangeError(`Not a price with three decimals: ${JSON.stringify(text)}`);
  return (match[1] ? -1 : 1) * (Number(match[2]) * 1000 + Number(match[3]));
}

/**
 * Returns the exact mean of `count` prices with the sum `sumMilli` as text, rounded half away from
 * zero to three decimals. Takes integers only.
 */
export function toMeanText(sumMilli: number, count: number): string {
  return toPriceText(toMeanMilli(sumMilli, count));
}

/**
 * Returns the mean in whole thousandths, rounded half away from zero. Throws a RangeError unless
 * `count` is above 0.
 */
export function toMeanMilli(sumMilli: number, count: number): number {
  if (!(count > 0)) throw new RangeError(`A mean needs at least one price, got ${count}`);
  const twice = 2 * Math.abs(sumMilli) + count;
  const rounded = Math.floor(twice / (2 * count));
  return sumMilli < 0 ? -rounded : rounded;
}

/** Converts thousandths of a euro to an amount with two decimals, rounded half away from zero. */
export function toAmountText(milli: number): string {
  const cents = Math.round(Math.abs(milli) / 10);
  const sign = milli < 0 && cents > 0 ? "-" : "";
  return `${sign}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
