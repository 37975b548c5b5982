/**
 * Raises last known prices to later ones, holds prices ahead of the feeds as pending, and marks
 * suspect ones.
 *
 * @module
 */

import type { PriceFact } from "../../domain/station/fact.ts";
import type { Queryable } from "../db.ts";
import { toColumns, writeRows } from "../bulk.ts";
import { isKnownSql, msSql, offeredSql } from "../current/station_rows.ts";
import type { StationFuel } from "./feed_rows.ts";
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

/** A last known price gives way to a later one, and to another of the same instant. */
const RAISE_ON_CONFLICT = `on conflict (station_id, fuel)
  do update set price_milli = excluded.price_milli, updated_at = excluded.updated_at
  where excluded.updated_at > current_price.updated_at or
    (excluded.updated_at = current_price.updated_at and excluded.price_milli <> current_price.price_milli)`;

const RAISE_LATER_SQL =
  `insert into current_price (station_id, fuel, price_milli, updated_at, listed)
  select station_id, fuel, price_milli, to_timestamp(at_s), false
  from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[]) n (station_id, fuel, price_milli, at_s)
  ${RAISE_ON_CONFLICT}
  returning station_id as "stationId", fuel, xmax = 0 as "isNew"`;

const COLUMNS = ["stationId", "fuel", "priceMilli", "atMs"] as const;

/**
 * Raises last known prices to later ones; a new price is not listed. Returns the number of prices
 * that moved, and those that are new.
 */
export async function raiseCurrentPrices(
  tx: Queryable,
  prices: readonly PriceFact[],
): Promise<{ moved: number; added: StationFuel[] }> {
  const statement = { name: "prices_raise", text: RAISE_LATER_SQL, keys: COLUMNS };
  const rows = await writeRows<StationFuel & { isNew: boolean }, typeof COLUMNS[number]>(
    tx,
    prices,
    statement,
  );
  return { moved: rows.length, added: rows.filter(({ isNew }) => isNew) };
}

const PENDING_SQL = `with pending as (
    insert into pending_price (station_id, fuel, price_milli, at)
    select station_id, fuel, price_milli, to_timestamp(at_s)
    from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[]) n (station_id, fuel, price_milli, at_s)
    on conflict (station_id, fuel, at) do update set price_milli = excluded.price_milli
    returning station_id, fuel
  )
  select distinct station_id as "stationId", fuel from pending n
  where not exists (select from current_price c where c.station_id = n.station_id and c.fuel = n.fuel)`;

/**
 * Stores prices later than the newest feed as pending. Returns the fuels without a last known price
 * at their stations.
 */
export async function storePending(
  tx: Queryable,
  facts: readonly PriceFact[],
): Promise<StationFuel[]> {
  return await writeRows(tx, facts, { name: "pending_store", text: PENDING_SQL, keys: COLUMNS });
}

const RAISE_SQL = `with reached as (delete from pending_price where ${
  isKnownSql("at", "$1::timestamptz")
} returning station_id, fuel, price_milli, at)
  insert into current_price (station_id, fuel, price_milli, updated_at, listed)
  select distinct on (station_id, fuel) station_id, fuel, price_milli, at, false
  from reached order by station_id, fuel, at desc
  ${RAISE_ON_CONFLICT}`;

/** Makes the pending prices that a feed's instant has reached the last known ones. */
export async function raisePending(tx: Queryable, asOf: Date): Promise<void> {
  await tx.query({ name: "pending_raise", text: RAISE_SQL, values: [asOf] });
}

const FROM_OFFERED = `from current_price p join station s on s.id = p.station_id
  cross join (select $1::timestamptz as as_of) state where ${offeredSql(String(IN_FORCE_DAYS))}`;

// Prices of one fuel and department as one text: the driver spends most of its time on single
// values.
const OFFERED_SQL =
  `select p.fuel, s.department, array_agg(p.price_milli)::text as prices ${FROM_OFFERED} group by 1, 2`;

/**
 * The markets of an instant by fuel, and the fuels and prices that are outside of one of them: one
 * for each station.
 */
type Markets = {
  references: Map<number, PriceReference<string>>;
  outside: { fuel: number; priceMilli: number }[];
};

