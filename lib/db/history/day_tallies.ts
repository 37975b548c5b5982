/**
 * Reads the periods and interruptions of prices, and tallies the prices in force at the ends of
 * days, in one pass and bounded memory.
 *
 * @module
 */

import {
  DayPrices,
  type DayTally,
  type Interruption,
  type JudgedDay,
  REACH_MS,
  type StationAreas,
} from "../../domain/price/daily_mean.ts";
import type { PricePeriod } from "../../domain/price/price_period.ts";
import { endOfParisDay, startOfParisDay } from "../../shared/time/paris_time.ts";
import type { Queryable } from "../db.ts";
import { toArrayText, toColumns } from "../bulk.ts";
import { msSql } from "../current/station_rows.ts";
import { findOpenSuspects, hideSuspects } from "./open_suspects.ts";
import { type Confirmation, findSuspects, type OddStationReport } from "./suspect_reports.ts";

/**
 * The area of stations without a known department. It counts for the nation, and no response shows
 * it.
 */
export const NO_DEPARTMENT = "-";

/**
 * Tallies by the indexes of `areas` and `days`, the suspect reports of these days, and the suspect
 * reports that were confirmed.
 */
export type DayTallies = {
  days: string[];
  areas: string[];
  tallies: DayTally[];
  suspects: OddStationReport[];
  confirmations: Confirmation[];
};

type TallyOptions = {
  /** Paris days, ascending, at most a few hundred. */
  days: readonly string[];
  /** Fuels (1 to 6) of all departments and brands, since a price is judged by all others. */
  fuels: readonly number[];
  pause?: () => Promise<void>;
};

/** The numbers of all fuels. */
export const ALL_FUELS: readonly number[] = [1, 2, 3, 4, 5, 6];
const SLICE_SIZE = 100;

/** A station with the numbers of its department (null if unknown) and of all its areas. */
type Member = StationAreas & { id: number };

const MEMBERS_SQL = `
  select s.id, s.department, b.brand
  from station s
  left join station_brand b on b.station_id = s.id
  order by s.id`;

async function findMembers(db: Queryable): Promise<{ members: Member[]; areas: string[] }> {
  type MemberRow = { id: number; department: string | null; brand: string | null };
  const rows = await db.query<MemberRow>({ text: MEMBERS_SQL });
  const numbers = new Map<string, number>();
  const toNumber = (area: string) => {
    const number = numbers.get(area) ?? numbers.size;
    numbers.set(area, number);
    return number;
  };
  const members = rows.map(({ id, department, brand }): Member => {
    const number = toNumber(department ?? NO_DEPARTMENT);
    const areas = brand === null ? [number] : [number, toNumber(`brand:${brand}`)];
    return { id, areas, department: department === null ? null : number };
  });
  return { members, areas: [...numbers.keys()] };
}

/**
 * SQL for the end of a `closure`: the reported one, or the first price of any fuel that its station
 * reported after it began.
 */
const CLOSURE_END = `least(closure.until, (
    select min(t)
    from price_change c, unnest(array_prepend(c.at, c.confirmed_at)) t
    where c.station_id = closure.station_id and t > closure.since
  ))`;

/** SQL for all stock-outs, absences and closures (fuel 0: all fuels), with the ends of closures. */
export const INTERRUPTIONS = `(
    select station_id, fuel, since, until from stock_out
    union all
    select station_id, fuel, since, until from absence
    union all
    select station_id, 0::smallint, since, ${CLOSURE_END} from closure
  )`;

const INTERRUPTIONS_SQL = `
  select station_id, fuel, ${msSql("since")} as "sinceMs", ${msSql("until")} as "untilMs"
  from ${INTERRUPTIONS} c
  where station_id = any($1::int[])
    and since >= to_timestamp($2::float8)
    and since < to_timestamp($3::float8)
    and (until is null or until >= to_timestamp($4::float8))`;

/** Returns the beginning of the first day, and the ends of the first and last day. */
function toExtent(
  days: readonly JudgedDay[],
): { startMs: number; firstMs: number; lastMs: number } {
  const { startMs, endMs: firstMs } = days[0]!;
  return { startMs, firstMs, lastMs: days.at(-1)!.endMs };
}

function toPair({ station_id, fuel }: { station_id: number; fuel: number }): string {
  return `${station_id}/${fuel}`;
}

/**
 * Returns the interruptions that can matter at the ends of days, by station and fuel; fuel 0 is all
 * fuels of the station.
 */
async function findInterruptions(
  db: Queryable,
  stationIds: number[],
  days: readonly JudgedDay[],
): Promise<Map<string, Interruption[]>> {
  const { firstMs, lastMs } = toExtent(days);
  const rows = await db.query<Interruption & { station_id: number; fuel: number }>({
    name: "mean_interruptions",
    text: INTERRUPTIONS_SQL,
    values: [toArrayText(stationIds), (firstMs - REACH_MS) / 1000, lastMs / 1000, firstMs / 1000],
  });
  return Map.groupBy(rows, toPair);
}

