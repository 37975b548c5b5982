/** Checks the rows of a station: prices, stock-outs and closures become facts or are refused with a reason. @module */

import { type Fuel, fuelNumber, fuelOfNumber, FUELS } from "../lib/shared/fuels.ts";
import { parisWallToInstantMs } from "../lib/shared/paris_time.ts";
import type { ClosureFact, PriceFact, StockOutFact } from "../lib/domain/fact.ts";
import { CLOCK_TOLERANCE_MS } from "../lib/domain/in_force.ts";
import { isPetrolPrice, isPlausible } from "../lib/domain/plausibility.ts";
import type { RawClosure, RawPrice, RawStockOut } from "./parse_station.ts";
import { type RefusedRow, type RowReason, toRefusedRow } from "./refusals.ts";

const NAMES: Readonly<Record<Fuel, string>> = {
  gazole: "Gazole",
  sp95: "SP95",
  sp98: "SP98",
  e10: "E10",
  e85: "E85",
  gplc: "GPLc",
};
const NUMBERS = new Map<string, number>(FUELS.map((fuel) => [NAMES[fuel], fuelNumber(fuel)]));

/** The fuel number (1 to 6, in the order of `FUELS`) of a name as the feed spells it; null when it is none of the six. */
export function toFuelNumber(name: string): number | null {
  return NUMBERS.get(name.trim()) ?? null;
}

/** The feed's name of a fuel. */
export function toFeedFuelName(fuel: Fuel): string {
  return NAMES[fuel];
}

/** From here on a number is thousandths of a euro: no litre ever cost 100 €, nor a tenth of a euro. */
const FIRST_MILLI = 100;

/**
 * A price in whole thousandths of a euro per litre. Snapshots write euros (`1.799`); day and year files wrote thousandths
 * (`1167`) until 2021 and since then euros without trailing zeros (`1.8`, `2`): the magnitude says which. A fourth decimal
 * is rounded. Null when the text is no positive number; whether the price is believable is another question.
 */
export function toPriceMilli(text: string): number | null {
  if (!/^\d{1,6}(?:\.\d{1,9})?$/.test(text)) return null;
  const number = Number(text);
  const priceMilli = Math.round(number >= FIRST_MILLI ? number : number * 1000);
  return priceMilli > 0 ? priceMilli : null;
}

const FORM = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?$/;

function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * The instant (ms since 1970) of `YYYY-MM-DD HH:MM:SS`, with a space (snapshots) or a `T` (day and year files), in Paris.
 * Fractions of a second (old year files) are dropped: they never order two prices, and one price must not count twice.
 * Null when the text has another form or names no day or time. A year before 100 is null too.
 */
