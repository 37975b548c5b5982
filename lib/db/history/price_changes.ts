/** Records price facts as price periods, in any order and any number of times. @module */

import type { PriceFact } from "../../domain/station/fact.ts";
import { mergePoints, type PricePeriod } from "../../domain/price/price_period.ts";
import type { Queryable } from "../db.ts";
import { toArrayText, toColumns, writeRows } from "../bulk.ts";
import { msSql } from "../current/station_rows.ts";

/**
 * A time span in which something was learned about a fuel of a station. Without `toMs` it is the
 * instant `fromMs`.
 */
export type ChangedSpan = { stationId: number; fuel: number; fromMs: number; toMs?: number };

/**
 * Counts of facts: `changed` began a period, `confirmed` extended one, `known` were stored already.
 * `changedSpans` are the spans in which something was learned.
 */
type RecordedFacts = {
  changed: number;
  confirmed: number;
  known: number;
  changedSpans: ChangedSpan[];
};

/** Returns station and fuel as one number; fuels are 1 to 6. */
function toKey(stationId: number, fuel: number): number {
  return stationId * 8 + fuel;
}

/** Groups facts by station and fuel, each group with its first and last instant. */
function groupFacts(facts: readonly PriceFact[]) {
  return [...Map.groupBy(facts, ({ stationId, fuel }) => toKey(stationId, fuel))].map(
    ([key, points]) => {
      const { stationId, fuel } = points[0]!;
      const instants = points.map(({ atMs }) => atMs);
      return {
        key,
        stationId,
        fuel,
        points,
        firstMs: Math.min(...instants),
        lastMs: Math.max(...instants),
      };
    },
  );
}

type FactGroup = ReturnType<typeof groupFacts>[number];

/** SQL columns of a {@link PricePeriod}, read from the row `c` of `price_change`. */
export const PERIOD_COLUMNS = `c.price_milli as "priceMilli",
  ${msSql("c.at")} as "atMs",
  to_json(array(select ${msSql("t")} from unnest(c.confirmed_at) t order by 1)) as "confirmedAtMs"`;
const FROM_PAIR = `from price_change c
    where c.station_id = p.station_id and c.fuel = p.fuel`;

// A merge needs the last period before the first new point, all periods up to the last new point,
// and the period after that.
const NEIGHBOURHOOD_SQL = `
  select p.station_id, p.fuel, r."priceMilli", r."atMs", r."confirmedAtMs"
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[])
    p (station_id, fuel, first_s, last_s)
  cross join lateral (
    (
      select ${PERIOD_COLUMNS}
      ${FROM_PAIR} and c.at < to_timestamp(p.first_s)
      order by c.at desc
      limit 1
    )
    union all
    (
      select ${PERIOD_COLUMNS}
      ${FROM_PAIR} and c.at >= to_timestamp(p.first_s) and c.at <= to_timestamp(p.last_s)
    )
    union all
    (
      select ${PERIOD_COLUMNS}
      ${FROM_PAIR} and c.at > to_timestamp(p.last_s)
      order by c.at
      limit 1
    )
  ) r
  order by r."atMs"`;

type PeriodRow = PricePeriod & { station_id: number; fuel: number };

async function findNeighbourhoods(
  tx: Queryable,
  groups: FactGroup[],
): Promise<Map<number, PeriodRow[]>> {
  // On a first load this saves 100 000 searches of an empty index.
  const any = await tx.query({
    name: "price_change_any",
    text: "select from price_change limit 1",
  });
  if (any.length === 0) return new Map();
  const values = toColumns(groups, ["stationId", "fuel", "firstMs", "lastMs"]);
  const rows = await tx.query<PeriodRow>({
    name: "price_neighbourhood",
    text: NEIGHBOURHOOD_SQL,
    values,
  });
  return Map.groupBy(rows, ({ station_id, fuel }) => toKey(station_id, fuel));
}

/** A period as a row to write; `confirmed` is an array literal of instants in ms, or null. */
type RowToWrite = {
  stationId: number;
  fuel: number;
  atMs: number;
  priceMilli: number;
  confirmed: string | null;
};

