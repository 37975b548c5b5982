/**
 * `GET /api/v1/prices/series`, `get_price_series`: daily mean, lowest and highest price of an area.
 *
 * @module
 */

import { z } from "zod";
import { CHARGES } from "../../domain/charges.ts";
import { findBrands } from "../../db/current/listed_stations.ts";
import { type AreaDay, findAreaDays } from "../../db/history/series.ts";
import type { Queryable } from "../../db/db.ts";
import { getState } from "../../db/data_state.ts";
import { toBrandKey } from "../../domain/brand/brand.ts";
import { DomainError } from "../../domain/errors.ts";
import {
  ALL_LAND_AREAS,
  type Area,
  brandOfArea,
  NATION,
  parseArea,
} from "../../domain/place/area.ts";
import { fuelParam } from "../../domain/params.ts";
import { findPartialDays, PARTIAL_RULE } from "../../domain/price/partial_days.ts";
import { dailyPriceField, dayField, fuelField, type Known } from "../../domain/wire.ts";
import { parsePriceText, toMeanText, toPriceText } from "../../shared/price/money.ts";
import { toDepartmentPath, toTrendsPath } from "../../site/paths.ts";
import { getDepartment } from "../../places/departments.ts";
import { fuelNumber } from "../../shared/fuels.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { DAY_MS } from "../../shared/units.ts";
import { findByName } from "../places/aliases.ts";
import { fillGaps, findKnown, gapsParam, KNOWN_META, toKnownMeta } from "./known_days.ts";
import { toUnknownBrands, unknownBrandField } from "../stations/list_fields.ts";
import { type Backend, type Body, defineOperation, requireState } from "../operation.ts";
import { countOf, FUEL_NAMES, toCents, toQuoted, toToolText } from "../tool_text.ts";

const MAX_DAYS = 3_660;
const USUAL_DAYS = 90;
const AREAS = "FR, a department (69), a region (R84) or a brand (brand:Avia)";
const NAMED_AREAS = [NATION, ...ALL_LAND_AREAS];

/**
 * Returns the area with a code, or the department or region with a name; null for any other text.
 */
function readArea(text: string): Area | null {
  return parseArea(text) ?? findByName(NAMED_AREAS, text) ?? null;
}
const A_DAY = "a day such as 2026-03-06";

const isDay = (text: string) => Date.parse(text) >= 0 && addDays(text, 0) === text;
const dayParam = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, A_DAY).min(10).max(10).refine(isDay, A_DAY)
  .optional();

const input = z.strictObject({
  fuel: fuelParam,
  area: z.string().min(1).max(86).refine((area) => readArea(area) !== null, AREAS).default("FR")
    .describe(
      `${AREAS}, also by name`,
    ),
  from: dayParam.describe(`First day, YYYY-MM-DD; by default to is the last of ${USUAL_DAYS} days`),
  to: dayParam.describe(`Last day, today by default; at most ${MAX_DAYS} days from the first`),
  gaps: gapsParam,
});

type Input = z.infer<typeof input>;

/** One day of an area. */
export const seriesPointSchema = z.object({
  recordedAt: dayField,
  avgPrice: dailyPriceField.describe(
    "Mean of the prices in force at the end of the day (today: now); each station counts once. " +
      "Null only with gaps=null, for a day without a price",
  ),
  minPrice: dailyPriceField.describe("Lowest of these prices; null only with gaps=null"),
  maxPrice: dailyPriceField.describe("Highest of these prices; null only with gaps=null"),
  stationCount: z.int().min(0).describe("Stations with a price in force; 0 only with gaps=null"),
  partial: z.literal(true).optional().describe(
    "true if fewer than 95 % of the country's usual stations had a price of the fuel in force; " +
      "absent otherwise. The usual number is the median over the days at most 30 days away",
  ),
});

type SeriesPoint = Known<z.infer<typeof seriesPointSchema>>;

/** The values of a day without a price. */
const MISSING = { avgPrice: null, minPrice: null, maxPrice: null, stationCount: 0 };

function refuse(message: string): never {
  throw new DomainError("INVALID_PARAMETER", message);
}

