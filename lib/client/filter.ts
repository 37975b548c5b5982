/** Which stations a view shows and in what order of price: the browser's half of what the operations do. @module */

import { isWeekOpen, toWeekMoment } from "../shared/week_text.ts";
import type { View } from "../shared/url_state.ts";
import type { Box } from "../shared/explorer_model.ts";
import { FLAG, type FuelColumn, type Stations } from "./stations.ts";

/** Indexes of stations that a view's filters let through. */
export type Matching = {
  /** With a price that counts, cheapest first; ties by index, which is by id. */
  ranked: Int32Array;
  /** Out of stock, or with a price of more than 30 days. */
  unranked: Int32Array;
  column: FuelColumn;
};

/** Older prices do not count. */
const MAX_AGE_H = 720;

/** Stations with all services asked for; null while the filter is off. */
export type Served = ReadonlySet<number> | null;

type Options = { nowMs: number; served: Served };

function toTest(stations: Stations, view: View, { nowMs, served }: Options): (index: number) => boolean {
  const brand = view.brand === null ? null : findBrand(stations, view.brand);
  const moment = toWeekMoment(nowMs);
  const open = view.openNow ? stations.weeks.map((week) => isWeekOpen(week, moment) !== false) : null;
  return (index) => {
    const flags = stations.flags[index];
    if (brand !== null && stations.brand[index] !== brand) return false;
    if (!view.motorway && flags & FLAG.motorway) return false;
    const isAutomate = (flags & FLAG.h24) !== 0;
    if (view.h24 && !isAutomate) return false;
    if (open && !isAutomate && !open[stations.hours[index]]) return false;
    return served === null || served.has(index);
  };
}

/** Place of a brand, whatever its case; -2, which no station has, when nobody bears it. */
function findBrand(stations: Stations, brand: string): number {
  const index = stations.brands.findIndex((name) => name.toLowerCase() === brand.toLowerCase());
  return index === -1 ? -2 : index;
}

/** Applies a view's fuel and filters to all stations. */
export function findMatching(stations: Stations, view: View, options: Options): Matching {
  const column = stations.fuels.get(view.fuel)!;
  const test = toTest(stations, view, options);
  const ranked: number[] = [];
  const unranked: number[] = [];
  for (let index = 0; index < stations.count; index++) {
    const price = column.price[index];
    if (price === 0 || !test(index)) continue;
    (price > 0 && column.ageH[index] < MAX_AGE_H ? ranked : unranked).push(index);
  }
  ranked.sort((a, b) => column.price[a] - column.price[b] || a - b);
  return { ranked: Int32Array.from(ranked), unranked: Int32Array.from(unranked), column };
}

/** Those of some stations that lie in a box, in their order. */
export function within(stations: Stations, some: Int32Array, { north, south, east, west }: Box): Int32Array {
  return some.filter((index) => {
    const lat = stations.lat[index];
    const lng = stations.lng[index];
    return lat <= north && lat >= south && lng <= east && lng >= west;
  });
}
