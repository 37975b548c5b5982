/** Makes up the country's price level day by day, which all stations of the sample follow. @module */

import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import type { Random } from "./random.ts";

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
export type Levels = Record<Fuel, number[]>;

/** Levels of `days` days: petrol moves together, every fuel also by itself, and all are drawn back to where they began. */
export function drawLevels(random: Random, days: number): Levels {
  const levels = Object.fromEntries(FUELS.map((fuel) => [fuel, [START[fuel].milli]])) as Levels;
  let market = 0;
  for (let day = 1; day < days; day++) {
    market = 0.85 * market + 0.5 * random.normal();
    for (const fuel of FUELS) {
      const { milli, stepMilli } = START[fuel];
      const before = levels[fuel][day - 1];
      levels[fuel].push(before + stepMilli * (market + 0.3 * random.normal()) - 0.03 * (before - milli));
    }
  }
  return levels;
}
