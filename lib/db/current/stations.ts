/**
 * Reads stations with their current prices: single ones by ID, or those in force around a point, in
 * a box, or in a department.
 *
 * @module
 */

import type { PriceRecord, StationRecord } from "../../domain/station/station_record.ts";
import { toArrayText } from "../bulk.ts";
import { firstOf, type Queryable, readOne, type Row, type Statement } from "../db.ts";
import { ONE_STATE, pickState, STATE_COLUMNS, type StoredState } from "../data_state.ts";
import * as rows from "./station_rows.ts";

const STATION_SQL = `
  select ${STATE_COLUMNS}, f.*
  from ${ONE_STATE}
  left join lateral (${rows.KNOWN_STATIONS} where s.id = $1) f on true`;

/** Returns the station with this ID, or null, with the state it was read at. */
export async function getStation(
  db: Queryable,
  id: number,
): Promise<{ state: StoredState; known: rows.KnownStation | null }> {
  const row = await readOne<StoredState & rows.KnownRow>(db, {
    name: "station",
    text: STATION_SQL,
    values: [id],
  });
  return { state: pickState(row), known: row.station === null ? null : rows.toKnownStation(row) };
}

type Price = Pick<PriceRecord, "fuel" | "priceMilli" | "atMs">;

/** A station with its price of a fuel. */
export type PricedStation = { station: StationRecord; price: Price };

/**
 * A station that a search found, with its price. If the fuel ran out, the price is 0 since then,
 * and `lastPrice` is the last known one. `metres` is the distance from the point, 0 in a box.
 * `prices` are those of the filter's fuels, in their order.
 */
export type FoundStation = PricedStation & {
  metres: number;
  lastPrice?: Price | null;
  prices?: Price[];
};

/**
 * A condition on a station `s` that has `id`, `motorway` and `left_at`; `$name` in the SQL is the
 * value.
 */
export type Condition = { name: string; sql: string; value: unknown };

/**
 * The filter of all searches. `isOutOfStock` finds stations that ran out of the fuel; `fuels` adds
 * the prices of these fuels; `limit` is null for all stations.
 */
export type FoundFilter = {
  fuel: number;
  maxAgeDays: number;
  isOutOfStock?: boolean;
  fuels?: readonly number[];
  conditions: readonly Condition[];
  limit: number | null;
};

/** A search around a point, in metres, by price unless `isNearestFirst`. */
export type Circle = { lat: number; lng: number; radiusM: number; isNearestFirst?: boolean };

/**
 * The result of a search, with the state it was read at; `total` is the number before the limit.
 */
type FoundList = { state: StoredState; total: number; found: FoundStation[] };

/** A row of the result; all except the state is null if nothing was found. */
type FoundRow = StoredState & Omit<FoundStation, "station"> & {
  station: StationRecord | null;
  total: number;
};

/**
 * Turns a statement with named parameters (`$name`) into one with numbered parameters. Ignores
 * values that the text does not name.
 */
export function toStatement(
  { name, text, values }: { name?: string; text: string; values: Row },
): Statement {
  const names: string[] = [];
  const numbered = text.replace(/\$([a-z]\w*)/gi, (_, key: string) => {
    const index = names.indexOf(key);
    return `$${index < 0 ? names.push(key) : index + 1}`;
  });
  return { name, text: numbered, values: names.map((key) => values[key]) };
}

/**
 * The place of a search: `from` selects stations with `metres`, and may name values of the place;
 * `order` precedes the ID.
 */
type Search = { name: string; from: string; order: string };

/**
 * Prices and stock-outs as rows `p` of the same form: which ones count, their rank, and further
 * columns.
 */
const PRICES = {
  table: "current_price",
  where: rows.inForceSql("$maxAgeDays"),
  rank: "p.price_milli",
  more: "",
};
const STOCK_OUTS = {
  table: `(
      select station_id, fuel, kind, until, since, since as updated_at, 0 as price_milli
      from stock_out
    )`,
  where: rows.outOfStockSql("$maxAgeDays"),
  rank: "p.updated_at desc",
  more: `, (
      select ${rows.PRICE_JSON}
      from current_price p
      where p.station_id = s.id
        and p.fuel = $fuel
        and ${rows.isKnownSql("p.updated_at", "data_state.as_of")}
    ) as "lastPrice"`,
};

const OTHER_PRICES = `, (
      select coalesce(json_agg(${rows.PRICE_JSON} order by p.fuel), '[]')
      from current_price p
      cross join (select data_state.as_of) state
      where p.station_id = s.id
        and p.fuel = any($fuels::int[])
        and ${rows.inForceSql("$maxAgeDays")}
    ) as prices`;

