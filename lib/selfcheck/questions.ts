/** Random questions of every operation, each with the answer that a computation over all stations of the feed gives. @module */

import { type AnyOperation, operations } from "../operations/mod.ts";
import { DEPARTMENTS } from "../shared/departments.ts";
import { type Fuel, FUELS } from "../shared/fuels.ts";
import { SERVICES } from "../shared/service_slugs.ts";
import { toServiceLabel } from "../shared/services.ts";
import { toParisDay } from "../shared/paris_time.ts";
import { metresBetween } from "./distance.ts";
import type { FeedPrice, FeedStation } from "./feed.ts";
import { pick, type Random } from "../shared/random.ts";
import { getInForce, type World } from "./world.ts";

/** A body as an operation answers it, of any shape: the comparison finds out. */
// deno-lint-ignore no-explicit-any
export type AnyBody = { data: any; meta: Record<string, any> };

/** A question and what its answer should contain; `select` first takes out what the feed does not know. */
export type Question = {
  operation: AnyOperation;
  question: Record<string, unknown>;
  expected: unknown;
  select?(body: AnyBody): unknown;
};

type Make = (world: World, random: Random) => Omit<Question, "operation">;

const toText = (milli: number) => (milli / 1000).toFixed(3);
const toInstant = (ms: number) => new Date(ms).toISOString();

type Located = FeedStation & { position: { lat: number; lng: number } };
type Found<S extends FeedStation = FeedStation> = { station: S; price: FeedPrice };

function hasPosition(station: FeedStation): station is Located {
  return station.position !== null;
}

function findInForce<S extends FeedStation>(
  world: World,
  stations: readonly S[],
  { fuel, max_age_days: maxAgeDays }: { fuel: Fuel; max_age_days?: number },
): Found<S>[] {
  return stations.flatMap((station) => {
    const price = getInForce(world, { station, fuel, maxAgeDays });
    return price ? [{ station, price }] : [];
  });
}

/** By price, then by id: stations come in the order of their ids. */
function byPrice(a: Found, b: Found): number {
  return a.price.priceMilli - b.price.priceMilli;
}

function toFacts({ priceMilli, atMs }: FeedPrice) {
  return { price: toText(priceMilli), updated_at: toInstant(atMs) };
}

/** What every answer says of a station. */
function toRecord(
  { id, postalCode: postal_code, department, motorway, automate247: automate_24_7, brand }: FeedStation,
) {
  return { id, postal_code, department, motorway, automate_24_7, brand };
}

function toEntry({ station, price }: Found<Located>) {
  const { lat: latitude, lng: longitude } = station.position;
  return { ...toRecord(station), ...toFacts(price), latitude, longitude };
}

const PARIS = { lat: 48.85, lng: 2.35 };

/** Somewhere within eleven kilometres of a station, or of Paris when no station has a position. */
function pickPoint(random: Random, stations: readonly Located[]) {
  const { lat, lng } = stations.length > 0 ? pick(random, stations).position : PARIS;
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return { lat: round(lat + (random() - 0.5) / 5), lng: round(lng + (random() - 0.5) / 5) };
}

/** Brands as a list writes them. */
const toListed = (brand: string) => brand.replaceAll(",", " ");

/** Filters by brands, services and card terminal, and the stations that pass them. */
function makeNarrow(world: World, random: Random) {
  const names = [pick(random, world.stations), pick(random, world.stations)].flatMap(({ brand }) => brand ?? []);
  const keys = new Set(names.map((name) => toListed(name).toLowerCase()));
  const isNamed = ({ brand }: FeedStation) => brand !== null && keys.has(toListed(brand).toLowerCase());
  const by = names.length === 0 || random() < 0.4 ? null : random() < 0.5 ? "brands" : "exclude_brands";
  const slug = random() < 0.7 ? null : pick(random, SERVICES);
  const isCard = random() < 0.2;
  return {
    filters: {
      ...(by && { [by]: names.map(toListed).join() }),
      ...(slug && { services: slug }),
      ...(isCard && { automate_24_7: true }),
    },
    isKept: (station: FeedStation) =>
      (by === null || isNamed(station) === (by === "brands")) && (!isCard || station.automate247) &&
      (slug === null || station.services.includes(toServiceLabel(slug))),
  };
}

/** The stations within a radius. Half a degree of latitude is more than 50 km, and so is one of longitude in France. */
function findNear({ stations }: World, { lat, lng, radius }: { lat: number; lng: number; radius: number }) {
  return stations.filter(hasPosition)
    .filter(({ position }) => Math.abs(position.lat - lat) < 0.5 && Math.abs(position.lng - lng) < 1)
    .map((station) => ({ ...station, metres: metresBetween({ lat, lng }, station.position) }))
    .filter(({ metres }) => metres <= radius * 1000);
}