/** Returns the first and the last day of a request. A `from` after today selects no days. */
function toSpan(
  { from: first, to }: Pick<Input, "from" | "to">,
  today: string,
): { from: string; to: string } {
  const last = to ?? (first !== undefined && first > today ? first : today);
  const from = first ?? addDays(last, 1 - USUAL_DAYS);
  if (last < from) refuse(`Parameter "to" is "${last}"; expected a day not before "from"`);
  if (countDays(from, last) > MAX_DAYS) {
    refuse(`Parameter "from" is "${from}"; expected at most ${MAX_DAYS} days up to ${last}`);
  }
  return { from, to: last };
}

const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns the cost of a request. Today's prices cost as much as a year of days. */
export function toSeriesCost(input: Pick<Input, "from" | "to">, now: Date): number {
  const { from, to } = toSpan(input, toParisDay(now));
  return 1 + Math.ceil(countDays(from, to) / CHARGES.days);
}

/**
 * Returns the area with every spelling of its brand at stations. `meta` names a brand that no
 * station has.
 */
async function addSpellings(tx: Queryable, area: Area) {
  const brand = brandOfArea(area.area);
  if (brand === null) return { area, meta: {} };
  const all = await findBrands(tx);
  const brands = all.filter((each) => toBrandKey(each) === toBrandKey(brand));
  const summedAreas = [...new Set([...area.summedAreas, ...brands.map((each) => `brand:${each}`)])];
  const meta: Record<string, object> = {};
  if (brands.length === 0) meta.unknown_brand = toUnknownBrands([brand], all);
  return { area: { ...area, summedAreas }, meta };
}

function toPoint(
  { day, sumMilli, minMilli, maxMilli, count }: AreaDay,
  partial: ReadonlySet<string>,
): SeriesPoint {
  return {
    recordedAt: day,
    avgPrice: toMeanText(sumMilli, count),
    minPrice: toPriceText(minMilli),
    maxPrice: toPriceText(maxMilli),
    stationCount: count,
    ...(partial.has(day) ? { partial: true as const } : {}),
  };
}

/** Reads the result in a transaction, so that all of it belongs to one revision. */
async function readSeries(
  tx: Queryable,
  backend: Backend,
  { area: text, gaps, ...question }: Input,
) {
  const state = requireState(await getState(tx), backend);
  const today = toParisDay(new Date(state.asOfMs));
  const { from, to } = toSpan(question, today);
  const { area, meta: unknown } = await addSpellings(tx, parseArea(text)!);
  // Whether a day is partial depends on the country's stations on the days around it.
  const days = await findAreaDays(tx, {
    areas: area === NATION ? [NATION] : [area, NATION],
    fuels: [fuelNumber(question.fuel)],
    from: addDays(from, -PARTIAL_RULE.reachDays),
    to: addDays(to < today ? to : today, PARTIAL_RULE.reachDays),
  });
  const partial = findPartialDays(days.filter((each) => each.area === NATION.area));
  const known = days.filter((each) => each.area === area.area && each.day >= from && each.day <= to)
    .map((each) => toPoint(each, partial));
  const data = fillGaps(known, { gaps, from, to }, MISSING);
  const meta = {
    count: data.length,
    ...toKnownMeta(known),
    fuel: question.fuel,
    area: area.area,
    name: area.name,
    from,
    to,
    ...unknown,
  };
  return { data, meta, state };
}

const MAX_LISTED_DAYS = 62;

function toDays(points: readonly SeriesPoint[]): string {
  if (points.length <= MAX_LISTED_DAYS) {
    const days = points.map(({ recordedAt, avgPrice }) => `${recordedAt} ${avgPrice}`);
    return `Means by day: ${days.join(", ")}.`;
  }
  const months = [...Map.groupBy(points, ({ recordedAt }) => recordedAt.slice(0, 7))].map(
    ([month, some]) => {
      const millis = some.map(({ avgPrice }) => parsePriceText(avgPrice));
      return `${month} ${toMeanText(millis.reduce((sum, milli) => sum + milli, 0), millis.length)}`;
    },
  );
  return `Means by month: ${months.join(", ")}.`;
}

function toOnlyDay(what: string, day: SeriesPoint): string {
  return `${what}: mean ${day.avgPrice} €/L on ${day.recordedAt}, from ${day.minPrice} to ` +
    `${day.maxPrice} at ${countOf(day.stationCount, "station")}.`;
}

