/**
 * Finds the station around a point where filling up costs least, the way there and back included,
 * as wide as the map would look.
 *
 * @module
 */

import type { NearbyEntry } from "../../domain/wire.ts";
import { isEnough, TRIED_RADII_KM } from "../../site/explorer/area.ts";
import { MIN_SAVED_CENTS, toCostCents } from "../../shared/price/real_cost.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { mayBuy } from "../../shared/member_brands.ts";
import { toCautiousMilli } from "../../shared/price/age_lead.ts";
import { type Paid, toFuels, toPaid } from "../../shared/price/my_price.ts";
import { type Point, toKm } from "../../places/point.ts";
import { requestJson } from "../request.ts";
import { readDriver } from "./driver.ts";

type Body = { data: NearbyEntry[]; meta: { total: number; generated_at: string } };

/**
 * Most entries of a response: more than there are within the first radius anywhere, so that no
 * discount and no fresher price is missed there.
 */
const MAX_ENTRIES = 100;

/**
 * A station at what the visitor pays there; costs are of a fill with the way, in cents,
 * `cautiousCents` with what its age adds.
 */
type Offer = { entry: NearbyEntry; paid: Paid; km: number; cents: number; cautiousCents: number };

/**
 * The offer to take, and what it saves against the nearest station, in cents; 0: it is the nearest.
 */
export type Best = Pick<Offer, "entry" | "paid" | "km"> & { savedCents: number };

/**
 * Of the offers the one that costs least, or the nearest where that saves less than half a euro;
 * null without any.
 */
function chooseBest(offers: readonly Offer[]): Best | null {
  const [nearest] = offers.toSorted((a, b) => a.km - b.km || a.cents - b.cents);
  const [least] = offers.toSorted((a, b) => a.cautiousCents - b.cautiousCents || a.km - b.km);
  if (!nearest || !least) return null;
  const savedCents = nearest.cents - least.cents;
  return savedCents < MIN_SAVED_CENTS ? { ...nearest, savedCents: 0 } : { ...least, savedCents };
}

/**
 * Searches wider until there are enough stations; undefined when a search fails. Car and discounts
 * are not sent: costs are computed here.
 */
export async function findBest(around: Point & { fuel: Fuel }): Promise<Best | null | undefined> {
  const { lat, lng, fuel: seen } = around;
  const driver = readDriver();
  async function search(fuel: Fuel, radius: number) {
    const query = new URLSearchParams({
      lat: String(lat),
      lng: String(lng),
      fuel,
      radius: String(radius),
    });
    const answer = await requestJson<Body>(`/api/v1/stations/search?${query}&limit=${MAX_ENTRIES}`);
    if (answer.kind !== "ok") return null;
    const { data, meta: { total, generated_at } } = answer.body;
    const offers = data.filter((entry) => mayBuy(entry, driver)).map((entry): Offer => {
      const paid = toPaid({ ...entry, fuel }, { fuel: seen, driver });
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

  let best: Best | null = null;
  for (const radius of TRIED_RADII_KM) {
    const answers = await Promise.all(toFuels(seen, driver).map((fuel) => search(fuel, radius)));
    const found = answers.filter((each) => each !== null);
    if (found.length < answers.length) return undefined;
    best = chooseBest(found.flatMap(({ offers }) => offers));
    if (isEnough(Math.max(...found.map(({ total }) => total)), around)) break;
  }
  return best;
}
