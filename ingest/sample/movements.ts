/** How an invented station's prices and stock-outs go through the sample's days. @module */

import type { PriceFact, StockOutFact } from "../../lib/domain/fact.ts";
import { type Fuel, fuelNumber, FUELS } from "../../lib/shared/fuels.ts";
import type { Levels } from "./levels.ts";
import type { Random } from "./random.ts";
import type { SampleStation } from "./sample_station.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The days of a sample: it ends at `endMs`, to the second. */
export type SampleSpan = { endMs: number; days: number };

/** Differences follow fuels: the dearer stations are a little less dear for E85 and GPLc. */
function toPrice(random: Random, station: SampleStation, levelMilli: number, fuel: Fuel): number {
  const weight = fuel === "e85" ? 0.4 : fuel === "gplc" ? 0.5 : 1;
  const exact = levelMilli + weight * station.offsetMilli + 4 * random.normal();
  // most stations end their prices in a nine
  return random.chance(0.6) ? Math.round((exact - 9) / 10) * 10 + 9 : Math.round(exact);
}

/** Instants at which a station tells its prices, ascending: by its brand's pace, in the morning, and once before the span. */
function drawTimes(random: Random, station: SampleStation, { endMs, days }: SampleSpan): number[] {
  const silentSinceMs = station.silent ? endMs - random.integer(32, days - 1) * DAY_MS : endMs;
  const times: number[] = [];
  let atMs = endMs - days * DAY_MS + random.next() * station.brand.pauseDays * DAY_MS;
  while (atMs < silentSinceMs) {
    times.push(Math.floor(atMs / 1000) * 1000);
    const pause = station.brand.pauseDays * DAY_MS * (0.4 + 1.2 * random.next());
    atMs += Math.max(pause, 5 * HOUR_MS);
  }
  return times;
}

/** The prices that a station told, each fuel ascending in time; the times lie within the span. */
export function drawPrices(random: Random, station: SampleStation, span: SampleSpan & { levels: Levels }): PriceFact[] {
  const facts: PriceFact[] = [];
  const firstMs = span.endMs - span.days * DAY_MS;
  const times = drawTimes(random, station, span);
  for (const fuel of station.fuels) {
    for (const atMs of times) {
      const level = span.levels[fuel][Math.min(span.days - 1, Math.floor((atMs - firstMs) / DAY_MS))];
      facts.push({
        stationId: station.id,
        fuel: fuelNumber(fuel),
        priceMilli: toPrice(random, station, level, fuel),
        atMs,
      });
    }
  }
  return facts;
}

/** Stock-outs: fuels never sold are permanent ones, as most stations tell them; a few that are sold are missing now. */
export function drawStockOuts(random: Random, station: SampleStation, { endMs }: SampleSpan): StockOutFact[] {
  const stockOuts: StockOutFact[] = [];
  for (const fuel of FUELS) {
    const isSold = station.fuels.includes(fuel);
    if (random.chance(isSold ? 0.975 : 0.3)) continue;
    const ageMs = isSold ? random.next() * 5 * DAY_MS : (100 + random.next() * 3000) * DAY_MS;
    const sinceMs = Math.floor((endMs - ageMs) / 1000) * 1000;
    const kind = isSold ? "temporary" : "permanent";
    stockOuts.push({ stationId: station.id, fuel: fuelNumber(fuel), sinceMs, untilMs: null, kind });
  }
  return stockOuts;
}