export function toInstantMs(text: string): number | null {
  if (!FORM.test(text)) return null;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  if (year < 100 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null;
  if (day > 28 && day > daysInMonth(year, month)) return null;
  return parisWallToInstantMs(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** What the check of a row needs to know: its station, and the clock. */
type RowContext = { stationId: number; nowMs: number };

/** The facts of a station's rows in the order of the feed, and the rows that were refused. */
type CheckedRows<F> = { facts: F[]; refused: RefusedRow[] };

function checkEach<R, F extends object>(
  rows: readonly R[],
  { check, refuse }: { check(raw: R): F | RowReason; refuse(raw: R, reason: RowReason): RefusedRow },
): CheckedRows<F> {
  const checked: CheckedRows<F> = { facts: [], refused: [] };
  for (const raw of rows) {
    const result = check(raw);
    if (typeof result === "string") checked.refused.push(refuse(raw, result));
    else checked.facts.push(result);
  }
  return checked;
}

/** The State's collection began on 2007-01-01 (the first yearly archive); an hour before by UTC. */
const FIRST_PRICE_MS = Date.UTC(2006, 11, 31, 23);

/** The numbers of SP95, SP98 and E10. */
export const PETROLS: readonly number[] = [2, 3, 4];

/** Checks one price row by itself: the fact, or why there is none. */
export function checkPrice(raw: RawPrice, context: RowContext): PriceFact | RowReason {
  const fuel = toFuelNumber(raw.fuel);
  if (fuel === null) return "unknown_fuel";
  const priceMilli = toPriceMilli(raw.value.trim());
  if (priceMilli === null) return "bad_price";
  const atMs = toInstantMs(raw.at.trim());
  if (atMs === null) return "bad_time";
  if (atMs > context.nowMs + CLOCK_TOLERANCE_MS) return "future_time";
  if (atMs < FIRST_PRICE_MS) return "too_old";
  if (!isPlausible(fuelOfNumber(fuel), priceMilli)) return "implausible_price";
  return { stationId: context.stationId, fuel, priceMilli, atMs };
}

type PassedPrice = { raw: RawPrice; fact: PriceFact };

function cheapestPetrol(passed: readonly PassedPrice[]): number | null {
  const prices = passed.filter(({ fact }) => PETROLS.includes(fact.fuel)).map(({ fact }) => fact.priceMilli);
  return prices.length > 0 ? Math.min(...prices) : null;
}

/** A price row that was refused. */
export function refusePrice(stationId: number, { fuel, at, value }: RawPrice, reason: RowReason): RefusedRow {
  return toRefusedRow(String(stationId), reason, ["prix", fuel, at, value]);
}

/**
 * Checks the price rows of one station of a feed, also against each other. Several rows of one fuel all are facts when
 * their instants differ (the latest is the current one); of the same instant the one read last counts.
 */
export function checkPrices(rows: readonly RawPrice[], context: RowContext): CheckedRows<PriceFact> {
  const refuse = (raw: RawPrice, reason: RowReason) => refusePrice(context.stationId, raw, reason);
  const check = (raw: RawPrice) => {
    const fact = checkPrice(raw, context);
    return typeof fact === "string" ? fact : { raw, fact };
  };
  const { facts: passed, refused } = checkEach<RawPrice, PassedPrice>(rows, { check, refuse });
  const petrolMilli = cheapestPetrol(passed);
  const facts: PriceFact[] = [];
  for (const [index, { raw, fact }] of passed.entries()) {
    const { fuel, priceMilli, atMs } = fact;
    const isOverruled = () =>
      passed.slice(index + 1).some((other) => other.fact.fuel === fuel && other.fact.atMs === atMs);
    if (isPetrolPrice(fuelOfNumber(fuel), priceMilli, petrolMilli)) refused.push(refuse(raw, "petrol_price"));
    else if (isOverruled()) refused.push(refuse(raw, "duplicate_price"));
    else facts.push(fact);
  }
  return { facts, refused };
}

/**
 * Stock-outs and closures said to have begun before this instant are slips (`0216-03-02`, `1970-01-01`); the oldest
 * believable ones are of 2000, set when stations were first registered.
 */
const FIRST_INTERRUPTION_MS = Date.UTC(1999, 11, 31, 23);

/**
 * Beginning and end of an interruption, or why it is refused. An end in the future is no end: day files write the time at
 * which they were made, days later, into everything that lasts.
 */
function checkTimes(
  raw: { since: string; until: string },
  { nowMs, impossible }: { nowMs: number; impossible: RowReason },
): { sinceMs: number; untilMs: number | null } | RowReason {
  const sinceMs = toInstantMs(raw.since.trim());
  const untilMs = raw.until.trim() === "" ? Infinity : toInstantMs(raw.until.trim());
  if (sinceMs === null || untilMs === null) return "bad_time";
  if (sinceMs > nowMs + CLOCK_TOLERANCE_MS) return "future_time";
  if (sinceMs < FIRST_INTERRUPTION_MS || untilMs < sinceMs) return impossible;
  return { sinceMs, untilMs: untilMs > nowMs ? null : untilMs };
}

/**
 * The kind of the feed's word: `definitive` is permanent, everything else temporary, above all the empty word that all
 * stock-outs before 2018 have. A stock-out counts against prices in both kinds; only a permanent one means that the fuel
 * is not sold.
 */
function toStockOutKind(word: string): StockOutFact["kind"] {
  return /^d[eé]finiti(ve|f)$/i.test(word.trim()) ? "permanent" : "temporary";
}

/** Checks one stock-out row by itself: the fact, or why there is none. */
export function checkStockOut(raw: RawStockOut, { stationId, nowMs }: RowContext): StockOutFact | RowReason {
  const fuel = toFuelNumber(raw.fuel);
  if (fuel === null) return "unknown_fuel";
  const times = checkTimes(raw, { nowMs, impossible: "impossible_stock_out" });
  return typeof times === "string" ? times : { stationId, fuel, ...times, kind: toStockOutKind(raw.kind) };
}

/**
 * Checks the stock-out rows of one station. A fuel may have several that began at different instants; of two of the same
 * instant the one read last counts.
 */
export function checkStockOuts(rows: readonly RawStockOut[], context: RowContext): CheckedRows<StockOutFact> {
  const { facts, refused } = checkEach(rows, {
    check: (raw) => checkStockOut(raw, context),
    refuse: ({ fuel, since, until, kind }, reason) =>
      toRefusedRow(String(context.stationId), reason, ["rupture", fuel, since, until, kind]),
  });
  const unique = new Map(facts.map((fact) => [fact.sinceMs * 8 + fact.fuel, fact])); // fuels are 1 to 6
  return { facts: [...unique.values()], refused };
}

/** Checks one closure row by itself: the fact, or why there is none. `D` (définitive) is permanent, all else temporary. */
export function checkClosure(raw: RawClosure, { stationId, nowMs }: RowContext): ClosureFact | RowReason {
  const times = checkTimes(raw, { nowMs, impossible: "impossible_closure" });
  if (typeof times === "string") return times;
  return { stationId, ...times, kind: raw.kind.trim().toUpperCase() === "D" ? "permanent" : toStockOutKind(raw.kind) };
}

/** Checks the closure rows of one station. */
export function checkClosures(rows: readonly RawClosure[], context: RowContext): CheckedRows<ClosureFact> {
  return checkEach(rows, {
    check: (raw) => checkClosure(raw, context),
    refuse: ({ since, until, kind }, reason) =>
      toRefusedRow(String(context.stationId), reason, ["fermeture", since, until, kind]),
  });
}
