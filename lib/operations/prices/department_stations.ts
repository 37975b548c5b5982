/** Finds the prices in force in a department. @module */

import { findInDepartment, type PricedStation } from "../../db/current/stations.ts";
import { IN_FORCE_DAYS, isInForce } from "../../domain/price/in_force.ts";
import { compareIds, toEntry } from "../../domain/station/station_record.ts";
import { type Fuel, fuelNumber } from "../../shared/fuels.ts";
import type { Snapshot, SnapshotStation } from "../../snapshot/snapshot.ts";
import { type Backend, requireState } from "../operation.ts";
import { PerSnapshot } from "../per_snapshot.ts";

const byDepartment = new PerSnapshot<Map<string | null, SnapshotStation[]>>();

/** Returns the prices in force of a fuel (1 to 6) in a department, by price, then ID. */
export function findDepartmentInSnapshot(
  snapshot: Snapshot,
  { department, fuel }: { department: string; fuel: number },
): PricedStation[] {
  const found: PricedStation[] = [];
  const make = () => Map.groupBy(snapshot.stations, ({ record }) => record.department);
  for (
    const { record, prices } of byDepartment.get(snapshot, { key: "", make }).get(department) ?? []
  ) {
    const price = prices.find((each) => each.fuel === fuel);
    if (price && isInForce(price, snapshot.asOfMs)) found.push({ station: record, price });
  }
  return found.sort((a, b) =>
    a.price.priceMilli - b.price.priceMilli || compareIds(a.station.id, b.station.id)
  );
}

type Question = { code: string; fuel: Fuel };

/**
 * Returns all prices in force in a department (canonical code), by price, then ID. Throws
 * SERVICE_UNAVAILABLE before the first ingest.
 */
export async function findDepartmentStations(
  backend: Backend,
  { code: department, fuel }: Question,
) {
  const snapshot = backend.snapshots.current();
  const place = { department, fuel: fuelNumber(fuel) };
  const { found, state } = snapshot
    ? { found: findDepartmentInSnapshot(snapshot, place), state: snapshot.state }
    : await findInDepartment(backend.db, {
      ...place,
      maxAgeDays: IN_FORCE_DAYS,
      conditions: [],
      limit: null,
    });
  return {
    entries: found.map(({ station, price }) => toEntry(station, price)),
    state: requireState(state, backend),
  };
}
