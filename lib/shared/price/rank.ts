/** Says how a station's price ranks, as list, map and sheet show it: among those of the list, else among those around it. @module */

import { type ListedStation, sortStations } from "../station/listed_station.ts";
import { type Car, toCostCents } from "./real_cost.ts";
import type { Standing } from "./standing.ts";
import { type Bounds, type Tertile, toBounds, toTertile } from "./tertiles.ts";
import type { Sort } from "../explorer/sorts.ts";

/** Its third, and whether nothing is cheaper; `radiusKm`: of the neighbourhood that it ranks in, absent for the list. */
export type Rank = { readonly level: Tertile; readonly isBest: boolean; readonly radiusKm?: number };

/** The context of a rank: the list's prices of its fuel (`least`: of all its fuels), else the neighbourhood. */
type Among = {
  readonly bounds: Bounds | null;
  readonly least?: number;
  readonly standing: Standing | null | undefined;
};

/**
 * The rank of a value of the list (undefined: the station is not in it, and ranks among those around it); null without prices.
 */
export function toRank(value: number | undefined, { bounds, least = bounds?.min, standing }: Among): Rank | null {
  if (bounds && value !== undefined) return { level: toTertile(value, bounds), isBest: value === least };
  return standing ? { level: standing.level, isBest: standing.rank === 1, radiusKm: standing.radiusKm } : null;
}

type RankedList = {
  readonly stations: readonly ListedStation[];
  /** The compared values, in the same order. */
  readonly values: readonly number[];
  readonly bounds: Bounds | null;
  /** By a station's id; `standing`: of one that may not be in the list. */
  rankOf(id: string, standing?: Standing | null): Rank | null;
};

/** Sorts and ranks a whole list. */
export function rankStations(list: readonly ListedStation[], { sort, car }: { sort: Sort; car: Car }): RankedList {
  const stations = sortStations(list, sort, car);
  const values = stations.map((each) => sort === "cost" ? toCostCents(each, car) : each.priceMilli);
  const bounds = toBounds(values);
  const rankOf: RankedList["rankOf"] = (id, standing) =>
    toRank(values[stations.findIndex((each) => each.id === id)], { bounds, standing });
  return { stations, values, bounds, rankOf };
}
