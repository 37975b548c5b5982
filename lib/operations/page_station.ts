/** What a station's page shows beside the API's station: whether it is open, its curve, its department, who is cheaper near. @module */

import { isUnavailable } from "../db/db.ts";
import { isOpenAt } from "../domain/opening_hours.ts";
import type { HistoryPoint, NearbyEntry, Station } from "../domain/wire.ts";
import { type Fuel, FUELS } from "../shared/fuels.ts";
import { parsePriceText } from "../shared/money.ts";
import { toParisDay, weekdayOf } from "../shared/paris_time.ts";
import { type Comparison, type OwnMonth, type Standing, STANDING_KM, toStanding } from "../shared/standing.ts";
import { departmentPrices } from "./area_prices.ts";
import { DEFAULT_FILTERS } from "./filters.ts";
import { lookupStation } from "./lookup_station.ts";
import type { Deps } from "./operation.ts";
import type { DataState } from "../db/state.ts";
import { findAreaCurves, type MeanPoint } from "./page_means.ts";
import { getOwnMonth } from "./page_month.ts";
import { priceHistory } from "./price_history.ts";
import { searchStations } from "./search_stations.ts";

/** Everything that the page of a station needs. */
export type StationOverview = {
  station: Station;
  /** The fuel that the page is about: the requested one, else the first whose price counts. */
  fuel: Fuel;
  /** Now, by the clock; null: unknown. */
  isOpen: boolean | null;
  /** 1 Monday to 7 Sunday, in Paris. */
  weekday: number;
  /** True when the newest feed no longer lists it. */
  hasLeft: boolean;
  /** Mean of the department by fuel, wire text; fuels that nobody sells there are absent. */
  means: Partial<Record<Fuel, string>>;
  /** Last day of the curves. */
  today: string;
  /** One point a day over the last year, as long as the price counted; null when the history cannot be read. */
  curve: MeanPoint[] | null;
  /** Suspect prices of that year, which the curve leaves out, by their first day. */
  suspects: MeanPoint[];
  meanCurve: MeanPoint[] | null;
  /** Stations around with a price in force, cheapest first, this one left out. */
  neighbours: NearbyEntry[];
  /** Radius within which they were looked for. */
  neighbourKm: number;
  /** How its price stands among those around it; null when it cannot be told. */
  standing: Standing | null;
  /** How its price stands against its own last month; null when it cannot be told. */
  month: OwnMonth | null;
  state: DataState;
};

const YEAR_DAYS = 365;
const NEIGHBOUR_KM = 10;
const MAX_NEIGHBOURS = 6;

/** The requested fuel of a station's page, else the first whose price counts. */
export function chooseFuel(station: Station, requested: Fuel | null): Fuel {
  if (requested !== null) return requested;
  return station.prices.find((price) => price.in_force)?.fuel ?? station.prices[0]?.fuel ?? FUELS[0];
}

