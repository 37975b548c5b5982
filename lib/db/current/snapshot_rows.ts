/** Reads the current state of the data, from which a snapshot is made, in one pass. @module */

import type { ClosureRecord, PriceRecord, StationRecord, StockOutRecord } from "../../domain/station_record.ts";
import { toParisDay } from "../../shared/paris_time.ts";
import type { Queryable, Row, Statement } from "../db.ts";
import { forEachInSlices } from "../slices.ts";
import { type DataState, getState } from "../state.ts";
import * as rows from "./station_rows.ts";

/** The current state: listed stations, their prices, open stock-outs and closures, and means of the last seven days by area. */
export type CurrentState = {
  state: DataState;
  stations: StationRecord[];
  prices: Map<string, PriceRecord[]>;
  stockOuts: Map<string, StockOutRecord[]>;
  /** By station: the open closure that began last. */
  closures: Map<string, ClosureRecord>;
  means: { area: string; fuel: number; day: string; meanMilli: number }[];
};

const STATIONS_SQL = `select ${rows.STATION_COLUMNS} from station s
  left join station_brand b on b.station_id = s.id cross join (select as_of from data_state) state
  where s.left_at is null`;

const PRICES_SQL = `select p.station_id, p.fuel, p.price_milli,
  (extract(epoch from p.updated_at) * 1000)::float8 as at_ms, p.listed, p.suspect,
  (extract(epoch from greatest(o.since, c.since)) * 1000)::float8 as interrupted_ms
  from current_price p join station s on s.id = p.station_id and s.left_at is null
  left join (select station_id, fuel, max(since) as since from stock_out where until is null group by 1, 2) o
    on o.station_id = p.station_id and o.fuel = p.fuel
  left join (select station_id, max(since) as since from closure where until is null group by 1) c
    on c.station_id = p.station_id
  cross join (select as_of from data_state) state where ${rows.isKnownSql()}`;

const STOCK_OUTS_SQL = `select o.station_id, o.fuel, (extract(epoch from o.since) * 1000)::float8 as since_ms, o.kind
  from stock_out o join station s on s.id = o.station_id and s.left_at is null where o.until is null`;

const CLOSURES_SQL = `select distinct on (c.station_id) c.station_id, ${rows.CLOSURE_COLUMNS}
  from closure c join station s on s.id = c.station_id and s.left_at is null
  where c.until is null order by c.station_id, c.since desc`;

const MEANS_SQL = `select area, fuel, day::text as day, sum_milli::float8 / station_count as mean from daily_mean
  where area not like 'brand:%' and day < $1::date and day >= $1::date - 7`;

type Keyed = { station_id: number };

/** So many rows are read at once: they take the driver a few milliseconds, in which nobody else is answered. */
const BATCH_ROWS = 300;

async function readEach<R extends Row>(tx: Queryable, statement: Statement, work: (row: R) => void): Promise<void> {
  for await (const batch of tx.stream<R>(statement, { batchRows: BATCH_ROWS })) await forEachInSlices(batch, work);
}

async function readByStation<R extends Row & Keyed, T>(
  tx: Queryable,
  text: string,
  map: (row: R) => T,
): Promise<Map<string, T[]>> {
  const groups = new Map<string, T[]>();
  await readEach<R>(tx, { text }, (row) => {
    const id = String(row.station_id);
    const group = groups.get(id);
    if (group) group.push(map(row));
    else groups.set(id, [map(row)]);
  });
  return groups;
}

/** Reads the current state, or null before the first feed; run it in one repeatable-read transaction. */
export async function readCurrentState(tx: Queryable): Promise<CurrentState | null> {
  const { asOfMs, ...rest } = await getState(tx);
  if (asOfMs === null) return null;
  const stations: StationRecord[] = [];
  await readEach<rows.StationRow>(tx, { text: STATIONS_SQL }, (row) => stations.push(rows.toStationRecord(row)));
  const prices = await readByStation<rows.PriceRow & Keyed, PriceRecord>(tx, PRICES_SQL, rows.toPriceRecord);
  const stockOuts = await readByStation<rows.StockOutRow & Keyed, StockOutRecord>(
    tx,
    STOCK_OUTS_SQL,
    rows.toStockOutRecord,
  );
  const closures = new Map<string, ClosureRecord>();
  await readEach<rows.ClosureRow & Keyed>(tx, { text: CLOSURES_SQL }, (row) => {
    closures.set(String(row.station_id), rows.toClosureRecord(row));
  });
  const means: CurrentState["means"] = [];
  type MeanRow = { area: string; fuel: number; day: string; mean: number };
  const values = [toParisDay(new Date(asOfMs))];
  await readEach<MeanRow>(
    tx,
    { text: MEANS_SQL, values },
    ({ mean, ...row }) => means.push({ ...row, meanMilli: mean }),
  );
  return { state: { ...rest, asOfMs }, stations, prices, stockOuts, closures, means };
}
