/**
 * Finds impossible prices (by bounds per fuel) and suspect ones (typing errors, by the market and
 * the station's past).
 *
 * @module
 */

import type { Fuel } from "../../shared/fuels.ts";
import { toParisDay } from "../../shared/time/paris_time.ts";
import { lastFactMs, PERIOD_GAP_MS, type PricePeriod, type PricePoint } from "./price_period.ts";
import { isTypingSlip, SLIP_PERCENT } from "./typing_slip.ts";

/** Both inclusive, in thousandths of a euro per litre. */
type PriceBounds = { readonly minMilli: number; readonly maxMilli: number };

/**
 * Bounds per fuel from 2007 to 2026, with room on both sides. The sources are the State's snapshots
 * of 2016 to 2026, all prices of 2025 and the ministry's weekly means. The extremes of real prices,
 * in euros per litre, are: gazole 0.944 (December 2015) to 3.0 (2025), petrol 1.089 (May 2020; a
 * tenth less in 2008) to 2.99 (2022), e85 0.401 (2016) to 1.315 (motorways), gplc 0.496 (2025) to
 * 1.481 (motorways, 2025). Beyond the bounds lie 4.536, 7.81 and 9.999, typing errors from 0.36 to
 * 0.94, and petrol prices in the fields of e85 or gplc.
 */
export const PRICE_BOUNDS: Readonly<Record<Fuel, PriceBounds>> = {
  gazole: { minMilli: 850, maxMilli: 3500 },
  sp95: { minMilli: 950, maxMilli: 3500 },
  sp98: { minMilli: 950, maxMilli: 3500 },
  e10: { minMilli: 950, maxMilli: 3500 },
  e85: { minMilli: 350, maxMilli: 1450 },
  gplc: { minMilli: 400, maxMilli: 1550 },
};

/** Returns whether a price lies within its fuel's {@link PRICE_BOUNDS}. */
export function isPlausible(fuel: Fuel, priceMilli: number): boolean {
  const { minMilli, maxMilli } = PRICE_BOUNDS[fuel];
  return priceMilli >= minMilli && priceMilli <= maxMilli;
}

/**
 * From 2016 to 2026, E85 and GPLc never cost more than 0.79 of the same station's cheapest petrol.
 * Typing errors cluster at 1.
 */
const PETROL_RATIO = 0.9;

/**
 * Returns whether a price of E85 or GPLc is really petrol's, by the cheapest petrol of the same
 * station (null if unknown).
 */
export function isPetrolPrice(
  fuel: Fuel,
  priceMilli: number,
  cheapestPetrolMilli: number | null,
): boolean {
  if ((fuel !== "e85" && fuel !== "gplc") || cheapestPetrolMilli === null) return false;
  return priceMilli >= PETROL_RATIO * cheapestPetrolMilli;
}

/**
 * The rule for suspect prices. It is strict with low ones, which lead every ranking. docs/data.md
 * has the measurements behind it.
 */
export const SUSPECT_RULE = {
  /**
   * Minimum number of prices in the nation or a department. With twenty, the cheapest 5 % would be
   * the one price in question.
   */
  minPrices: 21,
  /** The cheap and the expensive end of a spread, in percent of all prices. */
  lowPercent: 5,
  highPercent: 95,
  /** Minimum spread, in percent of the median. */
  minSpreadPercent: 3,
  /** A report more than this many spreads below or above the median is odd. */
  lowSpreads: 2.5,
  highSpreads: 5,
  /** If this many stations report the same value on a day, it is a sale, not an error. */
  stations: 3,
  /** A price counts once the station has reported odd prices on this many days in a row. */
  days: 3,
  /**
   * Maximum difference, in percent of the median, between a suspect value and a second value on a
   * later day that confirms it.
   */
  stepPercent: 3,
  /**
   * Maximum difference, in percent of the station's usual price, between that price and such a
   * second value.
   */
  leapPercent: 15,
  /**
   * Maximum distance of the corrected price of a typing error from the known price, in percent of
   * it.
   */
  slipPercent: SLIP_PERCENT,
};

