/**
 * `GET /api/v1/prices/history/{stationId}`, `get_price_history`: the daily price of one fuel at a
 * station.
 *
 * @module
 */

import { z } from "zod";
import type { DataState } from "../../db/data_state.ts";
import { findChanges } from "../../db/history/series.ts";
import { carryForward } from "../../domain/price/price_period.ts";
import { fuelParam, stationIdParam } from "../../domain/params.ts";
import { fuelField, type HistoryPoint, historyPointSchema } from "../../domain/wire.ts";
import { toStationPath } from "../../site/paths.ts";
import { fuelNumber } from "../../shared/fuels.ts";
import { parsePriceText, toMeanText } from "../../shared/price/money.ts";
import { addDays, startOfParisDay, toParisDay } from "../../shared/time/paris_time.ts";
import { unknownStationField } from "../empty_lists.ts";
import { fillGaps, findKnown, gapsParam, KNOWN_META, toKnownMeta } from "./known_days.ts";
import { parseStationId } from "../stations/lookup_station.ts";
import { type Body, defineOperation, readState, requireState } from "../operation.ts";
import { countOf, FUEL_NAMES, toCents, toQuoted, toToolText } from "../tool_text.ts";

const input = z.strictObject({
  stationId: stationIdParam,
  fuel: fuelParam,
  days: z.int().min(1).max(365).default(30).describe("Number of days, today included, 1 to 365"),
  gaps: gapsParam,
});

type Input = z.infer<typeof input>;

type Point = { day: string; milli: number; text: string; isSuspect: boolean };

const CHANGES_MAX = 31;

function toPoint({ recordedAt, price, suspect }: HistoryPoint): Point {
  return {
    day: recordedAt,
    milli: parsePriceText(price),
    text: price,
    isSuspect: suspect === true,
  };
}

function toMarked({ text, isSuspect }: Point): string {
  return isSuspect ? `${text} (suspect)` : text;
}

/**
 * Returns the first lowest price, the first highest price and the mean, without suspect prices;
 * null if all are suspect.
 */
function measure(points: readonly Point[]) {
  const counted = points.filter(({ isSuspect }) => !isSuspect);
  if (counted.length === 0) return null;
  const low = counted.reduce((best, point) => (point.milli < best.milli ? point : best));
  const high = counted.reduce((best, point) => (point.milli > best.milli ? point : best));
  const mean = toMeanText(counted.reduce((sum, { milli }) => sum + milli, 0), counted.length);
  return { low, high, mean, isWhole: counted.length === points.length };
}

function changesOf(points: readonly Point[]): Point[] {
  return points.filter(({ milli }, index) => milli !== points[index - 1]?.milli);
}

function toChanges(points: readonly Point[]): string {
  const changes = changesOf(points).map((point) => `${point.day} ${toMarked(point)}`);
  return `Prices by day of change: ${changes.join(", ")}.`;
}

function toMonths(points: readonly Point[]): string[] {
  return [...Map.groupBy(points, ({ day }) => day.slice(0, 7))].map(([month, days]) => {
    const measured = measure(days);
    if (!measured) return `${month}: suspect prices only`;
    return `${month}: mean ${measured.mean}, from ${measured.low.text} to ${measured.high.text}`;
  });
}

/**
 * Returns since when the last price is unchanged. A price carried forward from before the first
 * requested day may be years old.
 */
function toSince(points: readonly Point[], { days }: Input): string {
  const { day } = changesOf(points).at(-1)!;
  const isCarriedIn = day === points[0]!.day && points.length === days;
  return `unchanged since ${day}${isCarriedIn ? " or before: lookup_station tells its age" : ""}`;
}

