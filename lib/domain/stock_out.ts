/** Tells the kinds of stock-outs apart as the feed means them. @module */

/** `permanent`: the fuel is not sold there. `temporary`: it is missing for the time being. */
export type StockOutKind = "temporary" | "permanent";

/**
 * Stock-outs told to have begun before this instant are slips (`0216-03-02`, `1970-01-01`); the oldest believable ones
 * are of 2000, set when stations were first registered.
 */
export const FIRST_STOCK_OUT_MS = Date.UTC(1999, 11, 31, 23);

/**
 * The kind of the feed's word: `definitive` is permanent, everything else temporary, above all the empty word that all
 * stock-outs before 2018 have. A stock-out counts against prices in both kinds; only a permanent one tells that the fuel
 * is not sold.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toStockOutKind("definitive"), "permanent");
 * equal(toStockOutKind(""), "temporary");
 * ```
 */
export function toStockOutKind(word: string): StockOutKind {
  return /^d[eé]finiti(ve|f)$/i.test(word.trim()) ? "permanent" : "temporary";
}
