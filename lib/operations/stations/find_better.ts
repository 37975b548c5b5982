/** Finds the stations around one at which filling up costs less, the way there and back included. @module */

import type { NearbyEntry, Station } from "../../domain/wire.ts";
import { toCautiousMilli } from "../../shared/price/age_lead.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { findWorthwhile, MIN_SAVED_CENTS, toCostCents, USUAL_CAR } from "../../shared/price/real_cost.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { DEFAULT_FILTERS } from "../filters.ts";
import type { Backend } from "../operation.ts";
import { searchStations } from "./search_stations.ts";

/** Km around a station in which a better one is looked for. */
export const BETTER_KM = 10;

const MAX_READ = 100;
const MAX_BETTER = 3;

/** A station that is worth the way; `savedCents` on the usual fill, null without a price to compare with. */
export type Better = NearbyEntry & { readonly savedCents: number | null };

/** `price`: the station's own as wire text, if it counts. */
type Question = { station: Station; fuel: Fuel; price: string | undefined };

/**
 * At most three stations around one, the best first: each saves half a euro or more against the station and against every nearer one that does.
 * Old prices need their lead. Without a price of its own the nearest station counts as one of them.
 */
export async function findBetter(backend: Backend, { station, fuel, price }: Question): Promise<Better[]> {
  const { latitude: lat, longitude: lng } = station;
  if (lat === null || lng === null) return [];
  const around = { lat, lng, fuel, radius: BETTER_KM, limit: MAX_READ, sort: "cost" as const, ...DEFAULT_FILTERS };
  const { data, state: { asOfMs } } = await searchStations.read(backend, around);
  const others = data.filter(({ id }) => id !== station.id);
  const own = price === undefined ? [] : [{ priceMilli: parsePriceText(price), km: 0 }];
  const cautious = others.map(({ price, updated_at, distance_km: km }) => {
    const aged = { fuel, priceMilli: parsePriceText(price), ageMs: asOfMs - Date.parse(updated_at) };
    return { priceMilli: toCautiousMilli(aged), km };
  });
  const isWorth = findWorthwhile([...own, ...cautious], USUAL_CAR).slice(own.length);
  const costOf = ({ price, distance_km: km }: NearbyEntry) =>
    toCostCents({ priceMilli: parsePriceText(price), km }, USUAL_CAR);
  return others.filter((_, at) => isWorth[at])
    .sort((a, b) => costOf(a) - costOf(b))
    .map((entry) => ({ ...entry, savedCents: own[0] ? toCostCents(own[0], USUAL_CAR) - costOf(entry) : null }))
    .filter(({ savedCents }) => savedCents === null || savedCents >= MIN_SAVED_CENTS)
    .slice(0, MAX_BETTER);
}
