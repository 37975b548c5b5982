/**
 * Finds the stations around another one where filling up costs less, including the way there and
 * back.
 *
 * @module
 */

import type { NearbyEntry, Station } from "../../domain/wire.ts";
import { isMembersOnly } from "../../shared/member_brands.ts";
import { toCautiousMilli } from "../../shared/price/age_lead.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { MIN_SAVED_CENTS, toCostCents, USUAL_CAR } from "../../shared/price/real_cost.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { DEFAULT_FILTERS } from "../filters.ts";
import type { Backend } from "../operation.ts";
import { searchStations } from "./search_stations.ts";

/** Search radius around a station, in km. */
export const BETTER_KM = 10;

const MAX_READ = 100;
const MAX_BETTER = 3;

/**
 * A station that is worth the trip. `savedCents` is for the usual fill; null without a price to
 * compare with.
 */
export type Better = NearbyEntry & { readonly savedCents: number | null };

/** `price` is the station's own as text, if it counts. */
type Question = { station: Station; fuel: Fuel; price: string | undefined };

/**
 * Returns at most three stations around one, the best first. Each saves at least half a euro; an
 * old price must save more. A station without a price is compared with the nearest one, which is
 * then listed too.
 */
export async function findBetter(
  backend: Backend,
  { station, fuel, price }: Question,
): Promise<Better[]> {
  const { latitude: lat, longitude: lng } = station;
  if (lat === null || lng === null) return [];
  const around = {
    lat,
    lng,
    fuel,
    radius: BETTER_KM,
    limit: MAX_READ,
    sort: "cost" as const,
    ...DEFAULT_FILTERS,
  };
  const { data, state: { asOfMs } } = await searchStations.read(backend, around);
  const others = data.filter((entry) => entry.id !== station.id && !isMembersOnly(entry));
  const costOf = ({ price, distance_km: km }: NearbyEntry) =>
    toCostCents({ priceMilli: parsePriceText(price), km }, USUAL_CAR);
  const cautiousCostOf = ({ price, updated_at, distance_km: km }: NearbyEntry) => {
    const aged = {
      fuel,
      priceMilli: parsePriceText(price),
      ageMs: asOfMs - Date.parse(updated_at),
    };
    return toCostCents({ priceMilli: toCautiousMilli(aged), km }, USUAL_CAR);
  };
  const ownCents = price === undefined
    ? null
    : toCostCents({ priceMilli: parsePriceText(price), km: 0 }, USUAL_CAR);
  const [nearest] = others.toSorted((a, b) => a.distance_km - b.distance_km);
  const baseCents = ownCents ?? (nearest ? costOf(nearest) : 0);
  return others
    .filter((entry) =>
      (ownCents === null && entry === nearest) ||
      baseCents - cautiousCostOf(entry) >= MIN_SAVED_CENTS
    )
    .sort((a, b) => costOf(a) - costOf(b))
    .map((entry) => ({ ...entry, savedCents: ownCents === null ? null : ownCents - costOf(entry) }))
    .slice(0, MAX_BETTER);
}
