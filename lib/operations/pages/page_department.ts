/** Finds the prices in force in a department, and the mean of each brand there. @module */

import { findInDepartment, type PricedStation } from "../../db/current/stations.ts";
import { IN_FORCE_DAYS, isInForce } from "../../domain/price/in_force.ts";
import { compareIds, toEntry } from "../../domain/station/station_record.ts";
import { type Fuel, fuelNumber } from "../../shared/station/fuels.ts";
import { toMeanText } from "../../shared/price/money.ts";
import type { Snapshot, SnapshotStation } from "../../snapshot/snapshot.ts";
import { type Deps, requireState } from "../operation.ts";
import { PerSnapshot } from "../per_snapshot.ts";

const byDepartment = new PerSnapshot<Map<string | null, SnapshotStation[]>>();

/** The prices in force of a fuel (1 to 6) in a department, by price, then id. */
export function findDepartmentInSnapshot(
  snapshot: Snapshot,
  { department, fuel }: { department: string; fuel: number },
): PricedStation[] {
  const found: PricedStation[] = [];
  const make = () => Map.groupBy(snapshot.stations, ({ record }) => record.department);
  for (const { record, prices } of byDepartment.get(snapshot, { key: "", make }).get(department) ?? []) {
    const price = prices.find((each) => each.fuel === fuel);
    if (price && isInForce(price, snapshot.asOfMs)) found.push({ station: record, price });
  }
  return found.sort((a, b) => a.price.priceMilli - b.price.priceMilli || compareIds(a.station.id, b.station.id));
}

const MIN_STATIONS = 2;
const MAX_BRANDS = 10;

/** The cheapest brands of those with two stations or more, by the mean of their prices in force. */
function toBrands(found: readonly PricedStation[]) {
  const sums = new Map<string, { count: number; sum: number }>();
  for (const { station, price } of found) {
    if (station.brand === null) continue;
    const sum = sums.get(station.brand) ?? { count: 0, sum: 0 };
    sums.set(station.brand, { count: sum.count + 1, sum: sum.sum + price.priceMilli });
  }
  return [...sums].filter(([, { count }]) => count >= MIN_STATIONS)
    .sort(([a, x], [b, y]) => x.sum / x.count - y.sum / y.count || compareIds(a, b))
    .slice(0, MAX_BRANDS)
    .map(([brand, { count, sum }]) => ({ brand, stationCount: count, avgPrice: toMeanText(sum, count) }));
}

type Question = { code: string; fuel: Fuel };

/** All prices in force in a department (canonical code) by price, then id. Throws SERVICE_UNAVAILABLE while there are no data. */
export async function findDepartmentPrices(deps: Deps, { code, fuel }: Question) {
  const snapshot = deps.snapshots.current();
  const number = fuelNumber(fuel);
  if (snapshot) {
    return { found: findDepartmentInSnapshot(snapshot, { department: code, fuel: number }), state: snapshot.state };
  }
  const filter = { fuel: number, maxAgeDays: IN_FORCE_DAYS, conditions: [], limit: null };
  const read = await findInDepartment(deps.db, { ...filter, department: code });
  return { found: read.found, state: requireState(read.state, deps) };
}

/** The same prices as entries of a list, and the brands to compare. */
export async function findDepartmentStations(deps: Deps, question: Question) {
  const { found, state } = await findDepartmentPrices(deps, question);
  return { entries: found.map(({ station, price }) => toEntry(station, price)), brands: toBrands(found), state };
}
