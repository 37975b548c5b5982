/**
 * Reads the figures of a visitor's favourites: prices, the verdict, the week, the nearest cheaper
 * station.
 *
 * @module
 */

import { CHARGES } from "../../domain/charges.ts";
import type { Station } from "../../domain/wire.ts";
import { toLeadMilli } from "../../shared/price/age_lead.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { VERDICT_KM } from "../../words/verdict.ts";
import type { FavouritePrices, FavouriteStation } from "../../site/favourites.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { DEFAULT_FILTERS } from "../filters.ts";
import { type Backend, readState } from "../operation.ts";
import { readOptional } from "../per_snapshot.ts";
import { findKnown } from "../prices/known_days.ts";
import { priceHistory } from "../prices/price_history.ts";
import { searchStations } from "./search_stations.ts";
import { findOffer, getStation, getVerdict } from "./station_overview.ts";

/** Today and the seven days before. */
const WEEK_DAYS = 8;
/** Thousandths of a euro. A smaller difference is not worth a detour. */
const MIN_LESS_MILLI = 10;

async function readFigures(
  backend: Backend,
  station: Station,
  fuel: Fuel,
): Promise<FavouriteStation["figures"]> {
  const offer = findOffer(station, fuel);
  const verdict = await getVerdict(backend, station, fuel);
  if (!offer) return { fuel, verdict: null, week: [], cheaper: null };
  const history = await readOptional(() =>
    priceHistory.read(backend, { stationId: station.id, fuel, days: WEEK_DAYS })
  );
  const week = findKnown(history?.data ?? []).filter(({ suspect }) => !suspect)
    .map(({ price }) => parsePriceText(price));
  const { latitude: lat, longitude: lng } = station;
  if (lat === null || lng === null) return { fuel, verdict, week, cheaper: null };
  const around = {
    lat,
    lng,
    fuel,
    radius: verdict?.radiusKm ?? VERDICT_KM[1],
    limit: 100,
    ...DEFAULT_FILTERS,
  };
  const { data, state } = await searchStations.read(backend, around);
  const milli = parsePriceText(offer.price);
  const leadOf = (updatedAt: string) =>
    toLeadMilli({ fuel, ageMs: state.asOfMs - Date.parse(updatedAt) });
  const cheaper = data
    .filter(({ membersOnly }) => !membersOnly)
    .filter(({ price, updated_at: at }) =>
      milli - parsePriceText(price) >= Math.max(MIN_LESS_MILLI, leadOf(at) + 1)
    )
    .sort((a, b) => a.distance_km - b.distance_km);
  return { fuel, verdict, week, cheaper: cheaper[0] ?? null };
}

async function readFavourite(
  backend: Backend,
  id: string,
  fuel: Fuel,
): Promise<FavouriteStation | null> {
  const station = await getStation(backend, id);
  if (station === null) return null;
  const { brand, address, city, latitude, longitude, prices, out_of_stock } = station;
  const figures = await readFigures(backend, station, fuel);
  return { id, brand, address, city, latitude, longitude, prices, out_of_stock, figures };
}

/** Returns the cost of reading some stations in the visitor's page quota. */
export function toFavouritesCost(ids: readonly string[]): number {
  return Math.ceil(ids.length / CHARGES.favourites);
}

/**
 * Returns the stations with some IDs, with figures about a fuel. Throws SERVICE_UNAVAILABLE before
 * the first ingest.
 */
export async function readFavourites(
  backend: Backend,
  ids: readonly string[],
  fuel: Fuel,
): Promise<FavouritePrices> {
  const { asOfMs } = await readState(backend);
  const stations = await Promise.all(
    ids.map(async (id) => [id, await readFavourite(backend, id, fuel)] as const),
  );
  return { asOf: new Date(asOfMs).toISOString(), stations: Object.fromEntries(stations) };
}
