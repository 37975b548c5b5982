/** Reads the current state of the data, from which a snapshot is made: whole, or of the stations that changed. @module */

import type { ClosureRecord, PriceRecord, StationRecord, StockOutRecord } from "../../domain/station_record.ts";
import { CLOCK_TOLERANCE_MS } from "../../domain/in_force.ts";
import { toParisDay } from "../../shared/paris_time.ts";
import { toArrayText } from "../bulk.ts";
import { type Queryable, readOne, type Row, type Statement } from "../db.ts";
import { forEachInSlices } from "../slices.ts";
import { type DataState, getState } from "../state.ts";
import * as rows from "./station_rows.ts";

/** The current state: listed stations, their prices, open stock-outs and closures, and means of the last seven days by area. */
export type CurrentState = {
  state: DataState;
  /** Ids of the stations that were read, listed or not; null: all of them. */
  changedIds: ReadonlySet<string> | null;
  /** In the order of ids. */
  stations: StationRecord[];
  prices: Map<string, PriceRecord[]>;
  stockOuts: Map<string, StockOutRecord[]>;
  /** By station: the open closure that began last. */
  closures: Map<string, ClosureRecord>;
  means: { area: string; fuel: number; day: string; meanMilli: number }[];
};

/** Stations `s` to read: those listed, of the ids in parameter 1 or (null) all. */
const READ = "s.left_at is null and ($1::int[] is null or s.id = any($1))";

const STATIONS_SQL = `select ${rows.STATION_COLUMNS} from station s
  left join station_brand b on b.station_id = s.id where ${READ} order by s.id::text collate "C"`;

const PRICES_SQL = `select p.station_id, p.fuel, p.price_milli,
  (extract(epoch from p.updated_at) * 1000)::float8 as at_ms, p.listed, p.suspect
  from current_price p join station s on s.id = p.station_id
  cross join (select as_of from data_state) state where ${READ} and ${rows.isKnownSql()}`;

const STOCK_OUTS_SQL = `select o.station_id, o.fuel, (extract(epoch from o.since) * 1000)::float8 as since_ms, o.kind
  from stock_out o join station s on s.id = o.station_id where ${READ} and o.until is null`;

const CLOSURES_SQL = `select distinct on (c.station_id) c.station_id, ${rows.CLOSURE_COLUMNS}
  from closure c join station s on s.id = c.station_id cross join (select as_of from data_state) state
  where ${READ} and ${rows.IS_CLOSED} order by c.station_id, c.since desc`;

const MEANS_SQL = `select area, fuel, day::text as day, sum_milli::float8 / station_count as mean from daily_mean
  where area not like 'brand:%' and day < $1::date and day >= $1::date - 7`;

// A price further ahead than clocks may differ becomes known by time alone.
const CHANGED_SQL = `select array_agg(station_id) as ids from (
    select station_id from station_change where revision > $1
    union select station_id from current_price where updated_at > $2) changed`;

type Keyed = { station_id: number };

/** So many rows are read at once: they take the driver a few milliseconds, in which nobody else is answered. */
const BATCH_ROWS = 300;

/** So many revisions back the database tells what changed: its function `forget_station_changes` deletes what is older. */
export const TOLD_REVISIONS = 50;

/** The stations that changed since a state, as one may be told; null: all may have. */
async function findChanged(
  tx: Queryable,
  { held, now }: { held: DataState; now: DataState },
): Promise<number[] | null> {
  const behind = now.revision - held.revision;
  if (behind < 0 || behind > TOLD_REVISIONS || now.asOfMs < held.asOfMs) return null;
  const values = [held.revision, new Date(held.asOfMs + CLOCK_TOLERANCE_MS)];
  const { ids } = await readOne<{ ids: (number | null)[] | null }>(tx, {
    name: "stations_changed",
    text: CHANGED_SQL,
    values,
  });
  return ids === null ? [] : ids.includes(null) ? null : ids as number[];
}

async function readEach<R extends Row>(tx: Queryable, statement: Statement, work: (row: R) => void): Promise<void> {
  for await (const batch of tx.stream<R>(statement, { batchRows: BATCH_ROWS })) await forEachInSlices(batch, work);
}

/** Reads rows of stations and hands them out with the station's id. */
type ReadStations = <R extends Row & Keyed>(text: string, work: (id: string, row: R) => void) => Promise<void>;

function groupOf<T>(groups: Map<string, T[]>, id: string): T[] {
  let group = groups.get(id);
  if (group === undefined) groups.set(id, group = []);
  return group;
}

type Fuels = Pick<CurrentState, "prices" | "stockOuts" | "closures">;

/** Of what interrupts a price the beginning of the last, as SQL has it in `PRICE_COLUMNS`. */
function toInterruption(
  { stockOuts, closures }: Fuels,
  { id, fuel }: { id: string; fuel: number },
): number | null {
  let lastMs = closures.get(id)?.sinceMs ?? null;
  for (const stockOut of stockOuts.get(id) ?? []) {
    if (stockOut.fuel === fuel && (lastMs === null || stockOut.sinceMs > lastMs)) lastMs = stockOut.sinceMs;
  }
  return lastMs;
}

async function readFuels(read: ReadStations): Promise<Fuels> {
  const fuels: Fuels = { prices: new Map(), stockOuts: new Map(), closures: new Map() };
  await read<rows.StockOutRow & Keyed>(STOCK_OUTS_SQL, (id, row) => {
    groupOf(fuels.stockOuts, id).push(rows.toStockOutRecord(row));
  });
  await read<rows.ClosureRow & Keyed>(CLOSURES_SQL, (id, row) => {
    fuels.closures.set(id, rows.toClosureRecord(row));
  });
  await read<Omit<rows.PriceRow, "interrupted_ms"> & Keyed>(PRICES_SQL, (id, row) => {
    const interrupted_ms = toInterruption(fuels, { id, fuel: row.fuel });
    groupOf(fuels.prices, id).push(rows.toPriceRecord({ ...row, interrupted_ms }));
  });
  return fuels;
}

async function readMeans(tx: Queryable, asOfMs: number): Promise<CurrentState["means"]> {
  const means: CurrentState["means"] = [];
  type MeanRow = { area: string; fuel: number; day: string; mean: number };
  const values = [toParisDay(new Date(asOfMs))];
  await readEach<MeanRow>(
    tx,
    { text: MEANS_SQL, values },
    ({ mean, ...row }) => means.push({ ...row, meanMilli: mean }),
  );
  return means;
}

/**
 * Reads the current state, or null before the first feed; run it in one repeatable-read transaction. With the state that one
 * `held` before, only the stations that changed since are read, unless that cannot be told.
 */
export async function readCurrentState(tx: Queryable, held: DataState | null = null): Promise<CurrentState | null> {
  const { asOfMs, ...rest } = await getState(tx);
  if (asOfMs === null) return null;
  const state = { ...rest, asOfMs };
  const changed = held && await findChanged(tx, { held, now: state });
  const values = [changed && toArrayText(changed)];
  const stations: StationRecord[] = [];
  await readEach<rows.StationRow>(
    tx,
    { text: STATIONS_SQL, values },
    (row) => stations.push(rows.toStationRecord(row)),
  );
  const fuels = await readFuels((text, work) =>
    readEach<Row & Keyed>(tx, { text, values }, (row) => work(String(row.station_id), row as never))
  );
  const changedIds = changed && new Set(changed.map(String));
  return { state, changedIds, stations, ...fuels, means: await readMeans(tx, asOfMs) };
}
