/** `GET /api/v1/stations/bbox`: the cheapest stations in a box, for maps. @module */

import { z } from "zod";
import { DISCOUNTS_CHECK } from "../domain/discounts.ts";
import { findInBox, type Found } from "../db/current/stations.ts";
import {
  costParams,
  filterParams,
  fuelParam,
  latParam,
  lngParam,
  NARROW_CHECKS,
  narrowParams,
} from "../domain/params.ts";
import { toEntry } from "../domain/station_record.ts";
import { stationEntrySchema } from "../domain/wire.ts";
import { getDepartment } from "../shared/departments.ts";
import { findInBoxInSnapshot } from "../snapshot/search.ts";
import { type CrossCheck, defineOperation, requireState } from "./operation.ts";
import {
  COST_COLUMNS,
  ENTRY_COLUMNS,
  keepOpen,
  limitOf,
  LIST_FORMATS,
  LIST_META,
  toCanonicalFilters,
  toHitsResult,
  toListResult,
  toSnapshotFilter,
  toSqlFilter,
} from "./station_list.ts";

const CODES = /^(?:\d{2,3}|2[ABab])(?:,(?:\d{2,3}|2[ABab]))*$/;

const IDS = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/;

const input = z.strictObject({
  north: latParam.describe("Northern border, latitude -90 to 90, above south"),
  south: latParam.describe("Southern border, latitude -90 to 90"),
  east: lngParam.describe("Eastern border, longitude -180 to 180, above west"),
  west: lngParam.describe("Western border, longitude -180 to 180"),
  fuel: fuelParam,
  limit: z.int().min(1).max(500).default(50).describe("How many stations at most, 1 to 500"),
  ...filterParams,
  ...costParams,
  department: z.string().regex(CODES, "codes of departments with commas between, such as 69 or 2A,2B").max(400)
    .optional().describe(
      "Only stations of these departments: codes with commas between, such as 69 or 2A,2B",
    ),
  ...narrowParams,
  ids: z.string().regex(IDS, "ids of stations with commas between, such as 75013013,69002004").max(5_000).optional()
    .describe("Only these stations: ids with commas between"),
});

type Input = z.infer<typeof input>;

/** Refuses a box whose borders are in the wrong order, once both are read. */
function requireOrder(low: string, high: string): CrossCheck {
  const fault = (box: Record<string, unknown>) =>
    (box[low] as number) < (box[high] as number)
      ? null
      : `Parameter "${low}" is ${box[low]} and "${high}" is ${box[high]}; expected ${low} below ${high}`;
  return { after: low, fault };
}

/** The departments that are asked for, each once and in one order; null: any. */
function toDepartments({ department }: Pick<Input, "department">): string[] | null {
  return department === undefined ? null : [...new Set(department.toUpperCase().split(","))].sort();
}

/** The stations that are asked for, each once and in one order; null: any. */
function toIds({ ids }: Pick<Input, "ids">): string[] | null {
  return ids === undefined ? null : [...new Set(ids.split(","))].sort();
}

/** Refuses a code that no department has, once all are read. */
const DEPARTMENT_CHECK: CrossCheck = {
  after: "department",
  fault(input) {
    const unknown = toDepartments(input as Pick<Input, "department">)?.find((code) => getDepartment(code) === null);
    return unknown === undefined
      ? null
      : `Parameter "department" names ${unknown}; expected codes of departments, such as 69 or 2A`;
  },
};

const toBox = ({ north, south, east, west }: Input) => ({ north, south, east, west });

const ENTRY_FORMS = {
  toEntry: ({ station, price }: Found) => toEntry(station, price),
  toOpenJson: (text: string) => text,
};

/** Ascending by price, then id; borders included; `meta.total` counts before the limit. */
export const boxStations = defineOperation({
  id: "boxStations",
  tag: "Stations",
  path: "/api/v1/stations/bbox",
  title: "Cheapest stations in a box",
  description:
    "Stations in a box, borders included, whose price for the fuel is in force: ascending by price, then by id.",
  example: "/api/v1/stations/bbox?north=48.9&south=48.8&east=2.42&west=2.25&fuel=gazole&limit=2",
  tool: null,
  input,
  crossChecks: [
    ...[requireOrder("south", "north"), requireOrder("west", "east")],
    ...[DISCOUNTS_CHECK, DEPARTMENT_CHECK, ...NARROW_CHECKS],
  ],
  canonical: (input) => ({
    ...toCanonicalFilters(input),
    department: toDepartments(input)?.join(),
    ids: toIds(input)?.join(),
  }),
  output: z.array(stationEntrySchema).max(500),
  meta: LIST_META,
  formats: LIST_FORMATS,
  table: { columns: ENTRY_COLUMNS, askedColumns: COST_COLUMNS, toRows: (entries) => entries },
  usesClock: ({ open_now }) => open_now,
  fromSnapshot(snapshot, input, { clock }) {
    const filter = toSnapshotFilter(input, { snapshot, now: clock() });
    const [departments, ids] = [toDepartments(input), toIds(input)];
    const accepts: typeof filter.accepts = departments === null && ids === null
      ? filter.accepts
      : (station) =>
        (departments?.includes(station.record.department ?? "") ?? true) &&
        (ids?.includes(station.record.id) ?? true) &&
        (filter.accepts?.(station) ?? true);
    const hits = findInBoxInSnapshot(snapshot, { ...filter, accepts, ...toBox(input), limit: limitOf(input) });
    return toHitsResult(input, { snapshot, hits }, ENTRY_FORMS);
  },
  async fromDatabase(deps, input) {
    const now = deps.clock();
    const only = { departments: toDepartments(input), ids: toIds(input)?.map(Number) ?? null };
    const filter = { ...await toSqlFilter(deps, input), ...only };
    const list = await findInBox(deps.db, { ...filter, ...toBox(input) });
    return toListResult(
      input,
      { ...keepOpen(input, list, now), state: requireState(list.state, deps) },
      ENTRY_FORMS.toEntry,
    );
  },
});
