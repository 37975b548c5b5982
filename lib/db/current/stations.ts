/**
 * Reads stations with their current prices: one by its id, or those in force around a point, in a
 * box, in a department.
 *
 * @module
 */

import type { PriceRecord, StationRecord } from "../../domain/station/station_record.ts";
import { toArrayText } from "../bulk.ts";
import { firstOf, type Queryable, readOne, type Row, type Statement } from "../db.ts";
import { ONE_STATE, pickState, STATE_COLUMNS, type StoredState } from "../data_state.ts";
import * as rows from "./station_rows.ts";

const STATION_SQL = `select ${STATE_COLUMNS}, f.* from ${ONE_STATE}
  left join lateral (${rows.KNOWN_STATIONS} where s.id = $1) f on true`;

/** The station of an id (as number), or null; with the state it was read at. */
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

/** A station with its price of one fuel. */
export type PricedStation = { station: StationRecord; price: Price };

/**
 * A station found, with its price of the fuel of the search; where it ran out a price of 0 since
 * then, and the last one known. `metres` from the point, 0 for a box; `prices` of the fuels that
 * the filter names, in their order.
 */
export type FoundStation = PricedStation & {
  metres: number;
  lastPrice?: Price | null;
  prices?: Price[];
};

/**
 * A condition on a station `s` that has `id`, `motorway` and `left_at`: SQL, in which `$name` is
 * the value.
 */
export type Condition = { name: string; sql: string; value: unknown };

/**
 * How all searches are narrowed. `limit` null: all; `isOutOfStock`: stations that ran out of the
 * fuel; `fuels`: whose prices each station has as well.
 */
export type FoundFilter = {
  fuel: number;
  maxAgeDays: number;
  isOutOfStock?: boolean;
  fuels?: readonly number[];
  conditions: readonly Condition[];
  limit: number | null;
};

/** A search around a point, in metres, by price unless nearest first. */
export type Circle = { lat: number; lng: number; radiusM: number; isNearestFirst?: boolean };

/** Answer of a search: the state it was read at, and how many there are before the limit. */
type FoundList = { state: StoredState; total: number; found: FoundStation[] };

/** A row of what was found; all but the state is null where nothing was. */
type FoundRow = StoredState & Omit<FoundStation, "station"> & {
  station: StationRecord | null;
  total: number;
};

/**
 * A statement whose parameters are named, `$name`, as the driver takes it; values that it does not
 * name are left out.
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
 * Where a search looks: `from` selects stations with `metres` by the values of the place; `order`
 * precedes the id.
 */
type Search = { name: string; from: string; order: string };

/**
 * Prices or stock-outs of stations: rows `p` in the form of prices, those that count, their rank,
 * further fields.
 */
const PRICES = {
  table: "current_price",
  where: rows.inForceSql("$maxAgeDays"),
  rank: "p.price_milli",
  more: "",
};
const STOCK_OUTS = {
  table:
    "(select station_id, fuel, kind, until, since, since as updated_at, 0 as price_milli from stock_out)",
  where: rows.outOfStockSql("$maxAgeDays"),
  rank: "p.updated_at desc",
  more:
    `, (select ${rows.PRICE_JSON} from current_price p where p.station_id = s.id and p.fuel = $fuel
      and ${rows.isKnownSql("p.updated_at", "data_state.as_of")}) as "lastPrice"`,
};

const OTHER_PRICES = `, (select coalesce(json_agg(${rows.PRICE_JSON} order by p.fuel), '[]')
    from current_price p cross join (select data_state.as_of) state
    where p.station_id = s.id and p.fuel = any($fuels::int[]) and ${
  rows.inForceSql("$maxAgeDays")
}) as prices`;

// The state is joined from the left so that one statement reads state and stations of one instant,
// even when none is found. Stations are found, counted and ranked by narrow rows; only those within
// the limit are read in full.
function searchStatement(
  { name, from, order: usualOrder }: Search,
  { conditions, isOutOfStock, ...others }: FoundFilter & Row,
): Statement {
  const isUsual = conditions.length === 0 && !isOutOfStock && !others.fuels;
  const found = isOutOfStock ? STOCK_OUTS : PRICES;
  const order = usualOrder.replace(PRICES.rank, found.rank);
  const more = `${found.more}${others.fuels ? OTHER_PRICES : ""}`;
  const where = [found.where, ...conditions.map(({ sql }) => sql)].join(" and ");
  const text = `select ${STATE_COLUMNS}, f.* from ${ONE_STATE} left join lateral (
  select ${rows.STATION_JSON} as station, ${rows.PRICE_JSON} as price, p.metres, p.total${more} from (
    select s.id, s.metres, p.fuel, p.price_milli, p.updated_at, count(*) over ()::int as total
    from (${from}) s join ${found.table} p on p.station_id = s.id and p.fuel = $fuel
    cross join (select data_state.as_of) state
    where ${where}
    order by ${order}, s.id::text collate "C" limit $limit
  ) p join station s on s.id = p.id left join station_brand b on b.station_id = s.id
  order by ${order.replace("s.", "p.")}, s.id::text collate "C") f on true`;
  const named = Object.fromEntries(conditions.map(({ name, value }) => [name, value]));
  // only the text of a search without conditions is always the same
  return toStatement({ name: isUsual ? name : undefined, text, values: { ...others, ...named } });
}

/**
 * Stations around a point. The index searches a metre too far, the exact distance decides: the
 * snapshot decides by the same unrounded value. "offset 0" keeps the distance from being computed
 * once more for the comparison.
 */
