/** Ranks the stations in view, and makes the list that the page shows: of the server's stations at first, then of all. @module */

import type { View, ViewLocation } from "../../shared/explorer/url_state.ts";
import { FLAGS, type Sort } from "../../shared/explorer/filters.ts";
import { type Car, findDetours, toCostCents } from "../../shared/price/real_cost.ts";
import { toRank } from "../../shared/price/rank.ts";
import type { Standing } from "../../shared/price/standing.ts";
import { toBounds } from "../../shared/price/tertiles.ts";
import { mapUnranked, type Unranked } from "../../shared/price/unranked.ts";
import type { ListedStation } from "../../shared/station/listed_station.ts";
import { brandOf, type FuelColumn, type Stations, valueOf } from "../stations.ts";

const HOUR_MS = 3_600_000;
const NONE = new Int32Array(0);

/** The stations in view, with columns of all. */
export type Found = {
  /** False while the list is the server's. */
  isLive: boolean;
  stations: Stations;
  column: FuelColumn;
  kms: Float64Array;
  /** Indexes of those with a price that counts, cheapest first. */
  inView: Int32Array;
  unranked: Unranked<Int32Array>;
  /** More than are in view where the server sent only some of them. */
  total: number;
};

type Options = { sort: Sort; fold: boolean; isAround: boolean; car: Car };

function sortBy(some: Int32Array, values: ArrayLike<number>): Int32Array {
  return some.slice().sort((a, b) => valueOf(values, a) - valueOf(values, b) || a - b);
}

/** Ranks, thirds and detours of the stations in view. Fields by index of the station, but for `detours`, by place in view. */
export function toRanking({ column, kms, inView, total }: Found, { sort, fold, isAround, car }: Options) {
  const { price, ageH, own } = column;
  /** Filling up with the way there, at each station with a price, in cents. */
  const fills = kms.map((km, index) => toCostCents({ priceMilli: valueOf(price, index), km }, car));
  /** Null while prices are compared. */
  const costs = sort === "cost" ? fills : null;
  const by = costs ?? price;
  const values = inView.map((index) => valueOf(by, index));
  const bounds = toBounds(values);
  /** The thirds of each fuel that the visitor's own prices are of: levels never mix two. */
  const thirds = own ? own.toThirds(inView, values) : [bounds];
  const boundsOf = (index: number) => thirds[own?.which[index] ?? 0] ?? null;
  const stations = isAround && total === inView.length ? Array.from(inView, toStation) : [];
  const detours = findDetours(stations, { car, values });
  const offered = fold && detours ? inView.filter((_, at) => detours.isOffered[at]) : inView;
  const isOffered = new Set(offered);
  const ranked = costs ? sortBy(inView, costs) : inView;

  function toStation(index: number) {
    return { priceMilli: valueOf(price, index), km: valueOf(kms, index) };
  }

  return {
    unit: costs ? "cost" as const : "price" as const,
    ...{ fold, costs, bounds, boundsOf, thirds, detours, offered },
    /** The keys by which the list is sorted. Rows that show a saving begin with the most. */
    keys: { price: offered === inView ? price : fills, distance: kms, fresh: ageH, cost: fills }[sort],
    /** In the order in which the map has room for them: by rank, the offered ones first. */
    candidates: offered === inView
      ? ranked
      : ranked.slice().sort((a, b) => Number(isOffered.has(b)) - Number(isOffered.has(a))),
    /** A station that is not in view ranks by its standing. */
    rankOf: (index: number, standing?: Standing | null) =>
      toRank(values[inView.indexOf(index)], { bounds: boundsOf(index), least: bounds?.min, standing }),
  };
}

/** The start of the page: the view, what the server found, and its clock in milliseconds since 1970. */
export type ExplorerStart = {
  readonly view: View;
  readonly where: ViewLocation;
  readonly first: { readonly stations: readonly ListedStation[]; readonly total: number; readonly radiusKm: number };
  readonly nowMs: number;
};

/** Columns of the server's stations; their other fields are among the details. */
function toColumns(list: readonly ListedStation[]): Stations {
  const [none, count] = [new Int16Array(0), list.length];
  return {
    ...{ count, asOfMs: 0, brands: [], weeks: [], departments: [], fuels: new Map() },
    ...{ brand: none, department: none, hours: none, flags: new Uint8Array(0) },
    id: Int32Array.from(list, ({ id }) => Number(id)),
    lat: Float64Array.from(list, ({ lat }) => lat),
    lng: Float64Array.from(list, ({ lng }) => lng),
    indexOf: new Map(list.map(({ id }, index) => [id, index])),
  };
}

