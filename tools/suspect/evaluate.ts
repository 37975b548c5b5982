/** Holds candidate rules against a history: what each holds back, and how often the station itself corrects it. @module */

import {
  isOutside,
  type PriceSpread,
  SUSPECT_RULE,
  type SuspectRule,
  toBounds,
  toSpread,
} from "../../lib/domain/plausibility.ts";
import type { Series } from "./series.ts";

/** The prices of one fuel at the end of a day: of the nation, and of the department of the price looked at. */
export type DaySpreads = { nation: PriceSpread; department: PriceSpread | null };

/** A candidate. `holdsBack`: whether it calls a price suspect; `previousMilli` is the station's price before, or null. */
export type Candidate = {
  name: string;
  holdsBack(milli: number, spreads: DaySpreads, previousMilli: number | null): boolean;
};

/** What a candidate did. */
export type Tally = {
  heldBack: number;
  /** Followed, within a day or a week, by another price that is at most half as far from the nation's median. */
  correctedInDay: number;
  correctedInWeek: number;
  /** Reported again later, and so in force again. */
  confirmed: number;
  /** Of the same fuel, department and day as another station's that is held back. */
  together: number;
  stations: number;
};

/** What was looked at, and what the candidates did. */
export type Evaluation = { changes: number; facts: number; tallies: Map<string, Tally> };

/** Prices moved by so many thousandths by fuel and instant (seconds): to replay another year's jump. */
export type Shift = (fuel: number, atS: number) => number;

const DAY_S = 86_400;
const IN_FORCE_S = 30 * DAY_S;

/** Bounds of the product's rule with some parts changed. */
export function boundsCandidate(name: string, changes: Partial<SuspectRule>): Candidate {
  const rule = { ...SUSPECT_RULE, ...changes };
  return { name, holdsBack: (milli, { nation, department }) => isOutside(milli, toBounds(nation, department, rule)) };
}

type Pair = { first: number; end: number; department: number };

function findPairs(series: Series, fuel: number): Pair[] {
  const pairs: Pair[] = [];
  for (let first = 0; first < series.length;) {
    let end = first + 1;
    while (series.isSamePair(end, first)) end++;
    if (series.fuel.at(first) === fuel) pairs.push({ first, end, department: series.department.at(first) });
    first = end;
  }
  return pairs;
}

/** One fuel of a history: prices, moved by `shift`, and the spreads at the ends of its days. */
class FuelStudy {
  readonly #pairs: Pair[];
  readonly #nation: (PriceSpread | null)[] = [];
  readonly #departments: Map<number, PriceSpread | null>[] = [];

  constructor(
    private readonly series: Series,
    private readonly fuel: number,
    private readonly options: { fromS: number; days: number; shift: Shift },
  ) {
    this.#pairs = findPairs(series, fuel);
    this.#describeDays(this.#fillDays());
  }

  milli(row: number): number {
    return this.series.milli.at(row) + this.options.shift(this.fuel, this.series.at.at(row));
  }

