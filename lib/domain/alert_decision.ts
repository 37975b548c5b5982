/** Decides which rules of alerts a data revision fires, and with what news. @module */

import { VERDICT_KM } from "../shared/price/verdict.ts";
import { type Fuel, FUELS } from "../shared/station/fuels.ts";
import type { AlertRule } from "./alert_rule.ts";
import { type EarthPoint, type Place, toEarthPoint } from "./place/earth.ts";
import { compareIds } from "./station/station_record.ts";

/** A fuel at a station: the price that is in force and not suspect (thousandths), and whether it is sold or has run out. */
export type FuelState = { priceMilli: number | null; sale: "sold" | "out" | null };

type Fuels = Readonly<Record<number, FuelState | undefined>>;

/** What rules see of a station before and after a revision: by fuel number, without what is not known. */
export type AlertStation = { id: string; place: Place | null; before: Fuels; after: Fuels };

/** Why a rule fires. `oldMilli`: the price that the news is compared with, of the station or of the cheapest one before. */
export type AlertNews = {
  kind: "at_most" | "cheapest" | "back" | "out" | "best";
  stationId: string;
  fuel: Fuel;
  priceMilli: number | null;
  oldMilli: number | null;
};

/** A position in degrees, and as a point in space. */
type Spot = Place & { point: EarthPoint };
/** A condition on a station, which is known by its number in the decision. */
type Test = (station: number) => boolean;

const NOTHING: FuelState = { priceMilli: null, sale: null };
/** Degrees of latitude and of longitude of a cell. */
const CELL = 0.25;
const COLUMNS = 360 / CELL;
/** A degree of latitude has at least so many. */
const KM_PER_DEGREE = 110;

function toSpot(place: Place): Spot {
  return { ...place, point: toEarthPoint(place) };
}

/** The number of a cell; columns go on beyond the antimeridian. */
function toCell(row: number, column: number): number {
  return row * COLUMNS + (column + 2 * COLUMNS) % COLUMNS;
}

/** Stations in cells, for searches around a place. Points are kept in flat arrays, as reading memory takes most of a search. */
class Cells {
  readonly #cells = new Map<number, { stations: number[]; points: number[] }>();

  add(station: number, { lat, lng, point }: Spot): void {
    const key = toCell(Math.floor(lat / CELL), Math.floor(lng / CELL));
    const cell = this.#cells.getOrInsertComputed(key, () => ({ stations: [], points: [] }));
    cell.stations.push(station);
    cell.points.push(...point);
  }

  /** The stations within a radius for which `isWanted` is true, in any order. */
  near(spot: Spot, radiusKm: number, isWanted: Test): number[] {
    const found: number[] = [];
    this.some(spot, radiusKm, isWanted, (station) => found.push(station) < 0);
    return found;
  }

  /** Whether both tests are true for any station within a radius: `isWanted` comes before the distance, `isFound` after it. */
  some({ lat, lng, point: [x, y, z] }: Spot, radiusKm: number, isWanted: Test, isFound: Test = () => true): boolean {
    const reach = (1_000 * radiusKm) ** 2;
    const high = radiusKm / KM_PER_DEGREE;
    const wide = high / Math.cos((Math.abs(lat) + high) * Math.PI / 180);
    for (let row = Math.floor((lat - high) / CELL); row <= (lat + high) / CELL; row++) {
      for (let column = Math.floor((lng - wide) / CELL); column <= (lng + wide) / CELL; column++) {
        const cell = this.#cells.get(toCell(row, column));
        const isNear = (at: number) =>
          (cell!.points[at]! - x) ** 2 + (cell!.points[at + 1]! - y) ** 2 + (cell!.points[at + 2]! - z) ** 2 <= reach;
        if (cell?.stations.some((station, at) => isWanted(station) && isNear(3 * at) && isFound(station))) return true;
      }
    }
    return false;
  }
}

/** One fuel by station: prices in thousandths (Infinity where there is none), whether anything changed, and how its sale turned. */
type Market = { before: number[]; after: number[]; isChanged: boolean[]; turned: ("out" | "back" | null)[] };

/** The states before and after one revision, indexed by station and by place: add all stations, then decide about each rule. */
export class AlertDecision {
  readonly #ids: string[] = [];
  readonly #spots: (Spot | null)[] = [];
  readonly #stations = new Map<string, number>();
  readonly #cells = new Cells();
  readonly #markets = FUELS.map((): Market => ({ before: [], after: [], isChanged: [], turned: [] }));
  /** Stations whose price or sale of a fuel (1 to 6) is another than before. */
  readonly changed: { stationId: string; fuel: number }[] = [];

