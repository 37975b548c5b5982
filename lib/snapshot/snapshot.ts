/** Holds the current state in memory, indexed for search, with today's tallies. @module */

import KDBush from "kdbush";
import { addToTally, emptyTally, type Tally } from "../domain/aggregate.ts";
import { toBrandKey } from "../domain/brand.ts";
import { isInForce } from "../domain/in_force.ts";
import {
  type ClosureRecord,
  compareIds,
  type PriceRecord,
  type StationRecord,
  type StockOutRecord,
} from "../domain/station_record.ts";
import type { CurrentState } from "../db/current/snapshot_rows.ts";
import { forEachInSlices } from "../db/slices.ts";
import type { DataState } from "../db/state.ts";
import { toEarthPoint } from "./distance.ts";

/** A price that may be offered: listed, not suspect, no stock-out or closure interrupts it; only its age is still to be checked. */
export type OfferedPrice = { fuel: number; priceMilli: number; atMs: number };

/** A station of the snapshot. `rank` is its place in the order of ids. */
export type SnapshotStation = {
  record: StationRecord;
  rank: number;
  prices: PriceRecord[];
  stockOuts: StockOutRecord[];
  closure: ClosureRecord | null;
  /** By fuel number (index 0 unused): the price if it is offered, else null. */
  offered: (OfferedPrice | null)[];
};

/** An immutable snapshot of all listed stations at one revision. */
export type Snapshot = DataState & {
  /** The state by itself, as answers carry it: one object for all of them. */
  state: DataState;
  /** In the order of ids. */
  stations: readonly SnapshotStation[];
  byId: ReadonlyMap<string, SnapshotStation>;
  /** Stations with a position, indexed by longitude and latitude; `located[i]` is the station of index entry i. */
  index: KDBush;
  located: readonly SnapshotStation[];
  /** Three numbers for each of them: its point in space, so that distances take no trigonometry. */
  points: Float64Array;
  /** Tally of the prices in force now, by `area|fuel`; areas are 'FR', department codes and `brand:` names. */
  tallies: ReadonlyMap<string, Tally>;
  /** Past means in thousandths by `area|fuel`, then by day. */
  means: ReadonlyMap<string, Map<string, number>>;
  /** Brands of listed stations as stored, by what their spellings have in common. */
  brands: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Key of {@link Snapshot.tallies} and {@link Snapshot.means}. */
export function areaKey(area: string, fuel: number): string {
  return `${area}|${fuel}`;
}

function toOffered(prices: readonly PriceRecord[], asOfMs: number): (OfferedPrice | null)[] {
  const offered: (OfferedPrice | null)[] = [null, null, null, null, null, null, null];
  // An unbounded age leaves the other conditions of the rule; each question sets its own.
  for (const price of prices) if (isInForce(price, asOfMs, Infinity)) offered[price.fuel] = price;
  return offered;
}

async function toStations(current: CurrentState, asOfMs: number): Promise<SnapshotStation[]> {
  const records = [...current.stations].sort((a, b) => compareIds(a.id, b.id));
  const stations: SnapshotStation[] = [];
  await forEachInSlices(records, (record) => {
    const prices = current.prices.get(record.id) ?? [];
    const stockOuts = current.stockOuts.get(record.id) ?? [];
    const closure = current.closures.get(record.id) ?? null;
    stations.push({ record, rank: stations.length, prices, stockOuts, closure, offered: toOffered(prices, asOfMs) });
  });
  return stations;
}

async function tallyAreas(stations: readonly SnapshotStation[], asOfMs: number): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  const add = (area: string, price: PriceRecord) => {
    const key = areaKey(area, price.fuel);
    let tally = tallies.get(key);
    if (!tally) tallies.set(key, tally = emptyTally());
    addToTally(tally, price.priceMilli);
  };
  await forEachInSlices(stations, ({ record, prices }) => {
    for (const price of prices) {
      if (!isInForce(price, asOfMs)) continue;
      add("FR", price);
      if (record.department) add(record.department, price);
      if (record.brand) add(`brand:${record.brand}`, price);
    }
  });
  return tallies;
}

function groupMeans(rows: CurrentState["means"]): Map<string, Map<string, number>> {
  const means = new Map<string, Map<string, number>>();
  for (const { area, fuel, day, meanMilli } of rows) {
    const key = areaKey(area, fuel);
    let days = means.get(key);
    if (!days) means.set(key, days = new Map());
    days.set(day, meanMilli);
  }
  return means;
}

function groupBrands(stations: readonly SnapshotStation[]): Map<string, Set<string>> {
  const brands = new Map<string, Set<string>>();
  for (const brand of new Set(stations.flatMap(({ record }) => record.brand ?? []))) {
    const key = toBrandKey(brand);
    brands.set(key, (brands.get(key) ?? new Set()).add(brand));
  }
  return brands;
}

/** Builds the snapshot from what was read, in slices: meanwhile the one before answers. */
export async function buildSnapshot(current: CurrentState): Promise<Snapshot> {
  const { asOfMs } = current.state;
  const stations = await toStations(current, asOfMs);
  const located = stations.filter(({ record }) => record.lat !== null && record.lng !== null);
  const index = new KDBush(located.length);
  for (const { record } of located) index.add(record.lng!, record.lat!);
  index.finish();
  return {
    ...current.state,
    state: current.state,
    stations,
    byId: new Map(stations.map((station) => [station.record.id, station])),
    index,
    located,
    points: Float64Array.from(located.flatMap(({ record }) => toEarthPoint({ lat: record.lat!, lng: record.lng! }))),
    tallies: await tallyAreas(stations, asOfMs),
    means: groupMeans(current.means),
    brands: groupBrands(stations),
  };
}
