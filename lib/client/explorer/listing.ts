/**
 * Ranks the stations in view, and makes the list of the page: first from the stations that the
 * server sent, then from all of them.
 *
 * @module
 */

import type { View, ViewLocation } from "../../site/explorer/url_state.ts";
import { FLAGS, type Sort } from "../../site/explorer/filters.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { toCautiousMilli } from "../../shared/price/age_lead.ts";
import { mayBuy } from "../../shared/member_brands.ts";
import {
  type Car,
  type Driver,
  findWorthwhile,
  toCostCents,
} from "../../shared/price/real_cost.ts";
import { type Bounds, type Tertile, toTertile } from "../../shared/price/tertiles.ts";
import { mapUnranked, type Unranked } from "../../shared/price/unranked.ts";
import { HOUR_MS } from "../../shared/units.ts";
import type { ListedStation } from "../../site/listed_station.ts";
import { brandOf, type FuelColumn, type Stations, valueOf } from "../stations.ts";

const NONE = new Int32Array(0);

/** The stations in view, and the columns of all stations. */
export type StationsInView = {
  /** False while the list comes from the server. */
  isLive: boolean;
  stations: Stations;
  column: FuelColumn;
  /** The fuel of the column. A visitor's own prices may be of other fuels. */
  fuel: Fuel;
  kms: Float64Array;
  /** Indexes of the stations with a price that counts, cheapest first. */
  inView: Int32Array;
  unranked: Unranked<Int32Array>;
  /** Higher than the length of `inView` if the server sent only some stations. */
  total: number;
};

/** `hasOrigin` is true if the view has a point from which distances are measured. */
type Options = { sort: Sort; hasOrigin: boolean; car: Car & Pick<Driver, "cards"> };

function sortBy(some: Int32Array, values: ArrayLike<number>): Int32Array {
  return some.slice().sort((a, b) => valueOf(values, a) - valueOf(values, b) || a - b);
}

/** Returns the position of the first lowest value. */
function toLowestAt(values: readonly number[]): number {
  return values.reduce((best, value, at) => value < values[best]! ? at : best, 0);
}

/**
 * Returns the order of the stations in view, and what each gains. Functions and fields take the
 * index of a station, except `worth`, which takes positions in `open`: the stations where the
 * driver may buy.
 */
export function toRanking(
  { stations: all, column, fuel, kms, inView, total }: StationsInView,
  { sort, hasOrigin, car }: Options,
) {
  const { price, ageH, own } = column;
  const isOpen = (index: number) => mayBuy({ brand: brandOf(all, index) }, car);
  const open = inView.filter(isOpen);
  const stations = Array.from(open, (index) => {
    const priceMilli = valueOf(price, index);
    const aged = {
      fuel: own?.paidAt(index).fuel ?? fuel,
      priceMilli,
      ageMs: valueOf(ageH, index) * HOUR_MS,
    };
    return { priceMilli, cautiousMilli: toCautiousMilli(aged), km: valueOf(kms, index) };
  });
  /** The cost in cents of filling up at each station, including the way there. */
  const costs = kms.map((km, index) => toCostCents({ priceMilli: valueOf(price, index), km }, car));
  // The server may have sent only the cheapest stations, without the nearest.
  const worth = hasOrigin && total === inView.length ? findWorthwhile(stations, car) : null;
  const nearestCents = worth && valueOf(costs, open[worth.nearest]!);
  const isByCost = sort === "cost";
  /**
   * The values that stations are compared by. The best one is the lowest after the margin that its
   * age requires.
   */
  const compared: ArrayLike<number> = isByCost ? costs : price;
  const cautious = stations.map(({ cautiousMilli: priceMilli, km }) =>
    isByCost ? toCostCents({ priceMilli, km }, car) : priceMilli
  );
  const best = open.length === 0 ? NaN : valueOf(compared, open[toLowestAt(cautious)]!);
  return {
    open,
    worth,
    keys: { price, distance: kms, fresh: ageH, cost: costs }[sort],
    /** In the order in which the map places pills while there is room. */
    candidates: isByCost ? sortBy(inView, costs) : inView,
    isBest: (index: number) => valueOf(compared, index) === best && isOpen(index),
    /** Whether it is lower than the best price, but too old to be recommended. */
    isDoubtful: (index: number) => valueOf(compared, index) < best && isOpen(index),
    /**
     * Returns the cents that filling up there saves against the nearest station, including the way,
     * or null without an origin.
     */
    gainOf: (index: number) => nearestCents === null ? null : nearestCents - valueOf(costs, index),
  };
}

/**
 * The start of the page: the view, the stations that the server found, and its clock in
 * milliseconds since 1970.
 */
export type ExplorerStart = {
  readonly view: View;
  readonly where: ViewLocation;
  readonly first: {
    readonly stations: readonly ListedStation[];
    readonly total: number;
    readonly radiusKm: number;
  };
  readonly nowMs: number;
};

/** Returns columns of the server's stations. Their other fields are in `details`. */
function toColumns(list: readonly ListedStation[]): Stations {
  const none = new Int16Array(0);
  const count = list.length;
  return {
    count,
    asOfMs: 0,
    weeks: [],
    departments: [],
    fuels: new Map(),
    brands: list.map(({ brand }) => brand ?? ""),
    brand: Int16Array.from(list.keys()),
    department: none,
    hours: none,
    flags: new Uint8Array(0),
    id: Int32Array.from(list, ({ id }) => Number(id)),
    lat: Float64Array.from(list, ({ lat }) => lat),
    lng: Float64Array.from(list, ({ lng }) => lng),
    indexOf: new Map(list.map(({ id }, index) => [id, index])),
  };
}

