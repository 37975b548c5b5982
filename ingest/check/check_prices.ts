/** The rules that a price row must pass: without them markers and slips would reach rankings and means. @module */

import type { PriceFact } from "../../lib/domain/fact.ts";
import { CLOCK_TOLERANCE_MS } from "../../lib/domain/in_force.ts";
import { isPetrolPrice, isPlausible } from "../../lib/domain/plausibility.ts";
import { fuelOfNumber } from "../../lib/shared/fuels.ts";
import type { RawPrice } from "../raw_station.ts";
import { toFuelNumber } from "./fuel_name.ts";
import { toPriceMilli } from "./price_value.ts";
import type { RowReason } from "./refused_row.ts";
import { toInstantMs } from "./wall_clock.ts";

/** The State's collection began on 2007-01-01 (the first yearly archive); an hour before by UTC. */
export const FIRST_PRICE_MS = Date.UTC(2006, 11, 31, 23);

const PETROLS = [2, 3, 4];

/** One row checked by itself: the fact, or why there is none. */
export type CheckedPrice = PriceFact | RowReason;

/** Checks one row by itself. `nowMs` is the clock; archives pass the end of their time or the clock. */
export function checkPrice(raw: RawPrice, context: { stationId: number; nowMs: number }): CheckedPrice {
  const fuel = toFuelNumber(raw.fuel);
  if (fuel === null) return "unknown_fuel";
  const priceMilli = toPriceMilli(raw.value.trim());
  if (priceMilli === null) return "bad_price";
  const atMs = toInstantMs(raw.at.trim());
  if (atMs === null) return "bad_time";
  if (atMs > context.nowMs + CLOCK_TOLERANCE_MS) return "future_time";
  if (atMs < FIRST_PRICE_MS) return "too_old";
  if (!isPlausible(fuelOfNumber(fuel), priceMilli)) return "implausible_price";
  return { stationId: context.stationId, fuel, priceMilli, atMs };
}

/** A price row that failed, and why. */
export type RefusedPrice = { raw: RawPrice; reason: RowReason };

/** The facts of a station's rows in the order of the feed, and what was refused. */
export type CheckedPrices = { facts: PriceFact[]; refused: RefusedPrice[] };

function cheapestPetrol(facts: readonly { fact: PriceFact }[]): number | null {
  const prices = facts.filter(({ fact }) => PETROLS.includes(fact.fuel)).map(({ fact }) => fact.priceMilli);
  return prices.length > 0 ? Math.min(...prices) : null;
}

/** Whether a later row tells the same fuel at the same instant, and so overrules this one. */
function isOverruled(index: number, rows: readonly { fact: PriceFact }[]): boolean {
  const { fuel, atMs } = rows[index].fact;
  return rows.some(({ fact }, other) => other > index && fact.fuel === fuel && fact.atMs === atMs);
}

/**
 * Checks the price rows of one station of a snapshot, also against each other. Several rows of one fuel all are facts when
 * their instants differ (the latest is the current one); of the same instant the one read last counts.
 */
export function checkPrices(rows: readonly RawPrice[], context: { stationId: number; nowMs: number }): CheckedPrices {
  const refused: RefusedPrice[] = [];
  const passed: { raw: RawPrice; fact: PriceFact }[] = [];
  for (const raw of rows) {
    const checked = checkPrice(raw, context);
    if (typeof checked === "string") refused.push({ raw, reason: checked });
    else passed.push({ raw, fact: checked });
  }
  const petrolMilli = cheapestPetrol(passed);
  const facts: PriceFact[] = [];
  passed.forEach(({ raw, fact }, index) => {
    if (isPetrolPrice(fuelOfNumber(fact.fuel), fact.priceMilli, petrolMilli)) {
      refused.push({ raw, reason: "petrol_price" });
    } else if (isOverruled(index, passed)) refused.push({ raw, reason: "duplicate_price" });
    else facts.push(fact);
  });
  return { facts, refused };
}
