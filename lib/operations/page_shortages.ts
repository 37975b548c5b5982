/** Where a fuel has run out at more stations than usual, by department, as the home shows it. @module */

import { isInForce } from "../domain/in_force.ts";
import { compareIds, openStockOuts } from "../domain/station_record.ts";
import { type Fuel, fuelNumber } from "../shared/fuels.ts";
import type { Snapshot, SnapshotStation } from "../snapshot/snapshot.ts";
import type { Deps } from "./operation.ts";

/** A department short of a fuel: of so many `stations` that sell it, `out` have run out lately. */
export type Shortage = { code: string; out: number; stations: number };

/** A stock-out that began longer ago is no sign of a shortage. */
const LATELY_DAYS = 7;

/**
 * From here on a department is short. On an ordinary day (5 June 2026) it was 0.4 % of the country's stations for Gazole, 1.6 %
 * for E10 and 3.7 % for SP98, the highest.
 */
const SHORT = { share: 0.1, stations: 3 } as const;

/** Whether a station sells a fuel, has run out of it lately, or neither. */
function judge(
  { prices, stockOuts }: SnapshotStation,
  { fuel, asOfMs }: { fuel: number; asOfMs: number },
): "sells" | "out" | null {
  if (prices.some((price) => price.fuel === fuel && isInForce(price, asOfMs))) return "sells";
  const open = openStockOuts(stockOuts, prices).find((stockOut) => stockOut.fuel === fuel);
  return open?.kind === "temporary" && asOfMs - open.sinceMs <= LATELY_DAYS * 86_400_000 ? "out" : null;
}

function count({ stations, asOfMs }: Snapshot, fuel: number): Shortage[] {
  const counts = new Map<string, Shortage>();
  for (const station of stations) {
    const { department: code } = station.record;
    const verdict = code === null ? null : judge(station, { fuel, asOfMs });
    if (code === null || verdict === null) continue;
    const { out, stations } = counts.get(code) ?? { out: 0, stations: 0 };
    counts.set(code, { code, out: out + (verdict === "out" ? 1 : 0), stations: stations + 1 });
  }
  const toShare = ({ out, stations }: Shortage) => out / stations;
  return [...counts.values()].filter((one) => one.out >= SHORT.stations && toShare(one) >= SHORT.share)
    .sort((a, b) => toShare(b) - toShare(a) || compareIds(a.code, b.code));
}

const known = new WeakMap<Snapshot, Map<Fuel, Shortage[]>>();

/** The departments short of a fuel, the worst first; none while nothing is held in memory. */
export function findShortages({ snapshots }: Deps, fuel: Fuel): readonly Shortage[] {
  const snapshot = snapshots.current();
  if (!snapshot) return [];
  const byFuel = known.get(snapshot) ?? new Map<Fuel, Shortage[]>();
  known.set(snapshot, byFuel);
  const found = byFuel.get(fuel) ?? count(snapshot, fuelNumber(fuel));
  byFuel.set(fuel, found);
  return found;
}
