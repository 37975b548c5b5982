/** Judges the reports of the day, and marks the current prices that are suspect. @module */

import type { Queryable } from "../db.ts";
import { toColumns } from "../bulk.ts";
import { isKnownSql, msSql, offeredSql } from "../current/station_rows.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import {
  isOrdinary,
  isOutside,
  PriceReference,
  SUSPECT_RULE,
  toOddReport,
} from "../../domain/price/plausibility.ts";
import { fuelNumber, FUELS } from "../../shared/fuels.ts";
import { startOfParisDay, toParisDay } from "../../shared/time/paris_time.ts";
import {
  type Confirmation,
  findSuspects,
  type OddStationReport,
  replaceSuspects,
  storeConfirmations,
  SUSPECT_SQL,
} from "../history/suspect_reports.ts";

// Returns all prices of a fuel and department as one text, since the driver spends most of its time
// on single values.
const OFFERED_SQL = `
  select p.fuel, s.department, array_agg(p.price_milli)::text as prices
  from current_price p
  join station s on s.id = p.station_id
  cross join (select $1::timestamptz as as_of) state
  where ${offeredSql(String(IN_FORCE_DAYS))}
  group by 1, 2`;

/**
 * The markets of an instant by fuel. `outside` has one entry for each station whose price is
 * outside of its market.
 */
type Markets = {
  references: Map<number, PriceReference<string>>;
  outside: { fuel: number; priceMilli: number }[];
};

/** Returns true if three or more stations have the same price outside of the market. */
function isShared({ outside }: Markets, fuel: number, priceMilli: number): boolean {
  const same = outside.filter((other) => other.fuel === fuel && other.priceMilli === priceMilli);
  return same.length >= SUSPECT_RULE.stations;
}

async function readMarkets(tx: Queryable, asOf: Date): Promise<Markets> {
  const statement = { name: "prices_offered", text: OFFERED_SQL, values: [asOf] };
  const rows = await tx.query<{ fuel: number; department: string | null; prices: string }>(
    statement,
  );
  const groups = rows.map(({ prices, ...group }) => ({
    ...group,
    prices: prices.slice(1, -1).split(",").map(Number),
  }));
  const references = new Map<number, PriceReference<string>>();
  for (const { fuel, department, prices } of groups) {
    const reference = references.get(fuel) ?? new PriceReference<string>();
    references.set(fuel, reference);
    for (const price of prices) reference.add(price, department);
  }
  const outside = groups.flatMap(({ fuel, department, prices }) => {
    const market = references.get(fuel)!.marketOf(department);
    return prices.filter((price) => isOutside(price, market)).map((priceMilli) => ({
      fuel,
      priceMilli,
    }));
  });
  return { references, outside };
}

// Returns the reports since the last covered day before today, which no past day has judged, of
// prices that are odd now. Only the last report before today counts.
const UNJUDGED_SQL = `
  with day as (
    -- The beginning of today, and the end of the last covered day before it.
    select
      $4::date::timestamp at time zone 'Europe/Paris' as today_began,
      coalesce(max(day) + 1, '2000-01-01')::timestamp at time zone 'Europe/Paris' as judged_until
    from coverage
    where day < $4::date
  ), odd_price as (
    -- The fuels and prices that are outside of a market now.
    select fuel, price_milli from unnest($2::smallint[], $3::smallint[]) n (fuel, price_milli)
  )
  select p.station_id as "stationId", p.fuel, s.department, report.points
  from current_price p
  join station s on s.id = p.station_id
  cross join (select $1::timestamptz as as_of) state
  -- The unjudged reports of the station and fuel, as texts such as "1799 1780650600000".
  cross join lateral (
    select string_agg(
      c.price_milli || ' ' || round(extract(epoch from c.at) * 1000), ',' order by c.at
    ) as points
    from price_change c, day
    where c.station_id = p.station_id
      and c.fuel = p.fuel
      and c.at >= day.judged_until
      and c.at <= p.updated_at
      and (
        c.at >= day.today_began
        or not exists (
          select from price_change later
          where later.station_id = c.station_id
            and later.fuel = c.fuel
            and later.at > c.at
            and later.at < day.today_began
        )
      )
  ) report
  where report.points is not null
    and (p.fuel, p.price_milli) in (select fuel, price_milli from odd_price)
    and ${offeredSql(String(IN_FORCE_DAYS))}`;

type Unjudged = { stationId: number; fuel: number; department: string | null; points: string };

/**
 * Returns the reports of the current day that are odd by the current market, of stations whose
 * price is odd now.
 */
