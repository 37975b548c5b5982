/** Invents how prices and stock-outs of stations go through the sample's days. @module */

import { type Fuel, fuelNumber, FUELS } from "../../lib/shared/fuels.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import type { Random, SampleStation } from "./stations.ts";
import type { PriceFact, StockOutFact } from "../../lib/domain/fact.ts";

/** Where the levels begin, and how far a day moves them, in thousandths of a euro. */
const START: Record<Fuel, { milli: number; stepMilli: number }> = {
  gazole: { milli: 1690, stepMilli: 4 },
  sp95: { milli: 1790, stepMilli: 3 },
  sp98: { milli: 1840, stepMilli: 3 },
  e10: { milli: 1740, stepMilli: 3 },
  e85: { milli: 790, stepMilli: 1 },
  gplc: { milli: 990, stepMilli: 1 },
};

/** Levels by fuel, the oldest day first. */
type Levels = Record<Fuel, number[]>;

/** Levels of `days` days: petrol moves together, every fuel also by itself, and all are drawn back to where they began. */
export function drawLevels(random: Random, days: number): Levels {
  const levels = Object.fromEntries(FUELS.map((fuel) => [fuel, [START[fuel].milli]])) as Levels;
  const latest = Object.fromEntries(FUELS.map((fuel) => [fuel, START[fuel].milli])) as Record<Fuel, number>;
  let market = 0;
  for (let day = 1; day < days; day++) {
    market = 0.85 * market + 0.5 * random.normal();
    for (const fuel of FUELS) {
      const { milli, stepMilli } = START[fuel];
      const before = latest[fuel];
      latest[fuel] = before + stepMilli * (market + 0.3 * random.normal()) - 0.03 * (before - milli);
      levels[fuel].push(latest[fuel]);
    }
  }
  return levels;
}

const HOUR_MS = 3_600_000;

/** The days of a sample: it ends at `endMs`, to the second. */
type SampleSpan = { endMs: number; days: number };

/** Differences follow fuels: the dearer stations are a little less dear for E85 and GPLc. */
function toPrice(random: Random, station: SampleStation, levelMilli: number, fuel: Fuel): number {
  const weight = fuel === "e85" ? 0.4 : fuel === "gplc" ? 0.5 : 1;
  const exact = levelMilli + weight * station.offsetMilli + 4 * random.normal();
  // most stations end their prices in a nine
  return random.chance(0.6) ? Math.round((exact - 9) / 10) * 10 + 9 : Math.round(exact);
}

/** Instants at which a station reports its prices, ascending: by its brand's pace, in the morning, and once before the span. */
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

/** The prices that a station reported, each fuel ascending in time; the times are within the span. */
export function drawPrices(random: Random, station: SampleStation, span: SampleSpan & { levels: Levels }): PriceFact[] {
  const facts: PriceFact[] = [];
  const firstMs = span.endMs - span.days * DAY_MS;
  const times = drawTimes(random, station, span);
  for (const fuel of station.fuels) {
    for (const atMs of times) {
      const day = Math.min(span.days - 1, Math.floor((atMs - firstMs) / DAY_MS));
      const level = span.levels[fuel].at(day) ?? START[fuel].milli;
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

/** Stock-outs: fuels never sold are permanent ones, as most stations report them; a few that are sold are missing now. */
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