async function readYear(deps: Deps, stationId: string, fuel: Fuel): Promise<HistoryPoint[] | null> {
  try {
    return (await priceHistory.read(deps, { stationId, fuel, days: YEAR_DAYS })).data;
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

function toCurve(points: readonly HistoryPoint[]): MeanPoint[] {
  return points.map(({ recordedAt, price }) => ({ day: recordedAt, milli: parsePriceText(price) }));
}

function toSuspects(points: readonly HistoryPoint[]): MeanPoint[] {
  const isFirst = (point: HistoryPoint, before?: HistoryPoint) => !before?.suspect || before.price !== point.price;
  return toCurve(points.filter((point, index) => point.suspect && isFirst(point, points[index - 1])));
}

/** History carries the last price on; one that no longer counts ends on the day it was last reported, or ran out. */
function endWithOffer(curve: MeanPoint[], { prices, out_of_stock, closed_since }: Station, fuel: Fuel): MeanPoint[] {
  const offer = prices.find((each) => each.fuel === fuel);
  if (offer === undefined || offer.in_force) return curve;
  const since = out_of_stock.find((each) => each.fuel === fuel)?.since ?? closed_since ?? "";
  const lastDay = toParisDay(new Date(since > offer.updated_at ? since : offer.updated_at));
  return curve.filter(({ day }) => day <= lastDay);
}

async function findNeighbours(deps: Deps, station: Station, fuel: Fuel): Promise<NearbyEntry[]> {
  const { latitude: lat, longitude: lng } = station;
  if (lat === null || lng === null) return [];
  const query = { lat, lng, fuel, radius: NEIGHBOUR_KM, limit: MAX_NEIGHBOURS + 1, ...DEFAULT_FILTERS };
  const { data } = await searchStations.read(deps, query);
  return data.filter(({ id }) => id !== station.id).slice(0, MAX_NEIGHBOURS);
}

const MAX_AROUND = 100;

/**
 * How the price of a station stands among those of the stations around it; null when it has no position or no price that counts,
 * or too few stations are around.
 */
export async function getStanding(deps: Deps, station: Station, fuel: Fuel): Promise<Standing | null> {
  const { latitude: lat, longitude: lng } = station;
  const own = station.prices.find((offer) => offer.fuel === fuel && offer.in_force);
  if (lat === null || lng === null || own === undefined) return null;
  for (const radiusKm of STANDING_KM) {
    const query = { lat, lng, fuel, radius: radiusKm, limit: MAX_AROUND, ...DEFAULT_FILTERS };
    const { data } = await searchStations.read(deps, query);
    const prices = data.map(({ price }) => parsePriceText(price));
    const standing = toStanding(parsePriceText(own.price), { prices, radiusKm });
    if (standing) return standing;
  }
  return null;
}

/** Compares the price that a station asks for a fuel now, of the data of `asOfMs`. */
export async function compareStation(
  deps: Deps,
  { station, fuel, asOfMs }: { station: Station; fuel: Fuel; asOfMs: number },
): Promise<Comparison> {
  const standing = await getStanding(deps, station, fuel);
  return { fuel, standing, month: await getOwnMonth(deps, { station, fuel, standing, asOfMs }) };
}

async function readMeans(deps: Deps, station: Station): Promise<Partial<Record<Fuel, string>>> {
  const code = station.department;
  if (code === null) return {};
  const answers = await Promise.all(station.prices.map(({ fuel }) => departmentPrices.read(deps, { code, fuel })));
  const known = answers.filter(({ data }) => data.avgPrice1d !== null);
  return Object.fromEntries(known.map(({ data }) => [data.fuelType, data.avgPrice1d!]));
}

async function readMeanCurve(deps: Deps, station: Station, fuel: Fuel): Promise<MeanPoint[] | null> {
  if (station.department === null) return null;
  const { curves } = await findAreaCurves(deps, { area: station.department, fuels: [fuel], days: YEAR_DAYS });
  return curves?.get(fuel) ?? null;
}

/** The page of a station. Throws STATION_NOT_FOUND, and SERVICE_UNAVAILABLE while there are no data. */
export async function getStationOverview(
  deps: Deps,
  { id, fuel: requested }: { id: string; fuel: Fuel | null },
): Promise<StationOverview> {
  const { data: station, state } = await lookupStation.read(deps, { id });
  const fuel = chooseFuel(station, requested);
  const [means, year, meanCurve, neighbours, { standing, month }] = await Promise.all([
    readMeans(deps, station),
    readYear(deps, id, fuel),
    readMeanCurve(deps, station, fuel),
    findNeighbours(deps, station, fuel),
    compareStation(deps, { station, fuel, asOfMs: state.asOfMs }),
  ]);
  const now = deps.clock();
  return {
    ...{ station, fuel, means, meanCurve, neighbours, standing, month, state },
    neighbourKm: NEIGHBOUR_KM,
    curve: year && endWithOffer(toCurve(year.filter(({ suspect }) => !suspect)), station, fuel),
    suspects: toSuspects(year ?? []),
    isOpen: station.closed_since === null && isOpenAt(station.opening_hours, station.automate_24_7, now),
    weekday: weekdayOf(toParisDay(now)),
    hasLeft: Date.parse(station.last_seen_at) < state.asOfMs,
    today: toParisDay(new Date(state.asOfMs)),
  };
}
