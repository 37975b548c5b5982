/** Lets searches in the snapshot find stations that ran out of a fuel. @module */

import type { Found } from "../db/current/stations.ts";
import { CLOCK_TOLERANCE_MS } from "../domain/price/in_force.ts";
import { openStockOuts } from "../domain/station/station_record.ts";
import type { Offers, Snapshot } from "./snapshot.ts";

function makeOffers({ stations, asOfMs }: Snapshot, fuel: number): Offers {
  const offers = { milli: new Int32Array(stations.length), atMs: new Float64Array(stations.length) };
  for (const { rank, stockOuts, prices } of stations) {
    const open = openStockOuts(stockOuts, prices).find((stockOut) => stockOut.fuel === fuel);
    const ageMs = open?.kind === "temporary" ? asOfMs + CLOCK_TOLERANCE_MS - open.sinceMs : -1;
    if (ageMs < 0) continue;
    offers.milli[rank] = 1 + Math.round(ageMs / 1000);
    offers.atMs[rank] = open!.sinceMs;
  }
  return offers;
}

const offersByFuel = new WeakMap<Snapshot, Map<number, Offers>>();

/** The temporary stock-outs of a fuel (1 to 6) in the form of prices: `milli` is their age in seconds, at least 1; 0: none. */
export function stockOutOffersOf(snapshot: Snapshot, fuel: number): Offers {
  const byFuel = offersByFuel.getOrInsertComputed(snapshot, () => new Map());
  return byFuel.getOrInsertComputed(fuel, () => makeOffers(snapshot, fuel));
}

/** The stations that ran out of a fuel as the database returns them. */
export function toFoundStockOuts(
  snapshot: Snapshot,
  { fuel, ranks, metres }: { fuel: number; ranks: readonly number[]; metres: readonly number[] },
): Found[] {
  const { atMs } = stockOutOffersOf(snapshot, fuel);
  return ranks.map((rank, at) => {
    const { record, prices } = snapshot.stations[rank]!;
    const stockOut = { sinceMs: atMs[rank]!, lastPrice: prices.find((price) => price.fuel === fuel) ?? null };
    return { station: record, price: { fuel, priceMilli: 0, atMs: atMs[rank]! }, metres: metres[at]!, stockOut };
  });
}