/** The stations that the server found. */
export function toFirstFound({ first, nowMs }: ExplorerStart): Found {
  const list = first.stations.toSorted((a, b) => a.id < b.id ? -1 : 1);
  const price = Int16Array.from(list, ({ priceMilli }) => priceMilli);
  return {
    isLive: false,
    stations: toColumns(list),
    column: { price, ageH: Float64Array.from(list, ({ atMs }) => (nowMs - atMs) / HOUR_MS) },
    kms: Float64Array.from(list, ({ km }) => km),
    inView: Int32Array.from(list.keys()).sort((a, b) => valueOf(price, a) - valueOf(price, b) || a - b),
    unranked: { out: NONE, old: NONE, unsold: NONE },
    total: first.total,
  };
}

type Details = ReadonlyMap<string, ListedStation>;

/** A station of the columns as a list shows it; name and address only when they have been fetched. */
function toListed({ stations, column, kms }: Found, index: number, details: Details): ListedStation {
  const id = String(stations.id[index]);
  const known = details.get(id);
  const priceMilli = valueOf(column.price, index);
  const paid = column.own?.paidAt(index);
  const flags = valueOf(stations.flags, index);
  // Details of another fuel or of an older revision have the address, but not this price.
  const isCurrent = known?.priceMilli === (paid?.postedMilli ?? priceMilli);
  return {
    ...{ id, name: null, brand: brandOf(stations, index), address: null, city: null },
    lat: valueOf(stations.lat, index),
    lng: valueOf(stations.lng, index),
    motorway: (flags & FLAGS.motorway) !== 0,
    h24: (flags & FLAGS.automate247) !== 0,
    ...known,
    ...{ priceMilli, paid, km: valueOf(kms, index) },
    atMs: isCurrent ? known!.atMs : stations.asOfMs - valueOf(column.ageH, index) * HOUR_MS,
  };
}

type Order = { price: ArrayLike<number>; kms: Float64Array; keys: ArrayLike<number>; shown: number };

/** Indexes in the order of some keys, as numbers for speed; only the rows shown are put in order among equals. */
export function toOrder(some: Int32Array, { price, kms, keys, shown }: Order): Int32Array {
  const order = keys === price ? some.slice() : sortBy(some, keys);
  let end = Math.min(shown, order.length);
  while (end > 0 && end < order.length && valueOf(keys, order[end]!) === valueOf(keys, order[end - 1]!)) end++;
  const difference = (values: ArrayLike<number>, a: number, b: number) => valueOf(values, a) - valueOf(values, b);
  order.subarray(0, end).sort((a, b) =>
    difference(keys, a, b) || difference(price, a, b) || difference(kms, a, b) || a - b
  );
  return order;
}

/** What list, map and legend agree on; `shown`: rows to make. */
export function toListing(
  found: Found,
  { unit, fold, bounds, thirds, detours, offered, keys, rankOf }: ReturnType<typeof toRanking>,
  { shown, details }: { shown: number; details: Details },
) {
  const { isLive, stations, column: { price, own }, kms, inView, unranked, total } = found;
  const order = toOrder(offered, { price, kms, keys, shown });
  const [cheapest] = inView;
  const toRow = (index: number) => toListed(found, index, details);
  return {
    /** `unit` is what ranks: in the order of real cost everything goes by it. `total`: those left out included. */
    ...{ isLive, unit, total, bounds },
    /** Thirds of the fuel of the view: levels never mix two fuels. */
    thirds: thirds[0]!,
    /** The fuels that own prices are of, the one of the view first; null: prices are the pumps'. */
    ownFuels: own?.fuels ?? null,
    /** Price paid for a litre at the cheapest; null without any price. */
    cheapestMilli: cheapest === undefined ? null : own?.paidAt(cheapest).priceMilli ?? valueOf(price, cheapest),
    stations: Array.from(order.subarray(0, shown), toRow),
    /** How many rows there would be if all were shown. */
    listedCount: order.length,
    /** The stations that are worth their way, compared with the nearest; null where there is nothing to leave out. */
    offer: detours === null || detours.isOffered.every(Boolean)
      ? null
      : { isOn: fold, ...detours, nearest: toRow(inView[detours.nearest]!) },
    /** How many in view have no price that counts. */
    unranked: mapUnranked(unranked, (some) => some.length),
    /** By a station's id, shown or not; one that is not in the list ranks by its standing. */
    rankOf: (id: string, standing?: Standing | null) => rankOf(stations.indexOf.get(id)!, standing),
  };
}

/** The list, and what goes with it. */
export type Listing = ReturnType<typeof toListing>;
/** The stations that are worth their way. */
export type Offer = NonNullable<Listing["offer"]>;
