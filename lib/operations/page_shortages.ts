/** Where a fuel has run out at more stations than usual, by department, as home and map show it. @module */

import { isUnavailable } from "../db/db.ts";
import { countOutBefore, countOutNow, type OutCount, type PastCount } from "../db/history/stock_outs.ts";
import { IN_FORCE_DAYS, isInForce } from "../domain/in_force.ts";
import { compareIds, openStockOuts } from "../domain/station_record.ts";
import { type Fuel, fuelNumber } from "../shared/fuels.ts";
import { addDays, toParisDay } from "../shared/paris_time.ts";
import type { Shortages } from "../shared/shortages.ts";
import { DAY_MS } from "../shared/units.ts";
import type { Snapshot, SnapshotStation } from "../snapshot/snapshot.ts";
import type { Deps } from "./operation.ts";
import { PerSnapshot } from "./per_snapshot.ts";

/** A stock-out that began longer ago is no sign of a shortage. */
const LATELY_DAYS = 7;
/** Days over which the usual share is averaged. */
const USUAL_DAYS = 30;
/** What is usual is unknown until the stock-outs of so many days were observed, those of the last seven included. */
const MIN_OBSERVED_DAYS = 28;

/**
 * From here on a department is short: at so many stations, at this share of them, and at so many times the usual share. On an
 * ordinary day (5 June 2026) it was 0.4 % of the country's stations for Gazole, 1.6 % for E10 and 3.7 % for SP98, the highest.
 */
const SHORT = { stations: 3, share: 0.05, timesUsual: 2 } as const;

/** Whether a station sells a fuel, has run out of it lately, or neither. */
function judge(
  { prices, stockOuts }: SnapshotStation,
  { fuel, asOfMs }: { fuel: number; asOfMs: number },
): "sells" | "out" | null {
  if (prices.some((price) => price.fuel === fuel && isInForce(price, asOfMs))) return "sells";
  const open = openStockOuts(stockOuts, prices).find((stockOut) => stockOut.fuel === fuel);
  return open?.kind === "temporary" && asOfMs - open.sinceMs <= LATELY_DAYS * DAY_MS ? "out" : null;
}

function countInMemory({ stations, asOfMs }: Snapshot, fuel: number): OutCount[] {
  const counts = new Map<string, OutCount>();
  for (const station of stations) {
    const { department: code } = station.record;
    const verdict = code === null ? null : judge(station, { fuel, asOfMs });
    if (code === null || verdict === null) continue;
    const { out, stations } = counts.get(code) ?? { out: 0, stations: 0 };
    counts.set(code, { code, out: out + (verdict === "out" ? 1 : 0), stations: stations + 1 });
  }
  return [...counts.values()];
}

/** What is usual; null when the database is away, for pages are of use without it. */
async function readPast({ db }: Deps, fuel: number, asOfMs: number): Promise<PastCount | null> {
  // Days of stock-outs that are counted as new say nothing of the usual.
  const today = toParisDay(new Date(asOfMs));
  const before = addDays(today, -LATELY_DAYS);
  const from = addDays(before, -USUAL_DAYS);
  try {
    return await countOutBefore(db, { fuel, latelyDays: LATELY_DAYS, from, before, today });
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

function toShortages(counts: readonly OutCount[], past: PastCount | null): Shortages {
  if (past === null || past.observed < MIN_OBSERVED_DAYS) return { since: null, departments: [] };
  const toShare = ({ out, stations }: OutCount) => out / stations;
  const departments = counts.map((count) => ({
    ...count,
    usual: (past.sums[count.code] ?? 0) / past.days / count.stations,
  })).filter((count) =>
    count.out >= SHORT.stations && toShare(count) >= Math.max(SHORT.share, SHORT.timesUsual * count.usual)
  );
  return {
    since: past.since,
    departments: departments.sort((a, b) => toShare(b) - toShare(a) || compareIds(a.code, b.code)),
  };
}

const known = new PerSnapshot<Promise<Shortages>>();

/** The departments short of a fuel at the instant of the data. */
export async function findShortages(deps: Deps, { fuel, asOfMs }: { fuel: Fuel; asOfMs: number }): Promise<Shortages> {
  const number = fuelNumber(fuel);
  const snapshot = deps.snapshots.current();
  if (!snapshot) {
    const counts = await countOutNow(deps.db, { fuel: number, latelyDays: LATELY_DAYS, maxAgeDays: IN_FORCE_DAYS });
    return toShortages(counts, await readPast(deps, number, asOfMs));
  }
  const make = async () => toShortages(countInMemory(snapshot, number), await readPast(deps, number, snapshot.asOfMs));
  return await known.get(snapshot, { key: fuel, make });
}
