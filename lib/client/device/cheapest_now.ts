/**
 * Finds the station around a point where filling up costs least, including the way there and
 * back, within the radii that the map uses.
 *
 * @module
 */

import type { NearbyEntry } from "../../domain/wire.ts";
import { isEnough, TRIED_RADII_KM } from "../../site/explorer/area.ts";
import { type Driver, MIN_SAVED_CENTS, toCostCents } from "../../shared/price/real_cost.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { mayBuy } from "../../shared/member_brands.ts";
import { toCautiousMilli } from "../../shared/price/age_lead.ts";
import { type Paid, toFuels, toPaid } from "../../shared/price/my_price.ts";
import { type Point, toKm } from "../../places/point.ts";
import { requestJson } from "../request.ts";
import { readDriver } from "./driver.ts";

type Body = { data: NearbyEntry[]; meta: { total: number; generated_at: string } };

/**
 * The maximum number of entries of a response. There are fewer within the first radius anywhere, so
 * it misses no discounted or fresher price there.
 */
const MAX_ENTRIES = 100;

/**
 * A station with the price that the visitor pays. Costs in cents are of filling up with the way;
 * `cautiousCents` includes the margin for the age of the price.
 */
type Offer = { entry: NearbyEntry; paid: Paid; km: number; cents: number; cautiousCents: number };

/**
 * The recommended offer, and the cents it saves against the nearest station; 0 if it is the
 * nearest.
 */
export type Best = Pick<Offer, "entry" | "paid" | "km"> & { savedCents: number };

/**
 * Returns the offer that costs least, or the nearest one if that saves less than half a euro.
 * Returns null for an empty list.
 */
function chooseBest(offers: readonly Offer[]): Best | null {
  const [nearest] = offers.toSorted((a, b) => a.km - b.km || a.cents - b.cents);
  const [cheapest] = offers.toSorted((a, b) => a.cautiousCents - b.cautiousCents || a.km - b.km);
  if (!nearest || !cheapest) return null;
  const savedCents = nearest.cents - cheapest.cents;
  return savedCents < MIN_SAVED_CENTS ? { ...nearest, savedCents: 0 } : { ...cheapest, savedCents };
}

type Seen = { around: Point & { fuel: Fuel }; driver: Driver };

/** Returns the offers of a fuel within a radius in km, or null if the request fails. */
async function findOffers(
  fuel: Fuel,
  radius: number,
  { around, driver }: Seen,
): Promise<{ offers: Offer[]; total: number } | null> {
  const query = new URLSearchParams({
    lat: String(around.lat),
    lng: String(around.lng),
    fuel,
    radius: String(radius),
    limit: String(MAX_ENTRIES),
  });
  const answer = await requestJson<Body>(`/api/v1/stations/search?${query}`);
  if (answer.kind !== "ok") return null;
  const { data, meta: { total, generated_at } } = answer.body;
  const offers = data.filter((entry) => mayBuy(entry, driver)).map((entry): Offer => {
    const paid = toPaid({ ...entry, fuel }, { fuel: around.fuel, driver });
    const km = toKm(around, { lat: entry.latitude, lng: entry.longitude });
    const ageMs = Date.parse(generated_at) - Date.parse(entry.updated_at);
    const toCents = (priceMilli: number) => toCostCents({ priceMilli, km }, driver);
    const cautiousMilli = toCautiousMilli({ fuel, priceMilli: paid.comparedMilli, ageMs });
    return {
      entry,
      paid,
      km,
      cents: toCents(paid.comparedMilli),
      cautiousCents: toCents(cautiousMilli),
    };
  });
  return { offers, total };
}

/**
 * Searches wider until there are enough stations. Returns null if no station sells the fuel, or
 * undefined if a search fails. Computes costs here, so car and discounts are never sent.
 */
export async function findBest(around: Point & { fuel: Fuel }): Promise<Best | null | undefined> {
  const driver = readDriver();
  const fuels = toFuels(around.fuel, driver);
  let best: Best | null = null;
  for (const radius of TRIED_RADII_KM) {
    const answers = await Promise.all(
      fuels.map((fuel) => findOffers(fuel, radius, { around, driver })),
    );
    const found = answers.filter((each) => each !== null);
    if (found.length < answers.length) return undefined;
    best = chooseBest(found.flatMap(({ offers }) => offers));
    if (isEnough(Math.max(...found.map(({ total }) => total)), around)) break;
  }
  return best;
}
