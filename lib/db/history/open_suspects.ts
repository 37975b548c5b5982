/** Finds suspect prices that can reach the ends of days, and hides them there. @module */

import type { DayPrices, JudgedDay } from "../../domain/price/daily_mean.ts";
import type { Queryable } from "../db.ts";
import { toArrayText, toColumns } from "../bulk.ts";
import { msSql } from "../current/station_rows.ts";
import type { Confirmation, OddStationReport } from "./suspect_reports.ts";

// The suspect reports of the days themselves are parameters, since they are not stored yet.
const OPEN_SQL = `
  with known as (
    -- The suspect reports of these days, and those stored from other days.
    select station_id, fuel, to_timestamp(at_s) as at
    from unnest($1::int[], $2::smallint[], $3::float8[]) n (station_id, fuel, at_s)
    union
    select station_id, fuel, at
    from suspect_price
    where fuel = any($5::smallint[]) and at < to_timestamp($7::float8) and day <> all($4::date[])
  )
  select k.station_id as "stationId", k.fuel, ${msSql("k.at")} as "atMs",
    ${msSql("s.counts_from")} as "confirmedMs", ${msSql("next.at")} as "nextMs"
  from known k
  join price_change c on c.station_id = k.station_id and c.fuel = k.fuel and c.at = k.at
  left join suspect_price s on s.station_id = k.station_id and s.fuel = k.fuel and s.at = k.at
  -- The next price of the same station and fuel.
  cross join lateral (
    select min(n.at) as at
    from price_change n
    where n.station_id = k.station_id and n.fuel = k.fuel and n.at > k.at
  ) next
  where next.at is null or next.at >= to_timestamp($6::float8)`;

/**
 * A suspect price that can reach the ends of days. `confirmedMs` is null if it was not confirmed,
 * `nextMs` if no price followed it.
 */
export type OpenSuspect = {
  stationId: number;
  fuel: number;
  atMs: number;
  confirmedMs: number | null;
  nextMs: number | null;
};

/**
 * Returns the suspect prices that can reach the ends of days: those of the days themselves, and
 * stored ones from before.
 */
export async function findOpenSuspects(
  db: Queryable,
  suspects: readonly OddStationReport[],
  { days, fuels, judged }: {
    days: readonly string[];
    fuels: readonly number[];
    judged: readonly JudgedDay[];
  },
): Promise<OpenSuspect[]> {
  const columns = toColumns(suspects, ["stationId", "fuel", "atMs"]);
  const startS = judged[0]!.startMs / 1000;
  const endS = judged.at(-1)!.endMs / 1000;
  const values = [...columns, toArrayText(days), toArrayText(fuels), startS, endS];
  return await db.query<OpenSuspect>({ name: "suspects_open", text: OPEN_SQL, values });
}

/**
 * Hides suspect prices from the days until other stations or the market confirm them. Returns when
 * they do.
 */
export function hideSuspects(
  prices: DayPrices,
  open: readonly (OpenSuspect & { station: number })[],
  judged: readonly JudgedDay[],
): Confirmation[] {
  const isJudged = (instantMs: number) => judged.some(({ startMs }) => startMs === instantMs);
  const spans = open.map(({ stationId, station, fuel, atMs, confirmedMs, nextMs }) => {
    const span = { fromMs: atMs, toMs: nextMs ?? Infinity };
    const otherDaysMs = confirmedMs === null || isJudged(confirmedMs) ? Infinity : confirmedMs;
    const firstMs = Math.min(otherDaysMs, prices.findConfirmedMs(station, fuel, span));
    return {
      stationId,
      station,
      fuel,
      atMs,
      confirmedMs: firstMs,
      toMs: Math.min(span.toMs, firstMs),
    };
  });
  for (const { station, fuel, atMs, toMs } of spans) {
    prices.hide(station, fuel, { fromMs: atMs, toMs });
  }
  return spans.map(({ stationId, fuel, atMs, confirmedMs }) => ({
    stationId,
    fuel,
    atMs,
    confirmedMs,
  }));
}
