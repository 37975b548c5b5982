/**
 * Finds, stores and reads suspect reports. Current marks, means and history share this definition.
 *
 * @module
 */

import {
  findSuspectReports,
  type JudgedPeriod,
  type OddReport,
} from "../../domain/price/plausibility.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { toArrayText, toColumns } from "../bulk.ts";
import type { Queryable } from "../db.ts";
import { PERIOD_COLUMNS } from "./price_changes.ts";

/**
 * An odd report of a station and fuel (1 to 6). `day` (`YYYY-MM-DD`) is the day whose market it was
 * compared with.
 */
export type OddStationReport = OddReport & { stationId: number; fuel: number; day: string };

/** The days and fuels that are judged. Their stored verdicts are replaced. */
type Judged = { days: readonly string[]; fuels: readonly number[] };

/**
 * SQL for suspect prices: `station_id, fuel, at` and `until`, the instant at which they were
 * confirmed or another price followed. `until` is null if neither has happened.
 */
export const SUSPECT_SQL = `select s.station_id, s.fuel, s.at,
    least(s.counts_from, (
      select n.at
      from price_change n
      where n.station_id = s.station_id and n.fuel = s.fuel and n.at > s.at
      order by n.at
      limit 1
    )) as until
  from suspect_price s
  join price_change c on c.station_id = s.station_id and c.fuel = s.fuel and c.at = s.at`;

const FROM_PAIR = `from price_change c
      where c.station_id = o.station_id and c.fuel = f.fuel`;
const REACH_BACK = `to_timestamp(o.first_s) - interval '${IN_FORCE_DAYS} days'`;
// Reads the past of all fuels of a station, since a report may be the price of another fuel.
const PAST_SQL = `
  select o.station_id, o.fuel, f.fuel as "pastFuel", ${PERIOD_COLUMNS},
    f.fuel = o.fuel and exists (
      select from suspect_price s
      where s.station_id = o.station_id and s.fuel = o.fuel and s.at = c.at
        and not (s.day = any($5::date[]) and s.fuel = any($6::smallint[]))
    ) as "isSuspect"
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[])
    o (station_id, fuel, first_s, last_s)
  cross join generate_series(1, 6) f (fuel)
  cross join lateral (
    (
      select c.at, c.price_milli, c.confirmed_at
      ${FROM_PAIR} and c.at < ${REACH_BACK}
      order by c.at desc
      limit 1
    )
    union all
    (
      select c.at, c.price_milli, c.confirmed_at
      ${FROM_PAIR} and c.at >= ${REACH_BACK} and c.at < to_timestamp(o.last_s)
    )
  ) c
  order by c.at`;

/**
 * Returns the suspect ones of odd reports. `odd` must have all odd reports of its stations and
 * fuels on the judged days.
 */
export async function findSuspects(
  db: Queryable,
  odd: readonly OddStationReport[],
  { days, fuels }: Judged,
): Promise<OddStationReport[]> {
  if (odd.length === 0) return [];
  const pairs = [...Map.groupBy(odd, ({ stationId, fuel }) => `${stationId}/${fuel}`)].map(
    ([key, list]) => {
      const reports = list.toSorted((a, b) => a.atMs - b.atMs);
      const { stationId, fuel, atMs: firstMs } = reports[0]!;
      return { key, reports, stationId, fuel, firstMs, lastMs: reports.at(-1)!.atMs };
    },
  );
  type PastRow = JudgedPeriod & { station_id: number; fuel: number; pastFuel: number };
  const columns = toColumns(pairs, ["stationId", "fuel", "firstMs", "lastMs"]);
  const values = [...columns, toArrayText(days), toArrayText(fuels)];
  const rows = await db.query<PastRow>({ name: "suspect_past", text: PAST_SQL, values });
  const pasts = Map.groupBy(rows, ({ station_id, fuel }) => `${station_id}/${fuel}`);
  return pairs.flatMap(({ key, fuel, reports }) => {
    const byFuel = Map.groupBy(pasts.get(key) ?? [], ({ pastFuel }) => pastFuel);
    const own = byFuel.get(fuel) ?? [];
    byFuel.delete(fuel);
    return findSuspectReports(reports, own, [...byFuel.values()]);
  });
}