const pickRadius = (random: Random) => Math.round(10 * (0.1 + random() * 49.9)) / 10;

const search: Make = (world, random) => {
  const point = pickPoint(random, world.stations.filter(hasPosition));
  const [fuel, limit, max_age_days] = [pick(random, FUELS), pick(random, [1, 20, 100]), pick(random, [1, 7, 30, 365])];
  const radius = pickRadius(random);
  const { filters, isKept } = makeNarrow(world, random);
  const found = findInForce(world, findNear(world, { ...point, radius }).filter(isKept), { fuel, max_age_days })
    .sort((a, b) => byPrice(a, b) || a.station.metres - b.station.metres);
  const data = found.slice(0, limit).map((each) => ({
    ...toEntry(each),
    distance_km: Math.round(each.station.metres) / 1000,
  }));
  return {
    question: { ...point, fuel, radius, limit, max_age_days, ...filters },
    expected: { data, meta: { total: found.length } },
  };
};

const box: Make = (world, random) => {
  const located = world.stations.filter(hasPosition);
  const [a, b] = [pickPoint(random, located), pickPoint(random, located)];
  const [south, north] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat) + 0.00001];
  const [west, east] = [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng) + 0.00001];
  const [fuel, limit] = [pick(random, FUELS), pick(random, [1, 50, 500])];
  const motorway = pick(random, ["include", "exclude"]);
  const { filters, isKept } = makeNarrow(world, random);
  const two = [pick(random, world.stations), pick(random, world.stations)];
  const ids = random() < 0.2 ? two.map(({ id }) => id) : null;
  const departments = random() < 0.2 ? two.flatMap((each) => each.department ?? []) : [];
  const isInside = ({ position: { lat, lng } }: Located) => lat >= south && lat <= north && lng >= west && lng <= east;
  const inside = located.filter((station) =>
    isInside(station) && (motorway === "include" || !station.motorway) && isKept(station) &&
    (ids?.includes(station.id) ?? true) && (departments.length === 0 || departments.includes(station.department!))
  );
  const found = findInForce(world, inside, { fuel }).sort(byPrice);
  const only = { ...(ids && { ids: ids.join() }), ...(departments.length > 0 && { department: departments.join() }) };
  return {
    question: { north, south, east, west, fuel, limit, motorway, ...filters, ...only },
    expected: { data: found.slice(0, limit).map(toEntry), meta: { total: found.length } },
  };
};

const station: Make = (world, random) => {
  const asked = pick(random, world.stations);
  const prices = FUELS.flatMap((fuel) => {
    const price = asked.prices[fuel];
    if (!price) return [];
    const in_force = getInForce(world, { station: asked, fuel }) !== null;
    return [{ fuel, ...toFacts(price), in_force, suspect: world.suspects.has(price) }];
  });
  const out_of_stock = FUELS.flatMap((fuel) => {
    const sinceMs = asked.stockOutSinceMs[fuel] ?? -Infinity;
    return sinceMs >= (asked.prices[fuel]?.atMs ?? Infinity) ? [{ fuel, since: toInstant(sinceMs) }] : [];
  });
  const services = [...new Set(asked.services)].sort();
  // what the feed lists no more is shown with its last price, and counts nowhere
  const isListed = ({ fuel, in_force }: { fuel: Fuel; in_force?: boolean }) => in_force || asked.prices[fuel];
  return {
    question: { id: asked.id },
    expected: { ...toRecord(asked), services, prices, out_of_stock },
    select: ({ data }) => ({
      ...data,
      services: data.services.toSorted(),
      prices: data.prices.filter(isListed),
      out_of_stock: data.out_of_stock.filter(isListed),
    }),
  };
};

/** The stations with the lowest and the highest price: of equal ones the last reported, then by id. */
function toExtremes(found: readonly Found[]) {
  const [min = null, max = null] = [1, -1].map((sign) => {
    const [first] = found.toSorted((a, b) => sign * byPrice(a, b) || b.price.atMs - a.price.atMs);
    if (!first) return null;
    const { id, brand, department } = first.station;
    return { id, brand, department, ...toFacts(first.price) };
  });
  return { min, max };
}

function toMean(found: readonly Found[]): string | null {
  if (found.length === 0) return null;
  return toText(Math.round(found.reduce((sum, { price }) => sum + price.priceMilli, 0) / found.length));
}

