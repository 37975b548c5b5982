/** How a station's price stands against its own last month, as its page and its sheet say. @module */

import { isUnavailable } from "../db/db.ts";
import { findDayPrices } from "../db/history/own_month.ts";
import type { Station } from "../domain/wire.ts";
import { type Fuel, fuelNumber } from "../shared/fuels.ts";
import { parsePriceText } from "../shared/money.ts";
import { MONTH_DAYS, type OwnMonth, type Standing, STANDING_KM, toOwnMonth } from "../shared/standing.ts";
import { addDays, toParisDay } from "../shared/paris_time.ts";
import type { Deps } from "./operation.ts";
import { PerSnapshot } from "./per_snapshot.ts";

type Asked = {
  station: Station;
  fuel: Fuel;
  /** Its standing now, within whose radius the month is compared too. */
  standing: Standing | null;
  /** Now, of the data. */
  asOfMs: number;
};

async function read(deps: Deps, { station, fuel, standing, asOfMs }: Asked): Promise<OwnMonth | null> {
  const own = station.prices.find((offer) => offer.fuel === fuel && offer.in_force);
  if (own === undefined) return null;
  const today = toParisDay(new Date(asOfMs));
  const days = Array.from({ length: MONTH_DAYS }, (_, day) => addDays(today, day - MONTH_DAYS));
  const radiusKm = standing?.radiusKm ?? STANDING_KM[0];
  const place = { stationId: Number(station.id), fuel: fuelNumber(fuel), radiusM: radiusKm * 1000 };
  const { own: prices, others } = await findDayPrices(deps.db, { ...place, days });
  return toOwnMonth(parsePriceText(own.price), { own: prices, others, radiusKm });
}

const months = new PerSnapshot<Promise<OwnMonth | null>>();

/**
 * The station's month against its price of now, and on how many days it was the lowest within the radius of its standing. Null
 * when its price does not count, too few of its days are known, or the history cannot be read.
 */
export async function getOwnMonth(deps: Deps, asked: Asked): Promise<OwnMonth | null> {
  const snapshot = deps.snapshots.current();
  try {
    if (!snapshot) return await read(deps, asked);
    const key = `${asked.station.id} ${asked.fuel}`;
    return await months.get(snapshot, { key, make: () => read(deps, asked) });
  } catch (error) {
    // The page is of use without it.
    if (isUnavailable(error)) return null;
    throw error;
  }
}
