/** Says how the price of a fuel moves over the country: measured, never predicted. @module */

import { readMarketMoves } from "../../db/history/market_moves.ts";
import type { MarketMove } from "../../shared/price/market_move.ts";
import { type Fuel, fuelNumber } from "../../shared/station/fuels.ts";
import { IN_FORCE_DAYS } from "../../shared/words/format.ts";
import type { Deps } from "../operation.ts";
import { PerSnapshot, readOptional } from "../per_snapshot.ts";

/** On fewer stored days nothing is called fast. */
const MIN_DAYS = 30;
/** Share of the stored days on which at least as many stations raised their price, up to which prices move fast. */
const RARE_SHARE = 1 / 20;

const known = new PerSnapshot<Promise<MarketMove | null>>();

async function readMove(deps: Deps, fuel: Fuel): Promise<MarketMove | null> {
  const { stations, fell, rose, risesNow, risesByDay } = await readMarketMoves(deps.db, {
    fuel: fuelNumber(fuel),
    maxAgeDays: IN_FORCE_DAYS,
  });
  if (stations === 0) return null;
  const isRare = risesByDay.filter((rises) => rises >= risesNow).length <= risesByDay.length * RARE_SHARE;
  return {
    fellShare: fell / stations,
    roseShare: rose / stations,
    risesShare: risesNow / stations,
    isFast: risesByDay.length >= MIN_DAYS && isRare,
  };
}

/** The move of a fuel's price; null before a week of it is stored, and while the database is unavailable. */
export async function findMarketMove(deps: Deps, fuel: Fuel): Promise<MarketMove | null> {
  const snapshot = deps.snapshots.current();
  const make = () => readMove(deps, fuel);
  return await readOptional(() => snapshot ? known.get(snapshot, { key: fuel, make }) : make());
}