function toRow(
  { stationId, fuel }: FactGroup,
  { atMs, priceMilli, confirmedAtMs }: PricePeriod,
): RowToWrite {
  const confirmed = confirmedAtMs.length === 0 ? null : toArrayText(confirmedAtMs);
  return { stationId, fuel, atMs, priceMilli, confirmed };
}

const KEYS = ["stationId", "fuel", "atMs"] as const;
const COLUMNS = [...KEYS, "priceMilli", "confirmed"] as const;

/** Collects the rows to insert, update and delete after merges. */
class Changes {
  readonly inserts: RowToWrite[] = [];
  readonly updates: RowToWrite[] = [];
  readonly deletes: RowToWrite[] = [];

  add(group: FactGroup, existing: readonly PricePeriod[], merged: readonly PricePeriod[]): void {
    const unmatched = new Map(existing.map((period) => [period.atMs, period]));
    for (const period of merged) {
      const before = unmatched.get(period.atMs);
      unmatched.delete(period.atMs);
      if (!before) this.inserts.push(toRow(group, period));
      else if (!isSamePeriod(before, period)) this.updates.push(toRow(group, period));
    }
    for (const period of unmatched.values()) this.deletes.push(toRow(group, period));
  }
}

function isSamePeriod(a: PricePeriod, b: PricePeriod): boolean {
  return a.priceMilli === b.priceMilli && a.confirmedAtMs.length === b.confirmedAtMs.length &&
    a.confirmedAtMs.every((atMs, index) => atMs === b.confirmedAtMs[index]);
}

const PERIOD_ROWS = `
  select station_id, fuel, to_timestamp(at_s) as at, price_milli,
    case when confirmed is not null then (
      select array_agg(to_timestamp(ms / 1000.0::float8) order by ms)
      from unnest(confirmed::bigint[]) ms
    ) end as confirmed_at
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::smallint[], $5::text[])
    n (station_id, fuel, at_s, price_milli, confirmed)`;

// Inserting in key order fills index pages to nine tenths instead of two thirds.
const INSERT_SQL = `
  insert into price_change (station_id, fuel, at, price_milli, confirmed_at)
  ${PERIOD_ROWS}
  order by station_id, fuel, at_s`;
const UPDATE_SQL = `
  update price_change c
  set price_milli = n.price_milli, confirmed_at = n.confirmed_at
  from (${PERIOD_ROWS}) n
  where c.station_id = n.station_id and c.fuel = n.fuel and c.at = n.at`;
const DELETE_SQL = `
  delete from price_change c
  using unnest($1::int[], $2::smallint[], $3::float8[]) n (station_id, fuel, at_s)
  where c.station_id = n.station_id and c.fuel = n.fuel and c.at = to_timestamp(n.at_s)`;

/**
 * Records price facts, in any order and any number of times, under the writers' lock. If two facts
 * have the same instant, the one recorded last wins.
 */
export async function recordPriceFacts(
  tx: Queryable,
  facts: readonly PriceFact[],
): Promise<RecordedFacts> {
  const recorded: RecordedFacts = { changed: 0, confirmed: 0, known: 0, changedSpans: [] };
  if (facts.length === 0) return recorded;
  const groups = groupFacts(facts);
  const neighbourhoods = await findNeighbourhoods(tx, groups);
  const changes = new Changes();
  for (const group of groups) {
    const existing = neighbourhoods.get(group.key) ?? [];
    const { periods, touched, ...counts } = mergePoints(existing, group.points);
    recorded.changed += counts.changed;
    recorded.confirmed += counts.confirmed;
    recorded.known += counts.known;
    if (!touched) continue;
    recorded.changedSpans.push({ stationId: group.stationId, fuel: group.fuel, ...touched });
    changes.add(group, existing, periods);
  }
  await writeRows(tx, changes.deletes, { name: "runs_delete", text: DELETE_SQL, keys: KEYS });
  await writeRows(tx, changes.updates, { name: "runs_update", text: UPDATE_SQL, keys: COLUMNS });
  await writeRows(tx, changes.inserts, { name: "runs_insert", text: INSERT_SQL, keys: COLUMNS });
  return recorded;
}
