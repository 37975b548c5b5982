/** The list that the page shows, from what is known so far. @module */

import { isAround } from "../../shared/area.ts";
import type { FirstFound, Listing, Offer } from "../../shared/explorer_model.ts";
import { FLAGS } from "../../shared/filters.ts";
import type { Standing } from "../../shared/standing.ts";
import type { Bounds, Unit } from "../../shared/tertiles.ts";
import { type ListedStation, sortStations, toKm } from "../../shared/listed_station.ts";
import { type Rank, rankStations } from "../../shared/rank.ts";
import { type Car, type Detours, findDetours, toCostCents } from "../../shared/real_cost.ts";
import { mapUnranked, type Unranked } from "../../shared/unranked.ts";
import type { Sort } from "../../shared/sorts.ts";
import type { Point, View } from "../../shared/url_state.ts";
import { brandOf, type FuelColumn, type Matching, type Stations, valueOf } from "../stations.ts";

type Input = {
  stations: Stations | null;
  matching: Matching | null;
  inView: Int32Array | null;
  /** Indexes of the area's stations without a price that counts. */
  unranked: Unranked<Int32Array> | null;
  range: Bounds | null;
  thirds: Bounds | null;
  rankOf: (index: number, standing?: Standing | null) => Rank | null;
  detours: Detours | null;
  /** Indexes in the order of the view. */
  order: Int32Array | null;
  /** Rows to make. */
  shown: number;
  view: View;
  from: Point;
  driver: Car;
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
  const paid = column.own?.paidAt(index);
  // Details of another fuel or of an older revision hold the address, but not this price.
  if (known !== undefined && known.priceMilli === (paid?.postedMilli ?? price)) {
    return { ...known, priceMilli: price, paid, km: toKm(from, known) };
  }
  const position = positionOf(stations, index);
  const flags = valueOf(stations.flags, index);
  return {
    id,
    name: known?.name ?? null,
    brand: brandOf(stations, index),
    address: known?.address ?? null,
    city: known?.city ?? null,
    ...position,
    motorway: (flags & FLAGS.motorway) !== 0,
    h24: (flags & FLAGS.automate247) !== 0,
    priceMilli: price,
    paid,
    atMs: stations.asOfMs - valueOf(column.ageH, index) * HOUR_MS,
    km: toKm(from, position),
  };
}

/** What filling up costs at each station with a price, in cents. */
export function toCosts({ price }: FuelColumn, kms: Float64Array, car: Car): Float64Array {
  return kms.map((km, index) => toCostCents({ priceMilli: valueOf(price, index), km }, car));
}

/** Indexes by what is compared, lowest first. */
export function rank(some: Int32Array, values: ArrayLike<number>): Int32Array {
  return some.slice().sort((a, b) => valueOf(values, a) - valueOf(values, b) || a - b);
}

type OrderInput = {
  column: FuelColumn;
  kms: Float64Array;
  /** What each order but the one by price goes by. */
  keys: ArrayLike<number> | null;
  shown: number;
};

/**
 * Indexes of stations, which come by price, in the order of some keys (null: by price). Ten thousand of them are handled as
 * numbers, only the rows shown are put in order among equals, nearest first, and become objects.
 */
export function toOrder(some: Int32Array, { column: { price }, kms, keys, shown }: OrderInput): Int32Array {
  const by = keys ?? price;
  const order = keys ? rank(some, keys) : some;
  let end = Math.min(shown, order.length);
  while (end > 0 && end < order.length && valueOf(by, order[end]!) === valueOf(by, order[end - 1]!)) end++;
  const first = order.slice(0, end).sort((a, b) =>
    valueOf(by, a) - valueOf(by, b) || valueOf(price, a) - valueOf(price, b) || valueOf(kms, a) - valueOf(kms, b) ||
    a - b
  );
  const all = order.slice();
  all.set(first);
  return all;
}

/** What an order compares. */
export function toUnit(sort: Sort): Unit {
  return sort === "cost" ? "cost" : "price";
}

/** What is offered of the stations; `detours` is null where ways are measured from nowhere. */
function toOffer({ view }: Input, detours: Detours | null, stationAt: (at: number) => ListedStation): Offer | null {
  if (detours === null || detours.isOffered.every(Boolean)) return null;
  const { count, nearest, savedCents } = detours;
  return { isOn: view.fold, count, savedCents, nearest: stationAt(nearest) };
}

/** The server sends the cheapest hundred at most: among these alone nothing can be said of detours. */
function findDetoursOfServer({ first, view, driver }: Input, list: ReturnType<typeof rankStations>): Detours | null {
  if (!isAround(view) || first.total > first.stations.length) return null;
  return findDetours(list.stations, { car: driver, values: list.values });
}

function ofServer(input: Input): Listing {
  const { first, view, driver, shown } = input;
  const list = rankStations(first.stations, { sort: view.sort, car: driver });
  const { stations: all, bounds, rankOf } = list;
  const detours = findDetoursOfServer(input, list);
  const offer = toOffer(input, detours, (at) => all[at]!);
  // Rows that show what is saved begin with the most.
  const stations = !offer?.isOn
    ? all
    : sortStations(all.filter((_, at) => detours!.isOffered[at]), view.sort === "price" ? "cost" : view.sort, driver);
  return {
    unit: toUnit(view.sort),
    cheapestMilli: all.length === 0 ? null : Math.min(...all.map(({ priceMilli }) => priceMilli)),
    isLive: false,
    ownFuels: null,
    stations: stations.slice(0, shown),
    listedCount: stations.length,
    total: first.total,
    offer,
    unranked: { out: 0, old: 0, unsold: 0 },
    bounds,
    thirds: bounds,
    rankOf,
  };
}

/** The live list when stations and map are there, else the server's. */
export function toListing(input: Input): Listing {
  const { stations, matching, inView, unranked, order, shown } = input;
  if (!stations || !matching || !inView || !unranked || !order) return ofServer(input);
  const options = { ...input, column: matching.column };
  const { own, price } = matching.column;
  return {
    isLive: true,
    unit: toUnit(input.view.sort),
    ownFuels: own?.fuels ?? null,
    cheapestMilli: inView.length === 0 ? null : own?.paidAt(inView[0]!).priceMilli ?? valueOf(price, inView[0]!),
    stations: Array.from(order.slice(0, shown), (index) => toListed(stations, index, options)),
    listedCount: order.length,
    total: inView.length,
    offer: toOffer(input, input.detours, (at) => toListed(stations, inView[at]!, options)),
    unranked: mapUnranked(unranked, (some) => some.length),
    bounds: input.range,
    thirds: input.thirds,
    rankOf: (id, standing) => input.rankOf(stations.indexOf.get(id)!, standing),
  };
}