/** Whether three stations or more have the same price outside of the market. */
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

// Reports that no past day has judged: those after the last covered day before today.
const UNJUDGED_SQL = `with judged as (
    select coalesce(max(day) + 1, '2000-01-01')::timestamp at time zone 'Europe/Paris' as until
    from coverage where day < $4::date)
  select p.station_id as "stationId", p.fuel, s.department, r.points
  from current_price p join station s on s.id = p.station_id cross join (select $1::timestamptz as as_of) state
  cross join lateral (select string_agg(c.price_milli || ' ' || round(extract(epoch from c.at) * 1000), ',' order by c.at) as points
    from price_change c, judged where c.station_id = p.station_id and c.fuel = p.fuel and c.at >= judged.until
      and c.at <= p.updated_at
      and (c.at >= $4::date::timestamp at time zone 'Europe/Paris' or not exists (select from price_change n
        where n.station_id = c.station_id and n.fuel = c.fuel and n.at > c.at
          and n.at < $4::date::timestamp at time zone 'Europe/Paris'))) r
  where r.points is not null
    and (p.fuel, p.price_milli) in (
      select fuel, price_milli from unnest($2::smallint[], $3::smallint[]) n (fuel, price_milli))
    and ${offeredSql(String(IN_FORCE_DAYS))}`;

type Unjudged = { stationId: number; fuel: number; department: string | null; points: string };

/**
 * The reports of the current day that now's market finds odd, of stations whose price is odd now.
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

// Current prices that were suspect when the day began.
const OPEN_SQL = `select x.station_id as "stationId", x.fuel, ${
  msSql("x.at")
} as "atMs", s.department,
    p.price_milli as "priceMilli", ${offeredSql(String(IN_FORCE_DAYS))} as "isOffered"
  from suspect_price x join station s on s.id = x.station_id
  join current_price p on p.station_id = x.station_id and p.fuel = x.fuel
  join price_change c on c.station_id = x.station_id and c.fuel = x.fuel and c.at = x.at
  cross join (select $1::timestamptz as as_of, $2::date::timestamp at time zone 'Europe/Paris' as midnight) state
  where x.at < state.midnight and x.at <= p.updated_at and (x.counts_from is null or x.counts_from >= state.midnight)
    and not exists (select from price_change n
      where n.station_id = x.station_id and n.fuel = x.fuel and n.at > x.at and n.at <= p.updated_at)`;

type OpenNow = Omit<Confirmation, "confirmedMs"> & {
  department: string | null;
  priceMilli: number;
  isOffered: boolean;
};

/**
 * Whether other stations or now's market confirm current prices that were suspect before: then
 * since the day began.
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

const MARK_SQL = `with suspect as materialized (
    select p.station_id, p.fuel from (${SUSPECT_SQL}) x
    join current_price p on p.station_id = x.station_id and p.fuel = x.fuel
    where x.at <= p.updated_at and ${isKnownSql("p.updated_at", "$1::timestamptz")}
      and (x.until is null or not ${isKnownSql("x.until", "$1::timestamptz")})
  ), mark as (
    select station_id, fuel, true as suspect from suspect
    union all
    select station_id, fuel, false from current_price p where p.suspect and (station_id, fuel) not in (table suspect)
  )
  update current_price p set suspect = mark.suspect from mark
  where p.station_id = mark.station_id and p.fuel = mark.fuel and p.suspect <> mark.suspect
  returning p.station_id`;

/**
 * Judges the day's reports by the market of an instant and marks current prices, when prices or
 * time moved. Returns how many marks changed.
 */
export async function markSuspectPrices(tx: Queryable, asOf: Date): Promise<number> {
  const today = { days: [toParisDay(asOf)], fuels: FUELS.map(fuelNumber) };
  const markets = await readMarkets(tx, asOf);
  await replaceSuspects(
    tx,
    await findSuspects(tx, await findOddNow(tx, asOf, markets), today),
    today,
  );
  await storeConfirmations(tx, await confirmNow(tx, asOf, markets));
  return (await tx.query({ name: "suspect_mark", text: MARK_SQL, values: [asOf] })).length;
}
