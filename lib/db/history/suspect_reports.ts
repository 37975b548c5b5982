/** Finds, stores and reads suspect reports: one definition for current marks, means and history. @module */

import { isSuspectReport, type JudgedPeriod, type OddReport, SUSPECT_RULE } from "../../domain/price/plausibility.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { toArrayText, toColumns } from "../bulk.ts";
import type { Queryable } from "../db.ts";
import { PERIOD_COLUMNS } from "./price_changes.ts";

/** An odd report of a station and fuel (1 to 6), and the day (`YYYY-MM-DD`) whose market it was compared with. */
export type OddStationReport = OddReport & { stationId: number; fuel: number; day: string };

/** The days and fuels that are judged; what is stored of them is replaced. */
type Judged = { days: readonly string[]; fuels: readonly number[] };

/** Suspect prices: `station_id, fuel, at`, and `until` a repetition confirmed it or another price followed; null while neither did. */
export const SUSPECT_SQL = `select s.station_id, s.fuel, s.at, least(
    (select n.at from price_change n where n.station_id = s.station_id and n.fuel = s.fuel and n.at > s.at
      order by n.at limit 1),
    (select min(t) from unnest(c.confirmed_at) t where t >= s.at + interval '${SUSPECT_RULE.confirmDays} days')) as until
  from suspect_price s join price_change c on c.station_id = s.station_id and c.fuel = s.fuel and c.at = s.at`;

const FROM_PAIR = "from price_change c where c.station_id = o.station_id and c.fuel = o.fuel and";
const REACH_BACK = `to_timestamp(o.first_s) - interval '${IN_FORCE_DAYS} days'`;
const PAST_SQL = `select o.station_id, o.fuel, ${PERIOD_COLUMNS},
    exists (select from suspect_price s where s.station_id = o.station_id and s.fuel = o.fuel and s.at = c.at
      and not (s.day = any($5::date[]) and s.fuel = any($6::smallint[]))) as "isSuspect"
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[]) o (station_id, fuel, first_s, last_s)
  cross join lateral (
    (select c.at, c.price_milli, c.confirmed_at ${FROM_PAIR} c.at < ${REACH_BACK} order by c.at desc limit 1)
    union all
    (select c.at, c.price_milli, c.confirmed_at ${FROM_PAIR} c.at >= ${REACH_BACK} and c.at < to_timestamp(o.last_s))
  ) c order by c.at`;

/** The suspect ones among odd reports. Of each station and fuel all are given that the days judged have. */
export async function findSuspects(
  db: Queryable,
  odd: readonly OddStationReport[],
  { days, fuels }: Judged,
): Promise<OddStationReport[]> {
  if (odd.length === 0) return [];
  const pairs = [...Map.groupBy(odd, ({ stationId, fuel }) => `${stationId}/${fuel}`)].map(([key, list]) => {
    const reports = list.toSorted((a, b) => a.atMs - b.atMs);
    const { stationId, fuel, atMs: firstMs } = reports[0]!;
    return { key, reports, stationId, fuel, firstMs, lastMs: reports.at(-1)!.atMs };
  });
  type PastRow = JudgedPeriod & { station_id: number; fuel: number };
  const columns = toColumns(pairs, ["stationId", "fuel", "firstMs", "lastMs"]);
  const values = [...columns, toArrayText(days), toArrayText(fuels)];
  const rows = await db.query<PastRow>({ name: "suspect_past", text: PAST_SQL, values });
  const pasts = Map.groupBy(rows, ({ station_id, fuel }) => `${station_id}/${fuel}`);
  return pairs.flatMap(({ key, reports }) => judge(reports, pasts.get(key) ?? []));
}

/** The suspect ones among a pair's ascending reports: each verdict is part of the past of the next. */
function judge(reports: readonly OddStationReport[], past: JudgedPeriod[]): OddStationReport[] {
  return reports.filter((report) => {
    const isSuspect = isSuspectReport(report, past.filter(({ atMs }) => atMs < report.atMs));
    const period = past.find(({ atMs }) => atMs === report.atMs);
    if (period) period.isSuspect = isSuspect;
    return isSuspect;
  });
}

const REPLACE_SQL = `with found as (
    select station_id, fuel, at_s, day
    from unnest($1::int[], $2::smallint[], $3::float8[], $4::date[]) f (station_id, fuel, at_s, day)
  ), gone as (
    delete from suspect_price s where day = any($5::date[]) and fuel = any($6::smallint[]) and not exists (
      select from found f where f.station_id = s.station_id and f.fuel = s.fuel and to_timestamp(f.at_s) = s.at)
    returning s.at
  ), come as (
    insert into suspect_price (station_id, fuel, at, day) select station_id, fuel, to_timestamp(at_s), day from found
    on conflict (station_id, fuel, at) do update set day = excluded.day where suspect_price.day <> excluded.day
    returning at
  ), moved as (
    select (min(at) at time zone 'Europe/Paris')::date as first,
      ((max(at) + interval '${2 * IN_FORCE_DAYS} days') at time zone 'Europe/Paris')::date as last
    from (table gone union all table come) c
  ) update coverage set averaged = false from moved where averaged and day between moved.first and moved.last`;

/** Replaces what is stored of some days and fuels. Days on which a changed verdict can matter become stale. */
export async function replaceSuspects(
  tx: Queryable,
  suspects: readonly OddStationReport[],
  { days, fuels }: Judged,
): Promise<void> {
  const columns = toColumns(suspects, ["stationId", "fuel", "atMs", "day"]);
  const values = [...columns, toArrayText(days), toArrayText(fuels)];
  await tx.query({ name: "suspects_replace", text: REPLACE_SQL, values });
}
