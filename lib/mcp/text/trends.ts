/** The text of the brands' curves: one line per brand, the cheapest named first. @module */

import type { BrandTrend } from "../../domain/wire.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { parsePriceText } from "../../shared/money.ts";
import { type Answer, toText } from "./body.ts";
import { countOf, cut, FUEL_NAMES, toCents } from "./words.ts";

/** What was asked. */
export type TrendsQuestion = { fuel: Fuel; days: number };

function lastOf({ series }: BrandTrend): { recordedAt: string; avgPrice: string } {
  return series[series.length - 1];
}

function toLine(trend: BrandTrend, days: number): string {
  const [first, last] = [trend.series[0], lastOf(trend)];
  const head = `${cut(trend.brand, 40)}: ${last.avgPrice} €/L, ${countOf(trend.stationCount, "station")}`;
  if (trend.series.length === 1) return days === 1 ? head : `${head}; no earlier means are known`;
  const prices = trend.series.map(({ avgPrice }) => avgPrice).sort();
  const change = toCents(parsePriceText(last.avgPrice) - parsePriceText(first.avgPrice));
  return `${head}; ${change} since ${first.recordedAt}, between ${prices[0]} and ${prices[prices.length - 1]}`;
}

/** Below 1 kB. */
export function trendsText(answer: Answer<BrandTrend[]>, asked: TrendsQuestion): string {
  const { data } = answer;
  if (data.length === 0) {
    return toText([`No brand is known to sell ${FUEL_NAMES[asked.fuel]} at a price in force.`], answer);
  }
  const cheapest = data.reduce((best, trend) => (lastOf(trend).avgPrice < lastOf(best).avgPrice ? trend : best));
  return toText([
    `${FUEL_NAMES[asked.fuel]}: ${cut(cheapest.brand, 40)} is the cheapest of the ${data.length} largest brands ` +
    `today, ${lastOf(cheapest).avgPrice} €/L on average. Most stations first:`,
    ...data.map((trend) => toLine(trend, asked.days)),
  ], answer);
}