/** Returns the stations that the server found. */
export function toFirstFound({ view, first, nowMs }: ExplorerStart): StationsInView {
  const list = first.stations.toSorted((a, b) => a.id < b.id ? -1 : 1);
  const price = Int16Array.from(list, ({ priceMilli }) => priceMilli);
  return {
    isLive: false,
    fuel: view.fuel,
    stations: toColumns(list),
    column: { price, ageH: Float64Array.from(list, ({ atMs }) => (nowMs - atMs) / HOUR_MS) },
    kms: Float64Array.from(list, ({ km }) => km),
    inView: Int32Array.from(list.keys()).sort((a, b) =>
      valueOf(price, a) - valueOf(price, b) || a - b
    ),
    unranked: { out: NONE, old: NONE, unsold: NONE },
    total: first.total,
  };
}

type Details = ReadonlyMap<string, ListedStation>;

/** A row of the list. */
export type ListedRow = ListedStation & {
  readonly level: Tertile;
  /** Whether it has the star. */
  readonly isBest: boolean;
  /** Whether its price is lower than the best one, but too old to be recommended. */
  readonly isDoubtful: boolean;
  /**
   * Cents that filling up there saves against the nearest station, including the way; null without
   * an origin.
   */
  readonly gainCents: number | null;
};

type Ranking = ReturnType<typeof toRanking>;

type RowOptions = { details: Details; bounds: Bounds; ranking: Ranking };

/**
 * Returns a station of the columns as a row. It has a name and an address only if they are already
 * fetched.
 */
function toListed(
  { stations, column, kms }: StationsInView,
  index: number,
  { details, bounds, ranking }: RowOptions,
): ListedRow {
  const id = String(stations.id[index]);
  const known = details.get(id);
  const priceMilli = valueOf(column.price, index);
  const paid = column.own?.paidAt(index);
  const flags = valueOf(stations.flags, index);
  // Details of another fuel or of an older revision have the right address, but not this price.
  const isCurrent = known?.priceMilli === (paid?.postedMilli ?? priceMilli);
  return {
    id,
    name: null,
    brand: brandOf(stations, index),
    address: null,
    city: null,
    lat: valueOf(stations.lat, index),
    lng: valueOf(stations.lng, index),
    motorway: (flags & FLAGS.motorway) !== 0,
    h24: (flags & FLAGS.automate247) !== 0,
    ...known,
    priceMilli,
    paid,
    km: valueOf(kms, index),
    level: toTertile(priceMilli, bounds),
    isBest: ranking.isBest(index),
    isDoubtful: ranking.isDoubtful(index),
    gainCents: ranking.gainOf(index),
    atMs: isCurrent ? known!.atMs : stations.asOfMs - valueOf(column.ageH, index) * HOUR_MS,
  };
}

type Order = {
  price: ArrayLike<number>;
  kms: Float64Array;
  keys: ArrayLike<number>;
  shown: number;
};

/**
 * Returns indexes in the order of some keys, as numbers for speed. Orders equal keys only among the
 * rows that are shown.
 */
export function toOrder(some: Int32Array, { price, kms, keys, shown }: Order): Int32Array {
  const order = keys === price ? some.slice() : sortBy(some, keys);
  let end = Math.min(shown, order.length);
  while (
    end > 0 && end < order.length && valueOf(keys, order[end]!) === valueOf(keys, order[end - 1]!)
  ) end++;
  const difference = (values: ArrayLike<number>, a: number, b: number) =>
    valueOf(values, a) - valueOf(values, b);
  order.subarray(0, end).sort((a, b) =>
    difference(keys, a, b) || difference(price, a, b) || difference(kms, a, b) || a - b
  );
  return order;
}

/**
 * Returns the data that list and map share. `shown` is the number of rows, `bounds` are those of
 * the levels, or null without any price.
 */
export function toListing(
  found: StationsInView,
  ranking: Ranking,
  { shown, details, bounds }: { shown: number; details: Details; bounds: Bounds | null },
) {
  const { isLive, column: { price, own }, kms, inView, unranked, total } = found;
  const { open, worth, keys } = ranking;
  const [cheapest] = open;
  const toRow = (index: number) => toListed(found, index, { details, bounds: bounds!, ranking });
  return {
    /** `total` counts all stations in view, listed or not. */
    isLive,
    total,
    /** The fuels of own prices, the view's fuel first; null if the prices are the pumps'. */
    ownFuels: own?.fuels ?? null,
    /** The price per litre at the cheapest station, or null without any price. */
    cheapestMilli: cheapest === undefined
      ? null
      : own?.paidAt(cheapest).priceMilli ?? valueOf(price, cheapest),
    /** The nearest station, and how many others are worth the way; null without an origin. */
    worth: worth && { ...worth, nearest: toRow(open[worth.nearest]!) },
    stations: Array.from(toOrder(inView, { price, kms, keys, shown }).subarray(0, shown), toRow),
    /** The number of rows if all were shown. */
    listedCount: inView.length,
    /** How many stations in view have no price that counts. */
    unranked: mapUnranked(unranked, (some) => some.length),
  };
}

/** The list and the facts about it. */
export type Listing = ReturnType<typeof toListing>;
