/**
 * Reads tallies of prices in force, the daily prices of areas, and the price changes of a station.
 *
 * @module
 */

import type { Area } from "../../domain/place/area.ts";
import type { Tally } from "../../domain/price/aggregate.ts";
import type { DayTally } from "../../domain/price/daily_mean.ts";
import type { NamedPrice } from "../../domain/station/station_record.ts";
import { toArrayText, toColumns } from "../bulk.ts";
import { firstOf, type Queryable, readOne } from "../db.ts";
import { ONE_STATE, pickState, STATE_COLUMNS, type StoredState } from "../data_state.ts";
import { inForceSql, isKnownSql, msSql } from "../current/station_rows.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import type { Observation } from "../../domain/price/price_period.ts";
import { SUSPECT_SQL } from "./suspect_reports.ts";

const PRICES = `current_price p
    join station s on s.id = p.station_id
    left join station_brand b on b.station_id = s.id`;

/** SQL for a row of {@link PRICES} as a `NamedPrice`. */
const NAMED_JSON = `json_build_object(
    'station', json_build_object('id', s.id::text, 'name', b.name, 'brand', b.brand,
      'address', s.address, 'city', s.city, 'department', s.department),
    'price', json_build_object('priceMilli', p.price_milli, 'atMs', ${msSql("p.updated_at")}))`;

function extremeSql(order: string): string {
  const sorting = `p.price_milli ${order}, p.updated_at desc, s.id::text collate "C"`;
  return `(array_agg(s.id order by ${sorting}))[1]`;
}

/**
 * Returns SQL for tallies of prices in force: prices `p` of fuel `$1`, at most `$2` days old, of
 * stations `s` with brands `b`. `data_state` must be in scope.
 */
function tallySql(options: { where?: string; columns?: string; group?: string }): string {
  const { where = "true", columns = "", group = "" } = options;
  const named = (id: string) =>
    `(select ${NAMED_JSON} from ${PRICES} where p.fuel = $1 and s.id = ${id})`;
  return `
    select t.*, ${named("min_id")} as min, ${named("max_id")} as max
    from (
      select ${columns}
        count(*)::int as count,
        coalesce(sum(p.price_milli), 0)::float8 as "sumMilli",
        ${extremeSql("asc")} as min_id,
        ${extremeSql("desc")} as max_id
      from ${PRICES}
      cross join (select data_state.as_of) state
      where p.fuel = $1 and ${where} and ${inForceSql("$2")}
      ${group}
    ) t`;
}

function pickTally({ sumMilli, count, min, max }: Tally): Tally {
  return { sumMilli, count, min, max };
}

/**
 * The prices of an area: `cheaper` counts those below the price in question, `past` has the means
 * of past days in thousandths, and `cheapest` the five lowest prices of a department, by price,
 * then ID.
 */
type AreaTally = {
  tally: Tally;
  cheaper: number;
  past: Map<string, number>;
  cheapest: NamedPrice[];
};

const TODAY_SQL = "(data_state.as_of at time zone 'Europe/Paris')::date";

const AREA_SQL = `select ${STATE_COLUMNS}, t.*,
  (
    select coalesce(json_object_agg(m.day, m.sum_milli::float8 / m.station_count), '{}')
    from daily_mean m
    where m.area = $3 and m.fuel = $1 and m.day < ${TODAY_SQL} and m.day >= ${TODAY_SQL} - 7
  ) as past,
  (
    select coalesce(json_agg(x.named), '[]')
    from (
      select ${NAMED_JSON} as named
      from ${PRICES}
      cross join (select data_state.as_of) state
      where p.fuel = $1 and s.department = $3 and ${inForceSql("$2")}
      order by p.price_milli, s.id::text collate "C"
      limit 5
    ) x
  ) as cheapest
from ${ONE_STATE} left join lateral (${
  tallySql({
    where: "($3 = 'FR' or s.department = $3)",
    columns: "count(*) filter (where p.price_milli < $4)::int as cheaper,",
  })
}) t on true`;

/**
 * Returns the tally of an area ('FR' or the code of a department) for a fuel (1 to 6), and the
 * means of the 7 days before today.
 */
export async function getAreaTally(
  db: Queryable,
  options: { area: string; fuel: number; maxAgeDays: number; priceMilli?: number },
): Promise<AreaTally & { state: StoredState }> {
  type AreaRow = StoredState & Tally & Pick<AreaTally, "cheaper" | "cheapest"> & {
    past: Record<string, number>;
  };
  const values = [options.fuel, options.maxAgeDays, options.area, options.priceMilli ?? 0];
  const row = await readOne<AreaRow>(db, { name: "area", text: AREA_SQL, values });
  const { cheaper, cheapest } = row;
  return {
    state: pickState(row),
    tally: pickTally(row),
    cheaper,
    past: new Map(Object.entries(row.past)),
    cheapest,
  };
}

const TOP_SQL = `select ${STATE_COLUMNS}, t.* from ${ONE_STATE} left join lateral (${
  tallySql({
    columns: "b.brand,",
    where: "b.brand is not null",
    group: 'group by b.brand order by count(*) desc, b.brand collate "C" limit $3',
  })
}) t on true`;

/**
 * Returns the `limit` brands with the most stations whose price of a fuel (1 to 6) is in force,
 * most first; ties by name.
 */