export const NEARBY: Search = {
  name: "nearby",
  from: `select id, motorway, left_at, metres from (
      select id, motorway, left_at, st_distance(position, st_point($lng::float8, $lat::float8)::geography) as metres
      from station where st_dwithin(position, st_point($lng::float8, $lat::float8)::geography, $radiusM::float8 + 1) offset 0
    ) near where metres <= $radiusM::float8`,
  order: "p.price_milli, s.metres",
};

const NEAREST: Search = { ...NEARBY, name: "nearest", order: "s.metres, p.price_milli" };

// A box on a map is bounded by parallels, a geography box by great circles: so compare degrees, on
// the planar index. The operator compares boxes of single precision; the coordinates decide.
const BOX: Search = {
  name: "box",
  from: `select id, motorway, left_at, 0::float8 as metres from station
    where position::geometry && st_makeenvelope($west::float8, $south::float8, $east::float8, $north::float8, 4326)
      and st_x(position::geometry) between $west::float8 and $east::float8
      and st_y(position::geometry) between $south::float8 and $north::float8`,
  order: "p.price_milli",
};

/** Finds stations by a search and its filter, and the values of its place. */
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
 * Prices in force within `radiusM` metres (geodesic) of a point: by price, then distance, then id,
 * or nearest first.
 */
export async function findNearby(
  db: Queryable,
  { isNearestFirst = false, ...options }: FoundFilter & Circle,
): Promise<FoundList> {
  return await findBy(db, isNearestFirst ? NEAREST : NEARBY, options);
}

/** Prices in force in a box, borders included: by price, then id. */
export async function findInBox(
  db: Queryable,
  options: FoundFilter & { north: number; south: number; east: number; west: number },
): Promise<FoundList> {
  return await findBy(db, BOX, options);
}

type BrandCount = { brand: string; stationCount: number };

const BRANDS_SQL = `select ${STATE_COLUMNS}, f.* from ${ONE_STATE} left join lateral (
  select b.brand, count(*)::int as "stationCount" from station_brand b join station s on s.id = b.station_id
  where b.brand is not null and s.left_at is null group by b.brand) f on true`;

/** Brands of the stations that the newest feed lists, in no order. */
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

/** Canonical brands of listed stations, as stored. */
export async function findBrands(db: Queryable): Promise<string[]> {
  return (await countBrands(db)).brands.map(({ brand }) => brand);
}

const DEPARTMENT: Search = {
  name: "page_department",
  from:
    "select id, motorway, left_at, 0::float8 as metres from station where department = $department",
  order: "p.price_milli",
};

/** Prices in force in a department, by price, then id; stations without a position included. */
export function findInDepartment(
  db: Queryable,
  options: FoundFilter & { department: string },
): Promise<FoundList> {
  return findBy(db, DEPARTMENT, options);
}

/**
 * The stations that the newest feed lists and that meet all conditions, ascending by id as text.
 */
export async function findListed(
  db: Queryable,
  conditions: readonly Condition[],
): Promise<StationRecord[]> {
  const where = ["s.left_at is null", ...conditions.map(({ sql }) => sql)].join(" and ");
  const text =
    `select ${rows.STATION_JSON} as station from station s left join station_brand b on b.station_id = s.id
    where ${where} order by s.id::text collate "C"`;
  const values = Object.fromEntries(conditions.map(({ name, value }) => [name, value]));
  const found = await db.query<{ station: StationRecord }>(toStatement({ text, values }));
  return found.map(({ station }) => station);
}

const KNOWN_SQL =
  `${rows.KNOWN_STATIONS} where s.id = any($1::int[]) order by array_position($1::int[], s.id)`;

/** The stations of some ids, with what is known of their fuels, in the order of the ids. */
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

/**
 * The ids of all stations that the newest feed lists, ascending as text; `prefix` takes those that
 * begin with it.
 */
export async function findListedIds(db: Queryable, prefix = ""): Promise<string[]> {
  const rows = await db.query<{ id: number }>({
    name: "listed_ids",
    text:
      "select id from station where left_at is null and id::text like $1 || '%' order by id::text collate \"C\"",
    values: [prefix],
  });
  return rows.map(({ id }) => String(id));
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

/** Those of some ids that stations have, the ones that left the feed included, in no order. */
export async function findStoredIds(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const text = "select id::text as id from station where id::text = any($1::text[])";
  return (await db.query<{ id: string }>({ name: "stored_ids", text, values: [ids] })).map((
    { id },
  ) => id);
}

/** A price in force, in thousandths, and where it is. */
export type LocatedPrice = { lat: number; lng: number; priceMilli: number };

const AROUND_SQL =
  `select st_y(s.position::geometry) as lat, st_x(s.position::geometry) as lng, p.price_milli as "priceMilli"
  from station s join current_price p on p.station_id = s.id and p.fuel = $1 cross join (table data_state limit 1) state
  where ${rows.inForceSql("$2")} and s.id in (select other.id from station own
    join station other on st_dwithin(own.position, other.position, $4::float8) where own.id = any($3::int[]))`;

/**
 * Prices in force of a fuel (1 to 6) within `radiusM` metres (geodesic) of any of the stations,
 * their own included; in no order.
 */
export async function findPricesAround(
  db: Queryable,
  { fuel, maxAgeDays, ids, radiusM }: {
    fuel: number;
    maxAgeDays: number;
    ids: readonly number[];
    radiusM: number;
  },
): Promise<LocatedPrice[]> {
  return await db.query({
    name: "prices_around",
    text: AROUND_SQL,
    values: [fuel, maxAgeDays, ids, radiusM],
  });
}
