/** Measures the rule for suspect prices on a year's archive, in two halves. @module */

import { DayPrices } from "../lib/domain/price/daily_mean.ts";
import { findSuspectReports, type OddReport } from "../lib/domain/price/plausibility.ts";
import { lastFactMs, PERIOD_GAP_MS, type PricePeriod } from "../lib/domain/price/price_period.ts";
import { fuelNumber } from "../lib/shared/fuels.ts";
import { DAY_MS } from "../lib/shared/units.ts";
import { readYear, toDays, toPercent, type YearStation } from "./year_of_prices.ts";

/**
 * A low price of road fuel between two similar ones, found with the whole year. The rule itself
 * only knows the past.
 */
type Dip = { period: PricePeriod; kind: "error" | "sale" };

/**
 * An error is this many percent below both neighbours. A sale is lower by less, and lasts two days
 * or recurs within a month.
 */
const ERROR_PERCENT = 15;
const SALE_PERCENT = 5;
const ALIKE_PERCENT = 3;
const ROAD_FUELS = (["gazole", "sp95", "sp98", "e10"] as const).map(fuelNumber);

function isAlike(a: number, b: number): boolean {
  return 100 * Math.abs(a - b) <= ALIKE_PERCENT * b;
}

function toDip(periods: readonly PricePeriod[], index: number): Dip | null {
  const before = periods[index - 1];
  const period = periods[index]!;
  const after = periods[index + 1];
  if (!before || !after || period.atMs - lastFactMs(before) > PERIOD_GAP_MS) return null;
  if (after.atMs - period.atMs > 7 * DAY_MS || !isAlike(after.priceMilli, before.priceMilli)) {
    return null;
  }
  const downPercent = 100 * (1 - period.priceMilli / Math.min(before.priceMilli, after.priceMilli));
  const isAgain = periods.some((other) =>
    Math.abs(other.atMs - period.atMs) > DAY_MS &&
    Math.abs(other.atMs - period.atMs) <= 30 * DAY_MS &&
    isAlike(other.priceMilli, period.priceMilli)
  );
  if (downPercent >= ERROR_PERCENT) return isAgain ? null : { period, kind: "error" };
  const isSale = downPercent >= SALE_PERCENT && (isAgain || after.atMs - period.atMs >= 2 * DAY_MS);
  return isSale ? { period, kind: "sale" } : null;
}

function findSuspects(stations: readonly YearStation[], days: ReturnType<typeof toDays>) {
  const departments = [...new Set(stations.map(({ department }) => department))];
  const members = stations.map(({ department }) => ({
    department: department === null ? null : departments.indexOf(department),
    areas: [],
  }));
  const prices = new DayPrices(members, days.map(({ judged }) => judged));
  stations.forEach(({ fuels }, station) => {
    for (const [fuel, periods] of fuels) prices.add(station, fuel, periods, []);
  });
  const suspects = new Map<
    PricePeriod,
    { report: OddReport; next: PricePeriod | undefined; confirmedMs: number }
  >();
  const odd = prices.findOdd();
  for (const reports of Map.groupBy(odd, ({ station, fuel }) => `${station}/${fuel}`).values()) {
    const { station, fuel } = reports[0]!;
    const { fuels } = stations[station]!;
    const periods = fuels.get(fuel)!;
    const past = periods.map((period) => ({ ...period, isSuspect: false }));
    const others = [...fuels].filter(([other]) => other !== fuel).map(([, each]) => each);
    const ascending = reports.toSorted((a, b) => a.atMs - b.atMs);
    for (const report of findSuspectReports(ascending, past, others)) {
      const index = periods.findIndex(({ atMs }) => atMs === report.atMs);
      const next = periods[index + 1];
      const span = { fromMs: report.atMs, toMs: next?.atMs ?? Infinity };
      suspects.set(periods[index]!, {
        report,
        next,
        confirmedMs: prices.findConfirmedMs(station, fuel, span),
      });
    }
  }
  return { suspects, odd: odd.length };
}

const stations = await readYear();
const days = toDays(stations);
const { suspects, odd } = findSuspects(stations, days);
console.log(`${stations.length} stations, ${odd} odd reports`);
const middleMs = days.find(({ day }) => day.endsWith("-07-01"))!.judged.startMs;
for (
  const [name, isIn] of Object.entries({
    "January to June": (ms: number) => ms < middleMs,
    "July to December": (ms: number) => ms >= middleMs,
  })
) {
  let changes = 0;
  const dips: Dip[] = [];
  for (const { fuels } of stations) {
    for (const [fuel, periods] of fuels) {
      for (const [index, { atMs }] of periods.entries()) {
        if (!isIn(atMs)) continue;
        changes++;
        const dip = ROAD_FUELS.includes(fuel) ? toDip(periods, index) : null;
        if (dip) dips.push(dip);
      }
    }
  }
  const marked = [...suspects].filter(([{ atMs }]) => isIn(atMs)).map(([, verdict]) => verdict);
  const goneWithin = (dayCount: number) =>
    marked.filter(({ report, next }) => next && next.atMs - report.atMs <= dayCount * DAY_MS)
      .length;
  const confirmed = marked.filter(({ confirmedMs }) => confirmedMs < Infinity);
  const count = (kind: Dip["kind"]) => {
    const all = dips.filter((dip) => dip.kind === kind);
    return `${all.filter(({ period }) => suspects.has(period)).length} of ${all.length} suspect`;
  };
  console.log(
    `${name}: ${changes} changes, ${marked.length} suspect (${
      (1e4 * marked.length / changes).toFixed(2)
    } of 10 000)`,
  );
  console.log(
    `  another price within a day ${toPercent(goneWithin(1), marked.length)}, a week ${
      toPercent(goneWithin(7), marked.length)
    }`,
  );
  console.log(`  confirmed by the market or other stations: ${confirmed.length}`);
  console.log(`  road fuels, typing errors: ${count("error")}; sales: ${count("sale")}`);
}