type PriceSpread = { medianMilli: number; lowMilli: number; highMilli: number };

/**
 * Returns the median and the ends of some prices in any order, by nearest rank; null if there are
 * too few.
 */
function toSpread(pricesMilli: readonly number[]): PriceSpread | null {
  const count = pricesMilli.length;
  if (count < SUSPECT_RULE.minPrices) return null;
  const sorted = Int16Array.from(pricesMilli).sort();
  const at = (percent: number) =>
    sorted.at(Math.max(1, Math.ceil((count * percent) / 100)) - 1) ?? NaN;
  return {
    medianMilli: at(50),
    lowMilli: at(SUSPECT_RULE.lowPercent),
    highMilli: at(SUSPECT_RULE.highPercent),
  };
}

function toAreaBounds({ medianMilli, lowMilli, highMilli }: PriceSpread): PriceBounds {
  const { lowSpreads, highSpreads, minSpreadPercent } = SUSPECT_RULE;
  // Multiply first, so that whole thousandths stay exact.
  const toReach = (spreads: number, spreadMilli: number) =>
    Math.max(spreads * spreadMilli, (spreads * minSpreadPercent * medianMilli) / 100);
  return {
    minMilli: Math.ceil(medianMilli - toReach(lowSpreads, medianMilli - lowMilli)),
    maxMilli: Math.floor(medianMilli + toReach(highSpreads, highMilli - medianMilli)),
  };
}

/** Returns whether a price lies outside the bounds; false without bounds. */
export function isOutside(priceMilli: number, bounds: PriceBounds | null): boolean {
  return bounds !== null && (priceMilli < bounds.minMilli || priceMilli > bounds.maxMilli);
}

/** Returns whether a price lies within the bounds of a market; false without a market. */
export function isOrdinary(priceMilli: number, market: PriceBounds | null): boolean {
  return market !== null && !isOutside(priceMilli, market);
}

/** A report outside the bounds of its day's market, in thousandths of a euro per litre. */
export type OddReport = PricePoint & { medianMilli: number; isLow: boolean };

/**
 * An earlier period of the same station and fuel. `isSuspect` is true if its report was suspect.
 */
export type JudgedPeriod = PricePeriod & { isSuspect: boolean };

/**
 * Returns whether a later report confirms suspect ones: it has another value close to one of them,
 * on another day, and is not a leap.
 */
function isSecondValue(
  odd: OddReport,
  suspects: readonly JudgedPeriod[],
  usualMilli: number | null,
): boolean {
  const isWithin = (percent: number, fromMilli: number, ofMilli: number) =>
    100 * Math.abs(odd.priceMilli - fromMilli) <= percent * ofMilli;
  if (usualMilli !== null && !isWithin(SUSPECT_RULE.leapPercent, usualMilli, usualMilli)) {
    return false;
  }
  const day = toParisDay(new Date(odd.atMs));
  return suspects.some(({ atMs, priceMilli }) =>
    priceMilli !== odd.priceMilli && toParisDay(new Date(atMs)) < day &&
    isWithin(SUSPECT_RULE.stepPercent, priceMilli, odd.medianMilli)
  );
}

/**
 * Returns whether an odd report is suspect, given the station's ascending earlier periods of the
 * fuel reported within the last 30 days. A report that a typing error explains is suspect, unless a
 * price that counted was at least half as far from the median. Any other report is not suspect if
 * an earlier price was as far, if it is a second value close to the suspect one directly before, or
 * if it is on the third day in a row with an odd report. A high report without a past comes from an
 * expensive station.
 */
