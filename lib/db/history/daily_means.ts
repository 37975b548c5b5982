/** Keeps the table of daily means true: finalises days that ended and repairs days that late facts touch. @module */

import { REACH_MS } from "../../domain/daily_mean.ts";
import { DEPARTMENTS } from "../../shared/departments.ts";
import { startOfParisDay, toParisDay } from "../../shared/paris_time.ts";
import { ALL_FUELS, type DayTallies, NO_DEPARTMENT, tallyDays } from "./day_tallies.ts";
import type { Queryable } from "../db.ts";
import { toArrayText, toTextArray } from "../ingest/columns.ts";
import type { DirtySpan } from "./price_changes.ts";

/** What an ingest tells about its run. */
export type Refresh = {
  /** The instant of this run, and of the good one before it (null: none). */
  asOf: Date;
  previousAsOf: Date | null;
  /** What was learned: prices by `recordPriceFacts`; of stock-outs and absences their `since`, when one began, ended or moved. */
  dirty: readonly DirtySpan[];
};

/** What a refresh did: days whose means were made, and days of which some fuels were made again. */
export type Refreshed = { finalised: string[]; repaired: string[] };

const NATION = "FR";
const PARTS_OF_NATION = [...DEPARTMENTS.map(({ code }) => code), NO_DEPARTMENT];

const INSERT_SQL = `insert into daily_mean (area, fuel, day, sum_milli, min_milli, max_milli, station_count)
  select a.area, n.fuel, d.day, n.sum_milli, n.min_milli, n.max_milli, n.station_count
  from unnest($3::int[], $4::smallint[], $5::int[], $6::bigint[], $7::smallint[], $8::smallint[], $9::int[])
    n (area_number, fuel, day_number, sum_milli, min_milli, max_milli, station_count)
  join unnest($1::text[]) with ordinality a (area, number) on a.number = n.area_number
  join unnest($2::date[]) with ordinality d (day, number) on d.number = n.day_number`;

async function insertTallies(tx: Queryable, { days, areas, grid }: DayTallies): Promise<void> {
  const columns: number[][] = [[], [], [], [], [], [], []];
  for (let day = 0; day < days.length; day++) {
    for (let area = 0; area < areas.length; area++) {
      for (let fuel = 1; fuel <= 6; fuel++) {
        const tally = grid.tally(area, fuel, day);
        if (!tally) continue;
        const { sumMilli, minMilli, maxMilli, count } = tally;
        [area + 1, fuel, day + 1, sumMilli, minMilli, maxMilli, count].forEach((value, i) => columns[i].push(value));
      }
    }
  }
  if (columns[0].length === 0) return;
  await tx.query({
    name: "means_insert",
    text: INSERT_SQL,
    values: [areas, toTextArray(days), ...columns.map(toArrayText)],
  });
}

async function deleteMeans(tx: Queryable, days: readonly string[], fuels: readonly number[]): Promise<void> {
  await tx.query({
    text: `delete from daily_mean where day >= $1::date and day <= $2::date and day = any($3::date[])
      and fuel = any($4::smallint[])`,
    values: [days[0], days[days.length - 1], toTextArray(days), toArrayText(fuels)],
  });
}

const NATION_SQL = `insert into daily_mean (area, fuel, day, sum_milli, min_milli, max_milli, station_count)
  select '${NATION}', fuel, day, sum(sum_milli), min(min_milli), max(max_milli), sum(station_count)
  from daily_mean where area = any($1::text[]) and fuel = any($2::smallint[]) and day = any($3::date[])
  group by fuel, day`;

/** Replaces the means of some days and fuels, in all areas, by those that their prices and cuts give now. */
async function makeMeans(tx: Queryable, days: readonly string[], fuels: readonly number[]): Promise<void> {
  await storeTallies(tx, await tallyDays(tx, { days, fuels }), fuels);
}

/** Replaces the means of some days and fuels, in all areas, by tallies. */
export async function storeTallies(tx: Queryable, tallies: DayTallies, fuels: readonly number[]): Promise<void> {
  await deleteMeans(tx, tallies.days, fuels);
  await insertTallies(tx, tallies);
  await tx.query({ text: NATION_SQL, values: [PARTS_OF_NATION, toArrayText(fuels), toTextArray(tallies.days)] });
  await markAveraged(tx, tallies.days);
}

async function markAveraged(tx: Queryable, days: readonly string[]): Promise<void> {
  const text = "update coverage set averaged = true where not averaged and day = any($1::date[])";
  await tx.query({ text, values: [toTextArray(days)] });
}

