/**
 * Reads the data of a station's page: whether it is open, its curves, its department, better
 * stations nearby, its verdict.
 *
 * @module
 */

import { findDayPrices } from "../../db/history/own_month.ts";
import { isOpenAt } from "../../domain/station/opening_hours.ts";
import type { HistoryPoint, Station } from "../../domain/wire.ts";
import { toLeadMilli } from "../../shared/price/age_lead.ts";
import { type Fuel, fuelNumber, FUELS } from "../../shared/fuels.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { addDays, toParisDay, weekdayOf } from "../../shared/time/paris_time.ts";
import { type LowestDays, MONTH_DAYS, toLowestDays, type Verdict } from "../../words/verdict.ts";
import { departmentPrices } from "../prices/area_prices.ts";
import { lookupStation } from "./lookup_station.ts";
import type { Backend } from "../operation.ts";
import { findAreaCurves, type MeanPoint } from "../prices/area_curves.ts";
import { PerSnapshot, readOptional } from "../per_snapshot.ts";
import { findKnown } from "../prices/known_days.ts";
import { priceHistory } from "../prices/price_history.ts";
import { BETTER_KM, findBetter } from "./find_better.ts";
import { findVerdicts } from "./verdicts.ts";

const YEAR_DAYS = 365;

/** Returns the requested fuel of a station's page, or the first fuel whose price counts. */
export function chooseFuel(station: Station, requested: Fuel | null): Fuel {
  if (requested !== null) return requested;
  return station.prices.find((price) => price.in_force)?.fuel ?? station.prices[0]?.fuel ??
    FUELS[0];
}

/**
 * Returns a station by its ID; null if it does not exist. Throws SERVICE_UNAVAILABLE before the
 * first ingest.
 */
export async function getStation(backend: Backend, id: string): Promise<Station | null> {
  try {
    return (await lookupStation.read(backend, { id })).data;
  } catch (error) {
    if ((error as { code?: string } | null)?.code === "STATION_NOT_FOUND") return null;
    throw error;
  }
}

/** Returns the price of a fuel at a station, if it is in force. */
export function findOffer({ prices }: Station, fuel: Fuel): Station["prices"][number] | undefined {
  return prices.find((offer) => offer.fuel === fuel && offer.in_force);
}

function toCurve(points: readonly HistoryPoint[]): MeanPoint[] {
  return points.map(({ recordedAt, price }) => ({ day: recordedAt, milli: parsePriceText(price) }));
}

function toSuspects(points: readonly HistoryPoint[]): MeanPoint[] {
  const isFirst = (point: HistoryPoint, before?: HistoryPoint) =>
    !before?.suspect || before.price !== point.price;
  return toCurve(
    points.filter((point, index) => point.suspect && isFirst(point, points[index - 1])),
  );
}

/**
 * Ends the curve of a price that no longer counts on the day of its last report, or of its
 * stock-out. The history itself carries the last price forward.
 */
function endWithOffer(
  curve: MeanPoint[],
  { prices, out_of_stock, closed_since }: Station,
  fuel: Fuel,
): MeanPoint[] {
  const offer = prices.find((each) => each.fuel === fuel);
  if (offer === undefined || offer.in_force) return curve;
  const since = out_of_stock.find((each) => each.fuel === fuel)?.since ?? closed_since ?? "";
  const lastDay = toParisDay(new Date(since > offer.updated_at ? since : offer.updated_at));
  return curve.filter(({ day }) => day <= lastDay);
}

/** Returns the verdict on a station's price; null without a price in force. */
export async function getVerdict(
  backend: Backend,
  station: Station,
  fuel: Fuel,
): Promise<Verdict | null> {
  const offer = findOffer(station, fuel);
  return offer
    ? (await findVerdicts(backend, fuel, [{ ...station, price: offer.price }]))[0]!
    : null;
}

type PriceQuestion = { station: Station; fuel: Fuel; asOfMs: number; radiusKm: number };

async function readLowestDays(
  backend: Backend,
  { station, fuel, asOfMs, radiusKm }: PriceQuestion,
) {
  const today = toParisDay(new Date(asOfMs));
  const days = Array.from({ length: MONTH_DAYS }, (_, day) => addDays(today, day + 1 - MONTH_DAYS));
  const place = { stationId: Number(station.id), fuel: fuelNumber(fuel), radiusM: radiusKm * 1000 };
  return toLowestDays({ ...await findDayPrices(backend.db, { ...place, days }), radiusKm });
}

