/**
 * Reads the newest changes of a fuel at some stations: prices, and stock-outs that began or ended.
 *
 * @module
 */

import type { StationRecord } from "../../domain/station/station_record.ts";
import { type Circle, type Condition, NEARBY, toStatement } from "../current/stations.ts";
import { isKnownSql, msSql, STATION_JSON } from "../current/station_rows.ts";
import { firstOf, type Queryable } from "../db.ts";
import { ONE_STATE, pickState, STATE_COLUMNS, type StoredState } from "../data_state.ts";

/**
 * A change: a new `priceMilli`, with the price before it (null for a first price), or a fuel that
 * ran `out` or is `back` on sale.
 */
export type RecentChange = {
  station: StationRecord;
  atMs: number;
  kind: "price" | "out" | "back";
  priceMilli: number | null;
  previousMilli: number | null;
};

const PRICES = `from price_change c
    where c.station_id = s.id and c.fuel = $fuel
      and not exists (
        select from suspect_price x
        where x.station_id = c.station_id and x.fuel = c.fuel and x.at = c.at
      )`;
const IS_KNOWN = isKnownSql("e.at", "data_state.as_of");

// Each station contributes at most `$limit` rows, read by the keys of the tables. Names and earlier
// prices are read only for the rows that are returned.
const toSql = (from: string, where: string) =>
  `select ${STATE_COLUMNS}, f.*
  from ${ONE_STATE}
  left join lateral (
    select ${STATION_JSON} as station, e.kind, ${msSql("e.at")} as "atMs",
      e.price_milli as "priceMilli", last.price_milli as "previousMilli"
    from (
      select s.id, e.at, e.kind, e.price_milli
      from (${from}) s
      cross join lateral (
        -- New prices.
        (
          select e.at, 'price' as kind, e.price_milli
          from (select c.at, c.price_milli ${PRICES}) e
          where ${IS_KNOWN}
          order by e.at desc
          limit $limit
        )
        union all
        -- Beginnings and ends of stock-outs.
        select e.at, e.kind, null
        from (
          select since, until
          from stock_out o
          where o.station_id = s.id and o.fuel = $fuel and o.kind = 'temporary'
          order by since desc
          limit $limit
        ) o
        cross join lateral (values (o.since, 'out'), (o.until, 'back')) e (at, kind)
        where ${IS_KNOWN}
      ) e
      where ${where}
      order by e.at desc, s.id, e.kind
      limit $limit
    ) e
    join station s on s.id = e.id
    left join station_brand b on b.station_id = s.id
    -- The price before the new one.
    left join lateral (
      select c.price_milli ${PRICES} and c.at < e.at
      order by c.at desc
      limit 1
    ) last on e.kind = 'price'
    where e.kind <> 'price' or e.price_milli is distinct from last.price_milli
    order by e.at desc, e.id, e.kind
  ) f on true`;

type Options = {
  fuel: number;
  limit: number;
  circle: Circle | null;
  conditions: readonly Condition[];
};

/**
 * Returns at most `limit` changes of a fuel (1 to 6), newest first, without suspect prices.
 * Searches the whole country if `circle` is null.
 */
export async function findRecentChanges(
  db: Queryable,
  { circle, conditions, ...others }: Options,
): Promise<{ state: StoredState; changes: RecentChange[] }> {
  const from = circle ? NEARBY.from : "select id, motorway from station";
  const text = toSql(from, ["true", ...conditions.map(({ sql }) => sql)].join(" and "));
  const named = Object.fromEntries(conditions.map(({ name, value }) => [name, value]));
  const values = { ...circle, ...others, ...named };
  const rows = await db.query<StoredState & RecentChange>(toStatement({ text, values }));
  return { state: pickState(firstOf(rows)), changes: rows.filter(({ kind }) => kind !== null) };
}
