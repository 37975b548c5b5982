/**
 * Checks the rows of a station: turns prices, stock-outs and closures into facts, or refuses them
 * with a reason.
 *
 * @module
 */

import { type Fuel, fuelNumber, fuelOfNumber, FUELS } from "../lib/shared/fuels.ts";
import { parisWallToInstantMs } from "../lib/shared/time/paris_time.ts";
import type { ClosureFact, PriceFact, StockOutFact } from "../lib/domain/station/fact.ts";
import { CLOCK_TOLERANCE_MS } from "../lib/domain/price/in_force.ts";
import { isPetrolPrice, isPlausible } from "../lib/domain/price/plausibility.ts";
import type { RawClosure, RawPrice, RawStockOut } from "./parse_station.ts";
import { type RefusedRow, type RowReason, toRefusedRow } from "./refusals.ts";

/** The names of the fuels in the feed. */
export const FEED_FUELS: Readonly<Record<Fuel, string>> = {
  gazole: "Gazole",
  sp95: "SP95",
  sp98: "SP98",
  e10: "E10",
  e85: "E85",
  gplc: "GPLc",
};
const NUMBERS = new Map<string, number>(FUELS.map((fuel) => [FEED_FUELS[fuel], fuelNumber(fuel)]));

/**
 * Returns the number (1 to 6, in the order of `FUELS`) of a fuel by its name in the feed; null if
 * the name is unknown.
 */
export function toFuelNumber(name: string): number | null {
  return NUMBERS.get(name.trim()) ?? null;
}

/**
 * Numbers from this one on are thousandths of a euro: a litre has always cost less than 100 €, and
 * more than a tenth of a euro.
 */
const FIRST_MILLI = 100;

/**
 * Returns a price in thousandths of a euro per litre; null if it is not a positive number. Old day
 * and year files wrote thousandths; the magnitude shows the unit.
 */
export function toPriceMilli(text: string): number | null {
  if (!/^\d{1,6}(?:\.\d{1,9})?$/.test(text)) return null;
  const number = Number(text);
  const priceMilli = Math.round(number >= FIRST_MILLI ? number : number * 1000);
  return priceMilli > 0 ? priceMilli : null;
}

const FORM = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?$/;

/**
 * Returns the instant (ms) of `YYYY-MM-DD HH:MM:SS` (or with a `T`) in Paris, else null. Drops the
 * fractions of old year files, so that one price does not count twice.
 */
export function toInstantMs(text: string): number | null {
  if (!FORM.test(text) || text < "0100") return null;
  const wall = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  const wallMs = Date.parse(`${wall}Z`);
  // The platform reads February 30 as March 2.
  const isReal = !Number.isNaN(wallMs) && new Date(wallMs).toISOString().startsWith(wall);
  return isReal ? parisWallToInstantMs(wallMs) : null;
}

type RowContext = { stationId: number; nowMs: number };

/** The facts of a station in the order of the feed, and the rows that were refused. */
type CheckedRows<F> = { facts: F[]; refused: RefusedRow[] };

type RowCheck<R, F> = {
  check(raw: R, context: RowContext): F | RowReason;
  toWords(raw: R): string[];
};

function checkEach<R, F extends object>(
  rows: readonly R[],
  { check, toWords, ...context }: RowCheck<R, F> & RowContext,
) {
  const passed: { raw: R; fact: F }[] = [];
  const refused: RefusedRow[] = [];
  const refuse = (raw: R, reason: RowReason) =>
    refused.push(toRefusedRow(String(context.stationId), reason, toWords(raw)));
  for (const raw of rows) {
    const result = check(raw, context);
    if (typeof result === "string") refuse(raw, result);
    else passed.push({ raw, fact: result });
  }
  return { passed, facts: passed.map(({ fact }) => fact), refused, refuse };
}

/**
 * The State's collection began on 2007-01-01 (the first yearly archive), which is an hour earlier
 * in UTC.
 */
const FIRST_PRICE_MS = Date.UTC(2006, 11, 31, 23);

/** Checks a price row by itself. Returns the fact, or why the row is refused. */
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

/** The numbers of SP95, SP98 and E10. */
const PETROLS: readonly number[] = [2, 3, 4];

function findCheapest(prices: readonly number[]): number | null {
  return prices.length > 0 ? Math.min(...prices) : null;
}

/**
 * Returns a function that tells whether a price of E85 or GPLc is really one of petrol. It compares
 * the price with the station's petrol prices at that time.
 */
