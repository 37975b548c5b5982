/** Means that pages show: of the country by fuel, and the curves of an area (past days from their table, today from the aggregate). @module */

import type { National } from "../../domain/wire.ts";
import type { CountedDay } from "../../domain/price/partial_days.ts";
import { findDailyMeans } from "../../db/history/series.ts";
import { type Fuel, fuelNumber, fuelOfNumber, FUELS } from "../../shared/station/fuels.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { departmentPrices, nationalPrices } from "../prices/area_prices.ts";
import type { DataState } from "../../db/state.ts";
import type { Deps } from "../operation.ts";
import { PerSnapshot, readOptional } from "../per_snapshot.ts";

/** One day's mean in whole thousandths. */
export type MeanPoint = { day: string; milli: number };

async function readToday(deps: Deps, area: string, fuel: Fuel) {
  const { data, state } = area === "FR"
    ? await nationalPrices.read(deps, { fuel })
    : await departmentPrices.read(deps, { code: area, fuel });
  const milli = data.avgPrice1d === null ? null : parsePriceText(data.avgPrice1d);
  return { fuel, asOfMs: state.asOfMs, milli, count: data.stationCount };
}

const pastMeans = new PerSnapshot<ReturnType<typeof findDailyMeans>>();

function readPast(deps: Deps, options: Parameters<typeof findDailyMeans>[1]) {
  const snapshot = deps.snapshots.current();
  const make = () => findDailyMeans(deps.db, options);
  return readOptional(() => snapshot ? pastMeans.get(snapshot, { key: JSON.stringify(options), make }) : make());
}

/**
 * Daily means of `FR` or a department (canonical code) by fuel over the last `days` days, with their numbers of stations,
 * ascending, today last; null when the database is unavailable.
 */
export async function findAreaCurves(
  deps: Deps,
  { area, fuels = FUELS, days }: { area: string; fuels?: readonly Fuel[]; days: number },
) {
  const now = await Promise.all(fuels.map((fuel) => readToday(deps, area, fuel)));
  const today = toParisDay(new Date(Math.min(...now.map(({ asOfMs }) => asOfMs))));
  const from = addDays(today, 1 - days);
  const past = await readPast(deps, { areas: [area], fuels: fuels.map(fuelNumber), from, before: today });
  if (past === null) return { today, curves: null };
  const curves = new Map<Fuel, (MeanPoint & CountedDay)[]>(fuels.map((fuel) => [fuel, []]));
  for (const { fuel, day, meanMilli, count } of past.means) {
    curves.get(fuelOfNumber(fuel))!.push({ day, milli: Math.round(meanMilli), count });
  }
  for (const { fuel, milli, count } of now) {
    if (milli !== null) curves.get(fuel)?.push({ day: today, milli, count });
  }
  return { today, curves };
}

/** The prices of the country for all six fuels in their order, and the state of the data that they were read from. */
export async function findNationals(deps: Deps): Promise<{ nationals: National[]; state: DataState }> {
  const answers = await Promise.all(FUELS.map((fuel) => nationalPrices.read(deps, { fuel })));
  return { nationals: answers.map(({ data }) => data), state: answers[0]!.state };
}