export function isSuspectReport(
  odd: OddReport,
  past: readonly JudgedPeriod[],
  otherFuelsMilli: readonly number[],
): boolean {
  const recent = past.filter((period) => lastFactMs(period) >= odd.atMs - PERIOD_GAP_MS);
  const before = recent.slice(0, recent.findLastIndex(({ isSuspect }) => !isSuspect) + 1);
  const usualMilli = before.at(-1)?.priceMilli ?? null;
  const isSlip = isTypingSlip(odd.priceMilli, usualMilli, otherFuelsMilli);
  const suspects = recent.slice(before.length);
  const days = new Set([...suspects, odd].map(({ atMs }) => toParisDay(new Date(atMs))));
  if (!isSlip && (days.size >= SUSPECT_RULE.days || isSecondValue(odd, suspects, usualMilli))) {
    return false;
  }
  if (before.length === 0) return odd.isLow;
  const halfwayMilli = (odd.priceMilli + odd.medianMilli) / 2;
  return !before.filter(({ isSuspect }) => !isSlip || !isSuspect)
    .some(({ priceMilli }) => odd.isLow ? priceMilli <= halfwayMilli : priceMilli >= halfwayMilli);
}

/**
 * Returns the last prices of some fuels before an instant, from their ascending periods, if they
 * were reported within 30 days.
 */
function findLastPrices(fuels: readonly (readonly PricePeriod[])[], atMs: number): number[] {
  return fuels.flatMap((periods) => {
    const period = periods.findLast((each) => each.atMs < atMs);
    const factMs = period && [period.atMs, ...period.confirmedAtMs].findLast((ms) => ms < atMs)!;
    return period && factMs! >= atMs - PERIOD_GAP_MS ? [period.priceMilli] : [];
  });
}

/**
 * Returns the suspect ones among ascending odd reports of a station's fuel, given its ascending
 * periods and those of its other fuels. Writes each verdict into `periods`, because it is part of
 * the past of the next report.
 */
export function findSuspectReports<T extends OddReport>(
  reports: readonly T[],
  periods: JudgedPeriod[],
  otherFuels: readonly (readonly PricePeriod[])[],
): T[] {
  return reports.filter((report) => {
    const past = periods.filter(({ atMs }) => atMs < report.atMs);
    const isSuspect = isSuspectReport(report, past, findLastPrices(otherFuels, report.atMs));
    const period = periods.find(({ atMs }) => atMs === report.atMs);
    if (period) period.isSuspect = isSuspect;
    return isSuspect;
  });
}

/** The bounds of a market. A report outside them is odd: far from nation and department alike. */
export type Market = PriceBounds & { medianMilli: number };

function toMarket(nation: PriceSpread | null, department: PriceSpread | null): Market | null {
  if (nation === null) return null;
  const areas = [toAreaBounds(nation), ...department ? [toAreaBounds(department)] : []];
  return {
    minMilli: Math.min(...areas.map(({ minMilli }) => minMilli)),
    maxMilli: Math.max(...areas.map(({ maxMilli }) => maxMilli)),
    medianMilli: nation.medianMilli,
  };
}

/** Returns the report if its market finds it odd, or null. */
export function toOddReport(
  { atMs, priceMilli }: PricePoint,
  market: Market | null,
): OddReport | null {
  if (market === null || !isOutside(priceMilli, market)) return null;
  return { atMs, priceMilli, medianMilli: market.medianMilli, isLow: priceMilli < market.minMilli };
}

/**
 * The prices of one fuel in force at one instant, suspect ones included. `D` identifies a
 * department; null is an unknown one.
 */
export class PriceReference<D> {
  readonly #all: number[] = [];
  readonly #byDepartment = new Map<D, number[]>();
  readonly #markets = new Map<D | null, Market | null>();
  #nation: PriceSpread | null | undefined;

  /** Counts a price. Add all prices before reading the first market. */
  add(priceMilli: number, department: D | null): void {
    this.#all.push(priceMilli);
    if (department !== null) {
      this.#byDepartment.getOrInsertComputed(department, () => []).push(priceMilli);
    }
  }

  /**
   * Returns the market of a department, or the nation's if the department has too few prices; null
   * if the nation has too few.
   */
  marketOf(department: D | null): Market | null {
    return this.#markets.getOrInsertComputed(department, () => {
      this.#nation ??= toSpread(this.#all);
      const local = department === null ? null : toSpread(this.#byDepartment.get(department) ?? []);
      return toMarket(this.#nation, local);
    });
  }
}