async function findOddNow(
  tx: Queryable,
  asOf: Date,
  markets: Markets,
): Promise<OddStationReport[]> {
  if (markets.outside.length === 0) return [];
  const day = toParisDay(asOf);
  const values = [asOf, ...toColumns(markets.outside, ["fuel", "priceMilli"]), day];
  const rows = await tx.query<Unjudged>({ name: "prices_unjudged", text: UNJUDGED_SQL, values });
  return rows.flatMap(({ stationId, fuel, department, points }) => {
    const market = markets.references.get(fuel)!.marketOf(department);
    return points.split(",").flatMap((point) => {
      const [priceMilli, atMs] = point.split(" ").map(Number) as [number, number];
      const odd = isShared(markets, fuel, priceMilli)
        ? null
        : toOddReport({ priceMilli, atMs }, market);
      return odd ? [{ ...odd, stationId, fuel, day }] : [];
    });
  });
}

// Returns the current prices that were suspect when the day began.
const OPEN_SQL = `
  select x.station_id as "stationId", x.fuel, ${msSql("x.at")} as "atMs", s.department,
    p.price_milli as "priceMilli", ${offeredSql(String(IN_FORCE_DAYS))} as "isOffered"
  from suspect_price x
  join station s on s.id = x.station_id
  join current_price p on p.station_id = x.station_id and p.fuel = x.fuel
  join price_change c on c.station_id = x.station_id and c.fuel = x.fuel and c.at = x.at
  cross join (
    select
      $1::timestamptz as as_of,
      $2::date::timestamp at time zone 'Europe/Paris' as midnight
  ) state
  where x.at < state.midnight
    and x.at <= p.updated_at
    and (x.counts_from is null or x.counts_from >= state.midnight)
    -- No later price has replaced it.
    and not exists (
      select from price_change n
      where n.station_id = x.station_id
        and n.fuel = x.fuel
        and n.at > x.at
        and n.at <= p.updated_at
    )`;

type OpenNow = Omit<Confirmation, "confirmedMs"> & {
  department: string | null;
  priceMilli: number;
  isOffered: boolean;
};

/**
 * Finds out whether other stations or the current market confirm current prices that were suspect
 * before. A confirmed price counts since the day began.
 */
async function confirmNow(tx: Queryable, asOf: Date, markets: Markets): Promise<Confirmation[]> {
  const day = toParisDay(asOf);
  const open = await tx.query<OpenNow>({
    name: "suspects_open_now",
    text: OPEN_SQL,
    values: [asOf, day],
  });
  return open.map(({ stationId, fuel, atMs, department, priceMilli, isOffered }) => {
    const market = markets.references.get(fuel)?.marketOf(department) ?? null;
    const isConfirmed = isOffered &&
      (isShared(markets, fuel, priceMilli) || isOrdinary(priceMilli, market));
    return {
      stationId,
      fuel,
      atMs,
      confirmedMs: isConfirmed ? startOfParisDay(day).getTime() : Infinity,
    };
  });
}

const MARK_SQL = `
  with suspect as materialized (
    -- The current prices that are suspect now.
    select p.station_id, p.fuel
    from (${SUSPECT_SQL}) x
    join current_price p on p.station_id = x.station_id and p.fuel = x.fuel
    where x.at <= p.updated_at
      and ${isKnownSql("p.updated_at", "$1::timestamptz")}
      and (x.until is null or not ${isKnownSql("x.until", "$1::timestamptz")})
  ), mark as (
    -- The marks to set and those to remove.
    select station_id, fuel, true as suspect
    from suspect
    union all
    select station_id, fuel, false
    from current_price p
    where p.suspect and (station_id, fuel) not in (table suspect)
  )
  update current_price p
  set suspect = mark.suspect
  from mark
  where p.station_id = mark.station_id and p.fuel = mark.fuel and p.suspect <> mark.suspect
  returning p.station_id`;

/**
 * Judges the reports of the day by the market of an instant, and marks current prices. Called when
 * prices or time have moved. Returns how many marks changed.
 */
export async function markSuspectPrices(tx: Queryable, asOf: Date): Promise<number> {
  const today = { days: [toParisDay(asOf)], fuels: FUELS.map(fuelNumber) };
  const markets = await readMarkets(tx, asOf);
  const odd = await findOddNow(tx, asOf, markets);
  await replaceSuspects(tx, await findSuspects(tx, odd, today), today);
  await storeConfirmations(tx, await confirmNow(tx, asOf, markets));
  return (await tx.query({ name: "suspect_mark", text: MARK_SQL, values: [asOf] })).length;
}
