/** The list that the page shows, from what is known so far. @module */

import type { FirstFound, Listing } from "../../shared/explorer_model.ts";
import { type Bounds, toBounds } from "../../shared/tertiles.ts";
import { type ListedStation, sortStations, toKm } from "../../shared/listed_station.ts";
import { type Car, findDominated, toRealCost } from "../../shared/real_cost.ts";
import { mapUnranked, type Unranked } from "../../shared/unranked.ts";
import type { Point, Sort, View } from "../../shared/url_state.ts";
import { brandOf, FLAG, type FuelColumn, type Matching, type Stations, valueOf } from "../stations.ts";

type Input = {
  stations: Stations | null;
  matching: Matching | null;
  inView: Int32Array | null;
  /** Indexes of the area's stations without a price that counts. */
  unranked: Unranked<Int32Array> | null;
  range: Bounds | null;
  /** Indexes in the order of the view, folded ones left out. */
  order: readonly number[] | null;
  /** Rows to make. */
  shown: number;
  view: View;
  from: Point;
  car: Car;
  details: ReadonlyMap<string, ListedStation>;
  first: FirstFound;
};

const HOUR_MS = 3_600_000;

function positionOf({ lat, lng }: Stations, index: number): Point {
  return { lat: valueOf(lat, index), lng: valueOf(lng, index) };
}

/** A station of the columns as a list shows it; name and address only when they were fetched. */
function toListed(
  stations: Stations,
  index: number,
  { column, from, details }: { column: Matching["column"]; from: Point; details: ReadonlyMap<string, ListedStation> },
): ListedStation {
  const id = String(stations.id[index]);
  const known = details.get(id);
  const price = valueOf(column.price, index);
  // Details of another fuel or of an older revision hold the address, but not this price.
  if (known !== undefined && known.priceMilli === price) return { ...known, km: toKm(from, known) };
  const position = positionOf(stations, index);
  const flags = valueOf(stations.flags, index);
  return {
    id,
    name: known?.name ?? null,
    brand: brandOf(stations, index),
    address: known?.address ?? null,
    city: known?.city ?? null,
    ...position,
    motorway: (flags & FLAG.motorway) !== 0,
    h24: (flags & FLAG.h24) !== 0,
    priceMilli: price,
    atMs: stations.asOfMs - valueOf(column.ageH, index) * HOUR_MS,
    km: toKm(from, position),
  };
}

/** The thirds of prices that are sorted already. */
export function toRange({ column }: Matching, inView: Int32Array): Bounds | null {
  const { length } = inView;
  if (length === 0) return null;
  const price = (third: number) =>
    valueOf(column.price, valueOf(inView, Math.max(0, Math.ceil((length * third) / 3) - 1)));
  return { min: price(0), low: price(1), mid: price(2), max: price(3) };
}

type OrderInput = { column: FuelColumn; kms: Float64Array; sort: Sort; fold: boolean; car: Car };

/**
 * Indexes of stations in an order: ten thousand of them are sorted as numbers, and only the rows shown
 * become objects.
 */
export function toOrder(inView: Int32Array, { column, kms, sort, fold, car }: OrderInput): number[] {
  const priceOf = (index: number) => valueOf(column.price, index);
  const kmOf = (index: number) => valueOf(kms, index);
  // Cheapest first and nearest first among equals: nearly the order it has, and the one that breaks all ties.
  let order = Array.from(inView).sort((a, b) => priceOf(a) - priceOf(b) || kmOf(a) - kmOf(b) || a - b);
  if (fold) {
    const dominated = findDominated(order.map((index) => ({ priceMilli: priceOf(index), km: kmOf(index) })));
    order = order.filter((_, at) => !dominated[at]);
  }
  if (sort === "price") return order;
  const keys = new Float64Array(kms.length);
  for (const index of order) {
    if (sort === "distance") keys[index] = kmOf(index);
    else if (sort === "fresh") keys[index] = valueOf(column.ageH, index);
    else keys[index] = toRealCost({ priceMilli: priceOf(index), km: kmOf(index) }, car);
  }
  return order.sort((a, b) => valueOf(keys, a) - valueOf(keys, b));
}

function ofServer({ first, view, car, shown }: Input): Listing {
  const stations = sortStations(first.stations, view.sort, car);
  return {
    isLive: false,
    stations: stations.slice(0, shown),
    listedCount: stations.length,
    total: first.total,
    folded: 0,
    unranked: { out: 0, old: 0, unsold: 0 },
    bounds: toBounds(stations.map(({ priceMilli }) => priceMilli)),
  };
}

/** The live list when stations and map are there, else the server's. */
export function toListing(input: Input): Listing {
  const { stations, matching, inView, unranked, order, shown } = input;
  if (!stations || !matching || !inView || !unranked || !order) return ofServer(input);
  const options = { ...input, column: matching.column };
  return {
    isLive: true,
    stations: order.slice(0, shown).map((index) => toListed(stations, index, options)),
    listedCount: order.length,
    total: inView.length,
    folded: inView.length - order.length,
    unranked: mapUnranked(unranked, (some) => some.length),
    bounds: input.range,
  };
}
