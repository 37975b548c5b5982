/** Finds the station around a point where the visitor pays least, as wide as the map would look. @module */

import type { NearbyEntry } from "../../domain/wire.ts";
import { isEnough, TRIED_RADII_KM } from "../../shared/explorer/area.ts";
import type { Fuel } from "../../shared/station/fuels.ts";
import { findCheapest as findLeast, hasOwnPrices, type Paid, toFuels, toPaid } from "../../shared/price/my_price.ts";
import type { Driver } from "../../shared/price/real_cost.ts";
import { readDriver } from "./driver.ts";

/** A station and what is paid there; `entry` is that of the fuel paid for. */
export type CheapestStation = { readonly entry: NearbyEntry; readonly paid: Paid };

/** The cheapest station: null when there is none, undefined when it could not be asked for. */
export type Cheapest = { station: CheapestStation | null | undefined };

type Body = { data: NearbyEntry[]; meta: { total: number } };
type Question = { lat: number; lng: number; fuel: Fuel };
type Search = { fuel: Fuel; driver: Driver; radius: number; limit: number; signal: AbortSignal };

/** What the API gives at most: more than there are within the first radius anywhere, so that no discount is missed there. */
const MOST = 100;

async function search(
  { lat, lng, fuel: seen }: Question,
  { fuel, driver, radius, limit, signal }: Search,
): Promise<{ offers: (Paid & { entry: NearbyEntry })[]; total: number } | null> {
  const query = new URLSearchParams({ lat: String(lat), lng: String(lng), fuel, radius: String(radius) });
  const response = await fetch(`/api/v1/stations/search?${query}&limit=${limit}`, { signal }).catch(() => null);
  if (!response?.ok) return null;
  const { data, meta: { total } }: Body = await response.json();
  const offers = data.map((entry) => ({ ...toPaid({ ...entry, fuel }, { fuel: seen, driver }), entry }));
  return { offers, total };
}

/** Asks the API, wider until there are enough stations to choose from. Car and discounts are not sent: prices are reckoned here. */
export async function findCheapest(question: Question, signal: AbortSignal): Promise<Cheapest> {
  const { fuel } = question;
  const driver = readDriver();
  const limit = hasOwnPrices(fuel, driver) ? MOST : 1;
  let best: (Paid & { entry: NearbyEntry }) | null = null;
  for (const radius of TRIED_RADII_KM) {
    const found = await Promise.all(
      toFuels(fuel, driver).map((each) => search(question, { fuel: each, driver, radius, limit, signal })),
    );
    const known = found.filter((each) => each !== null);
    if (known.length < found.length) return { station: undefined };
    best = findLeast(known.flatMap(({ offers }) => offers));
    if (isEnough(Math.max(...known.map(({ total }) => total)), question)) break;
  }
  return { station: best && { entry: best.entry, paid: best } };
}
