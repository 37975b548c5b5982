/** Prices in force around a point or in a box, cheapest first: the geography is PostGIS's. @module */

import type { PriceRecord, StationRecord } from "../../domain/station_record.ts";
import type { Queryable } from "../db.ts";
import { STATE_COLUMNS, type StateRow } from "./state.ts";
import { inForceSql, STATION_COLUMNS, type StationRow, toStationRecord } from "./station_rows.ts";

/** A station found, with its price of the fuel asked for; `metres` from the point, 0 for a box. */
export type Found = {
  station: StationRecord;
  price: Pick<PriceRecord, "fuel" | "priceMilli" | "atMs">;
  metres: number;
};

/** What both searches filter by. `brands` null: any. `limit` null: all (when a filter is left to the caller). */
export type FoundFilter = {
  fuel: number;
  maxAgeDays: number;
  brands: string[] | null;
  motorway: boolean;
  limit: number | null;
};

/** Answer of a search: the state it was read at, and how many there are before the limit. */
export type FoundList = { state: StateRow; total: number; found: Found[] };

type FoundRow = StateRow & StationRow & {
  fuel: number;
  price_milli: number;
  at_ms: number;
  metres: number;
  total: number;
  found: boolean;
};

// The state is joined from the left so that one statement answers state and stations of one instant, even when none is found.
// Stations are found, counted and ranked by narrow rows; only those answered are read in full.
function searchSql(options: { from: string; order: string }): string {
  return `select ${STATE_COLUMNS}, f.* from data_state left join lateral (
  select true as found, ${STATION_COLUMNS}, n.price_milli, n.fuel, n.at_ms, n.metres, n.total from (
    select s.id, s.metres, p.fuel, p.price_milli, (extract(epoch from p.updated_at) * 1000)::float8 as at_ms,
      count(*) over ()::int as total
    from (${options.from}) s join current_price p on p.station_id = s.id and p.fuel = $1
    cross join (select data_state.as_of) state
    where ${inForceSql("$2")} and ($4 or not s.motorway) and ($3::text[] is null or
      exists (select from station_brand b where b.station_id = s.id and b.brand = any($3)))
    order by p.price_milli, ${options.order}s.id::text collate "C" limit $5
  ) n join station s on s.id = n.id left join station_brand b on b.station_id = s.id
  cross join (select data_state.as_of) state
  order by n.price_milli, ${options.order.replace("s.", "n.")}s.id::text collate "C") f on true`;
}

// The index answers a metre more than asked, the exact distance decides: both paths judge the same unrounded value.
// "offset 0" keeps the distance from being computed once more for the comparison.
const NEARBY_SQL = searchSql({
  from: `select id, motorway, left_at, metres from (
      select id, motorway, left_at, st_distance(position, st_point($6::float8, $7::float8)::geography) as metres
      from station where st_dwithin(position, st_point($6::float8, $7::float8)::geography, $8::float8 + 1) offset 0
    ) near where metres <= $8::float8`,
  order: "s.metres, ",
});

// A box on a map is bounded by parallels, a geography box by great circles: so compare degrees, on the planar index.
// The operator compares boxes of single precision; the coordinates decide.
const BOX_SQL = searchSql({
  from: `select id, motorway, left_at, 0::float8 as metres from station
    where position::geometry && st_makeenvelope($6::float8, $7::float8, $8::float8, $9::float8, 4326)
      and st_x(position::geometry) between $6::float8 and $8::float8
      and st_y(position::geometry) between $7::float8 and $9::float8`,
  order: "",
});

function toFoundList(rows: FoundRow[]): FoundList {
  const [{ revision, as_of_ms, feed_at_ms, source }] = rows;
  const found = rows.filter((row) => row.found).map((row) => ({
    station: toStationRecord(row),
    price: { fuel: row.fuel, priceMilli: row.price_milli, atMs: Math.round(row.at_ms) },
    metres: row.metres,
  }));
  return { state: { revision, as_of_ms, feed_at_ms, source }, total: rows[0].total ?? 0, found };
}

function filterValues(filter: FoundFilter): unknown[] {
  return [filter.fuel, filter.maxAgeDays, filter.brands, filter.motorway, filter.limit];
}

/** Prices in force within `radiusM` metres (geodesic) of a point: by price, then distance, then id. */
export async function findNearby(
  db: Queryable,
  options: FoundFilter & { lat: number; lng: number; radiusM: number },
): Promise<FoundList> {
  const values = [...filterValues(options), options.lng, options.lat, options.radiusM];
  return toFoundList(await db.query<FoundRow>({ name: "nearby", text: NEARBY_SQL, values }));
}

/** Prices in force in a box in degrees, borders included: by price, then id. */
export async function findInBox(
  db: Queryable,
  options: FoundFilter & { north: number; south: number; east: number; west: number },
): Promise<FoundList> {
  const values = [...filterValues(options), options.west, options.south, options.east, options.north];
  return toFoundList(await db.query<FoundRow>({ name: "box", text: BOX_SQL, values }));
}

/** Canonical brands of stations, as stored. */
export async function findBrands(db: Queryable): Promise<string[]> {
  const text = "select distinct brand from station_brand where brand is not null";
  return (await db.query<{ brand: string }>({ name: "brands", text })).map((row) => row.brand);
}
