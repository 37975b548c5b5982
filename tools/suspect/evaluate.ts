/** Applies the rule of suspect prices to a history and counts what became of the prices it marks. @module */

import { DayPrices } from "../../lib/domain/daily_mean.ts";
import { isSuspectReport, SUSPECT_RULE, type SuspectRule, toConfirmedMs } from "../../lib/domain/plausibility.ts";
import { lastFactMs, PERIOD_GAP_MS, type PricePeriod } from "../../lib/domain/price_period.ts";
import { addDays, endOfParisDay, startOfParisDay, toParisDay } from "../../lib/shared/paris_time.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import type { Pair, Series } from "./series.ts";

/** A part of a history: its first and last day. Days before it are read as well, so that verdicts have a past. */
export type Part = { name: string; from: string; to: string };

/** Prices moved by so many thousandths by fuel and instant: to replay another year's jump. */
export type Shift = (fuel: number, atMs: number) => number;

/** What became of the marked reports. */
export type Tally = {
  reports: number;
  marked: number;
  /** Followed, within a day or a week, by another price that is at most half as far from the nation's median. */
  correctedInDay: number;
  correctedInWeek: number;
  /** Repeated at least three days later, or as far from the median on two more days without a price in between. */
  confirmed: number;
  /** Cheapest prices of the nation that are more than 10 cents below the second, once each. */
  minima: string[];
  marks: { stationId: number; fuel: number; atMs: number }[];
};

const WARM_UP_DAYS = 40;
const GAP_MILLI = 100;

type Read = { pair: Pair; number: number; periods: PricePeriod[] };

/** A part of a history, read once for several rules. */
export class Study {
  readonly #prices: DayPrices;
  readonly #reads: Read[];
  readonly #days: string[] = [];
  #reports = 0;