const months = new PerSnapshot<Promise<LowestDays | null>>();

/**
 * Returns on how many of the last days no station within the radius of its verdict was cheaper;
 * null if unknown.
 */
async function findLowestDays(
  backend: Backend,
  question: PriceQuestion,
): Promise<LowestDays | null> {
  const make = () => readLowestDays(backend, question);
  const key = `${question.station.id} ${question.fuel}`;
  return await readOptional(() => months.get(backend.snapshots.current(), { key, make }));
}

async function readMeans(
  backend: Backend,
  station: Station,
): Promise<Partial<Record<Fuel, string>>> {
  const code = station.department;
  if (code === null) return {};
  const answers = await Promise.all(
    station.prices.map(({ fuel }) => departmentPrices.read(backend, { code, fuel })),
  );
  return Object.fromEntries(
    answers.flatMap(({ data }) =>
      data.avgPrice1d === null ? [] : [[data.fuelType, data.avgPrice1d]]
    ),
  );
}

async function readMeanCurve(
  backend: Backend,
  station: Station,
  fuel: Fuel,
): Promise<MeanPoint[] | null> {
  if (station.department === null) return null;
  const { curves } = await findAreaCurves(backend, {
    area: station.department,
    fuels: [fuel],
    days: YEAR_DAYS,
  });
  return curves?.get(fuel) ?? null;
}

type History = Awaited<ReturnType<typeof priceHistory.read>>["data"];

/** Returns the curve of a station over the last year. */
function toYear(history: History | null, station: Station, fuel: Fuel) {
  const year = history && findKnown(history);
  return {
    /**
     * One point per day over the last year, as long as the price counted; null if the history
     * cannot be read.
     */
    curve: year && endWithOffer(toCurve(year.filter(({ suspect }) => !suspect)), station, fuel),
    /** Suspect prices of that year, by their first day. The curve leaves them out. */
    suspects: toSuspects(year ?? []),
  };
}

/** Returns what the page says about the station at an instant. */
function toMoment(station: Station, now: Date) {
  const { closed_since, opening_hours, automate_24_7 } = station;
  return {
    /** Whether the station is open now, by the real clock; null if unknown. */
    isOpen: closed_since === null && isOpenAt(opening_hours, automate_24_7, now),
    weekday: weekdayOf(toParisDay(now)),
  };
}

/**
 * Reads the page of a station. Throws STATION_NOT_FOUND, and SERVICE_UNAVAILABLE before the first
 * ingest.
 */
export async function getStationOverview(
  backend: Backend,
  { id, fuel: requested }: { id: string; fuel: Fuel | null },
) {
  const { data: station, state } = await lookupStation.read(backend, { id });
  const { asOfMs } = state;
  const fuel = chooseFuel(station, requested);
  const offer = findOffer(station, fuel);
  const ageMs = offer ? asOfMs - Date.parse(offer.updated_at) : 0;
  const verdict = await getVerdict(backend, station, fuel);
  const [means, history, meanCurve, better, lowestDays] = await Promise.all([
    readMeans(backend, station),
    readOptional(() => priceHistory.read(backend, { stationId: id, fuel, days: YEAR_DAYS })),
    readMeanCurve(backend, station, fuel),
    findBetter(backend, { station, fuel, price: offer?.price }),
    verdict && findLowestDays(backend, { station, fuel, asOfMs, radiusKm: verdict.radiusKm }),
  ]);
  return {
    station,
    fuel,
    verdict,
    lowestDays,
    state,
    /** Department means by fuel, as text; absent for fuels without a price in force. */
    means,
    /** Nearby stations that are worth the trip, the best first. */
    better,
    betterKm: BETTER_KM,
    /** The price, if it counts. `isOld` is true if it may no longer hold. */
    offer: offer && { ...offer, isOld: toLeadMilli({ fuel, ageMs }) > 0 },
    ...toYear(history && history.data, station, fuel),
    meanCurve,
    ...toMoment(station, backend.clock()),
    /** Whether the newest feed no longer lists the station. */
    hasLeft: Date.parse(station.last_seen_at) < asOfMs,
    /** Last day of the curves. */
    today: toParisDay(new Date(asOfMs)),
  };
}
