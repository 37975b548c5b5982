/** Says how a station's price ranks, as list, map and sheet show it: among those of the list, else among those around it. @module */

import type { ListedStation } from "../station/listed_station.ts";
import { type Car, toCostCents } from "./real_cost.ts";
import type { Standing } from "./standing.ts";
import { type Bounds, type Tertile, toBounds, toTertile } from "./tertiles.ts";
import type { Sort } from "../explorer/filters.ts";

/** Its third, and whether nothing is cheaper; `radiusKm`: of the neighbourhood that it ranks in, absent for the list. */
export type Rank = { readonly level: Tertile; readonly isBest: boolean; readonly radiusKm?: number };

/** The context of a rank: the list's prices of its fuel (`least`: of all its fuels), else the neighbourhood. */
type Among = {
  readonly bounds: Bounds | null;
  readonly least?: number;
  readonly standing: Standing | null | undefined;
};

/** The rank of a value of the list; undefined, for a station out of it, ranks by its standing. Null without prices. */
export function toRank(value: number | undefined, { bounds, least = bounds?.min, standing }: Among): Rank | null {
  if (bounds && value !== undefined) return { level: toTertile(value, bounds), isBest: value === least };
  return standing ? { level: standing.level, isBest: standing.rank === 1, radiusKm: standing.radiusKm } : null;
}

type Order = { readonly sort: Sort; readonly car: Car; readonly standing: Standing | null | undefined };

/** The rank of a station in a whole list; one that is not in it ranks by its standing. */
export function toRankIn(list: readonly ListedStation[], id: string, { sort, car, standing }: Order): Rank | null {
  const valueOf = (station: ListedStation) => sort === "cost" ? toCostCents(station, car) : station.priceMilli;
  const station = list.find((each) => each.id === id);
  return toRank(station && valueOf(station), { bounds: toBounds(list.map(valueOf)), standing });
}
