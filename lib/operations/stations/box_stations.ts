/** `GET /api/v1/stations/bbox`: the cheapest stations in a box, for maps. @module */

import { z } from "zod";
import { DISCOUNTS_CHECK } from "../../domain/price/discounts.ts";
import { findInBox } from "../../db/current/stations.ts";
import { mayBeInFrance } from "../../domain/place/location.ts";
import { costParams, fuelParam, latParam, lngParam } from "../../domain/params.ts";
import { toEntry } from "../../domain/station/station_record.ts";
import { type StationEntry, stationEntrySchema } from "../../domain/wire.ts";
import { getDepartment } from "../../places/departments.ts";
import { findInBoxInSnapshot } from "../../snapshot/search.ts";
import { FILTER_CHECKS } from "../filter_rules.ts";
import { filterParams, FILTERS } from "../filters.ts";
import { type CrossCheck, defineOperation } from "../operation.ts";
import { listParams } from "./list_fields.ts";
import { toListReaders } from "./station_list.ts";

const input = z.strictObject({
  north: latParam.describe("Latitude of the northern border, -90 to 90, greater than south"),
  south: latParam.describe("Latitude of the southern border, -90 to 90"),
  east: lngParam.describe("Longitude of the eastern border, -180 to 180, greater than west"),
  west: lngParam.describe("Longitude of the western border, -180 to 180"),
  fuel: fuelParam,
  limit: z.int().min(1).max(500).default(50).describe("Maximum number of stations, 1 to 500"),
  ...filterParams,
  ...costParams,
  department: FILTERS.department.input,
  ...listParams,
  ids: FILTERS.ids.input,
});

type Input = z.infer<typeof input>;

function requireOrder(low: string, high: string): CrossCheck {
  const fault = (box: Record<string, unknown>) => {
    if ((box[low] as number) < (box[high] as number)) return null;
    const given = `Parameter "${low}" is ${box[low]} and "${high}" is ${box[high]}`;
    return `${given}; expected ${low} below ${high}`;
  };
  return { after: low, fault };
}

/** Ascending by price, then ID; borders included. `meta.total` counts before the limit. */
export const boxStations = defineOperation({
  id: "boxStations",
  tag: "Stations",
  path: "/api/v1/stations/bbox",
  title: "Cheapest stations in a box",
  description:
    "Stations in a box, borders included, whose price for the fuel is in force: ascending by " +
    "price, then by ID.",
  example: "/api/v1/stations/bbox?north=48.9&south=48.8&east=2.42&west=2.25&fuel=gazole&limit=2",
  input,
  crossChecks: [
    requireOrder("south", "north"),
    requireOrder("west", "east"),
    DISCOUNTS_CHECK,
    ...FILTER_CHECKS,
  ],
  isOutside: ({ department, ...box }) =>
    !mayBeInFrance(box, 0) ||
    department !== undefined &&
      department.split(",").every((code) => getDepartment(code)!.overseas),
  output: z.array(stationEntrySchema).max(500),
  ...toListReaders({
    toArea: ({ north, south, east, west }: Input) => ({ north, south, east, west }),
    findInSnapshot: findInBoxInSnapshot,
    find: findInBox,
    toEntry: ({ station, price }): StationEntry => toEntry(station, price),
    toMoreJson: () => "",
    extraColumns: [],
  }),
});