  /** Adds a station, changed or not. */
  add({ id, place, ...sides }: AlertStation): void {
    const station = this.#ids.push(id) - 1;
    const spot = place && toSpot(place);
    this.#spots.push(spot);
    this.#stations.set(id, station);
    if (spot) this.#cells.add(station, spot);
    for (const [index, market] of this.#markets.entries()) {
      const fuel = index + 1;
      const { before, after } = { before: sides.before[fuel] ?? NOTHING, after: sides.after[fuel] ?? NOTHING };
      const hasTurned = before.sale !== after.sale;
      const isChanged = hasTurned || before.priceMilli !== after.priceMilli;
      if (isChanged) this.changed.push({ stationId: id, fuel });
      market.before.push(before.priceMilli ?? Infinity);
      market.after.push(after.priceMilli ?? Infinity);
      market.isChanged.push(isChanged);
      market.turned.push(hasTurned && before.sale && after.sale ? after.sale === "out" ? "out" : "back" : null);
    }
  }

  /** The news that a rule wants, whenever its last message was; null: none. */
  decide({ fuel, where, when }: AlertRule): AlertNews | null {
    const market = this.#markets[FUELS.indexOf(fuel)]!;
    const { before, after, isChanged, turned } = market;
    const listed = "ids" in where ? where.ids.flatMap((id) => this.#stations.get(id) ?? []) : [];
    const spot = "cell" in where ? toSpot(where.cell) : null;
    const radiusKm = where.radius_km ?? VERDICT_KM[1];
    const find = (isWanted: Test) => spot ? this.#cells.near(spot, radiusKm, isWanted) : listed.filter(isWanted);
    const toNews = (kind: AlertNews["kind"], station: number | null, oldMilli?: number) =>
      station === null ? null : {
        ...{ kind, fuel, stationId: this.#ids[station]! },
        ...{ priceMilli: toMilli(after[station]!), oldMilli: toMilli(oldMilli ?? before[station]!) },
      };
    if (when.kind === "at_most") {
      // a price that was there already is no news
      const fallen = find((at) => after[at]! <= when.price_milli && after[at]! < before[at]!);
      return toNews("at_most", this.#findCheapest(fallen, after));
    }
    if (when.kind === "stock") {
      const [first] = this.#sort(find((at) => turned[at] !== null));
      return first === undefined ? null : toNews(turned[first]!, first);
    }
    if (when.kind === "best") {
      const best = listed.filter((at) => this.#becameBest(market, at, radiusKm));
      return toNews("best", this.#findCheapest(best, after));
    }
    if (find((at) => isChanged[at]!).length === 0) return null;
    const all = find(() => true);
    const [oldMilli, milli] = [findLeast(all, before), findLeast(all, after)];
    // with ties there are several cheapest stations: news is when none of them is one both before and after
    const isSame = milli === oldMilli && all.some((at) => before[at] === milli && after[at] === milli);
    const isNews = when.fall_milli === 0 ? !isSame : oldMilli < Infinity && oldMilli - milli >= when.fall_milli;
    return isNews ? toNews("cheapest", this.#findCheapest(all, after), oldMilli) : null;
  }

  /** Whether a station has become the cheapest of at least two. */
  #becameBest({ before, after, isChanged }: Market, station: number, radiusKm: number): boolean {
    const spot = this.#spots[station]!;
    if (spot === null || !this.#cells.some(spot, radiusKm, (at) => isChanged[at]!)) return false;
    const isBest = (prices: number[]) => {
      const hasOther = (limit: number) =>
        this.#cells.some(spot, radiusKm, (at) => prices[at]! < limit && at !== station);
      return prices[station]! < Infinity && !hasOther(prices[station]!) && hasOther(Infinity);
    };
    return isBest(after) && !isBest(before);
  }

  /** The cheapest of some stations, of equal ones the first by id; null without a price. */
  #findCheapest(stations: readonly number[], prices: readonly number[]): number | null {
    const least = findLeast(stations, prices);
    return this.#sort(stations.filter((at) => prices[at] === least && least < Infinity))[0] ?? null;
  }

  #sort(stations: number[]): number[] {
    return stations.sort((a, b) => compareIds(this.#ids[a]!, this.#ids[b]!));
  }
}

function findLeast(stations: readonly number[], prices: readonly number[]): number {
  return stations.reduce((least, at) => Math.min(least, prices[at]!), Infinity);
}

function toMilli(price: number): number | null {
  return price < Infinity ? price : null;
}
