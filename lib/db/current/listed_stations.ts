/** Lists the stations and brands of the newest feed. @module */

import type { StationRecord } from "../../domain/station/station_record.ts";
import { firstOf, type Queryable } from "../db.ts";
import { ONE_STATE, pickState, STATE_COLUMNS, type StoredState } from "../data_state.ts";
import { STATION_JSON } from "./station_rows.ts";
import { type Condition, toStatement } from "./stations.ts";

/**
 * Returns the stations that the newest feed lists and that meet all conditions, ascending by ID as
 * text.
 */
export async function findListed(
  db: Queryable,
  conditions: readonly Condition[],
): Promise<StationRecord[]> {
  const where = ["s.left_at is null", ...conditions.map(({ sql }) => sql)].join(" and ");
  const text = `
    select ${STATION_JSON} as station
    from station s
    left join station_brand b on b.station_id = s.id
    where ${where}
    order by s.id::text collate "C"`;
  const values = Object.fromEntries(conditions.map(({ name, value }) => [name, value]));
  const found = await db.query<{ station: StationRecord }>(toStatement({ text, values }));
  return found.map(({ station }) => station);
}

/**
 * Returns the IDs of the stations that the newest feed lists and that begin with `prefix`,
 * ascending as text.
 */
export async function findListedIds(db: Queryable, prefix = ""): Promise<string[]> {
  const rows = await db.query<{ id: number }>({
    name: "listed_ids",
    text: `
      select id
      from station
      where left_at is null and id::text like $1 || '%'
      order by id::text collate "C"`,
    values: [prefix],
  });
  return rows.map(({ id }) => String(id));
}

/** Returns those of `ids` that belong to a station, even one that left the feed, in any order. */
export async function findStoredIds(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const text = "select id::text as id from station where id::text = any($1::text[])";
  const rows = await db.query<{ id: string }>({ name: "stored_ids", text, values: [ids] });
  return rows.map(({ id }) => id);
}

type BrandCount = { brand: string; stationCount: number };

const BRANDS_SQL = `
  select ${STATE_COLUMNS}, f.*
  from ${ONE_STATE}
  left join lateral (
    select b.brand, count(*)::int as "stationCount"
    from station_brand b
    join station s on s.id = b.station_id
    where b.brand is not null and s.left_at is null
    group by b.brand
  ) f on true`;

/**
 * Returns the brands of the stations that the newest feed lists, in any order, with the state they
 * were read at.
 */
export async function countBrands(
  db: Queryable,
): Promise<{ state: StoredState; brands: BrandCount[] }> {
  type BrandRow = StoredState & { brand: string | null; stationCount: number };
  const rows = await db.query<BrandRow>({ name: "brands", text: BRANDS_SQL });
  const brands = rows.flatMap(({ brand, stationCount }) =>
    brand === null ? [] : [{ brand, stationCount }]
  );
  return { state: pickState(firstOf(rows)), brands };
}

/** Returns the canonical brands of listed stations. */
export async function findBrands(db: Queryable): Promise<string[]> {
  return (await countBrands(db)).brands.map(({ brand }) => brand);
}

/** Listed stations, ascending by their IDs as text, with the instant of their newest price. */
export async function findListedChanges(
  db: Queryable,
): Promise<{ id: string; changedAtMs: number | null }[]> {
  return await db.query<{ id: string; changedAtMs: number | null }>({
    name: "listed_changes",
    text: `
      select station.id::text as id,
        (extract(epoch from max(current_price.updated_at)) * 1000)::float8 as "changedAtMs"
      from station
      left join current_price on current_price.station_id = station.id
      where station.left_at is null
      group by station.id
      order by station.id::text collate "C"`,
  });
}
