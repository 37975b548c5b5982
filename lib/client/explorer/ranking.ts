/** Ranks the stations in view by what the order compares: their prices, or their real cost. @module */

import { type Car, findDetours, toCostCents } from "../../shared/price/real_cost.ts";
import { toRank } from "../../shared/price/rank.ts";
import type { Sort } from "../../shared/explorer/sorts.ts";
import type { Standing } from "../../shared/price/standing.ts";
import { toBounds } from "../../shared/price/tertiles.ts";
import type { Unranked } from "../../shared/price/unranked.ts";
import { type FuelColumn, type Stations, valueOf } from "../stations.ts";

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

/** The ranking of the stations in view. */
export type Ranking = ReturnType<typeof toRanking>;

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
