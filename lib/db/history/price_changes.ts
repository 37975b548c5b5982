/** Writes price facts into the table of price periods, in any order and as often as one likes. @module */

import type { PriceFact } from "../../domain/fact.ts";
import { type Merge, mergePoints, type PricePeriod, type PricePoint } from "../../domain/price_period.ts";
import type { Queryable } from "../db.ts";
import { isEmpty, toArrayText, toSecondsArray, toTextArray } from "../bulk.ts";

/** A stretch of time in which something was learned about a station's fuel; `toMs` is `fromMs` when absent. */
export type ChangedSpan = { stationId: number; fuel: number; fromMs: number; toMs?: number };

/** What recording did, in facts: `changed` began a period, `confirmed` prolonged one, `known` were known already. */
type RecordedFacts = { changed: number; confirmed: number; known: number; changedSpans: ChangedSpan[] };

/** New points of one station and fuel, and their extent. */
type FactGroup = { stationId: number; fuel: number; points: PricePoint[]; firstMs: number; lastMs: number };

/** Station and fuel in one number: fuels are 1 to 6. */
function toKey(stationId: number, fuel: number): number {
  return stationId * 8 + fuel;
}

function groupFacts(facts: readonly PriceFact[]): Map<number, FactGroup> {
  const groups = new Map<number, FactGroup>();
  for (const fact of facts) {
    const { stationId, fuel, atMs } = fact;
    const key = toKey(stationId, fuel);
    const group = groups.get(key);
    if (!group) {
      groups.set(key, { stationId, fuel, points: [fact], firstMs: atMs, lastMs: atMs });
      continue;
    }
    group.points.push(fact);
    if (atMs < group.firstMs) group.firstMs = atMs;
    if (atMs > group.lastMs) group.lastMs = atMs;
  }
  return groups;
}

const PERIOD_COLUMNS = `c.price_milli, (extract(epoch from c.at) * 1000)::float8 as at_ms,
  (select string_agg(round(extract(epoch from t) * 1000)::text, ',' order by t) from unnest(c.confirmed_at) t) as confirmed`;
const FROM_PAIR = "from price_change c where c.station_id = p.station_id and c.fuel = p.fuel and";

// The neighbourhood that a merge needs: the last period before the first new point, all up to the last, and the one after.
const NEIGHBOURHOOD_SQL = `select p.station_id, p.fuel, r.at_ms, r.price_milli, r.confirmed
from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[]) p (station_id, fuel, first_s, last_s)
cross join lateral (
  (select ${PERIOD_COLUMNS} ${FROM_PAIR} c.at < to_timestamp(p.first_s) order by c.at desc limit 1)
  union all
  (select ${PERIOD_COLUMNS} ${FROM_PAIR} c.at >= to_timestamp(p.first_s) and c.at <= to_timestamp(p.last_s))
  union all
  (select ${PERIOD_COLUMNS} ${FROM_PAIR} c.at > to_timestamp(p.last_s) order by c.at limit 1)
) r order by r.at_ms`;

/** A period as NEIGHBOURHOOD_SQL reads it; `confirmed` is instants in ms joined by commas, or null. */
type PeriodRow = { station_id: number; fuel: number; at_ms: number; price_milli: number; confirmed: string | null };

function toPeriod(row: PeriodRow): PricePeriod {
  const confirmedAtMs = row.confirmed === null ? [] : row.confirmed.split(",").map(Number);
  return { atMs: Math.round(row.at_ms), priceMilli: row.price_milli, confirmedAtMs };
}

async function findNeighbourhoods(tx: Queryable, groups: Map<number, FactGroup>): Promise<Map<number, PricePeriod[]>> {
  const all = [...groups.values()];
  const rows = await tx.query<PeriodRow>({
    name: "price_neighbourhood",
    text: NEIGHBOURHOOD_SQL,
    values: [
      toArrayText(all.map((each) => each.stationId)),
      toArrayText(all.map((each) => each.fuel)),
      toSecondsArray(all.map((each) => each.firstMs)),
      toSecondsArray(all.map((each) => each.lastMs)),
    ],
  });
  const periods = new Map<number, PricePeriod[]>();
  for (const row of rows) {
    const key = toKey(row.station_id, row.fuel);
    const list = periods.get(key);
    if (list) list.push(toPeriod(row));
    else periods.set(key, [toPeriod(row)]);
  }
  return periods;
}

/** Rows to write, by column. */
class PeriodRows {
  readonly stationIds: number[] = [];
  readonly fuels: number[] = [];
  readonly instantsMs: number[] = [];
  readonly prices: number[] = [];
  readonly confirmed: (string | null)[] = [];