export async function findTopBrands(
  db: Queryable,
  options: { fuel: number; limit: number },
): Promise<{ state: StoredState; brands: { brand: string; tally: Tally }[] }> {
  const values = [options.fuel, IN_FORCE_DAYS, options.limit];
  type BrandRow = StoredState & Tally & { brand: string | null };
  const rows = await db.query<BrandRow>({ name: "top_brands", text: TOP_SQL, values });
  const brands = rows.flatMap((row) =>
    row.brand === null ? [] : [{ brand: row.brand, tally: pickTally(row) }]
  );
  return { state: pickState(firstOf(rows)), brands };
}

const DEPARTMENTS_SQL = `select t.* from ${ONE_STATE} cross join lateral (${
  tallySql({
    columns: "s.department,",
    where: "s.department is not null",
    group: "group by s.department",
  })
}) t`;

/**
 * Returns today's tally of a fuel (1 to 6) by the code of the department. Departments without a
 * price in force are missing.
 */
export async function findDepartmentTallies(
  db: Queryable,
  fuel: number,
): Promise<Map<string, Tally>> {
  const statement = {
    name: "department_tallies",
    text: DEPARTMENTS_SQL,
    values: [fuel, IN_FORCE_DAYS],
  };
  const rows = await db.query<Tally & { department: string }>(statement);
  return new Map(rows.map((row) => [row.department, pickTally(row)]));
}

/**
 * The prices in force in an area at the end of a day, or now if the day is today, in thousandths.
 */
export type AreaDay = Omit<DayTally, "area" | "day"> & { area: string; day: string };

// The test whether arrays overlap comes first, so few prices of a small area are tested further.
const DAYS_SQL = `
  with part as (
    -- An area is the sum of its parts.
    select area, part from unnest($1::text[], $2::text[]) n (area, part)
  ), state as (
    select as_of, (as_of at time zone 'Europe/Paris')::date as today from data_state
  )
  select area, fuel, day, sum(sum_milli)::float8 as "sumMilli", min(min_milli) as "minMilli",
    max(max_milli) as "maxMilli", sum(station_count)::int as count
  from (
    -- Past days.
    select part.area, m.fuel, m.day, m.sum_milli, m.min_milli, m.max_milli, m.station_count
    from part
    join daily_mean m on m.area = part.part
    cross join state
    where m.fuel = any($3::smallint[])
      and m.day between $4::date and $5::date
      and m.day < state.today
    union all
    -- Today: each price in force is a row.
    select part.area, p.fuel, state.today, p.price_milli, p.price_milli, p.price_milli, 1
    from ${PRICES}
    cross join state
    cross join unnest(array['FR', s.department, 'brand:' || b.brand]) own (part)
    join part using (part)
    where p.fuel = any($3::smallint[])
      and array['FR', s.department, 'brand:' || b.brand] && $2
      and state.today between $4::date and $5::date
      and ${inForceSql("$6")}
  ) days
  group by area, fuel, day
  order by area, fuel, day`;

/** Returns the parts of areas as two columns, `area` and `part`. */
export function toPartColumns(areas: readonly Area[]) {
  const rows = areas.flatMap(({ area, summedAreas }) =>
    summedAreas.map((part) => ({ area, part }))
  );
  return toColumns(rows, ["area", "part"]);
}

/**
 * Returns the days of areas by area, fuel (1 to 6) and day, from `from` to `to` (both included), at
 * most until today.
 */
export async function findAreaDays(
  db: Queryable,
  { areas, fuels, from, to }: {
    areas: readonly Area[];
    fuels: readonly number[];
    from: string;
    to: string;
  },
): Promise<AreaDay[]> {
  const values = [...toPartColumns(areas), toArrayText(fuels), from, to, IN_FORCE_DAYS];
  return await db.query<AreaDay>({ name: "area_days", text: DAYS_SQL, values });
}

// Reads the changes since `$3` and the last one before, each in one index-only scan.
const HISTORY_SQL = `
  select ${STATE_COLUMNS}, h.price_milli as "priceMilli", ${msSql("h.at")} as "atMs",
    x.at is not null as suspect, ${msSql("x.until")} as "untilMs"
  from ${ONE_STATE}
  left join lateral (
    (
      select c.at, c.price_milli
      from price_change c
      where c.station_id = $1 and c.fuel = $2 and c.at < $3
      order by c.at desc
      limit 1
    )
    union all
    (
      select c.at, c.price_milli
      from price_change c
      where c.station_id = $1 and c.fuel = $2 and c.at >= $3
        and ${isKnownSql("c.at", "data_state.as_of")}
      order by c.at
    )
  ) h on true
  left join (
    select s.at, s.until
    from (${SUSPECT_SQL}) s
    where s.station_id = $1 and s.fuel = $2
  ) x on x.at = h.at
  order by h.at`;

type ChangeRow = StoredState & {
  atMs: number | null;
  priceMilli: number;
  suspect: boolean;
  untilMs: number | null;
};

/**
 * Returns the changes of a fuel of a station since `from` that are known, ascending, after the last
 * one before `from`.
 */
export async function findChanges(
  db: Queryable,
  options: { stationId: number; fuel: number; from: Date },
): Promise<{ state: StoredState; observations: Observation[] }> {
  const values = [options.stationId, options.fuel, options.from];
  const rows = await db.query<ChangeRow>({ name: "history", text: HISTORY_SQL, values });
  const observations = rows.flatMap(({ atMs, priceMilli, suspect, untilMs }) => {
    if (atMs === null) return [];
    const observation = { atMs, priceMilli };
    return [suspect ? { ...observation, suspectUntilMs: untilMs ?? Infinity } : observation];
  });
  return { state: pickState(firstOf(rows)), observations };
}
