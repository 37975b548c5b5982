/** The last known prices of the favourites, which are stored only on the device. @module */

import type { FavouritePrices, FavouriteStation, ShownStation } from "../../site/favourites.ts";
import { readStoredJson, writeStored } from "../browser.ts";

/** The last response, and the last response of the day of the previous visit. */
export type Memory = {
  readonly before: FavouritePrices | null;
  readonly last: FavouritePrices | null;
};

const KEY = "favourite-prices";

/** The memory before the first response. */
export const NOTHING: Memory = { before: null, last: null };

/** Returns the prices of the last visits, or `NOTHING` if the browser blocks storage. */
export function readMemory(): Memory {
  const memory = readStoredJson(KEY);
  return memory?.last?.stations ? memory : NOTHING;
}

/** Stores the prices of the last visits. */
export function writeMemory(memory: Memory): void {
  writeStored(KEY, JSON.stringify(memory));
}

/**
 * Remembers a new favourite's prices as the page shows them, so that they are known at once, even
 * offline.
 */
export function keepPrices(
  station: ShownStation,
  { fuel, verdict }: Pick<FavouriteStation["figures"], "fuel" | "verdict">,
) {
  const {
    id,
    brand,
    address,
    city,
    latitude,
    longitude,
    prices,
    out_of_stock,
    last_seen_at: asOf,
  } = station;
  const figures = { fuel, verdict, week: [], cheaper: null };
  const kept = { id, brand, address, city, latitude, longitude, prices, out_of_stock, figures };
  const { before, last } = readMemory();
  writeMemory({ before, last: { asOf, ...last, stations: { ...last?.stations, [id]: kept } } });
}
