/** Daily means for pages: of the country by fuel, and the curves of an area. @module */

import type { National } from "../../domain/wire.ts";
import type { CountedDay } from "../../domain/price/partial_days.ts";
import { findAreaDays } from "../../db/history/series.ts";
import { parseArea } from "../../domain/place/area.ts";
import { type Fuel, fuelNumber, fuelOfNumber, FUELS } from "../../shared/fuels.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { toMeanMilli } from "../../shared/price/money.ts";
import { nationalPrices } from "./area_prices.ts";
import type { DataState } from "../../db/data_state.ts";
import { type Backend, readState } from "../operation.ts";
import { PerSnapshot, readOptional } from "../per_snapshot.ts";

/** The mean of one day in whole thousandths. */
export type MeanPoint = { day: string; milli: number };

const known = new PerSnapshot<ReturnType<typeof findAreaDays>>();

/**
 * Returns the daily means of `FR` or a department (canonical code) by fuel over the last `days`
 * days, with their numbers of stations, ascending, today last. `curves` is null while the database
 * is unavailable.
 */
export async function findAreaCurves(
  backend: Backend,
  { area, fuels = FUELS, days }: { area: string; fuels?: readonly Fuel[]; days: number },
) {
  const today = toParisDay(new Date((await readState(backend)).asOfMs));
  const options = {
    areas: [parseArea(area)!],
    fuels: fuels.map(fuelNumber),
    from: addDays(today, 1 - days),
    to: today,
  };
  const make = () => findAreaDays(backend.db, options);
  const read = await readOptional(() =>
    known.get(backend.snapshots.current(), { key: JSON.stringify(options), make })
  );
  if (read === null) return { today, curves: null };
  const curves = new Map<Fuel, (MeanPoint & CountedDay)[]>(fuels.map((fuel) => [fuel, []]));
  for (const { fuel, day, sumMilli, count } of read) {
    curves.get(fuelOfNumber(fuel))!.push({ day, milli: toMeanMilli(sumMilli, count), count });
  }
  return { today, curves };
}

/**
 * Returns the national prices of all six fuels in their order, and the state of the data they were
 * read from.
 */
export async function findNationals(
  backend: Backend,
): Promise<{ nationals: National[]; state: DataState }> {
  const answers = await Promise.all(FUELS.map((fuel) => nationalPrices.read(backend, { fuel })));
  return { nationals: answers.map(({ data }) => data), state: answers[0]!.state };
}
