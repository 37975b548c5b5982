/**
 * Makes random searches, boxes, station details and means, each with the response that a
 * computation over all stations expects.
 *
 * @module
 */

import type { AnyOperation } from "../operations/operation.ts";
import { operations } from "../operations/mod.ts";
import { DEPARTMENTS } from "../places/departments.ts";
import { pick, type Random } from "../shared/random.ts";
import { type Fuel, FUELS } from "../shared/fuels.ts";
import { toGeodesicMetres } from "../snapshot/search.ts";
import { type FeedPrice, type FeedStation, getInForce } from "./second_reading.ts";
import type { World } from "./world.ts";

/**
 * A question and the expected content of its response. `select` first drops the parts that the feed
 * does not have.
 */
export type Question = {
  operation: AnyOperation;
  question: Record<string, unknown>;
  expected: unknown;
  // deno-lint-ignore no-explicit-any
  select?(body: any): unknown;
};

type Make = (world: World, random: Random) => Omit<Question, "operation">;
type Offer = { station: FeedStation; price: FeedPrice };
type Place = { lat: number; lng: number };

/**
 * Returns the stations whose price is in force, by price, then by ID, since the stations of a world
 * are in the order of IDs.
 */
function findOffers(
  world: World,
  query: { fuel: Fuel; maxAgeDays?: number },
  isKept: (station: FeedStation) => boolean = () => true,
): Offer[] {
  return world.stations.filter(isKept).flatMap((station) => {
    const price = getInForce(world, { station, ...query });
    return price ? [{ station, price }] : [];
  }).sort((a, b) => a.price.priceMilli - b.price.priceMilli);
}

const toText = (milli: number) => (milli / 1000).toFixed(3);
const toInstant = (ms: number) => new Date(ms).toISOString();
const toPrice = ({ priceMilli, atMs }: FeedPrice) => ({
  price: toText(priceMilli),
  updated_at: toInstant(atMs),
});

function toRecord({ id, postalCode, department, motorway, automate247, brand }: FeedStation) {
  return { id, postal_code: postalCode, department, motorway, automate_24_7: automate247, brand };
}

function toEntry({ station, price }: Offer) {
  const { position } = station;
  return {
    ...toRecord(station),
    ...toPrice(price),
    latitude: position?.lat,
    longitude: position?.lng,
  };
}

/**
 * Returns a place within eleven kilometres of a station, or of Paris if the station has no
 * position.
 */
function pickPlace(random: Random, { stations }: World): Place {
  const { lat, lng } = pick(random, stations).position ?? { lat: 48.85, lng: 2.35 };
  const move = (degrees: number) => Math.round((degrees + (random() - 0.5) / 5) * 1e5) / 1e5;
  return { lat: move(lat), lng: move(lng) };
}

/**
 * Returns the distance in metres. Returns Infinity beyond half a degree of latitude or one of
 * longitude, which in France is more than 50 km.
 */
function toMetres(place: Place, { position }: FeedStation): number {
  const isNear = position && Math.abs(position.lat - place.lat) < 0.5 &&
    Math.abs(position.lng - place.lng) < 1;
  return isNear ? toGeodesicMetres(place, position) : Infinity;
}

const makeSearch: Make = (world, random) => {
  const place = pickPlace(random, world);
  const fuel = pick(random, FUELS);
  const limit = pick(random, [1, 20, 100]);
  const maxAgeDays = pick(random, [1, 7, 30, 365]);
  const radius = Math.round(10 * (0.1 + random() * 49.9)) / 10;
  const offers = findOffers(world, { fuel, maxAgeDays })
    .map((offer) => ({ ...offer, metres: toMetres(place, offer.station) }))
    .filter(({ metres }) => metres <= radius * 1000)
    .sort((a, b) => a.price.priceMilli - b.price.priceMilli || a.metres - b.metres);
  const data = offers.slice(0, limit)
    .map((offer) => ({ ...toEntry(offer), distance_km: Math.round(offer.metres) / 1000 }));
  return {
    question: { ...place, fuel, radius, limit, max_age_days: maxAgeDays },
    expected: { data, meta: { total: offers.length } },
  };
};

const makeBox: Make = (world, random) => {
  const a = pickPlace(random, world);
  const b = pickPlace(random, world);
  const south = Math.min(a.lat, b.lat);
  const west = Math.min(a.lng, b.lng);
  const north = Math.max(a.lat, b.lat) + 0.00001;
  const east = Math.max(a.lng, b.lng) + 0.00001;
  const fuel = pick(random, FUELS);
  const limit = pick(random, [1, 50, 500]);
  const offers = findOffers(world, { fuel }, ({ position }) => {
    if (position === null) return false;
    return position.lat >= south && position.lat <= north && position.lng >= west &&
      position.lng <= east;
  });
  return {
    question: { north, south, east, west, fuel, limit },
    expected: { data: offers.slice(0, limit).map(toEntry), meta: { total: offers.length } },
  };
};

const makeDetails: Make = (world, random) => {
  const station = pick(random, world.stations);
  const prices = FUELS.flatMap((fuel) => {
    const price = station.prices[fuel];
    if (!price) return [];
    const isInForce = getInForce(world, { station, fuel }) !== null;
    return [{ fuel, ...toPrice(price), in_force: isInForce, suspect: price.suspect ?? false }];
  });
  const stockOuts = FUELS.flatMap((fuel) => {
    const sinceMs = station.stockOutSinceMs[fuel] ?? -Infinity;
    return sinceMs >= (station.prices[fuel]?.atMs ?? Infinity)
      ? [{ fuel, since: toInstant(sinceMs) }]
      : [];
  });
  // A station also shows its last price of a fuel that the feed no longer lists; it counts nowhere.
  const isListed = ({ fuel, in_force }: { fuel: Fuel; in_force?: boolean }) =>
    in_force || station.prices[fuel];
  return {
    question: { id: station.id },
    expected: { ...toRecord(station), services: station.services, prices, out_of_stock: stockOuts },
    select: ({ data }) => ({
      ...data,
      prices: data.prices.filter(isListed),
      out_of_stock: data.out_of_stock.filter(isListed),
    }),
  };
};

/** Makes a question about the means of a fuel in the country or a department. */
function makeMeans(world: World, random: Random, code?: string): ReturnType<Make> {
  const fuel = pick(random, FUELS);
  const pricesMilli = findOffers(world, { fuel }, ({ department }) => !code || department === code)
    .map(({ price }) => price.priceMilli);
  const count = pricesMilli.length;
  const toTextOrNull = (milli: number | undefined) => milli === undefined ? null : toText(milli);
  const sum = pricesMilli.reduce((total, milli) => total + milli, 0);
  const data = {
    avgPrice1d: count === 0 ? null : toText(Math.round(sum / count)),
    minPrice1d: toTextOrNull(pricesMilli.at(0)),
    maxPrice1d: toTextOrNull(pricesMilli.at(-1)),
    stationCount: count,
  };
  return { question: { code, fuel }, expected: { data } };
}

const MAKERS: Readonly<Record<string, Make>> = {
  searchStations: makeSearch,
  boxStations: makeBox,
  lookupStation: makeDetails,
  nationalPrices: (world, random) => makeMeans(world, random),
  departmentPrices: (world, random) => makeMeans(world, random, pick(random, DEPARTMENTS).code),
};

/** Returns the next question about any of these operations. */
export function makeQuestion(world: World, random: Random): Question {
  const operation = pick(random, operations.filter(({ id }) => id in MAKERS));
  return { operation, ...MAKERS[operation.id]!(world, random) };
}