  add(group: FactGroup, period: PricePeriod): void {
    this.stationIds.push(group.stationId);
    this.fuels.push(group.fuel);
    this.instantsMs.push(period.atMs);
    this.prices.push(period.priceMilli);
    this.confirmed.push(period.confirmedAtMs.length === 0 ? null : toArrayText(period.confirmedAtMs));
  }

  get keys(): string[] {
    return [toArrayText(this.stationIds), toArrayText(this.fuels), toSecondsArray(this.instantsMs)];
  }

  get values(): string[] {
    return [...this.keys, toArrayText(this.prices), toTextArray(this.confirmed)];
  }
}

/** The rows that a merge leaves to insert, to update and to delete. */
class Changes {
  readonly inserts = new PeriodRows();
  readonly updates = new PeriodRows();
  readonly deletes = new PeriodRows();

  add(group: FactGroup, known: readonly PricePeriod[], merged: readonly PricePeriod[]): void {
    const left = new Map(known.map((period) => [period.atMs, period]));
    for (const period of merged) {
      const before = left.get(period.atMs);
      left.delete(period.atMs);
      if (!before) this.inserts.add(group, period);
      else if (!isSamePeriod(before, period)) this.updates.add(group, period);
    }
    for (const period of left.values()) this.deletes.add(group, period);
  }
}

function isSamePeriod(a: PricePeriod, b: PricePeriod): boolean {
  return a.priceMilli === b.priceMilli && a.confirmedAtMs.length === b.confirmedAtMs.length &&
    a.confirmedAtMs.every((atMs, index) => atMs === b.confirmedAtMs[index]);
}

const PERIOD_ROWS = `select station_id, fuel, to_timestamp(at_s) as at, price_milli,
  case when confirmed is not null then
    (select array_agg(to_timestamp(ms / 1000.0::float8) order by ms) from unnest(confirmed::bigint[]) ms) end as confirmed_at
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::smallint[], $5::text[])
    n (station_id, fuel, at_s, price_milli, confirmed)`;

// In the order of the key, which fills the pages of its index to nine tenths instead of two thirds.
const INSERT_SQL =
  `insert into price_change (station_id, fuel, at, price_milli, confirmed_at) ${PERIOD_ROWS} order by station_id, fuel, at_s`;
const UPDATE_SQL = `update price_change c set price_milli = n.price_milli, confirmed_at = n.confirmed_at
  from (${PERIOD_ROWS}) n where c.station_id = n.station_id and c.fuel = n.fuel and c.at = n.at`;
const DELETE_SQL =
  `delete from price_change c using unnest($1::int[], $2::smallint[], $3::float8[]) n (station_id, fuel, at_s)
  where c.station_id = n.station_id and c.fuel = n.fuel and c.at = to_timestamp(n.at_s)`;

async function writeChanges(tx: Queryable, { inserts, updates, deletes }: Changes): Promise<void> {
  if (deletes.prices.length > 0) await tx.query({ name: "runs_delete", text: DELETE_SQL, values: deletes.keys });
  if (updates.prices.length > 0) await tx.query({ name: "runs_update", text: UPDATE_SQL, values: updates.values });
  if (inserts.prices.length > 0) await tx.query({ name: "runs_insert", text: INSERT_SQL, values: inserts.values });
}

/**
 * Records price facts in any order, as often as one likes: facts already known change nothing, and of two values for one
 * station, fuel and instant the one recorded last wins. The table holds the same periods whatever the order and the batches.
 * The caller holds the writers' lock. `changedSpans` names what was learned, at most one span per station and fuel; give it to
 * `refreshDailyMeans`.
 */
export async function recordPriceFacts(tx: Queryable, facts: readonly PriceFact[]): Promise<RecordedFacts> {
  const recorded: RecordedFacts = { changed: 0, confirmed: 0, known: 0, changedSpans: [] };
  if (facts.length === 0) return recorded;
  const groups = groupFacts(facts);
  // a first load is spared 100 000 looks into an empty index
  const isFirst = await isEmpty(tx, "price_change");
  const neighbourhoods = isFirst ? new Map<number, PricePeriod[]>() : await findNeighbourhoods(tx, groups);
  const changes = new Changes();
  for (const [key, group] of groups) {
    const known = neighbourhoods.get(key) ?? [];
    const merge = mergePoints(known, group.points);
    count(recorded, group, merge);
    if (merge.touched) changes.add(group, known, merge.periods);
  }
  await writeChanges(tx, changes);
  return recorded;
}

function count(recorded: RecordedFacts, group: FactGroup, merge: Merge): void {
  recorded.changed += merge.changed;
  recorded.confirmed += merge.confirmed;
  recorded.known += merge.known;
  if (!merge.touched) return;
  recorded.changedSpans.push({ stationId: group.stationId, fuel: group.fuel, ...merge.touched });
}