  constructor(series: Series, private readonly part: Part, shift: Shift = () => 0) {
    for (let day = addDays(part.from, -WARM_UP_DAYS); day <= part.to; day = addDays(day, 1)) this.#days.push(day);
    const departments = new Map<string, number>();
    const stations = new Map<number, { number: number; department: number }>();
    this.#reads = series.pairs.map((pair) => {
      const department = departments.get(pair.department) ?? departments.size;
      departments.set(pair.department, department);
      const { number } = stations.get(pair.stationId) ?? { number: stations.size };
      stations.set(pair.stationId, { number, department });
      return { pair, number, periods: [] };
    });
    const areas = [...stations.values()].map(({ department }) => ({ department, areas: [] }));
    this.#prices = new DayPrices(
      areas,
      this.#days.map((day, index) => ({
        startMs: startOfParisDay(day).getTime(),
        endMs: endOfParisDay(day).getTime(),
        previousEndMs: index === 0 ? -Infinity : startOfParisDay(day).getTime(),
      })),
    );
    const [fromMs, untilMs] = [
      startOfParisDay(this.#days[0]!).getTime(),
      endOfParisDay(part.to).getTime() + 30 * DAY_MS,
    ];
    for (const read of this.#reads) {
      const { fuel } = read.pair;
      const all = series.periodsOf(read.pair).filter((period) => period.atMs < untilMs);
      const first = Math.max(0, all.findLastIndex(({ atMs }) => atMs < fromMs));
      read.periods = all.slice(first).map((period) => ({
        ...period,
        priceMilli: period.priceMilli + shift(fuel, period.atMs),
      }));
      this.#prices.add(read.number, fuel, read.periods, []);
      this.#reports += read.periods.filter(({ atMs }) => this.#isInPart(atMs)).length;
    }
  }

  #isInPart(atMs: number): boolean {
    return atMs >= startOfParisDay(this.part.from).getTime() && atMs < endOfParisDay(this.part.to).getTime();
  }

  /** What a rule marks in the part; `fuels` 1 to 6. */
  tally(changes: Partial<SuspectRule> = {}, fuels: readonly number[] = [1, 2, 3, 4, 5, 6]): Tally {
    const rule = { ...SUSPECT_RULE, ...changes };
    const tally: Tally = {
      ...{ reports: this.#reports, marked: 0, correctedInDay: 0, correctedInWeek: 0, confirmed: 0 },
      ...{ minima: [], marks: [] },
    };
    const odd = Map.groupBy(this.#prices.findOdd(rule), ({ station, fuel }) => station * 8 + fuel);
    const minima = new Minima(this.#days.length);
    for (const { pair, number, periods } of this.#reads) {
      if (!fuels.includes(pair.fuel)) continue;
      const past = periods.map((period) => ({ ...period, isSuspect: false }));
      for (const report of odd.get(number * 8 + pair.fuel) ?? []) {
        const index = past.findIndex(({ atMs }) => atMs === report.atMs);
        const period = past[index]!;
        period.isSuspect = isSuspectReport(report, past.slice(0, index), rule);
        if (!period.isSuspect || !this.#isInPart(report.atMs)) continue;
        count(tally, report, past.slice(index));
        tally.marks.push({ stationId: pair.stationId, fuel: pair.fuel, atMs: report.atMs });
      }
      past.forEach((period, index) => {
        const fromMs = period.isSuspect ? toConfirmedMs(period, rule) : period.atMs;
        const toMs = Math.min(past[index + 1]?.atMs ?? Infinity, lastFactMs(period) + PERIOD_GAP_MS);
        if (fromMs < toMs) minima.add(pair, period, { first: this.#dayOf(fromMs), end: this.#dayOf(toMs) });
      });
    }
    tally.minima = minima.list(this.#days.indexOf(this.part.from));
    return tally;
  }

  #dayOf(atMs: number): number {
    const days = Math.floor((atMs - startOfParisDay(this.#days[0]!).getTime()) / DAY_MS);
    return Math.min(Math.max(days, 0), this.#days.length);
  }
}

function count(
  tally: Tally,
  report: { priceMilli: number; medianMilli: number },
  [period, ...later]: PricePeriod[],
): void {
  const { priceMilli, medianMilli } = report;
  const distance = (milli: number) => Math.abs(milli - medianMilli);
  const isHalf = (milli: number) => distance(milli) <= distance(priceMilli) / 2;
  const next = later[0];
  const correctedMs = next && isHalf(next.priceMilli) ? next.atMs - period!.atMs : Infinity;
  const until = later.findIndex((each) => isHalf(each.priceMilli));
  const run = [period!, ...later.slice(0, until === -1 ? later.length : until)];
  const days = new Set(run.map(({ atMs }) => toParisDay(new Date(atMs))));
  tally.marked++;
  if (correctedMs <= DAY_MS) tally.correctedInDay++;
  if (correctedMs <= 7 * DAY_MS) tally.correctedInWeek++;
  if (toConfirmedMs(period!) < Infinity || days.size >= 3) tally.confirmed++;
}

type Lowest = { text: string; milli: number; secondMilli: number };

/** The cheapest price of each fuel and day, and the second. */
class Minima {
  readonly #lowest: (Lowest | undefined)[] = [];

  constructor(private readonly dayCount: number) {}

  add(
    { stationId, fuel }: Pair,
    { priceMilli, atMs }: PricePeriod,
    { first, end }: { first: number; end: number },
  ): void {
    const text = `${FUELS[fuel - 1]} ${toPriceText(priceMilli)} at ${stationId}, ${toParisDay(new Date(atMs))}`;
    for (let day = first; day < end; day++) {
      const cell = fuel * this.dayCount + day;
      const known = this.#lowest[cell] ?? { text, milli: Infinity, secondMilli: Infinity };
      if (priceMilli < known.milli) this.#lowest[cell] = { text, milli: priceMilli, secondMilli: known.milli };
      else known.secondMilli = Math.min(known.secondMilli, priceMilli);
    }
  }

  /** Those more than ten cents below the second, from a day on, with the number of days and the distance. */
  list(firstDay: number): string[] {
    const found = new Map<string, number[]>();
    this.#lowest.forEach((lowest, cell) => {
      if (!lowest || cell % this.dayCount < firstDay || lowest.secondMilli - lowest.milli <= GAP_MILLI) return;
      const gaps = found.get(lowest.text) ?? [];
      found.set(lowest.text, gaps);
      gaps.push(lowest.secondMilli - lowest.milli);
    });
    return [...found].map(([text, gaps]) =>
      `${text}: ${gaps.length} days, up to ${(Math.max(...gaps) / 10).toFixed(1)} cents`
    );
  }
}
