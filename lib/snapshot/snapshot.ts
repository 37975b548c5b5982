/**
 * Builds the current state in memory, with an index for searches and the tallies of today.
 *
 * @module
 */

import KDBush from "kdbush";
import { addToTally, emptyTally, type Tally } from "../domain/price/aggregate.ts";
import { toBrandKey } from "../domain/brand/brand.ts";
import { isInForce } from "../domain/price/in_force.ts";
import {
  compareIds,
  type KnownFuels,
  type PriceRecord,
  type StationRecord,
} from "../domain/station/station_record.ts";
import type { CurrentState } from "../db/current/snapshot_rows.ts";
import { forEachInSlices, Slices } from "../shared/slices.ts";
import type { DataState } from "../db/data_state.ts";
import { toEarthPoint } from "../domain/place/earth.ts";
import { getDepartment } from "../places/departments.ts";

/** A price that is in force if it is young enough; each request sets its own maximum age. */
export type OfferedPrice = { fuel: number; priceMilli: number; atMs: number };

/** A station of the snapshot; `rank` is its position in the order of IDs. */
export type SnapshotStation = KnownFuels & {
  record: StationRecord;
  rank: number;
  /** By fuel number (index 0 is unused): the price if it is offered, else null. */
  offered: (OfferedPrice | null)[];
};

/**
 * The offered prices of a fuel by the rank of the station; 0 marks a missing price. A search reads
 * them in one piece of memory.
 */
export type Offers = { milli: Int32Array; atMs: Float64Array };

/** An immutable snapshot of all listed stations at one revision. */
export type Snapshot = DataState & {
  /** The state alone: one object for all results. */
  state: DataState;
  /** In the order of IDs. */
  stations: readonly SnapshotStation[];
  byId: ReadonlyMap<string, SnapshotStation>;
  /** By fuel number (index 0 is unused). */
  offers: readonly Offers[];
  /**
   * Ranks of the stations by longitude and latitude. No box contains stations without a position.
   */
  index: KDBush;
  /**
   * The point of each station in space, as three numbers by rank, so that distances need no
   * trigonometry.
   */
  points: Float64Array;
  /**
   * Tallies of the prices in force now, by `area|fuel`. Areas are 'FR', departments (`69`) and
   * regions (`R84`).
   */
  tallies: ReadonlyMap<string, Tally>;
  /** Past means in thousandths by `area|fuel`, then by day. */
  means: ReadonlyMap<string, Map<string, number>>;
  /** Brands of listed stations as stored, by {@link toBrandKey}. */
  brands: ReadonlyMap<string, readonly string[]>;
};

/** Returns true if a station has a position. */
export function isLocated({ record }: Pick<SnapshotStation, "record">): boolean {
  return record.lat !== null && record.lng !== null;
}

/** Returns the key of an area and a fuel in {@link Snapshot.tallies} and {@link Snapshot.means}. */
export function areaKey(area: string, fuel: number): string {
  return `${area}|${fuel}`;
}

function toOffered(prices: readonly PriceRecord[], asOfMs: number): (OfferedPrice | null)[] {
  const offered: (OfferedPrice | null)[] = [null, null, null, null, null, null, null];
  // With an infinite age only the other conditions apply. Each request sets its own maximum age.
  for (const price of prices) if (isInForce(price, asOfMs, Infinity)) offered[price.fuel] = price;
  return offered;
}

/** Returns the stations that were read, and the unchanged ones of the snapshot before. */
async function toStations(
  current: CurrentState,
  before: Snapshot | null,
): Promise<SnapshotStation[]> {
  const { changedIds } = current;
  const stations = changedIds && before
    ? before.stations.filter(({ record }) => !changedIds.has(record.id))
    : [];
  await forEachInSlices(current.stations, ({ station: record, ...fuels }) => {
    stations.push({
      record,
      rank: NaN,
      ...fuels,
      offered: toOffered(fuels.prices, current.state.asOfMs),
    });
  });
  stations.sort((a, b) => compareIds(a.record.id, b.record.id));
  return stations.map((station, rank) => station.rank === rank ? station : { ...station, rank });
}

async function tallyAreas(
  stations: readonly SnapshotStation[],
  asOfMs: number,
): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  await forEachInSlices(stations, ({ record, prices }) => {
    const { department } = record;
    const areas = department
      ? ["FR", department, `R${getDepartment(department)?.regionCode}`]
      : ["FR"];
    for (const price of prices) {
      if (!isInForce(price, asOfMs)) continue;
      for (const area of areas) {
        addToTally(tallies.getOrInsertComputed(areaKey(area, price.fuel), emptyTally), {
          station: record,
          price,
        });
      }
    }
  });
  return tallies;
}

function groupMeans(rows: CurrentState["means"]): Map<string, Map<string, number>> {
  const means = new Map<string, Map<string, number>>();
  for (const { area, fuel, day, meanMilli } of rows) {
    const key = areaKey(area, fuel);
    means.set(key, (means.get(key) ?? new Map()).set(day, meanMilli));
  }
  return means;
}

async function toOffers(stations: readonly SnapshotStation[]): Promise<Offers[]> {
  const { length } = stations;
  const offers = Array.from(
    { length: 7 },
    () => ({ milli: new Int32Array(length), atMs: new Float64Array(length) }),
  );
  await forEachInSlices(stations, ({ offered, rank }) => {
    for (const price of offered) {
      if (price === null) continue;
      const { milli, atMs } = offers[price.fuel]!;
      milli[rank] = price.priceMilli;
      atMs[rank] = price.atMs;
    }
  });
  return offers;
}

function toPlaces(stations: readonly SnapshotStation[]): Pick<Snapshot, "index" | "points"> {
  const index = new KDBush(stations.length);
  // No box contains an infinite position.
  for (const { record: { lat, lng } } of stations) index.add(lng ?? Infinity, lat ?? Infinity);
  index.finish();
  const points = Float64Array.from(
    stations.flatMap(({ record: { lat, lng } }) =>
      toEarthPoint({ lat: lat ?? NaN, lng: lng ?? NaN })
    ),
  );
  return { index, points };
}

/**
 * Builds the snapshot, in slices, from the rows that were read and the unchanged parts of the
 * snapshot `before`.
 */
export async function buildSnapshot(
  current: CurrentState,
  before: Snapshot | null = null,
): Promise<Snapshot> {
  const { state } = current;
  const stations = await toStations(current, before);
  const slices = new Slices();
  const places = toPlaces(stations);
  await slices.pause();
  const byId = new Map(stations.map((station) => [station.record.id, station]));
  const brands = Map.groupBy(
    new Set(stations.flatMap(({ record }) => record.brand ?? [])),
    toBrandKey,
  );
  await slices.pause();
  const offers = await toOffers(stations);
  const tallies = await tallyAreas(stations, state.asOfMs);
  return {
    ...state,
    state,
    stations,
    byId,
    offers,
    ...places,
    tallies,
    means: groupMeans(current.means),
    brands,
  };
}
