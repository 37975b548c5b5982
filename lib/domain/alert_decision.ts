/** Decides which news each alert rule produces from a change of the market. @module */

import { VERDICT_KM } from "../words/verdict.ts";
import { type Fuel, FUELS } from "../shared/fuels.ts";
import type { AlertRule } from "./alert_rule.ts";
import { type EarthPoint, type Place, toEarthPoint } from "./place/earth.ts";
import { compareIds } from "./station/station_record.ts";

/**
 * A fuel at a station: the price in force in thousandths, without suspect prices, and whether the
 * fuel is sold or has run out.
 */
export type FuelState = { priceMilli: number | null; sale: "sold" | "out" | null };

type Fuels = Readonly<Record<number, FuelState | undefined>>;

/** A station at the last decision and now, by fuel number, without unknown fuels. */
export type AlertStation = { id: string; place: Place | null; before: Fuels; after: Fuels };

/** The names of a station; null if unknown. */
export type StationNames = { brand: string | null; name: string | null; city: string | null };

/**
 * The news of a message. `oldMilli` is the previous price of the station; for `cheapest` it is that
 * of the previous cheapest station.
 */
export type AlertNews = {
  kind: "at_most" | "cheapest" | "back" | "out" | "best";
  stationId: string;
  fuel: Fuel;
  priceMilli: number | null;
  oldMilli: number | null;
};

/** The lowest price that the visitor of a `cheapest` rule has seen, and its station. */
export type Reference = Pick<AlertNews, "stationId" | "priceMilli">;

/** The stored state of a rule. `waiting` is news that was not sent yet. */
export type RuleState = { reference: Reference | null; waiting: AlertNews | null };

/** A position in degrees, and as a point in space. */
type Spot = Place & { point: EarthPoint };
/** The stations of a rule: those around a spot, or some by their numbers. */
type Area = { radiusKm: number; spot: Spot | null; listed: number[] };
/** A condition on a station, by its number in the decision. */
type Test = (station: number) => boolean;

/** The size of a cell in degrees of latitude and longitude. */
const CELL = 0.25;
const COLUMNS = 360 / CELL;
/** Minimum length of a degree of latitude. */
const KM_PER_DEGREE = 110;

function toSpot(place: Place): Spot {
  return { ...place, point: toEarthPoint(place) };
}

/** Returns the number of a cell. Columns continue beyond the antimeridian. */
function toCell(row: number, column: number): number {
  return row * COLUMNS + (column + 2 * COLUMNS) % COLUMNS;
}

/**
 * Stations in cells, for searches around a place. Points are in flat arrays, because reading memory
 * takes most of a search.
 */
class Cells {
  readonly #cells = new Map<number, { stations: number[]; points: number[] }>();

  add(station: number, { lat, lng, point }: Spot): void {
    const key = toCell(Math.floor(lat / CELL), Math.floor(lng / CELL));
    const cell = this.#cells.getOrInsertComputed(key, () => ({ stations: [], points: [] }));
    cell.stations.push(station);
    cell.points.push(...point);
  }

  /**
   * Returns whether any station within a radius passes both tests: `isWanted` runs before the
   * distance check, `isFound` after it.
   */
  some(
    { lat, lng, point: [x, y, z] }: Spot,
    radiusKm: number,
    isWanted: Test,
    isFound: Test = () => true,
  ): boolean {
    const reach = (1_000 * radiusKm) ** 2;
    const high = radiusKm / KM_PER_DEGREE;
    const wide = high / Math.cos((Math.abs(lat) + high) * Math.PI / 180);
    for (let row = Math.floor((lat - high) / CELL); row <= (lat + high) / CELL; row++) {
      for (let column = Math.floor((lng - wide) / CELL); column <= (lng + wide) / CELL; column++) {
        const cell = this.#cells.get(toCell(row, column));
        const isNear = (at: number) =>
          (cell!.points[at]! - x) ** 2 + (cell!.points[at + 1]! - y) ** 2 +
              (cell!.points[at + 2]! - z) ** 2 <= reach;
        if (
          cell?.stations.some((station, at) =>
            isWanted(station) && isNear(3 * at) && isFound(station)
          )
        ) return true;
      }
    }
    return false;
  }
}

/**
 * One fuel by station: prices in thousandths (Infinity without a price), sales now, and whether it
 * ran out or came back.
 */
type Market = {
  before: number[];
  after: number[];
  sales: FuelState["sale"][];
  hasTurned: boolean[];
};

