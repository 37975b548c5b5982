/** Reads the prices of a fuel at a station and at those around it at the ends of days. @module */

import { type Interruption, toDayPrices, toSpans } from "../../domain/price/daily_mean.ts";
import { endOfParisDay } from "../../shared/time/paris_time.ts";
import type { Queryable } from "../db.ts";
import type { PricePeriod } from "../../domain/price/price_period.ts";
import { msSql } from "../current/station_rows.ts";
import { INTERRUPTIONS } from "./day_tallies.ts";
import { PERIOD_COLUMNS } from "./price_changes.ts";
import { SUSPECT_SQL } from "./suspect_reports.ts";

// Reads the prices and interruptions that can matter at the ends of the days, by the keys of their
// tables.
const MONTH_SQL = `
  with near as (
    -- The station and those around it.
    select id from station where id = $1
    union
    select n.id
    from station own
    join station n on st_dwithin(n.position, own.position, $3::float8)
    where own.id = $1
  )
  select near.id = $1 as "isOwn", p.periods, i.interruptions,
    (
      select coalesce(
        json_agg(json_build_object('sinceMs', ${msSql("x.at")}, 'untilMs', ${msSql("x.until")})),
        '[]'
      )
      from (${SUSPECT_SQL}) x
      where x.station_id = near.id and x.fuel = $2 and x.at < $5::timestamptz
    ) as suspects,
    (
      select coalesce(json_agg(c.day), '[]')
      from coverage c
      where c.day = any($6::date[])
    ) as covered
  from near
  -- The last period before the days, and all that begin within them.
  cross join lateral (
    select json_agg(r) as periods
    from (
      select ${PERIOD_COLUMNS}
      from (
        (
          select at, price_milli, confirmed_at
          from price_change c
          where c.station_id = near.id and c.fuel = $2 and c.at < $4::timestamptz
          order by at desc
          limit 1
        )
        union all
        (
          select at, price_milli, confirmed_at
          from price_change c
          where c.station_id = near.id
            and c.fuel = $2
            and c.at >= $4::timestamptz
            and c.at < $5::timestamptz
        )
      ) c
      order by c.at
    ) r
  ) p
  cross join lateral (
    select coalesce(
      json_agg(
        json_build_object('sinceMs', ${msSql("r.since")}, 'untilMs', ${msSql("r.until")})
      ),
      '[]'
    ) as interruptions
    from ${INTERRUPTIONS} r
    where station_id = near.id
      and fuel in (0, $2)
      and since < $5::timestamptz
      and (until is null or until >= $4::timestamptz)
  ) i
  where p.periods is not null`;

type MonthRow = {
  isOwn: boolean;
  periods: PricePeriod[];
  interruptions: Interruption[];
  suspects: Interruption[];
  covered: string[];
};

/**
 * Returns the prices in force of a fuel (1 to 6) at the ends of `days` (ascending), in thousandths:
 * at a station, and at those within `radiusM` metres. A missing or suspect price is 0, and so is
 * every price of an uncovered day. The last day is in progress and needs no coverage.
 */
export async function findDayPrices(
  db: Queryable,
  { stationId, fuel, radiusM, days }: {
    stationId: number;
    fuel: number;
    radiusM: number;
    days: readonly string[];
  },
): Promise<{ own: Int16Array; others: Int16Array[] }> {
  const endsMs = days.map((day) => endOfParisDay(day).getTime());
  const extent = [endsMs.at(0), endsMs.at(-1)].map((ms) => new Date(ms ?? 0));
  const values = [stationId, fuel, radiusM, ...extent, `{${days.join(",")}}`];
  const rows = await db.query<MonthRow>({ name: "own_month", text: MONTH_SQL, values });
  const covered = new Set([...rows[0]?.covered ?? [], days.at(-1)]);
  const toRow = (row: MonthRow) =>
    toPrices(row, endsMs).map((milli, day) => covered.has(days[day]!) ? milli : 0);
  const own = rows.find(({ isOwn }) => isOwn);
  return {
    own: own ? toRow(own) : new Int16Array(days.length),
    others: rows.filter(({ isOwn }) => !isOwn).map(toRow),
  };
}

function toPrices(
  { periods, interruptions, suspects }: MonthRow,
  endsMs: readonly number[],
): Int16Array {
  const prices = toDayPrices(toSpans(periods, interruptions), endsMs);
  return prices.map((milli, day) => {
    const endMs = endsMs[day]!;
    return suspects.some(({ sinceMs, untilMs }) =>
        endMs > sinceMs && endMs <= (untilMs ?? Infinity)
      )
      ? 0
      : milli;
  });
}