function toText(body: Body<z.infer<typeof seriesPointSchema>[]>, { fuel }: Input): string {
  const { meta } = body;
  const data = findKnown(body.data);
  const first = data.at(0);
  const last = data.at(-1);
  const where = brandOfArea(meta.area as string) === null
    ? meta.name as string
    : toQuoted(meta.name as string, 40);
  const what = `${FUEL_NAMES[fuel]}, ${where}`;
  if (!first || !last) {
    return toToolText([`No prices of ${what} are known from ${meta.from} to ${meta.to}.`], body);
  }
  const byMean = data.toSorted((a, b) => parsePriceText(a.avgPrice) - parsePriceText(b.avgPrice));
  const low = byMean[0]!;
  const high = byMean.at(-1)!;
  const partial = data.filter((point) => point.partial).map(({ recordedAt }) => recordedAt);
  const change = toCents(parsePriceText(last.avgPrice) - parsePriceText(first.avgPrice));
  const days = countDays(meta.from as string, meta.to as string);
  const verb = data.length === 1 ? "is" : "are";
  const known = `${data.length} of ${countOf(days, "day")} ${verb} known`;
  if (data.length === 1) {
    const change = days === 1 ? "" : ` ${known}: no change can be told.`;
    return toToolText([toOnlyDay(what, first) + change], body);
  }
  const stations = countOf(last.stationCount, "station");
  const partialDays = countOf(partial.length, "day");
  return toToolText([
    `${what}: mean ${first.avgPrice} €/L on ${first.recordedAt}, ${last.avgPrice} on ${last.recordedAt}, ${change} per ` +
    `litre; lowest mean ${low.avgPrice} on ${low.recordedAt}, highest ${high.avgPrice} on ${high.recordedAt}.`,
    `On ${last.recordedAt} from ${last.minPrice} to ${last.maxPrice} at ${stations}.`,
    data.length === days ? null : `${known}.`,
    toDays(data),
    partial.length === 0
      ? null
      : `With fewer than 95 % of the usual stations: ${partialDays}, the first ${partial[0]}.`,
  ], body);
}

/** One point per day, ascending. Days that no source covers have no point. */
export const priceSeries = defineOperation({
  id: "priceSeries",
  tag: "Prices",
  path: "/api/v1/prices/series",
  title: "Prices of an area by day",
  description:
    "Daily prices in France, a department, a region or at the stations of a brand: mean (each " +
    "station counts once), lowest, highest and number of the prices in force at the end of each " +
    "Europe/Paris day (today: now), ascending. Days that no source covers have no point, or one " +
    "with null if gaps is null. Stations count in their current department and brand. Days with " +
    "too few stations have partial set to true.",
  example: "/api/v1/prices/series?fuel=gazole&area=75&from=2026-06-01&to=2026-06-05",
  tool: {
    name: "get_price_series",
    description:
      "Daily mean, lowest and highest price of one fuel in France, a department, a region or at " +
      "a brand, over up to ten years. For 'prices in Brittany in March'.",
    toText,
    omits: ["gaps"],
    toPage: (_, { area, fuel }) =>
      getDepartment(area) ? `${toDepartmentPath(area)}?fuel=${fuel}` : toTrendsPath(fuel),
  },
  input,
  canonical: ({ area, ...input }) => ({ ...input, area: readArea(area)!.area }),
  cost: toSeriesCost,
  isOutside: ({ area }) =>
    parseArea(area)!.summedAreas.every((code) => getDepartment(code)?.overseas),
  toUnfiltered: ({ fuel, area }) => ({ fuel, area }),
  output: z.array(seriesPointSchema).max(MAX_DAYS),
  meta: {
    count: z.int().min(0).describe("Number of points in data"),
    ...KNOWN_META,
    fuel: fuelField,
    area: z.string().describe("Code of the area in canonical spelling"),
    name: z.string().describe("Name of the area"),
    from: z.iso.date().describe("First requested day"),
    to: z.iso.date().describe("Last requested day"),
    unknown_brand: unknownBrandField,
  },
  formats: ["json", "csv"],
  table: { columns: Object.keys(seriesPointSchema.shape), toRows: (points) => points },
  fromDatabase: (backend, input) =>
    backend.db.transaction((tx) => readSeries(tx, backend, input), { readOnly: true }),
});
