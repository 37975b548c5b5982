/**
 * Describes how the price of a fuel moves across the country. It measures and never predicts.
 *
 * @module
 */

import { readMarketMoves, readPastRises } from "../../db/history/market_moves.ts";
import { type Fuel, fuelNumber } from "../../shared/fuels.ts";
import { IN_FORCE_DAYS } from "../../words/format.ts";
import type { Backend } from "../operation.ts";
import { PerSnapshot, readOptional } from "../per_snapshot.ts";

/**
 * Shares, 0 to 1, of the stations that had a price a week ago: those that charge less or more now,
 * and those that raised it within 24 hours. `isFast` is true if as many rose on almost no other
 * stored day.
 */
type MarketMove = {
  readonly fellShare: number;
  readonly roseShare: number;
  readonly risesShare: number;
  readonly isFast: boolean;
};

/**
 * Prices move fast if at least this share of stations raised theirs in a day, and few of enough
 * past days had as many.
 */
const FAST = { share: 0.15, days: 30, shareOfDays: 1 / 20 };

const known = new PerSnapshot<Promise<MarketMove | null>>();

async function readMove({ db }: Backend, fuel: Fuel): Promise<MarketMove | null> {
  const number = fuelNumber(fuel);
  const { stations, fell, rose, rises } = await readMarketMoves(db, {
    fuel: number,
    maxAgeDays: IN_FORCE_DAYS,
  });
  if (stations === 0) return null;
  const past = rises < stations * FAST.share ? [] : await readPastRises(db, number);
  const isRare = past.filter((count) => count >= rises).length <= past.length * FAST.shareOfDays;
  return {
    fellShare: fell / stations,
    roseShare: rose / stations,
    risesShare: rises / stations,
    isFast: past.length >= FAST.days && isRare,
  };
}

/**
 * Returns the move of a fuel's price; null until a week of prices is stored, and while the database
 * is unavailable.
 */
export async function findMarketMove(backend: Backend, fuel: Fuel): Promise<MarketMove | null> {
  return await readOptional(() =>
    known.get(backend.snapshots.current(), { key: fuel, make: () => readMove(backend, fuel) })
  );
}
