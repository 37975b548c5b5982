/** `GET /api/v1/prices/history/{stationId}`, `get_price_history`: a station's price of one fuel by day. @module */

import { z } from "zod";
import { findChanges } from "../db/history/history.ts";
import { getStateRow } from "../db/current/state.ts";
import { carryForward } from "../domain/locf.ts";
import { fuelParam, stationIdParam } from "../domain/params.ts";
import { fuelField, type HistoryPoint, historyPointSchema } from "../domain/wire.ts";
import { fuelNumber } from "../shared/fuels.ts";
import { parsePriceText, toMeanText } from "../shared/money.ts";
import { addDays, startOfParisDay, toParisDay } from "../shared/paris_time.ts";
import { parseStationId } from "./lookup_station.ts";
import { type Body, type DataState, defineOperation, type Deps } from "./operation.ts";
import { requireState, stateOfSnapshot } from "./state.ts";
import { countOf, cut, FUEL_NAMES, toCents, toToolText } from "./tool_text.ts";

const input = z.strictObject({
  stationId: stationIdParam,
  fuel: fuelParam,
  days: z.int().min(1).max(365).default(30).describe("How many days, today included, 1 to 365"),
});

type Input = z.infer<typeof input>;

async function findState(deps: Deps): Promise<DataState> {
  const snapshot = deps.snapshots.current();
  return snapshot ? stateOfSnapshot(snapshot) : requireState(await getStateRow(deps.db), deps);
}

function startOfWindow(asOfMs: number, days: number): Date {
  return startOfParisDay(addDays(toParisDay(new Date(asOfMs)), 1 - days));
}

type Point = { day: string; milli: number; text: string };

const CHANGES_MAX = 31;

function toPoint({ recordedAt, price }: HistoryPoint): Point {
  return { day: recordedAt, milli: parsePriceText(price), text: price };
}

function lowestOf(points: readonly Point[]): Point {
  return points.reduce((best, point) => (point.milli < best.milli ? point : best));
}

function highestOf(points: readonly Point[]): Point {
  return points.reduce((best, point) => (point.milli > best.milli ? point : best));
}

function meanOf(points: readonly Point[]): string {
  return toMeanText(points.reduce((sum, { milli }) => sum + milli, 0), points.length);
}

function toChanges(points: readonly Point[]): string {
  const changes = points.filter((point, index) => index === 0 || point.milli !== points[index - 1].milli);
  return `Prices by day of change: ${changes.map(({ day, text }) => `${day} ${text}`).join(", ")}.`;
}

function toMonths(points: readonly Point[]): string[] {
  const months = Map.groupBy(points, ({ day }) => day.slice(0, 7));
  return [...months].map(([month, days]) =>
    `${month}: mean ${meanOf(days)}, from ${lowestOf(days).text} to ${highestOf(days).text}`
  );
}

/** Since when the last price stands. Carried forward from before the first day input for, it may be years old. */
function toSince(points: readonly Point[], { days }: Input): string {
  const last = points[points.length - 1];
  const change = points.findLastIndex(({ milli }) => milli !== last.milli) + 1;
  const isCarriedIn = change === 0 && points.length === days;
  return `unchanged since ${points[change].day}${isCarriedIn ? " or before: lookup_station tells its age" : ""}`;
}

function toSummary(points: readonly Point[], input: Input): string[] {
  const [first, last] = [points[0], points[points.length - 1]];
  const since = `Last known ${last.text} €/L, ${toSince(points, input)}`;
  if (points.length === 1) return [`${since}.`];
  const [low, high] = [lowestOf(points), highestOf(points)];
  return [
    `${since}; ${toCents(last.milli - first.milli)} per litre against ${first.day} (${first.text}).`,
    `Lowest ${low.text} on ${low.day}, highest ${high.text} on ${high.day}, mean of the days ${meanOf(points)}.`,
  ];
}

function toNothing({ stationId, fuel, days }: Input): string {
  return `Nothing is known: no price of ${FUEL_NAMES[fuel]} at station ${cut(stationId, 20)} in the last ` +
    `${countOf(days, "day")}. Check the id with lookup_station, which lists the fuels it sells.`;
}

/** Below 1 kB up to 31 days, below 2 kB for a year. */
function toText(body: Body<HistoryPoint[]>, input: Input): string {
  const points = body.data.map(toPoint);
  if (points.length === 0) return toToolText([toNothing(input)], body);
  const shown = points.length === 1 ? [] : points.length <= CHANGES_MAX ? [toChanges(points)] : toMonths(points);
  return toToolText([
    `${FUEL_NAMES[input.fuel]} at station ${input.stationId}, ${points[0].day} to ${points[points.length - 1].day} ` +
    `(${countOf(points.length, "day")}, last price of each day carried forward).`,
    ...toSummary(points, input),
    ...shown,
  ], body);
}

/** Last observation carried forward, one point a day; an unknown station gives no points. */
export const priceHistory = defineOperation({
  id: "priceHistory",
  tag: "Prices",
  path: "/api/v1/prices/history/{stationId}",
  title: "Price history of a station",
  description:
    "One point per day, ascending: the last price known at the end of that Europe/Paris day (today: now), carried " +
    "forward over days without a change. Days before the first known price have no point; an unknown station has none.",
  example: "/api/v1/prices/history/75015007?fuel=gazole&days=7",
  tool: {
    name: "get_price_history",
    description:
      "Answers how the price of one fuel developed at one station: one point per day, the last price known at the end of the day " +
      "(Europe/Paris), carried forward. Euros per litre as text. Use it with an id from search_stations_nearby for 'is it " +
      "cheaper than last month here'. An unknown station gives an empty series.",
    toText,
  },
  input,
  output: z.array(historyPointSchema).max(365),
  meta: { count: z.int().min(0).describe("Points in data"), fuel: fuelField },
  formats: ["json", "csv"],
  table: { columns: ["recordedAt", "price"], toRows: (points) => points },
  async fromDatabase(deps, { stationId, fuel, days }) {
    const id = parseStationId(stationId);
    const before = await findState(deps);
    if (id === null) return { data: [], meta: { count: 0, fuel }, state: before };
    const from = startOfWindow(before.asOfMs, days);
    const read = await findChanges(deps.db, { stationId: id, fuel: fuelNumber(fuel), from });
    const state = requireState(read.state, deps);
    // as of may have moved to a new day meanwhile: the window read is then a day too wide, which carrying forward ignores
    const data = carryForward(read.observations, { asOf: new Date(state.asOfMs), days });
    return { data, meta: { count: data.length, fuel }, state };
  },
});
