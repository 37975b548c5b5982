/** The rules that a closure row of a day or year file must pass. @module */

import type { ClosureFact } from "../../lib/domain/fact.ts";
import { CLOCK_TOLERANCE_MS } from "../../lib/domain/in_force.ts";
import { FIRST_STOCK_OUT_MS, toStockOutKind } from "../../lib/domain/stock_out.ts";
import type { RawClosure } from "../raw_station.ts";
import type { RowReason } from "./refused_row.ts";
import { toInstantMs } from "./wall_clock.ts";

type Context = { stationId: number; nowMs: number };

/**
 * Checks one row by itself: the fact, or why there is none. An end in the future is no end: day files write the time at
 * which they were made, days later, into every closure that lasts. `D` (définitive) is permanent, all else temporary.
 */
export function checkClosure(raw: RawClosure, { stationId, nowMs }: Context): ClosureFact | RowReason {
  const sinceMs = toInstantMs(raw.since.trim());
  const toldUntilMs = raw.until.trim() === "" ? Infinity : toInstantMs(raw.until.trim());
  if (sinceMs === null || toldUntilMs === null) return "bad_time";
  if (sinceMs > nowMs + CLOCK_TOLERANCE_MS) return "future_time";
  if (sinceMs < FIRST_STOCK_OUT_MS || toldUntilMs < sinceMs) return "impossible_closure";
  const word = raw.kind.trim().toUpperCase() === "D" ? "definitive" : raw.kind;
  return { stationId, sinceMs, untilMs: toldUntilMs > nowMs ? null : toldUntilMs, kind: toStockOutKind(word) };
}

/** A closure row that failed, and why. */
export type RefusedClosure = { raw: RawClosure; reason: RowReason };

/** The closures of one station's rows, and what was refused. */
export function checkClosures(
  rows: readonly RawClosure[],
  context: Context,
): { facts: ClosureFact[]; refused: RefusedClosure[] } {
  const facts: ClosureFact[] = [];
  const refused: RefusedClosure[] = [];
  for (const raw of rows) {
    const checked = checkClosure(raw, context);
    if (typeof checked === "string") refused.push({ raw, reason: checked });
    else facts.push(checked);
  }
  return { facts, refused };
}