// Left-joins the stations to the state, so that one statement reads both at one instant even if no
// station is found. Finds, counts and ranks stations by narrow rows, and reads only those within
// the limit in full.
function searchStatement(
  { name, from, order: usualOrder }: Search,
  { conditions, isOutOfStock, ...others }: FoundFilter & Row,
): Statement {
  const isUsual = conditions.length === 0 && !isOutOfStock && !others.fuels;
  const found = isOutOfStock ? STOCK_OUTS : PRICES;
  const order = usualOrder.replace(PRICES.rank, found.rank);
  const more = `${found.more}${others.fuels ? OTHER_PRICES : ""}`;
  const where = [found.where, ...conditions.map(({ sql }) => sql)].join(" and ");
  const text = `
    select ${STATE_COLUMNS}, f.*
    from ${ONE_STATE}
    left join lateral (
      select ${rows.STATION_JSON} as station, ${rows.PRICE_JSON} as price, p.metres, p.total${more}
      from (
        select s.id, s.metres, p.fuel, p.price_milli, p.updated_at,
          count(*) over ()::int as total
        from (${from}) s
        join ${found.table} p on p.station_id = s.id and p.fuel = $fuel
        cross join (select data_state.as_of) state
        where ${where}
        order by ${order}, s.id::text collate "C"
        limit $limit
      ) p
      join station s on s.id = p.id
      left join station_brand b on b.station_id = s.id
      order by ${order.replace("s.", "p.")}, s.id::text collate "C"
    ) f on true`;
  const named = Object.fromEntries(conditions.map(({ name, value }) => [name, value]));
  // Only searches without conditions always have the same text.
  return toStatement({ name: isUsual ? name : undefined, text, values: { ...others, ...named } });
}

/**
 * Stations around a point. The index searches a metre too far, and the exact distance decides, as
 * it does in the snapshot. "offset 0" keeps PostgreSQL from computing the distance again for the
 * comparison.
 */
export const NEARBY: Search = {
  name: "nearby",
  from: `
      select id, motorway, left_at, metres
      from (
        select id, motorway, left_at,
          st_distance(position, st_point($lng::float8, $lat::float8)::geography) as metres
        from station
        where st_dwithin(
          position, st_point($lng::float8, $lat::float8)::geography, $radiusM::float8 + 1
        )
        offset 0
      ) near
      where metres <= $radiusM::float8`,
  order: "p.price_milli, s.metres",
};

const NEAREST: Search = { ...NEARBY, name: "nearest", order: "s.metres, p.price_milli" };

// A box on a map is bounded by parallels, a box of geography by great circles, so this compares
// degrees, with the planar index. The operator compares boxes of single precision; then the
// coordinates decide.
const BOX: Search = {
  name: "box",
  from: `
      select id, motorway, left_at, 0::float8 as metres
      from station
      where position::geometry && st_makeenvelope(
          $west::float8, $south::float8, $east::float8, $north::float8, 4326
        )
        and st_x(position::geometry) between $west::float8 and $east::float8
        and st_y(position::geometry) between $south::float8 and $north::float8`,
  order: "p.price_milli",
};

/** Finds stations by a search and its filter; `filter` also has the values of the place. */
export async function findBy(
  db: Queryable,
  search: Search,
  filter: FoundFilter & Row,
): Promise<FoundList> {
  const found = await db.query<FoundRow>(searchStatement(search, filter));
  const first = firstOf(found);
  const stations = found.flatMap(({ station, price, metres, lastPrice, prices }) =>
    station ? [{ station, price, metres, lastPrice, prices }] : []
  );
  return { state: pickState(first), total: first.total ?? 0, found: stations };
}

/**
 * Finds prices in force within `radiusM` metres (geodesic) of a point, by price, then distance,
 * then ID; or nearest first.
 */
export async function findNearby(
  db: Queryable,
  { isNearestFirst = false, ...options }: FoundFilter & Circle,
): Promise<FoundList> {
  return await findBy(db, isNearestFirst ? NEAREST : NEARBY, options);
}

/** Finds prices in force in a box (borders included), by price, then ID. */
export async function findInBox(
  db: Queryable,
  options: FoundFilter & { north: number; south: number; east: number; west: number },
): Promise<FoundList> {
  return await findBy(db, BOX, options);
}

const DEPARTMENT: Search = {
  name: "page_department",
  from: `
      select id, motorway, left_at, 0::float8 as metres
      from station
      where department = $department`,
  order: "p.price_milli",
};

/**
 * Finds prices in force in a department, by price, then ID, including stations without a position.
 */
export function findInDepartment(
  db: Queryable,
  options: FoundFilter & { department: string },
): Promise<FoundList> {
  return findBy(db, DEPARTMENT, options);
}

const KNOWN_SQL = `${rows.KNOWN_STATIONS}
  where s.id = any($1::int[])
  order by array_position($1::int[], s.id)`;

/** Returns the stations with these IDs and their fuels, in the order of the IDs. */
export async function findKnown(
  db: Queryable,
  ids: readonly string[],
): Promise<rows.KnownStation[]> {
  const statement = {
    name: "known_stations",
    text: KNOWN_SQL,
    values: [toArrayText(ids.map(Number))],
  };
  return (await db.query<rows.KnownRow>(statement)).map(rows.toKnownStation);
}