/** The market at the last decision and now. Add all stations, then decide about each rule. */
export class AlertDecision {
  readonly #ids: string[] = [];
  readonly #spots: (Spot | null)[] = [];
  readonly #stations = new Map<string, number>();
  readonly #cells = new Cells();
  readonly #markets = FUELS.map((): Market => ({
    before: [],
    after: [],
    sales: [],
    hasTurned: [],
  }));

  /** Adds a station, changed or not. */
  add({ id, place, ...sides }: AlertStation): void {
    const station = this.#ids.push(id) - 1;
    const spot = place && toSpot(place);
    this.#spots.push(spot);
    this.#stations.set(id, station);
    if (spot) this.#cells.add(station, spot);
    for (const [index, { before, after, sales, hasTurned }] of this.#markets.entries()) {
      const old = sides.before[index + 1];
      const now = sides.after[index + 1];
      before.push(old?.priceMilli ?? Infinity);
      after.push(now?.priceMilli ?? Infinity);
      sales.push(now?.sale ?? null);
      hasTurned.push(Boolean(old?.sale && now?.sale && old.sale !== now.sale));
    }
  }

  /**
   * Returns the lowest price at the last decision among the stations of a rule; null without a
   * price.
   */
  findReference({ fuel, where }: AlertRule): Reference | null {
    const { before } = this.#toMarket(fuel);
    const station = this.#findCheapest(this.#toArea(where), before);
    return station === null
      ? null
      : { stationId: this.#ids[station]!, priceMilli: before[station]! };
  }

  /**
   * Returns the news of a rule or null. News is a change since the last decision, or waiting news
   * that is still true. If several stations have news, the cheapest counts (for `stock` the first
   * by ID).
   */
  decide({ fuel, where, when }: AlertRule, { reference, waiting }: RuleState): AlertNews | null {
    const { before, after, sales, hasTurned } = this.#toMarket(fuel);
    const area = this.#toArea(where);
    // The visitor never got the waiting news, so its station is compared with the state before it.
    const waitingAt = waiting ? this.#stations.get(waiting.stationId) : undefined;
    const oldPrice = (at: number) => at === waitingAt ? waiting!.oldMilli ?? Infinity : before[at]!;
    const toNews = (kind: AlertNews["kind"], station: number | null, old = oldPrice) =>
      station === null ? null : {
        kind,
        stationId: this.#ids[station]!,
        fuel,
        priceMilli: toMilli(after[station]!),
        oldMilli: toMilli(old(station)),
      };
    switch (when.kind) {
      case "at_most": {
        const hasFallen = (at: number) =>
          after[at]! <= when.price_milli && after[at]! < oldPrice(at);
        return toNews("at_most", this.#findFirst(area, hasFallen, after));
      }
      case "stock": {
        const isNews = (at: number) =>
          at === waitingAt ? sales[at] === toSale(waiting!) : hasTurned[at]!;
        const station = this.#findFirst(area, isNews);
        return toNews(station !== null && sales[station] === "out" ? "out" : "back", station);
      }
      case "best": {
        const wasBest = (at: number) => at !== waitingAt && this.#isBest(at, area.radiusKm, before);
        const hasMoved = (at: number) => before[at] !== after[at];
        const mayBeNew = (at: number) =>
          at === waitingAt || this.#isAnyNear(at, area.radiusKm, hasMoved);
        const isNew = (at: number) =>
          mayBeNew(at) && this.#isBest(at, area.radiusKm, after) && !wasBest(at);
        return toNews("best", this.#findFirst(area, isNew, after));
      }
      case "cheapest": {
        const station = this.#findCheapest(area, after);
        if (station === null) return null;
        const milli = after[station]!;
        const oldMilli = reference?.priceMilli ?? Infinity;
        const known = reference ? this.#stations.get(reference.stationId) : undefined;
        const isKnown = milli === oldMilli && known !== undefined && after[known] === milli;
        const isNews = when.fall_milli === 0
          ? !isKnown
          : oldMilli < Infinity && oldMilli - milli >= when.fall_milli;
        return isNews ? toNews("cheapest", station, () => oldMilli) : null;
      }
    }
  }

  #toMarket(fuel: Fuel): Market {
    return this.#markets[FUELS.indexOf(fuel)]!;
  }

  #toArea(where: AlertRule["where"]): Area {
    return {
      radiusKm: where.radius_km ?? VERDICT_KM[1],
      spot: "cell" in where ? toSpot(where.cell) : null,
      listed: "ids" in where ? where.ids.flatMap((id) => this.#stations.get(id) ?? []) : [],
    };
  }

  /** Returns whether a station is the cheapest of at least two within a radius. */
  #isBest(station: number, radiusKm: number, prices: number[]): boolean {
    const own = prices[station]!;
    const hasOther = (limit: number) =>
      this.#isAnyNear(station, radiusKm, (at) => prices[at]! < limit && at !== station);
    return own < Infinity && !hasOther(own) && hasOther(Infinity);
  }

  #isAnyNear(station: number, radiusKm: number, isWanted: Test): boolean {
    const spot = this.#spots[station]!;
    return spot !== null && this.#cells.some(spot, radiusKm, isWanted);
  }

  #findCheapest(area: Area, prices: number[]): number | null {
    return this.#findFirst(area, (at) => prices[at]! < Infinity, prices);
  }

  /**
   * Returns the wanted station with the lowest price, or null if no station is wanted. Ties, and
   * all stations without `prices`, go to the first by ID.
   */
  #findFirst(
    { spot, radiusKm, listed }: Area,
    isWanted: Test,
    prices: number[] = [],
  ): number | null {
    let first = -1;
    const isBefore = (at: number) => {
      if (first < 0) return true;
      if (prices[at] !== prices[first]) return prices[at]! < prices[first]!;
      return compareIds(this.#ids[at]!, this.#ids[first]!) < 0;
    };
    const isBetter = (at: number) => isBefore(at) && isWanted(at);
    const take = (at: number) => {
      first = at;
      return false;
    };
    if (spot) this.#cells.some(spot, radiusKm, isBetter, take);
    else for (const at of listed) if (isBetter(at)) take(at);
    return first < 0 ? null : first;
  }
}

function toSale({ kind }: AlertNews): FuelState["sale"] {
  return kind === "out" ? "out" : "sold";
}

function toMilli(price: number): number | null {
  return price < Infinity ? price : null;
}
