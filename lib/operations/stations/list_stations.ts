/**
 * `GET /api/v1/stations`, `list_stations`: stations by department, ID or name, with all their
 * prices.
 *
 * @module
 */

import { z } from "zod";
import { findListed } from "../../db/current/listed_stations.ts";
import { findKnown } from "../../db/current/stations.ts";
import { getState } from "../../db/data_state.ts";
import { offsetParam } from "../../domain/params.ts";
import { type StationRecord, toStation } from "../../domain/station/station_record.ts";
import { type Station, stationSchema } from "../../domain/wire.ts";
import { FUELS } from "../../shared/fuels.ts";
import { toCountryMapPath, toDepartmentPath, toStationPath } from "../../site/paths.ts";
import { readFilters, toStationTest } from "../apply_filters.ts";
import { FILTER_CHECKS, toCanonicalFilters } from "../filter_rules.ts";
import { FILTERS } from "../filters.ts";
import { type Body, defineOperation, requireState } from "../operation.ts";
import { countOf, toAge, toQuoted, toStationLabel, toToolText } from "../tool_text.ts";
import {
  LIST_FORMATS,
  LIST_META,
  NEXT_META,
  STATION_COLUMNS,
  toNextOffset,
} from "./list_fields.ts";
import { findNamed, toQueryText } from "./station_names.ts";

const MAX_LIMIT = 100;

const input = z.strictObject({
  department: FILTERS.department.input,
  ids: FILTERS.ids.input,
  q: z.string().min(1).max(100).optional().describe(
    "Words, such as Leclerc Quimper. Each must start a word of the station's name, brand, town " +
      "or postal code. Case and accents do not matter",
  ),
  limit: z.int().min(1).max(MAX_LIMIT).default(20).describe(
    `Maximum number of stations, 1 to ${MAX_LIMIT}`,
  ),
  offset: offsetParam,
});

type Input = z.infer<typeof input>;

/** Returns one page of the stations that pass the filters, in the order of IDs, and its `meta`. */
function toPage({ q, limit, offset = 0 }: Input, stations: readonly StationRecord[]) {
  const found = q === undefined ? stations : findNamed(stations, q);
  const page = found.slice(offset, offset + limit);
  const counts = { count: page.length, total: found.length };
  return { page, meta: { ...counts, next: toNextOffset(offset, counts) } };
}

function toRow({ prices, ...station }: Station): Record<string, unknown> {
  const row: Record<string, unknown> = { ...station };
  for (const { fuel, price, updated_at, in_force } of prices) {
    row[`${fuel}_price`] = price;
    row[`${fuel}_updated_at`] = updated_at;
    row[`${fuel}_in_force`] = in_force;
  }
  return row;
}

/** Returns "gazole 1.699, e10 1.749, the oldest set 3 days ago". */
function toPrices({ prices, closed_since: closedSince }: Station, asOf: string): string {
  if (closedSince !== null) return "closed";
  const inForce = prices.filter(({ in_force }) => in_force);
  const [oldest, second] = inForce.map(({ updated_at }) => updated_at).sort();
  if (oldest === undefined) return "no price in force";
  const list = inForce.map(({ fuel, price }) => `${fuel} ${price}`).join(", ");
  return `${list}, ${second === undefined ? "" : "the oldest "}set ${toAge(oldest, asOf)}`;
}

function toLine(station: Station, asOf: string): string {
  const label = toStationLabel(station) ?? "Station without a name";
  const town = station.city ? `, ${toQuoted(station.city, 20)}` : "";
  const department = station.department ? ` (${station.department})` : "";
  return `${label}${town}${department}: ${toPrices(station, asOf)}; id ${station.id}`;
}

function toText({ data, meta }: Body<Station[]>, { department, ids, q }: Input): string {
  const words = [
    q === undefined ? "" : ` with ${toQuoted(q, 60)} in name, brand, town or postal code`,
    department === undefined ? "" : ` in ${department}`,
    ids === undefined ? "" : " of these ids",
  ].join("");
  const listed = data.length > 0 ? `; ${data.length} listed, €/L:` : ".";
  return toToolText([
    countOf(meta.total as number, "station") + words + listed,
    ...data.map((station) => toLine(station, meta.generated_at)),
  ], { data, meta });
}

function toPagePath({ data }: Body<Station[]>, { department }: Input): string {
  if (data.length === 1) return toStationPath(data[0]!.id);
  return department === undefined || department.includes(",")
    ? toCountryMapPath()
    : toDepartmentPath(department);
}

/**
 * In the order of IDs; with `q`, stations with every word in full come first. `meta.total` counts
 * before the limit.
 */
export const listStations = defineOperation({
  id: "listStations",
  tag: "Stations",
  path: "/api/v1/stations",
  title: "Stations with all their prices",
  description:
    "Stations with everything known about each, including those without a price or a position. " +
    "The list has every station of the newest feed that matches all given filters: departments, " +
    "IDs, and words in name, brand, town or postal code. It is in the order of IDs as text; with " +
    "q, stations that have each word in full come first.",
  example: "/api/v1/stations?department=75&limit=2",
  tool: {
    name: "list_stations",
    description:
      "Stations by words of name, brand, town or postal code ('Leclerc Quimper'), by department " +
      "or ids, with all their prices, also those without one. Next: lookup_station for hours.",
    toText,
    toPage: toPagePath,
    shortFields: [
      "id",
      "name",
      "brand",
      "address",
      "city",
      "postal_code",
      "latitude",
      "longitude",
      "prices",
      "out_of_stock",
      "closed_since",
    ],
    pickListed: ({ data }, most) => data.slice(0, most),
  },
  input,
  crossChecks: FILTER_CHECKS,
  canonical: ({ q, offset, ...others }) => (
    { ...toCanonicalFilters(others), q: q && toQueryText(q), offset: offset || undefined }
  ),
  output: z.array(stationSchema).max(MAX_LIMIT),
  meta: { count: LIST_META.count, total: LIST_META.total, next: NEXT_META },
  formats: LIST_FORMATS,
  table: {
    columns: [
      ...STATION_COLUMNS,
      "region",
      "closed_since",
      "closed_kind",
      "last_seen_at",
      ...FUELS.flatMap((fuel) => [`${fuel}_price`, `${fuel}_updated_at`, `${fuel}_in_force`]),
    ],
    extraColumns: ["membersOnly"],
    toRows: (stations) => stations.map(toRow),
  },
  fromSnapshot(snapshot, input) {
    const { state, asOfMs } = snapshot;
    const isKept = toStationTest(input, snapshot) ?? (() => true);
    const { page, meta } = toPage(
      input,
      snapshot.stations.filter(isKept).map(({ record }) => record),
    );
    const known = page.map(({ id }) => snapshot.byId.get(id)!);
    return {
      data: known.map((station) => toStation(station.record, { ...station, asOfMs })),
      meta,
      state,
    };
  },
  async fromDatabase(backend, input) {
    const { conditions } = await readFilters(backend, input);
    return await backend.db.transaction(async (tx) => {
      const state = requireState(await getState(tx), backend);
      const { asOfMs } = state;
      const { page, meta } = toPage(input, await findListed(tx, conditions));
      const known = await findKnown(tx, page.map(({ id }) => id));
      return {
        data: known.map(({ station, ...fuels }) => toStation(station, { ...fuels, asOfMs })),
        meta,
        state,
      };
    }, { readOnly: true });
  },
});
