/** Random searches, boxes, station details and means, each with the answer that a computation over all stations gives. @module */

import { type AnyOperation, operations } from "../operations/mod.ts";
import { DEPARTMENTS } from "../shared/place/departments.ts";
import { type Fuel, FUELS } from "../shared/station/fuels.ts";
import { SERVICES } from "../shared/station/service_slugs.ts";
import { toServiceLabel } from "../shared/station/services.ts";
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

type Make = (world: World, random: Random) => Omit<Question, "operation">;
type Keep = (station: FeedStation) => boolean;
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

const PARIS = { lat: 48.85, lng: 2.35 };

/** Within eleven kilometres of a station, or of Paris when the station has no position. */
function pickPoint(random: Random, { stations }: World) {
  const { lat, lng } = pick(random, stations).position ?? PARIS;
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return { lat: round(lat + (random() - 0.5) / 5), lng: round(lng + (random() - 0.5) / 5) };
}

const toListed = (brand: string | null) => brand?.replaceAll(",", " ").toLowerCase();

/** Half of the time a filter, and whether a station passes it. */
function drawFilter({ stations }: World, random: Random): { filter: Record<string, unknown>; isKept: Keep } {
  const { brand } = pick(random, stations);
  const slug = pick(random, SERVICES);
  const isOfBrand: Keep = (station) => toListed(station.brand) === toListed(brand);
  const filters: [Record<string, unknown>, Keep][] = [
    [{ motorway: "exclude" }, ({ motorway }) => !motorway],
    [{ automate_24_7: true }, ({ automate247 }) => automate247],
    [{ services: slug }, ({ services }) => services.includes(toServiceLabel(slug))],
    ...(brand === null ? [] : [
      [{ brands: toListed(brand) }, isOfBrand],
      [{ exclude_brands: toListed(brand) }, (station) => !isOfBrand(station)],
    ] satisfies [Record<string, unknown>, Keep][]),
  ];
  const [filter, isKept] = random() < 0.5 ? pick(random, filters) : [{}, () => true];
  return { filter, isKept };
}

const search: Make = (world, random) => {
  const point = pickPoint(random, world);
  const [fuel, limit, max_age_days] = [pick(random, FUELS), pick(random, [1, 20, 100]), pick(random, [1, 7, 30, 365])];
  const radius = Math.round(10 * (0.1 + random() * 49.9)) / 10;
  const { filter, isKept } = drawFilter(world, random);
  const near = new Map<FeedStation, number>();
  for (const station of world.stations.filter(isKept)) {
    const { position } = station;
    // half a degree of latitude is more than 50 km, and so is one of longitude in France
    if (!position || Math.abs(position.lat - point.lat) > 0.5 || Math.abs(position.lng - point.lng) > 1) continue;
    const metres = toGeodesicMetres(point, position);
    if (metres <= radius * 1000) near.set(station, metres);
  }
  const found = findInForce(world, { fuel, maxAgeDays: max_age_days, isKept: (station) => near.has(station) })
    .map((each) => ({ ...each, metres: near.get(each.station)! }))
    .sort((a, b) => a.price.priceMilli - b.price.priceMilli || a.metres - b.metres);
  const data = found.slice(0, limit).map((each) => (
    { ...toEntry(each), distance_km: Math.round(each.metres) / 1000 }
  ));
  return {
    question: { ...point, fuel, radius, limit, max_age_days, ...filter },
    expected: { data, meta: { total: found.length } },
  };
};

const box: Make = (world, random) => {
  const [a, b] = [pickPoint(random, world), pickPoint(random, world)];
  const [south, north] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat) + 0.00001];
  const [west, east] = [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng) + 0.00001];
  const [fuel, limit] = [pick(random, FUELS), pick(random, [1, 50, 500])];
  const { filter, isKept } = drawFilter(world, random);
  const isInside: Keep = ({ position: at }) =>
    at !== null && at.lat >= south && at.lat <= north && at.lng >= west && at.lng <= east;
  const found = findInForce(world, { fuel, isKept: (station) => isInside(station) && isKept(station) });
  return {
    question: { north, south, east, west, fuel, limit, ...filter },
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
    expected: { ...toRecord(station), services: station.services.toSorted(), prices, out_of_stock },
    select: ({ data }) => ({
      ...data,
      services: data.services.toSorted(),
      prices: data.prices.filter(isListed),
      out_of_stock: data.out_of_stock.filter(isListed),
    }),
  };
};

function makeMeans(world: World, fuel: Fuel, isKept?: Keep): Record<string, unknown> {
  const found = findInForce(world, { fuel, isKept });
  const sum = found.reduce((total, { price }) => total + price.priceMilli, 0);
  const toPrice = (one: Found | undefined) => one ? toText(one.price.priceMilli) : null;
  return {
    avgPrice1d: found.length === 0 ? null : toText(Math.round(sum / found.length)),
    minPrice1d: toPrice(found.at(0)),
    maxPrice1d: toPrice(found.at(-1)),
    stationCount: found.length,
  };
}

const MAKERS: Readonly<Record<string, Make>> = {
  searchStations: search,
  boxStations: box,
  lookupStation: details,
  nationalPrices(world, random) {
    const fuel = pick(random, FUELS);
    return { question: { fuel }, expected: { data: makeMeans(world, fuel) } };
  },
  departmentPrices(world, random) {
    const [fuel, { code }] = [pick(random, FUELS), pick(random, DEPARTMENTS)];
    return { question: { code, fuel }, expected: { data: makeMeans(world, fuel, (one) => one.department === code) } };
  },
};

/** The next question, of any of these operations. */
export function makeQuestion(world: World, random: Random): Question {
  const operation = pick(random, operations.filter(({ id }) => id in MAKERS));
  return { operation, ...MAKERS[operation.id]!(world, random) };
}
