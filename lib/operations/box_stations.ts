/** The cheapest stations in a box: what a map shows. @module */

import { z } from "zod";
import { findInBox } from "../db/search.ts";
import { filterParams, fuelParam, latParam, lngParam } from "../domain/params.ts";
import { toEntry } from "../domain/station_record.ts";
import { stationEntrySchema } from "../domain/wire.ts";
import { toOpenText } from "../snapshot/entry_text.ts";
import { findInBoxInSnapshot } from "../snapshot/search.ts";
import {
  type FoundAnswer,
  keepOpen,
  toCanonicalFilters,
  toListResult,
  toPictureFilter,
  toSqlFilter,
} from "./filter.ts";
import { defineOperation, type Deps } from "./operation.ts";
import { requireState, stateOfSnapshot } from "./state.ts";

const input = z.strictObject({
  north: latParam.describe("Northern border, latitude -90 to 90, above south"),
  south: latParam.describe("Southern border, latitude -90 to 90"),
  east: lngParam.describe("Eastern border, longitude -180 to 180, above west"),
  west: lngParam.describe("Western border, longitude -180 to 180"),
  fuel: fuelParam,
  limit: z.int().min(1).max(500).default(50).describe("How many stations at most, 1 to 500"),
  ...filterParams,
});

type Input = z.infer<typeof input>;

function faultOfBorders(low: string, high: string) {
  return (box: Record<string, unknown>): string | null =>
    (box[low] as number) < (box[high] as number)
      ? null
      : `Parameter "${low}" is ${box[low]} and "${high}" is ${box[high]}; expected ${low} below ${high}`;
}

const toBox = ({ north, south, east, west }: Input) => ({ north, south, east, west });

function findInPicture(deps: Deps, asked: Input): FoundAnswer | null {
  const snapshot = deps.snapshots.current();
  if (!snapshot) return null;
  const filter = toPictureFilter(asked, { snapshot, now: deps.clock() });
  const list = findInBoxInSnapshot(snapshot, { ...filter, ...toBox(asked), limit: asked.limit });
  return { ...list, state: stateOfSnapshot(snapshot) };
}

async function findInTables(deps: Deps, asked: Input): Promise<FoundAnswer> {
  const now = deps.clock();
  const list = await findInBox(deps.db, { ...await toSqlFilter(deps, asked), ...toBox(asked) });
  return { ...keepOpen(asked, list, now), state: requireState(list.state, deps) };
}

/** `GET /api/v1/stations/bbox`: ascending by price, then id; `meta.total` counts before the limit. */
export const boxStations = defineOperation({
  id: "boxStations",
  tool: null,
  path: "/api/v1/stations/bbox",
  pathParams: [],
  title: "Cheapest stations in a box",
  description:
    "Stations in a box, borders included, whose price for the fuel is in force: ascending by price, then by id.",
  toolDescription: "",
  cacheS: 60,
  input,
  crossChecks: [
    { after: "south", fault: faultOfBorders("south", "north") },
    { after: "west", fault: faultOfBorders("west", "east") },
  ],
  output: z.array(stationEntrySchema).max(500),
  meta: {
    count: z.int().min(0).describe("Entries in data"),
    total: z.int().min(0).describe("Stations that match, before the limit"),
    fuel: fuelParam,
  },
  canonical: toCanonicalFilters,
  usesClock: (asked) => asked.open_now,
  async run(deps, asked) {
    const list = findInPicture(deps, asked) ?? await findInTables(deps, asked);
    return toListResult(asked, list, list.found.map(({ station, price }) => toEntry(station, price)));
  },
  runText(deps, asked) {
    const list = findInPicture(deps, asked);
    return list && toListResult(asked, list, `[${list.found.map((found) => `${toOpenText(found)}}`).join(",")}]`);
  },
});
