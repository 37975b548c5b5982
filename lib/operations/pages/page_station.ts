/** Reads a station's page: whether it is open, its curves, its department, cheaper stations near it, its price position. @module */

import { findDayPrices } from "../../db/history/own_month.ts";
import { isOpenAt } from "../../domain/station/opening_hours.ts";
import type { HistoryPoint, NearbyEntry, Station } from "../../domain/wire.ts";
import { type Fuel, fuelNumber, FUELS } from "../../shared/station/fuels.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { addDays, toParisDay, weekdayOf } from "../../shared/time/paris_time.ts";
import {
  type Comparison,
  MONTH_DAYS,
  type OwnMonth,
  type Standing,
  STANDING_KM,
  toOwnMonth,
  toStanding,
} from "../../shared/price/standing.ts";
import { departmentPrices } from "../prices/area_prices.ts";
import { DEFAULT_FILTERS } from "../filters.ts";
import { lookupStation } from "../stations/lookup_station.ts";
import type { Deps } from "../operation.ts";
import { findAreaCurves, type MeanPoint } from "./page_means.ts";
import { PerSnapshot, readOptional } from "../per_snapshot.ts";
import { priceHistory } from "../prices/price_history.ts";
import { searchStations } from "../stations/search_stations.ts";

const YEAR_DAYS = 365;
const NEIGHBOUR_KM = 10;
const MAX_NEIGHBOURS = 6;

/** The requested fuel of a station's page, else the first whose price counts. */
export function chooseFuel(station: Station, requested: Fuel | null): Fuel {
  if (requested !== null) return requested;
  return station.prices.find((price) => price.in_force)?.fuel ?? station.prices[0]?.fuel ?? FUELS[0];
}

function findOffer({ prices }: Station, fuel: Fuel): Station["prices"][number] | undefined {
  return prices.find((offer) => offer.fuel === fuel && offer.in_force);
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

/** The prices around a station, its own among them; none without a position. */
async function findAround(
  deps: Deps,
  { latitude: lat, longitude: lng }: Station,
  around: { fuel: Fuel; radius: number; limit: number },
): Promise<NearbyEntry[]> {
  if (lat === null || lng === null) return [];
  return (await searchStations.read(deps, { lat, lng, ...around, ...DEFAULT_FILTERS })).data;
}

async function findNeighbours(deps: Deps, station: Station, fuel: Fuel): Promise<NearbyEntry[]> {
  const data = await findAround(deps, station, { fuel, radius: NEIGHBOUR_KM, limit: MAX_NEIGHBOURS + 1 });
  return data.filter(({ id }) => id !== station.id).slice(0, MAX_NEIGHBOURS);
}

/** Compares a station's price with those around it; null without a position or a price in force, or with too few stations around. */
export async function getStanding(deps: Deps, station: Station, fuel: Fuel): Promise<Standing | null> {
  const offer = findOffer(station, fuel);
  if (!offer) return null;
  for (const radiusKm of STANDING_KM) {
    const data = await findAround(deps, station, { fuel, radius: radiusKm, limit: 100 });
    const prices = data.map(({ price }) => parsePriceText(price));
    const standing = toStanding(parsePriceText(offer.price), { prices, radiusKm });
    if (standing) return standing;
  }
  return null;
}

type PriceQuestion = { station: Station; fuel: Fuel; asOfMs: number };

async function readMonth(deps: Deps, { station, fuel, asOfMs, radiusKm }: PriceQuestion & { radiusKm: number }) {
  const offer = findOffer(station, fuel);
  if (!offer) return null;
  const today = toParisDay(new Date(asOfMs));
  const days = Array.from({ length: MONTH_DAYS }, (_, day) => addDays(today, day - MONTH_DAYS));
  const place = { stationId: Number(station.id), fuel: fuelNumber(fuel), radiusM: radiusKm * 1000 };
  const { own, others } = await findDayPrices(deps.db, { ...place, days });
  return toOwnMonth(parsePriceText(offer.price), { own, others, radiusKm });
}

const months = new PerSnapshot<Promise<OwnMonth | null>>();

/** Compares a station's price with those around it, and with its last month within the same radius; null when it cannot. */
export async function compareStation(deps: Deps, question: PriceQuestion): Promise<Comparison> {
  const { station, fuel } = question;
  const standing = await getStanding(deps, station, fuel);
  const radiusKm = standing?.radiusKm ?? STANDING_KM[0];
  const make = () => readMonth(deps, { ...question, radiusKm });
  const snapshot = deps.snapshots.current();
  const key = `${station.id} ${fuel}`;
  const month = await readOptional(() => snapshot ? months.get(snapshot, { key, make }) : make());
  return { fuel, standing, month };
}

async function readMeans(deps: Deps, station: Station): Promise<Partial<Record<Fuel, string>>> {
  const code = station.department;
  if (code === null) return {};
  const answers = await Promise.all(station.prices.map(({ fuel }) => departmentPrices.read(deps, { code, fuel })));
  return Object.fromEntries(
    answers.flatMap(({ data }) => data.avgPrice1d === null ? [] : [[data.fuelType, data.avgPrice1d]]),
  );
}

async function readMeanCurve(deps: Deps, station: Station, fuel: Fuel): Promise<MeanPoint[] | null> {
  if (station.department === null) return null;
  const { curves } = await findAreaCurves(deps, { area: station.department, fuels: [fuel], days: YEAR_DAYS });
  return curves?.get(fuel) ?? null;
}

/** The page of a station. Throws STATION_NOT_FOUND, and SERVICE_UNAVAILABLE while there are no data. */
export async function getStationOverview(deps: Deps, { id, fuel: requested }: { id: string; fuel: Fuel | null }) {
  const { data: station, state } = await lookupStation.read(deps, { id });
  const fuel = chooseFuel(station, requested);
  const [means, history, meanCurve, neighbours, { standing, month }] = await Promise.all([
    readMeans(deps, station),
    readOptional(() => priceHistory.read(deps, { stationId: id, fuel, days: YEAR_DAYS })),
    readMeanCurve(deps, station, fuel),
    findNeighbours(deps, station, fuel),
    compareStation(deps, { station, fuel, asOfMs: state.asOfMs }),
  ]);
  const now = deps.clock();
  const year = history && history.data;
  return {
    ...{ station, fuel, standing, month, state },
    /** Of the department by fuel, wire text; absent for fuels without a price in force. */
    means,
    /** Stations around with a price in force, cheapest first, this one left out. */
    neighbours,
    neighbourKm: NEIGHBOUR_KM,
    /** One point a day over the last year, as long as the price counted; null when the history cannot be read. */
    curve: year && endWithOffer(toCurve(year.filter(({ suspect }) => !suspect)), station, fuel),
    /** Suspect prices of that year, which the curve leaves out, by their first day. */
    suspects: toSuspects(year ?? []),
    meanCurve,
    /** Now, by the clock; null: unknown. */
    isOpen: station.closed_since === null && isOpenAt(station.opening_hours, station.automate_24_7, now),
    weekday: weekdayOf(toParisDay(now)),
    /** Whether the newest feed no longer lists it. */
    hasLeft: Date.parse(station.last_seen_at) < state.asOfMs,
    /** Last day of the curves. */
    today: toParisDay(new Date(state.asOfMs)),
  };
}
