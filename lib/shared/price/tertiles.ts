/** Says whether a price is cheap, middling or dear among others, by thirds, each with its sign. @module */

/** The third that a price is in: cheap, middling or dear. */
export type Tertile = "low" | "mid" | "high";

/** Highest price of each third, and the lowest of all; integers in thousandths of a euro. */
export type Bounds = { readonly min: number; readonly low: number; readonly mid: number; readonly max: number };

/** The bounds of the thirds of some prices (thousandths), equal prices always in one third; null when there are none. */
export function toBounds(pricesMilli: ArrayLike<number>): Bounds | null {
  const sorted = Float64Array.from(pricesMilli).sort();
  const [min] = sorted;
  if (min === undefined) return null;
  const last = (third: number) => sorted[Math.ceil((sorted.length * third) / 3) - 1] ?? min;
  return { min, low: last(1), mid: last(2), max: last(3) };
}

/** The third of a price; never "low" when no price is higher. */
export function toTertile(priceMilli: number, { low, mid, max }: Bounds): Tertile {
  return priceMilli <= low && priceMilli < max ? "low" : priceMilli <= mid ? "mid" : "high";
}

/** The thirds that some price is in, in the order of price. */
export function listTertiles({ min, low, mid, max }: Bounds): Tertile[] {
  const all: [Tertile, boolean][] = [["low", min < max], ["mid", low < mid || low === max], ["high", mid < max]];
  return all.flatMap(([third, isThere]) => isThere ? [third] : []);
}

/** A number for each third, by which layers of the map look up colours; 0 is for stations without a rank. */
export const LEVEL_NUMBERS = { low: 1, mid: 2, high: 3 } as const;

/** A sign for each third. */
export const LEVEL_SIGNS: Readonly<Record<Tertile, string>> = { low: "▼", mid: "=", high: "▲" };
