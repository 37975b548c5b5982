/** The text of the national mean. @module */

import type { National } from "../../domain/wire.ts";
import { parsePriceText } from "../../shared/money.ts";
import { type Answer, toText } from "./body.ts";
import { countOf, FUEL_NAMES, toCents } from "./words.ts";

function toTrend({ trend7d, change7d }: National): string {
  // The means of 3 and 7 days are then of fewer days, and must not be taken for more.
  if (change7d === null) {
    return "The change against seven days ago is unknown; days without a mean are left out of those of 3 and 7 days.";
  }
  const words = { up: "rising", down: "falling", stable: "stable", unknown: "unknown" }[trend7d];
  return `Trend: ${words}, ${toCents(parsePriceText(change7d))} per litre against seven days ago.`;
}

/** Four lines. */
export function nationalText(answer: Answer<National>): string {
  const { data } = answer;
  if (data.avgPrice1d === null) {
    return toText([`Nobody in France has a price in force for ${FUEL_NAMES[data.fuelType]}.`], answer);
  }
  return toText([
    `${FUEL_NAMES[data.fuelType]} in France: ${data.avgPrice1d} €/L on average today (${
      countOf(data.stationCount, "station")
    }).`,
    `Mean of 3 days ${data.avgPrice3d}, of 7 days ${data.avgPrice7d}; today from ${data.minPrice1d} to ${data.maxPrice1d}.`,
    toTrend(data),
  ], answer);
}