function toAggregate(found: readonly Found[]) {
  const { min, max } = toExtremes(found);
  const [minPrice1d, maxPrice1d] = [min?.price ?? null, max?.price ?? null];
  return { avgPrice1d: toMean(found), minPrice1d, maxPrice1d, stationCount: found.length, min, max };
}

const nation: Make = (world, random) => {
  const fuel = pick(random, FUELS);
  return { question: { fuel }, expected: { data: toAggregate(findInForce(world, world.stations, { fuel })) } };
};

const department: Make = (world, random) => {
  const [fuel, { code }] = [pick(random, FUELS), pick(random, DEPARTMENTS)];
  const found = findInForce(world, world.stations.filter((each) => each.department === code), { fuel }).sort(byPrice);
  const cheapest = found.slice(0, 5).map(({ station: { id }, price }) => ({ id, ...toFacts(price) }));
  return { question: { code, fuel }, expected: { data: { ...toAggregate(found), cheapest } } };
};

/** Where a price stands among others. */
function toStanding(found: readonly Found[], milli: number) {
  const [stationCount, avgPrice, { min: cheapest }] = [found.length, toMean(found), toExtremes(found)];
  const cheaperCount = found.filter(({ price }) => price.priceMilli < milli).length;
  const some = cheapest && {
    minPrice: cheapest.price,
    aboveAvg: toText(milli - Math.round(Number(avgPrice) * 1000)),
    cheaperShare: Math.round(cheaperCount * 1000 / stationCount) / 1000,
  };
  const none = { minPrice: null, aboveAvg: null, cheaperShare: null };
  return { stationCount, avgPrice, cheaperCount, rank: cheaperCount + 1, ...some ?? none, cheapest };
}

const comparison: Make = (world, random) => {
  const fuel = pick(random, FUELS);
  const found = findInForce(world, world.stations, { fuel });
  // on a price of the feed as often as beside one
  const isOnPrice = found.length > 0 && random() < 0.5;
  const milli = isOnPrice ? pick(random, found).price.priceMilli : 700 + Math.floor(random() * 1500);
  const place = { ...pickPoint(random, world.stations.filter(hasPosition)), radius: pickRadius(random) };
  const isAround = random() < 0.5;
  // of equal prices around a point the nearest is the cheapest
  const { cheapest, ...around } = toStanding(findInForce(world, findNear(world, place), { fuel }), milli);
  const nearby = { ...around, cheapest: cheapest && { price: cheapest.price } };
  return {
    question: { fuel, price: milli / 1000, ...(isAround && place) },
    expected: { data: { national: toStanding(found, milli), around: isAround ? nearby : null } },
  };
};

/** Of the past the feed knows nothing: the last point is compared. */
const history: Make = (world, random) => {
  const asked = pick(random, world.stations);
  const fuel = pick(random, FUELS.filter((each) => asked.prices[each]));
  const price = fuel && asked.prices[fuel];
  const today = toParisDay(new Date(world.asOfMs));
  const isToday = price !== undefined && toParisDay(new Date(price.atMs)) <= today;
  return {
    question: { stationId: asked.id, fuel: fuel ?? "gazole", days: pick(random, [1, 30, 365]) },
    expected: isToday ? { recordedAt: today, price: toText(price.priceMilli) } : null,
    select: ({ data }) => isToday ? data.at(-1) ?? null : null,
  };
};

const brands: Make = (world, random) => {
  const fuel = pick(random, FUELS);
  const today = toParisDay(new Date(world.asOfMs));
  const branded = findInForce(world, world.stations.filter(({ brand }) => brand !== null), { fuel });
  const largest = [...Map.groupBy(branded, ({ station: { brand } }) => brand!)]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1)).slice(0, 6);
  return {
    question: { fuel, days: pick(random, [1, 30, 90]) },
    expected: largest.map(([brand, found]) => (
      { brand, stationCount: found.length, ...toExtremes(found), last: { recordedAt: today, avgPrice: toMean(found) } }
    )),
    select: ({ data }) => data.map((trend: AnyBody["data"]) => ({ ...trend, last: trend.series.at(-1) })),
  };
};

const MAKERS: Readonly<Record<string, Make>> = {
  searchStations: search,
  boxStations: box,
  lookupStation: station,
  nationalPrices: nation,
  departmentPrices: department,
  comparePrice: comparison,
  priceHistory: history,
  brandTrends: brands,
};

/** The next question, of any operation. */
export function makeQuestion(world: World, random: Random): Question {
  const operation = pick(random, operations.filter(({ id }) => id in MAKERS));
  return { operation, ...MAKERS[operation.id]!(world, random) };
}