// Reads the last period before the first day, and all periods that begin later. Reads all
// confirmations only if an interruption makes them matter, else the last one.
const PERIODS_SQL = `
  select p.station_id, p.fuel, r.price_milli as "priceMilli", ${msSql("r.at")} as "atMs",
    to_json(case
      when p.is_interrupted
        then array(select ${msSql("t")} from unnest(r.confirmed_at) t order by 1)
      else array_remove(array[${msSql("r.confirmed_at[cardinality(r.confirmed_at)]")}], null)
    end) as "confirmedAtMs"
  from unnest($1::int[], $2::smallint[], $3::boolean[]) p (station_id, fuel, is_interrupted)
  cross join lateral (
    (
      select at, price_milli, confirmed_at
      from price_change c
      where c.station_id = p.station_id and c.fuel = p.fuel and c.at < to_timestamp($4::float8)
      order by at desc
      limit 1
    )
    union all
    (
      select at, price_milli, confirmed_at
      from price_change c
      where c.station_id = p.station_id and c.fuel = p.fuel
        and c.at >= to_timestamp($4::float8)
        and c.at < to_timestamp($5::float8)
    )
  ) r
  order by p.station_id, p.fuel, r.at`;

type PeriodRow = PricePeriod & { station_id: number; fuel: number };

/** Adds the prices of the stations `ids`, which get numbers from `first` on. */
async function addStations(
  db: Queryable,
  prices: DayPrices,
  { ids, first, fuels, days }: {
    ids: number[];
    first: number;
    fuels: readonly number[];
    days: readonly JudgedDay[];
  },
): Promise<void> {
  const interruptions = await findInterruptions(db, ids, days);
  const interruptionsOf = (station_id: number, fuel: number) =>
    [fuel, 0].flatMap((each) => interruptions.get(toPair({ station_id, fuel: each })) ?? []);
  const pairs = ids.flatMap((id) =>
    fuels.map((fuel) => ({ id, fuel, isInterrupted: interruptionsOf(id, fuel).length > 0 }))
  );
  const { startMs, lastMs } = toExtent(days);
  const values = [
    ...toColumns(pairs, ["id", "fuel", "isInterrupted"]),
    startMs / 1000,
    lastMs / 1000,
  ];
  const rows = await db.query<PeriodRow>({ name: "mean_periods", text: PERIODS_SQL, values });
  for (const periods of Map.groupBy(rows, toPair).values()) {
    const { station_id, fuel } = periods[0]!;
    prices.add(first + ids.indexOf(station_id), fuel, periods, interruptionsOf(station_id, fuel));
  }
}

/** SQL for the day of the newest feed. It has no mean until it has ended. */
export const FEED_DAY_SQL = "(select (as_of at time zone 'Europe/Paris')::date from data_state)";

// An archive may reach beyond the newest feed. Then reports of the feed's day are judged on the day
// after it.
const PREVIOUS_SQL = `
  select d.day::text as day, (
    select max(c.day)::text
    from coverage c
    where c.day < d.day
      and (c.day = any($1::date[]) or c.day is distinct from ${FEED_DAY_SQL})
  ) as previous
  from unnest($1::date[]) d (day)
  order by d.day`;

async function findJudgedDays(db: Queryable, days: readonly string[]): Promise<JudgedDay[]> {
  const statement = { name: "previous_days", text: PREVIOUS_SQL, values: [toArrayText(days)] };
  const rows = await db.query<{ day: string; previous: string | null }>(statement);
  return rows.map(({ day, previous }) => ({
    startMs: startOfParisDay(day).getTime(),
    endMs: endOfParisDay(day).getTime(),
    previousEndMs: previous === null ? -Infinity : endOfParisDay(previous).getTime(),
  }));
}

/**
 * Returns tallies of the prices in force at the ends of days by department and brand, without
 * suspect prices, and the suspect reports. The nation is the sum of the departments.
 */
export async function tallyDays(
  db: Queryable,
  { days, fuels, pause }: TallyOptions,
): Promise<DayTallies> {
  const { members, areas } = await findMembers(db);
  const judged = await findJudgedDays(db, days);
  const prices = new DayPrices(members, judged);
  for (let first = 0; first < members.length; first += SLICE_SIZE) {
    const ids = members.slice(first, first + SLICE_SIZE).map(({ id }) => id);
    await addStations(db, prices, { ids, first, fuels, days: judged });
    await pause?.();
  }
  const odd = prices.findOdd().map(({ station, day, ...report }) => ({
    ...report,
    stationId: members[station]!.id,
    day: days[day]!,
  }));
  const suspects = await findSuspects(db, odd, { days, fuels });
  const numbers = new Map(members.map(({ id }, index) => [id, index]));
  const open = (await findOpenSuspects(db, suspects, { days, fuels, judged })).flatMap(
    (suspect) => {
      const station = numbers.get(suspect.stationId);
      return station === undefined ? [] : [{ ...suspect, station }];
    },
  );
  const confirmations = hideSuspects(prices, open, judged);
  return {
    days: [...days],
    areas,
    tallies: prices.toTallies(areas.length),
    suspects,
    confirmations,
  };
}
