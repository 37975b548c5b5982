/** Random searches, boxes, station details and means, each with the answer that a computation over all stations gives. @module */

import { type AnyOperation, operations } from "../operations/mod.ts";
import { DEPARTMENTS } from "../shared/place/departments.ts";
import { type Fuel, FUELS } from "../shared/station/fuels.ts";
import { toGeodesicMetres } from "../snapshot/search.ts";
import { type FeedPrice, type FeedStation, getInForce, type World } from "./feed.ts";
import { pick, type Random } from "../shared/random.ts";

/** A question and what its answer should contain; `select` first takes out what the feed does not say. */
export type Question = {
  operation: AnyOperation;
  question: Record<string, unknown>;
  expected: unknown;
  // deno-lint-ignore no-explicit-any
  select?(body: any): unknown;
};

type Keep = (station: FeedStation) => boolean;
type Make = (world: World, random: Random) => Omit<Question, "operation">;
type Found = { station: FeedStation; price: FeedPrice };

/** The stations whose price is in force, by price, then by id: a world is in the order of ids. */
function findInForce(world: World, options: { fuel: Fuel; maxAgeDays?: number; isKept?: Keep }): Found[] {
  const { isKept = () => true, ...query } = options;
  return world.stations.filter(isKept).flatMap((station) => {
    const price = getInForce(world, { station, ...query });
    return price ? [{ station, price }] : [];
  }).sort((a, b) => a.price.priceMilli - b.price.priceMilli);
}

const toText = (milli: number) => (milli / 1000).toFixed(3);
const toInstant = (ms: number) => new Date(ms).toISOString();
const toFacts = ({ priceMilli, atMs }: FeedPrice) => ({ price: toText(priceMilli), updated_at: toInstant(atMs) });

function toRecord({ id, postalCode, department, motorway, automate247, brand }: FeedStation) {
  return { id, postal_code: postalCode, department, motorway, automate_24_7: automate247, brand };
}

function toEntry({ station, price }: Found) {
  return { ...toRecord(station), ...toFacts(price), latitude: station.position?.lat, longitude: station.position?.lng };
}

/** Within eleven kilometres of a station, or of Paris when the station has no position. */
function pickPoint(random: Random, { stations }: World) {
  const { lat, lng } = pick(random, stations).position ?? { lat: 48.85, lng: 2.35 };
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return { lat: round(lat + (random() - 0.5) / 5), lng: round(lng + (random() - 0.5) / 5) };
}

/** The distance in metres; Infinity beyond 50 km, which half a degree of latitude is, and one of longitude in France. */
function toMetres(point: { lat: number; lng: number }, { position }: FeedStation): number {
  const isNear = position && Math.abs(position.lat - point.lat) < 0.5 && Math.abs(position.lng - point.lng) < 1;
  return isNear ? toGeodesicMetres(point, position) : Infinity;
}

const search: Make = (world, random) => {
  const point = pickPoint(random, world);
  const [fuel, limit, max_age_days] = [pick(random, FUELS), pick(random, [1, 20, 100]), pick(random, [1, 7, 30, 365])];
  const radius = Math.round(10 * (0.1 + random() * 49.9)) / 10;
  const found = findInForce(world, { fuel, maxAgeDays: max_age_days })
    .map((each) => ({ ...each, metres: toMetres(point, each.station) }))
    .filter(({ metres }) => metres <= radius * 1000)
    .sort((a, b) => a.price.priceMilli - b.price.priceMilli || a.metres - b.metres);
  const data = found.slice(0, limit)
    .map(({ metres, ...each }) => ({ ...toEntry(each), distance_km: Math.round(metres) / 1000 }));
  return {
    question: { ...point, fuel, radius, limit, max_age_days },
    expected: { data, meta: { total: found.length } },
  };
};

const box: Make = (world, random) => {
  const [a, b] = [pickPoint(random, world), pickPoint(random, world)];
  const [south, north] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat) + 0.00001];
  const [west, east] = [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng) + 0.00001];
  const [fuel, limit] = [pick(random, FUELS), pick(random, [1, 50, 500])];
  const isInside: Keep = ({ position: at }) =>
    at !== null && at.lat >= south && at.lat <= north && at.lng >= west && at.lng <= east;
  const found = findInForce(world, { fuel, isKept: isInside });
  return {
    question: { north, south, east, west, fuel, limit },
    expected: { data: found.slice(0, limit).map(toEntry), meta: { total: found.length } },
  };
};

const details: Make = (world, random) => {
  const station = pick(random, world.stations);
  const prices = FUELS.flatMap((fuel) => {
    const price = station.prices[fuel];
    if (!price) return [];
    const in_force = getInForce(world, { station, fuel }) !== null;
    return [{ fuel, ...toFacts(price), in_force, suspect: price.suspect ?? false }];
  });
  const out_of_stock = FUELS.flatMap((fuel) => {
    const sinceMs = station.stockOutSinceMs[fuel] ?? -Infinity;
    return sinceMs >= (station.prices[fuel]?.atMs ?? Infinity) ? [{ fuel, since: toInstant(sinceMs) }] : [];
  });
  // what the feed lists no more is shown with its last price, and counts nowhere
  const isListed = ({ fuel, in_force }: { fuel: Fuel; in_force?: boolean }) => in_force || station.prices[fuel];
  return {
    question: { id: station.id },
    expected: { ...toRecord(station), services: station.services, prices, out_of_stock },
    select: ({ data: { prices, out_of_stock, ...rest } }) => (
      { ...rest, prices: prices.filter(isListed), out_of_stock: out_of_stock.filter(isListed) }
    ),
  };
};

/** The means of a fuel in the country, or of a department. */
function makeMeans(world: World, random: Random, code?: string): ReturnType<Make> {
  const fuel = pick(random, FUELS);
  const found = findInForce(world, { fuel, isKept: ({ department }) => !code || department === code });
  const sum = found.reduce((total, { price }) => total + price.priceMilli, 0);
  const toPrice = (one: Found | undefined) => one ? toText(one.price.priceMilli) : null;
  const data = {
    avgPrice1d: found.length === 0 ? null : toText(Math.round(sum / found.length)),
    ...{ minPrice1d: toPrice(found.at(0)), maxPrice1d: toPrice(found.at(-1)), stationCount: found.length },
  };
  return { question: { code, fuel }, expected: { data } };
}

const MAKERS: Readonly<Record<string, Make>> = {
  searchStations: search,
  boxStations: box,
  lookupStation: details,
  nationalPrices: (world, random) => makeMeans(world, random),
  departmentPrices: (world, random) => makeMeans(world, random, pick(random, DEPARTMENTS).code),
};

/** The next question, of any of these operations. */
export function makeQuestion(world: World, random: Random): Question {
  const operation = pick(random, operations.filter(({ id }) => id in MAKERS));
  return { operation, ...MAKERS[operation.id]!(world, random) };
}