function createPetrolTest(facts: readonly PriceFact[]): (fact: PriceFact) => boolean {
  const petrols = PETROLS.map((fuel) =>
    facts.filter((fact) => fact.fuel === fuel).sort((a, b) => a.atMs - b.atMs)
  );
  const cheapestEver = findCheapest(petrols.flat().map(({ priceMilli }) => priceMilli));
  return ({ fuel, priceMilli, atMs }) => {
    const code = fuelOfNumber(fuel);
    // Nearly all prices are far below every petrol price.
    if (!isPetrolPrice(code, priceMilli, cheapestEver)) return false;
    const ofThen = petrols.flatMap((rows) =>
      rows.findLast((row) => row.atMs <= atMs) ?? rows[0] ?? []
    );
    return isPetrolPrice(code, priceMilli, findCheapest(ofThen.map((row) => row.priceMilli)));
  };
}

/**
 * Checks the price rows of a station, also against each other: of two with the same fuel and
 * instant, the one read last counts.
 */
export function checkPrices(
  rows: readonly RawPrice[],
  context: RowContext,
): CheckedRows<PriceFact> {
  const toWords = ({ fuel, at, value }: RawPrice) => ["prix", fuel, at, value];
  const { passed, facts, refused, refuse } = checkEach(rows, {
    check: checkPrice,
    toWords,
    ...context,
  });
  const isPetrol = createPetrolTest(facts);
  const last = new Map(facts.map((fact) => [fact.atMs * 8 + fact.fuel, fact])); // Fuels are 1 to 6.
  const kept = passed.filter(({ raw, fact }) => {
    const isLast = last.get(fact.atMs * 8 + fact.fuel) === fact;
    if (isPetrol(fact)) refuse(raw, "petrol_price");
    else if (isLast) return true;
    else refuse(raw, "duplicate_price");
    return false;
  });
  return { facts: kept.map(({ fact }) => fact), refused };
}

/**
 * Earlier beginnings are typing errors (`0216-03-02`, `1970-01-01`). The oldest plausible ones are
 * of 2000, when stations were registered.
 */
const FIRST_INTERRUPTION_MS = Date.UTC(1999, 11, 31, 23);

/**
 * Returns beginning and end, or why they are refused. An end in the future is dropped, since day
 * files write their own time into everything that lasts.
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
 * Returns the kind for a word of the feed: `definitive` is permanent, everything else temporary,
 * including the empty word of feeds before 2018.
 */
function toStockOutKind(word: string): StockOutFact["kind"] {
  return /^d[eé]finiti(ve|f)$/i.test(word.trim()) ? "permanent" : "temporary";
}

/** Checks a stock-out row by itself. Returns the fact, or why the row is refused. */
export function checkStockOut(
  raw: RawStockOut,
  { stationId, nowMs }: RowContext,
): StockOutFact | RowReason {
  const fuel = toFuelNumber(raw.fuel);
  if (fuel === null) return "unknown_fuel";
  const times = checkTimes(raw, { nowMs, impossible: "impossible_stock_out" });
  return typeof times === "string"
    ? times
    : { stationId, fuel, ...times, kind: toStockOutKind(raw.kind) };
}

/**
 * Checks the stock-out rows of a station. Of two with the same fuel and beginning, the one read
 * last counts.
 */
export function checkStockOuts(
  rows: readonly RawStockOut[],
  context: RowContext,
): CheckedRows<StockOutFact> {
  const toWords = (
    { fuel, since, until, kind }: RawStockOut,
  ) => ["rupture", fuel, since, until, kind];
  const { facts, refused } = checkEach(rows, { check: checkStockOut, toWords, ...context });
  // Fuels are 1 to 6.
  const unique = new Map(facts.map((fact) => [fact.sinceMs * 8 + fact.fuel, fact]));
  return { facts: [...unique.values()], refused };
}

/**
 * Checks a closure row by itself. Returns the fact, or why the row is refused. `D` (définitive) is
 * permanent, everything else temporary.
 */
export function checkClosure(
  raw: RawClosure,
  { stationId, nowMs }: RowContext,
): ClosureFact | RowReason {
  const times = checkTimes(raw, { nowMs, impossible: "impossible_closure" });
  if (typeof times === "string") return times;
  return {
    stationId,
    ...times,
    kind: raw.kind.trim().toUpperCase() === "D" ? "permanent" : toStockOutKind(raw.kind),
  };
}

/** Checks the closure rows of a station. */
export function checkClosures(
  rows: readonly RawClosure[],
  context: RowContext,
): CheckedRows<ClosureFact> {
  const toWords = ({ since, until, kind }: RawClosure) => ["fermeture", since, until, kind];
  return checkEach(rows, { check: checkClosure, toWords, ...context });
}
