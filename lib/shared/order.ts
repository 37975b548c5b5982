/** Sorts a list of stations, the same way on the server and in the browser. @module */

import type { ListedStation } from "./listed_station.ts";
import { type Car, toRealCost } from "./real_cost.ts";
import type { Sort } from "./url_state.ts";

type Compare = (a: ListedStation, b: ListedStation) => number;

const byId: Compare = (a, b) => a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
const byPrice: Compare = (a, b) => a.priceMilli - b.priceMilli || a.km - b.km || byId(a, b);
const byDistance: Compare = (a, b) => a.km - b.km || byPrice(a, b);
const byAge: Compare = (a, b) => b.atMs - a.atMs || byPrice(a, b);

/** A new list in an order: cheapest, nearest, freshest or least real cost first; ties by price, distance, id. */
export function sortStations(list: readonly ListedStation[], sort: Sort, car: Car): ListedStation[] {
  if (sort === "cost") {
    const costs = new Map(list.map((station) => [station, toRealCost(station, car)]));
    return [...list].sort((a, b) => costs.get(a)! - costs.get(b)! || byPrice(a, b));
  }
  return [...list].sort(sort === "price" ? byPrice : sort === "distance" ? byDistance : byAge);
}
