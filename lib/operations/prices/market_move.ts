/** Says how the price of a fuel moves over the country: measured, never predicted. @module */

import { readMarketMoves, readPastRises } from "../../db/history/market_moves.ts";
import { type Fuel, fuelNumber } from "../../shared/fuels.ts";
import { IN_FORCE_DAYS } from "../../words/format.ts";
import type { Backend } from "../operation.ts";
import { PerSnapshot, readOptional } from "../per_snapshot.ts";

/**
 * Shares, 0 to 1, of the stations that had a price a week ago: that ask less or more than then, and
 * that raised it within 24 hours; `isFast`: on nearly no stored day did as many.
 */
type MarketMove = {
  readonly fellShare: number;
  readonly roseShare: number;
  readonly risesShare: number;
  readonly isFast: boolean;
};

/**
 * Prices move fast when at least so many stations raised theirs in a day, and on few days of enough
 * as many did.
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
 * The move of a fuel's price; null before a week of it is stored, and while the database is
 * unavailable.
 */
export async function findMarketMove(backend: Backend, fuel: Fuel): Promise<MarketMove | null> {
  return await readOptional(() =>
    known.get(backend.snapshots.current(), { key: fuel, make: () => readMove(backend, fuel) })
  );
}
