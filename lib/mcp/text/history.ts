/** The text of a curve: what changed when, or by month when it is long; never one line per day. @module */

import type { HistoryPoint } from "../../domain/wire.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { parsePriceText, toMeanText } from "../../shared/money.ts";
import { type Answer, toText } from "./body.ts";
import { countOf, cut, FUEL_NAMES, toCents } from "./words.ts";

/** What was asked. */
export type HistoryQuestion = { stationId: string; fuel: Fuel; days: number };

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

/** Since when the last price stands. Carried forward from before the first day asked for, it may be years old. */
function toSince(points: readonly Point[], { days }: HistoryQuestion): string {
  const last = points[points.length - 1];
  const change = points.findLastIndex(({ milli }) => milli !== last.milli) + 1;
  const isCarriedIn = change === 0 && points.length === days;
  return `unchanged since ${points[change].day}${isCarriedIn ? " or before: lookup_station tells its age" : ""}`;
}

function toSummary(points: readonly Point[], asked: HistoryQuestion): string[] {
  const [first, last] = [points[0], points[points.length - 1]];
  const since = `Last known ${last.text} €/L, ${toSince(points, asked)}`;
  if (points.length === 1) return [`${since}.`];
  const [low, high] = [lowestOf(points), highestOf(points)];
  return [
    `${since}; ${toCents(last.milli - first.milli)} per litre against ${first.day} (${first.text}).`,
    `Lowest ${low.text} on ${low.day}, highest ${high.text} on ${high.day}, mean of the days ${meanOf(points)}.`,
  ];
}

function toNothing({ stationId, fuel, days }: HistoryQuestion): string {
  return `Nothing is known: no price of ${FUEL_NAMES[fuel]} at station ${cut(stationId, 20)} in the last ` +
    `${countOf(days, "day")}. Check the id with lookup_station, which lists the fuels it sells.`;
}

/** Below 1 kB up to 31 days, below 2 kB for a year. */
export function historyText(answer: Answer<HistoryPoint[]>, asked: HistoryQuestion): string {
  const points = answer.data.map(toPoint);
  if (points.length === 0) return toText([toNothing(asked)], answer);
  const shown = points.length === 1 ? [] : points.length <= CHANGES_MAX ? [toChanges(points)] : toMonths(points);
  return toText([
    `${FUEL_NAMES[asked.fuel]} at station ${asked.stationId}, ${points[0].day} to ${points[points.length - 1].day} ` +
    `(${countOf(points.length, "day")}, last price of each day carried forward).`,
    ...toSummary(points, asked),
    ...shown,
  ], answer);
}