  /** The price in force at the end of each day by pair; 0 where there is none. */
  #fillDays(): Int16Array {
    const { fromS, days } = this.options;
    const prices = new Int16Array(this.#pairs.length * days);
    const dayAfter = (atS: number) => Math.max(0, Math.floor((atS - fromS) / DAY_S));
    this.#pairs.forEach(({ first, end }, pair) => {
      for (let row = first; row < end; row++) {
        const nextS = row + 1 < end ? this.series.at.at(row + 1) : Infinity;
        const untilS = Math.min(nextS, this.series.lastAt.at(row) + IN_FORCE_S);
        const last = Math.min(days, dayAfter(untilS));
        prices.fill(this.milli(row), pair * days + dayAfter(this.series.at.at(row)), pair * days + last);
      }
    });
    return prices;
  }

  #describeDays(prices: Int16Array): void {
    const { days } = this.options;
    for (let day = 0; day < days; day++) {
      const nation: number[] = [];
      const departments = new Map<number, number[]>();
      this.#pairs.forEach(({ department }, pair) => {
        const milli = prices[pair * days + day];
        if (!milli) return;
        nation.push(milli);
        const local = departments.get(department);
        if (local) local.push(milli);
        else departments.set(department, [milli]);
      });
      this.#nation.push(toSpread(nation));
      this.#departments.push(new Map([...departments].map(([department, local]) => [department, toSpread(local)])));
    }
  }

  /** Calls back for each price reported from `firstDay` to `lastDay`, before the last week of the history. */
  forEachChange(firstDay: number, call: (change: Change) => void): void {
    const { fromS, days } = this.options;
    for (const { first, end, department } of this.#pairs) {
      for (let row = first; row < end; row++) {
        const day = Math.floor((this.series.at.at(row) - fromS) / DAY_S);
        const [nation, departments] = [this.#nation[day], this.#departments[day]];
        if (day < firstDay || day >= days - 7 || !nation || !departments) continue;
        call({
          ...{ day, department, row, milli: this.milli(row) },
          spreads: { nation, department: departments.get(department) ?? null },
          previousMilli: row > first ? this.milli(row - 1) : null,
          next: row + 1 < end ? { milli: this.milli(row + 1), atS: this.series.at.at(row + 1) } : null,
        });
      }
    }
  }
}

type Change = {
  day: number;
  department: number;
  row: number;
  milli: number;
  spreads: DaySpreads;
  previousMilli: number | null;
  next: { milli: number; atS: number } | null;
};

/** Seconds until the station's correction; Infinity when the next price is no correction. */
function correctedAfterS({ milli, spreads: { nation }, next }: Change, atS: number): number {
  if (next === null) return Infinity;
  const distance = (price: number) => Math.abs(price - nation.medianMilli);
  return distance(next.milli) <= distance(milli) / 2 ? next.atS - atS : Infinity;
}

function tallyHeld(series: Series, held: readonly Change[]): Tally {
  const places = new Map<string, Set<number>>();
  const keyOf = ({ row, department, day }: Change) => `${series.fuel.at(row)}/${department}/${day}`;
  for (const change of held) {
    const stations = places.get(keyOf(change)) ?? new Set();
    places.set(keyOf(change), stations.add(series.station.at(change.row)));
  }
  const corrected = (days: number) =>
    held.filter((change) => correctedAfterS(change, series.at.at(change.row)) <= days * DAY_S).length;
  return {
    heldBack: held.length,
    correctedInDay: corrected(1),
    correctedInWeek: corrected(7),
    confirmed: held.filter(({ row }) => series.confirmedAt.at(row) > 0).length,
    together: held.filter((change) => places.get(keyOf(change))!.size > 1).length,
    stations: new Set(held.map(({ row }) => series.station.at(row))).size,
  };
}

/** What a history is looked at with; `fromS` is the beginning of its first day. */
export type EvaluationOptions = { fromS: number; days: number; firstDay: number; fuels?: number[]; shift?: Shift };

/** Holds candidates against the prices told from `firstDay` on. */
export function evaluate(series: Series, candidates: readonly Candidate[], options: EvaluationOptions): Evaluation {
  const held = new Map(candidates.map(({ name }) => [name, [] as Change[]]));
  let changes = 0;
  for (const fuel of options.fuels ?? [1, 2, 3, 4, 5, 6]) {
    const study = new FuelStudy(series, fuel, { shift: () => 0, ...options });
    study.forEachChange(options.firstDay, (change) => {
      changes++;
      for (const { name, holdsBack } of candidates) {
        if (holdsBack(change.milli, change.spreads, change.previousMilli)) held.get(name)!.push(change);
      }
    });
  }
  const tallies = new Map([...held].map(([name, list]) => [name, tallyHeld(series, list)]));
  return { changes, facts: series.facts, tallies };
}
