/** The rules that a stock-out row must pass: without them fuels would be missing since the year 216. @module */

import type { StockOutFact } from "../../lib/domain/fact.ts";
import { CLOCK_TOLERANCE_MS } from "../../lib/domain/in_force.ts";
import { FIRST_STOCK_OUT_MS, toStockOutKind } from "../../lib/domain/stock_out.ts";
import type { RawStockOut } from "../raw_station.ts";
import { toFuelNumber } from "./fuel_name.ts";
import type { RowReason } from "./refused_row.ts";
import { toInstantMs } from "./wall_clock.ts";

type Context = { stationId: number; nowMs: number };

/**
 * Checks one row by itself: the fact, or why there is none. An end in the future is no end: old day files write the time
 * at which they were made, days later, into every stock-out that lasts.
 */
export function checkStockOut(raw: RawStockOut, { stationId, nowMs }: Context): StockOutFact | RowReason {
  const fuel = toFuelNumber(raw.fuel);
  if (fuel === null) return "unknown_fuel";
  const sinceMs = toInstantMs(raw.since.trim());
  const toldUntilMs = raw.until.trim() === "" ? Infinity : toInstantMs(raw.until.trim());
  if (sinceMs === null || toldUntilMs === null) return "bad_time";
  if (sinceMs > nowMs + CLOCK_TOLERANCE_MS) return "future_time";
  if (sinceMs < FIRST_STOCK_OUT_MS || toldUntilMs < sinceMs) return "impossible_stock_out";
  const untilMs = toldUntilMs > nowMs ? null : toldUntilMs;
  return { stationId, fuel, sinceMs, untilMs, kind: toStockOutKind(raw.kind) };
}

/** A stock-out row that failed, and why. */
export type RefusedStockOut = { raw: RawStockOut; reason: RowReason };

/**
 * The stock-outs of one station's rows and what was refused. A fuel may have several that began at different instants;
 * of two of the same instant the one read last counts.
 */
export function checkStockOuts(
  rows: readonly RawStockOut[],
  context: Context,
): { facts: StockOutFact[]; refused: RefusedStockOut[] } {
  const refused: RefusedStockOut[] = [];
  const facts = new Map<number, StockOutFact>();
  for (const raw of rows) {
    const checked = checkStockOut(raw, context);
    if (typeof checked === "string") refused.push({ raw, reason: checked });
    else facts.set(checked.sinceMs * 8 + checked.fuel, checked); // fuels are 1 to 6
  }
  return { facts: [...facts.values()], refused };
}