/**
 * Returns SQL for the last CTE and for the statement that marks days as stale from the changed
 * verdicts on. `changed` is SQL for rows `station_id, fuel, at`.
 */
const toStaleSql = (changed: string) =>
  `stale as (
    -- The days that a changed verdict can reach: from its report to twice the days in force after
    -- the last confirmation.
    select
      (min(c.at) at time zone 'Europe/Paris')::date as first_day,
      (
        (max(greatest(c.at, p.confirmed_at[cardinality(p.confirmed_at)]))
          + interval '${2 * IN_FORCE_DAYS} days')
        at time zone 'Europe/Paris'
      )::date as last_day
    from ${changed}
    left join price_change p on p.station_id = c.station_id and p.fuel = c.fuel and p.at = c.at
  )
  update coverage
  set averaged = false
  from stale
  where averaged and day between stale.first_day and stale.last_day`;

const REPLACE_SQL = `
  with suspect as (
    -- The reports that are suspect by the new verdict.
    select station_id, fuel, to_timestamp(at_s) as at, day
    from unnest($1::int[], $2::smallint[], $3::float8[], $4::date[]) n (station_id, fuel, at_s, day)
  ), no_longer_suspect as (
    -- Stored reports of the judged days and fuels that are no longer suspect.
    delete from suspect_price old
    where old.day = any($5::date[]) and old.fuel = any($6::smallint[])
      and not exists (
        select from suspect
        where suspect.station_id = old.station_id
          and suspect.fuel = old.fuel
          and suspect.at = old.at
      )
    returning old.station_id, old.fuel, old.at
  ), newly_suspect as (
    -- Reports that are newly suspect, or suspect on another day than before.
    insert into suspect_price (station_id, fuel, at, day)
    select station_id, fuel, at, day
    from suspect
    on conflict (station_id, fuel, at) do update
      set day = excluded.day
      where suspect_price.day <> excluded.day
    returning station_id, fuel, at
  ), ${toStaleSql("(table no_longer_suspect union all table newly_suspect) c")}`;

/**
 * Replaces the suspect reports of the judged days and fuels. Marks the days that a changed verdict
 * can reach as stale.
 */
export async function replaceSuspects(
  tx: Queryable,
  suspects: readonly OddStationReport[],
  { days, fuels }: Judged,
): Promise<void> {
  const columns = toColumns(suspects, ["stationId", "fuel", "atMs", "day"]);
  const values = [...columns, toArrayText(days), toArrayText(fuels)];
  await tx.query({ name: "suspects_replace", text: REPLACE_SQL, values });
}

/**
 * When other stations or the market confirmed a suspect report, in ms; Infinity if they did not.
 */
export type Confirmation = Pick<OddStationReport, "stationId" | "fuel" | "atMs"> & {
  confirmedMs: number;
};

const CONFIRM_SQL = `
  with confirmation as (
    -- The instant from which each report counts; null if it was not confirmed.
    select station_id, fuel, to_timestamp(at_s) as at,
      to_timestamp(nullif(confirmed_s, 'Infinity')) as counts_from
    from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[])
      n (station_id, fuel, at_s, confirmed_s)
  ), changed as (
    update suspect_price s
    set counts_from = n.counts_from
    from confirmation n
    where s.station_id = n.station_id and s.fuel = n.fuel and s.at = n.at
      and s.counts_from is distinct from n.counts_from
    returning s.station_id, s.fuel, s.at
  ), ${toStaleSql("changed c")}`;

/** Stores when suspect reports were confirmed. Marks the days that a change can reach as stale. */
export async function storeConfirmations(
  tx: Queryable,
  confirmations: readonly Confirmation[],
): Promise<void> {
  const values = toColumns(confirmations, ["stationId", "fuel", "atMs", "confirmedMs"]);
  await tx.query({ name: "suspects_confirm", text: CONFIRM_SQL, values });
}