/**
 * Brings the means up to an ingest's instant, in its transaction and after its facts, stock-outs and absences are stored:
 * makes the means of covered days that ended since the run before, and makes again what was learned too late. The day of
 * `asOf` has no mean yet. Notes which prices this run was the first to list. Costs next to nothing when no day ended and nothing was late.
 */
export async function refreshDailyMeans(tx: Queryable, { asOf, previousAsOf, dirty }: Refresh): Promise<Refreshed> {
  const today = toParisDay(asOf);
  await noteFirstListing(tx, asOf, previousAsOf === null);
  const repaired = await repairDays(tx, dirty, today);
  const finalised = previousAsOf ? await findOwedDays(tx, toParisDay(previousAsOf), today) : [];
  if (finalised.length > 0) await makeMeans(tx, finalised, ALL_FUELS);
  return { finalised, repaired };
}

/** Remembers the first feed of all, and when each price was first listed: archives that come later hang on both. */
async function noteFirstListing(tx: Queryable, asOf: Date, isFirstFeed: boolean): Promise<void> {
  if (isFirstFeed) await tx.query({ text: "update data_state set first_as_of = $1", values: [asOf] });
  await tx.query({
    name: "first_listing",
    text: "update current_price set first_listed_at = $1 where listed and first_listed_at is null",
    values: [asOf],
  });
}

/** Covered days from `from` until before `before` whose means are owed, ascending. */
export async function findOwedDays(db: Queryable, from: string, before: string): Promise<string[]> {
  const rows = await db.query<{ day: string }>({
    name: "owed_days",
    text: "select day from coverage where not averaged and day >= $1::date and day < $2::date order by day",
    values: [from, before],
  });
  return rows.map(({ day }) => day);
}

/** Days on which something learned can matter, and what it was. */
export type Late = { firstDay: string; lastDay: string; spans: DirtySpan[] };

async function repairDays(tx: Queryable, dirty: readonly DirtySpan[], today: string): Promise<string[]> {
  const [newest] = await tx.query<{ day: string | null }>({
    name: "newest_averaged",
    text: "select max(day) as day from coverage where averaged",
  });
  if (newest.day === null) return [];
  const firstFreeMs = startOfParisDay(newest.day).getTime() + 25 * 3_600_000; // no Paris day is longer
  const late = dirty.filter(({ fromMs }) => fromMs < firstFreeMs);
  if (late.length === 0) return [];
  const repaired: string[] = [];
  for (const cluster of toClusters(late)) {
    if (cluster.lastDay >= today) {
      await oweDays(tx, cluster.firstDay > today ? cluster.firstDay : today, cluster.lastDay);
    }
    repaired.push(...await repairCluster(tx, cluster, today));
  }
  return repaired;
}

/** Groups of spans whose days overlap, so that one scattered old fact does not make months be looked at. */
export function toClusters(late: readonly DirtySpan[]): Late[] {
  const clusters: Late[] = [];
  for (const span of [...late].sort((a, b) => a.fromMs - b.fromMs)) {
    const firstDay = toParisDay(new Date(span.fromMs));
    const lastDay = toParisDay(new Date((span.toMs ?? span.fromMs) + REACH_MS));
    const cluster = clusters.at(-1);
    if (cluster && firstDay <= cluster.lastDay) {
      cluster.spans.push(span);
      if (lastDay > cluster.lastDay) cluster.lastDay = lastDay;
    } else clusters.push({ firstDay, lastDay, spans: [span] });
  }
  return clusters;
}

/**
 * Takes the mark of averaged days from `firstDay` to `lastDay`, both included: their means are owed. For writers that
 * learn about many days at once, and for days that the present has not passed yet.
 */
export async function oweDays(tx: Queryable, firstDay: string, lastDay: string): Promise<void> {
  await tx.query({
    name: "owe_days",
    text: "update coverage set averaged = false where averaged and day >= $1::date and day <= $2::date",
    values: [firstDay, lastDay],
  });
}

async function repairCluster(tx: Queryable, { firstDay, lastDay, spans }: Late, today: string): Promise<string[]> {
  const rows = await tx.query<{ day: string }>({
    name: "averaged_days",
    text:
      `select day from coverage where averaged and day >= $1::date and day <= $2::date and day < $3::date order by day`,
    values: [firstDay, lastDay, today],
  });
  const days = rows.map(({ day }) => day);
  if (days.length === 0) return [];
  const anyFuel = spans.some(({ fuel }) => fuel === 0);
  await makeMeans(tx, days, anyFuel ? ALL_FUELS : [...new Set(spans.map(({ fuel }) => fuel))]);
  return days;
}