function toSummary(points: readonly Point[], input: Input): string[] {
  const first = points[0]!;
  const last = points.at(-1)!;
  const since = `Last known ${last.text} €/L, ${toSince(points, input)}`;
  const suspect = last.isSuspect
    ? ["This price is suspect (probably a typing error) and counts nowhere."]
    : [];
  const measured = measure(points);
  if (points.length === 1 || !measured) return [`${since}.`, ...suspect];
  const { low, high, mean, isWhole } = measured;
  const change = `${toCents(last.milli - first.milli)} per litre`;
  return [
    `${since}; ${change} against ${first.day} (${toMarked(first)}).`,
    ...suspect,
    `Lowest ${low.text} on ${low.day}, highest ${high.text} on ${high.day}, mean of the days ${mean}.` +
    (isWhole ? "" : " Suspect prices are left out of these three."),
  ];
}

function toNothing({ stationId, fuel, days }: Input): string {
  const station = toQuoted(stationId, 20);
  return `Nothing is known: no price of ${FUEL_NAMES[fuel]} at station ${station} in the last ` +
    `${countOf(days, "day")}. Check the id with lookup_station, which lists the fuels it sells.`;
}

function toText(body: Body<z.infer<typeof historyPointSchema>[]>, input: Input): string {
  const points = findKnown(body.data).map(toPoint);
  const first = points.at(0);
  const last = points.at(-1);
  if (!first || !last) return toToolText([toNothing(input)], body);
  const changes = points.length > 1 ? [toChanges(points)] : [];
  const shown = points.length > CHANGES_MAX ? toMonths(points) : changes;
  return toToolText([
    `${FUEL_NAMES[input.fuel]} at station ${input.stationId}, ${first.day} to ${last.day} ` +
    `(${countOf(points.length, "day")}, last price of each day carried forward).`,
    ...toSummary(points, input),
    ...shown,
  ], body);
}

function toResult(known: HistoryPoint[], { fuel, days, gaps }: Input, state: DataState) {
  const to = toParisDay(new Date(state.asOfMs));
  const data = fillGaps(known, { gaps, from: addDays(to, 1 - days), to }, { price: null });
  return { data, meta: { count: data.length, ...toKnownMeta(known), fuel }, state };
}

/** Last observation carried forward, one point per day. An unknown station returns no points. */
export const priceHistory = defineOperation({
  id: "priceHistory",
  tag: "Prices",
  path: "/api/v1/prices/history/{stationId}",
  title: "Price history of a station",
  description:
    "One point per day, ascending: the last price known at the end of that Europe/Paris day " +
    "(today: now), carried forward over days without a change. Days before the first known price " +
    "have no point. An unknown station has no points, and meta.unknown_station names it. A point " +
    "with a suspect price has suspect set to true.",
  example: "/api/v1/prices/history/75015007?fuel=gazole&days=7",
  tool: {
    name: "get_price_history",
    description:
      "Daily price of one fuel at one station, carried forward between changes. For 'is it " +
      "cheaper than last month here'.",
    toText,
    omits: ["gaps"],
    toPage: (_, { stationId, fuel }) =>
      `${toStationPath(encodeURIComponent(stationId))}?fuel=${fuel}`,
  },
  input,
  output: z.array(historyPointSchema).max(365),
  meta: {
    count: z.int().min(0).describe("Number of points in data"),
    ...KNOWN_META,
    fuel: fuelField,
    unknown_station: unknownStationField,
  },
  formats: ["json", "csv"],
  table: { columns: ["recordedAt", "price", "suspect"], toRows: (points) => points },
  async fromDatabase(backend, input) {
    const id = parseStationId(input.stationId);
    const before = await readState(backend);
    if (id === null) return toResult([], input, before);
    const from = startOfParisDay(addDays(toParisDay(new Date(before.asOfMs)), 1 - input.days));
    const read = await findChanges(backend.db, {
      stationId: id,
      fuel: fuelNumber(input.fuel),
      from,
    });
    const state = requireState(read.state, backend);
    // The data may have moved to a new day in the meantime. The window read is then a day too wide;
    // carryForward ignores that day.
    return toResult(
      carryForward(read.observations, { asOf: new Date(state.asOfMs), days: input.days }),
      input,
      state,
    );
  },
});
