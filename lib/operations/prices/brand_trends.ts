/**
 * `GET /api/v1/prices/trends/brands`, `get_brand_trends`: daily means of the six largest brands.
 *
 * @module
 */

import { z } from "zod";
import type { Queryable } from "../../db/db.ts";
import { findAreaDays, findTopBrands } from "../../db/history/series.ts";
import { fuelParam } from "../../domain/params.ts";
import { toCheapStation } from "../../domain/station/station_record.ts";
import { type BrandTrend, brandTrendSchema, fuelField } from "../../domain/wire.ts";
import { toTrendsPath } from "../../site/paths.ts";
import { fuelNumber } from "../../shared/fuels.ts";
import { parsePriceText, toMeanText } from "../../shared/price/money.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { type Backend, type Body, defineOperation, requireState } from "../operation.ts";
import { KNOWN_META, toKnownMeta } from "./known_days.ts";
import {
  countOf,
  FUEL_NAMES,
  toCents,
  toExtremesText,
  toQuoted,
  toToolText,
} from "../tool_text.ts";

const input = z.strictObject({
  fuel: fuelParam,
  days: z.int().min(1).max(90).default(30).describe("Number of days, today included, 1 to 90"),
});

type Input = z.infer<typeof input>;

const TOP = 6;
const PREFIX = "brand:";

/** Reads the result in a transaction, so that all of it belongs to one revision. */
async function readTrends(tx: Queryable, backend: Backend, { fuel, days }: Input) {
  const number = fuelNumber(fuel);
  const { brands, state: stored } = await findTopBrands(tx, { fuel: number, limit: TOP });
  const state = requireState(stored, backend);
  const today = toParisDay(new Date(state.asOfMs));
  const areas = brands.map(({ brand: name }) => ({
    area: PREFIX + name,
    name,
    summedAreas: [PREFIX + name],
  }));
  const read = await findAreaDays(tx, {
    areas,
    fuels: [number],
    from: addDays(today, 1 - days),
    to: today,
  });
  const series = Map.groupBy(read, ({ area }) => area);
  const data = brands.map(({ brand, tally }): BrandTrend => ({
    brand,
    stationCount: tally.count,
    series: series.get(PREFIX + brand)!.map(({ day, sumMilli, count }) => (
      { recordedAt: day, avgPrice: toMeanText(sumMilli, count) }
    )),
    min: toCheapStation(tally.min!),
    max: toCheapStation(tally.max!),
  }));
  const known = [...new Set(read.map(({ day }) => day))].sort();
  const knownMeta = toKnownMeta(known.map((recordedAt) => ({ recordedAt })));
  return { data, meta: { count: data.length, ...knownMeta, fuel }, state };
}

function toLine(trend: BrandTrend, { days, asOf }: { days: number; asOf: string }): string {
  // The series is never empty, because today always has a mean.
  const first = trend.series.at(0)!;
  const last = trend.series.at(-1)!;
  const stations = countOf(trend.stationCount, "station");
  const head = `${toQuoted(trend.brand, 40)}: ${last.avgPrice} €/L, ${stations}, ` +
    toExtremesText(trend, asOf);
  if (trend.series.length === 1) return days === 1 ? head : `${head}; no earlier means are known`;
  const prices = trend.series.map(({ avgPrice }) => avgPrice).sort();
  const range = `between ${prices.at(0)} and ${prices.at(-1)}`;
  const change = toCents(parsePriceText(last.avgPrice) - parsePriceText(first.avgPrice));
  return `${head}; mean ${change} since ${first.recordedAt}, ${range}`;
}

function toText(body: Body<BrandTrend[]>, input: Input): string {
  const { data, meta } = body;
  if (data.length === 0) {
    return toToolText(
      [`No brand is known to sell ${FUEL_NAMES[input.fuel]} at a price in force.`],
      body,
    );
  }
  const todayOf = (trend: BrandTrend) => trend.series.at(-1)!.avgPrice;
  const cheapest = data.reduce((best, trend) => (todayOf(trend) < todayOf(best) ? trend : best));
  const brand = toQuoted(cheapest.brand, 40);
  return toToolText([
    `${FUEL_NAMES[input.fuel]}: ${brand} is the cheapest of the ${data.length} largest brands ` +
    `today, ${todayOf(cheapest)} €/L on average. Most stations first:`,
    ...data.map((trend) => toLine(trend, { days: input.days, asOf: meta.generated_at })),
  ], body);
}

/** Most stations first, ties by name. */
export const brandTrends = defineOperation({
  id: "brandTrends",
  tag: "Prices",
  path: "/api/v1/prices/trends/brands",
  title: "Price trends of the largest brands",
  description:
    "The daily means of the six brands with the most stations whose price for the fuel is in " +
    "force, and the stations with each brand's lowest and highest price now.",
  example: "/api/v1/prices/trends/brands?fuel=gazole&days=2",
  tool: {
    name: "get_brand_trends",
    description:
      "Daily mean price of the six largest brands for one fuel, over up to 90 days. For 'which " +
      "brand is cheapest'.",
    toText,
    toPage: (_, { fuel }) => toTrendsPath(fuel),
  },
  input,
  output: z.array(brandTrendSchema).max(TOP),
  meta: {
    count: z.int().min(0).describe("Number of brands in data"),
    ...KNOWN_META,
    fuel: fuelField,
  },
  formats: ["json", "csv"],
  table: {
    columns: ["brand", "stationCount", "recordedAt", "avgPrice"],
    toRows: (trends) =>
      trends.flatMap(({ brand, stationCount, series }) =>
        series.map((point) => ({ brand, stationCount, ...point }))
      ),
  },
  fromDatabase: (backend, input) =>
    backend.db.transaction((tx) => readTrends(tx, backend, input), { readOnly: true }),
});
