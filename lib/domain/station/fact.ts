/**
 * Defines the facts that feeds and archives report: a price, a stock-out, a closure, opening hours.
 *
 * @module
 */

/**
 * One price as a source reported it: station, fuel number (1 to 6), thousandths of a euro per
 * litre, and its start in ms since 1970.
 */
export type PriceFact = { stationId: number; fuel: number; priceMilli: number; atMs: number };

/** One stock-out as a source reported it; `untilMs` is null while it lasts. */
export type StockOutFact = {
  stationId: number;
  fuel: number;
  sinceMs: number;
  untilMs: number | null;
  kind: "temporary" | "permanent";
};

/** One closure of a whole station, as a source reported it. */
export type ClosureFact = Omit<StockOutFact, "fuel">;

/**
 * Opening hours of one weekday (1 Monday to 7 Sunday), times `HH:MM` in Paris. A slot that closes
 * no later than it opens runs past midnight.
 */
export type DayHours = { day: number; closed: boolean; slots: { open: string; close: string }[] };
