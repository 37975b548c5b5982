/** The rule of suspect prices read a second time from docs/data.md, without the product's code. @module */

/** One price in force, with what a verdict on it needs. `department` null: unknown. */
export type NaiveOffer = { priceMilli: number; department: string | null; isConfirmed: boolean };

/** Tells whether a price is farther from the median than 2.5 spreads below it or 5 above; in hundredths, to stay whole. */
function describe(prices: readonly number[]): (priceMilli: number) => boolean {
  const sorted = [...prices].sort((a, b) => a - b);
  const quantile = (percent: number) => sorted.find((_, index) => 100 * (index + 1) >= percent * sorted.length)!;
  const median = quantile(50);
  const below = Math.max(100 * (median - quantile(5)), 3 * median);
  const above = Math.max(100 * (quantile(95) - median), 3 * median);
  return (priceMilli) => 200 * (median - priceMilli) > 5 * below || 100 * (priceMilli - median) > 5 * above;
}

/** The suspect ones among all prices of one fuel in force at one instant. */
export function findNaiveSuspects<T extends NaiveOffer>(offers: readonly T[]): T[] {
  if (offers.length < 21) return [];
  const isFarFromAll = describe(offers.map(({ priceMilli }) => priceMilli));
  return offers.filter(({ priceMilli, department, isConfirmed }) => {
    if (isConfirmed || !isFarFromAll(priceMilli)) return false;
    const local = offers.filter((other) => department !== null && other.department === department);
    return local.length < 21 || describe(local.map((other) => other.priceMilli))(priceMilli);
  });
}
