/** Finds the station around a point where the visitor pays least, as wide as the map would look. @module */

import type { NearbyEntry } from "../../domain/wire.ts";
import { isEnough, TRIED_RADII_KM } from "../../site/explorer/area.ts";
import type { Driver } from "../../shared/price/real_cost.ts";
import type { FavouriteStation } from "../../site/favourites.ts";
import { type Fuel, FUEL_LABELS } from "../../shared/fuels.ts";
import { toCautiousMilli } from "../../shared/price/age_lead.ts";
import { findCheapest as findLeast, type Paid, toFuels, toPaid } from "../../shared/price/my_price.ts";
import type { Point } from "../../places/point.ts";
import { requestJson } from "../request.ts";
import { readDriver } from "./driver.ts";

/** The cheapest station with its price of the fuel paid for (null when there is none, undefined when the search failed), and who pays. */
export type Cheapest = { station: NearbyEntry & FavouriteStation | null | undefined; driver: Driver };

type Body = { data: NearbyEntry[]; meta: { total: number; generated_at: string } };

/** Most entries of a response: more than there are within the first radius anywhere, so that no discount and no fresher price is missed there. */
const MAX_ENTRIES = 100;

/** Searches wider until there are enough stations to choose from. Car and discounts are not sent: prices are computed here. */
export async function findCheapest(around: Point & { fuel: Fuel }): Promise<Cheapest> {
  const { lat, lng, fuel: seen } = around;
  const driver = readDriver();
  async function search(fuel: Fuel, radius: number) {
    const query = new URLSearchParams({ lat: String(lat), lng: String(lng), fuel, radius: String(radius) });
    const answer = await requestJson<Body>(`/api/v1/stations/search?${query}&limit=${MAX_ENTRIES}`);
    if (answer.kind !== "ok") return null;
    const { data, meta: { total, generated_at } } = answer.body;
    const ageOf = ({ updated_at }: NearbyEntry) => Date.parse(generated_at) - Date.parse(updated_at);
    const offers = data.map((entry) => {
      const paid = toPaid({ ...entry, fuel }, { fuel: seen, driver });
      const cautious = { fuel, priceMilli: paid.comparedMilli, ageMs: ageOf(entry) };
      return { ...paid, comparedMilli: toCautiousMilli(cautious), entry };
    });
    return { offers, total };
  }

  let best: (Paid & { entry: NearbyEntry }) | null = null;
  for (const radius of TRIED_RADII_KM) {
    const answers = await Promise.all(toFuels(seen, driver).map((fuel) => search(fuel, radius)));
    const found = answers.filter((each) => each !== null);
    if (found.length < answers.length) return { station: undefined, driver };
    best = findLeast(found.flatMap(({ offers }) => offers));
    if (isEnough(Math.max(...found.map(({ total }) => total)), around)) break;
  }
  const figures = { fuel: seen, verdict: null, week: [], cheaper: null };
  const toPrices = (entry: NearbyEntry) => [
    { ...entry, label: FUEL_LABELS[entry.fuel], in_force: true, suspect: false },
  ];
  return { station: best && { ...best.entry, prices: toPrices(best.entry), out_of_stock: [], figures }, driver };
}
