/**
 * Answers over a whole real feed equal those of a naive computation over the same file: a hundred random questions per
 * route, from the snapshot and from SQL. Uses the real feeds beside the checkout when they are there, else the sample.
 *
 * @module
 */

import { deepEqual, equal, ok } from "node:assert/strict";
import type { Db } from "../../lib/db/db.ts";
import type {
  Aggregate,
  BrandTrend,
  CheapStation,
  Comparison,
  Department,
  HistoryPoint,
  NearbyEntry,
  Station,
  StationEntry,
} from "../../lib/domain/wire.ts";
import { metresBetween } from "../../lib/selfcheck/distance.ts";
import { getInForce } from "../../lib/selfcheck/world.ts";
import { DEPARTMENTS } from "../../lib/shared/departments.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import type { ServiceSlug } from "../../lib/shared/service_slugs.ts";
import { toServiceLabel } from "../../lib/shared/services.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { createRandom, pick } from "../support/random_state.ts";
import {
  type Ask,
  asker,
  BRANDS,
  brandStations,
  checkEntry,
  type Expected,
  findExpected,
  findFeeds,
  ingestFeed,
  type Keep,
  type ReferenceStation,
  type ReferenceWorld,
} from "../support/reference_feed.ts";
import { withServerDb } from "../support/server_db.ts";

const QUESTIONS = 100;

type Check = (ask: Ask, world: ReferenceWorld, random: () => number) => Promise<void>;

const toText = (milli: number) => (milli / 1000).toFixed(3);
const toInstant = (ms: number) => new Date(ms).toISOString();
const PARIS_DAY = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });
const toDay = (ms: number) => PARIS_DAY.format(ms);
const mean = (prices: number[]) => toText(Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length));

const byPriceThenId = (a: Expected, b: Expected) =>
  a.price.priceMilli - b.price.priceMilli || (a.station.id < b.station.id ? -1 : 1);

type List<T> = { data: T[]; meta: { total: number } };

/** Filters by several brands, by services and by the card terminal, and the stations that pass them. */
function pickNarrow(random: () => number) {
  const names = [pick(random, BRANDS), pick(random, BRANDS)];
  const by = pick(random, ["brands", "exclude_brands", null]);
  const services = random() < 0.3 ? pick(random, ["wifi", "toilettes,boutique", "gonflage,lavage"]) : undefined;
  const automate_24_7 = random() < 0.3 ? true : undefined;
  const isNamed: Keep = ({ brand }) => brand !== null && names.includes(brand);
  const isOfBrand: Keep = (station) => by === null || isNamed(station) === (by === "brands");
  const hasServices: Keep = (station) =>
    services?.split(",").every((slug) => station.services.includes(toServiceLabel(slug as ServiceSlug))) ?? true;
  return {
    filters: { services, automate_24_7, ...(by && { [by]: names.join() }) },
    isKept: (station: ReferenceStation) =>
      isOfBrand(station) && hasServices(station) && (station.automate247 || !automate_24_7),
  };
}

const checkSearch: Check = async (ask, world, random) => {
  const near = pick(random, world.stations);
  const point = { lat: near.lat + (random() - 0.5) / 10, lng: near.lng + (random() - 0.5) / 10 };
  const question = { fuel: pick(random, FUELS), radius: 0.1 + random() * 49.9, limit: pick(random, [1, 5, 20, 100]) };
  const max_age_days = pick(random, [1, 7, 30, 365]);
  const { filters, isKept } = pickNarrow(random);
  const asked = { ...point, ...question, max_age_days, ...filters };
  const { data, meta } = await ask("searchStations", asked) as List<NearbyEntry>;
  // half a degree of latitude and, in France, one of longitude are more than the largest radius: spares most of the slow
  // exact distances
  const isNear: Keep = (station) =>
    isKept(station) && Math.abs(station.lat - point.lat) < 0.5 && Math.abs(station.lng - point.lng) < 1 &&
    metresBetween(point, station) <= question.radius * 1000;
  const expected = findExpected(world, question.fuel, isNear, max_age_days)
    .map((found) => ({ ...found, metres: metresBetween(point, found.station) }))
    .sort((a, b) => a.price.priceMilli - b.price.priceMilli || a.metres - b.metres || byPriceThenId(a, b));
  equal(meta.total, expected.length);
  deepEqual(data.map(({ id }) => id), expected.slice(0, question.limit).map(({ station }) => station.id));
  data.forEach((entry, index) => {
    checkEntry(entry, expected[index]!);
    equal(entry.distance_km, Math.round(expected[index]!.metres) / 1000);
  });
};

const checkBox: Check = async (ask, world, random) => {
  const [a, b] = [pick(random, world.stations), pick(random, world.stations)];
  // borders on stations: they are included
  const [south, north] = [a.lat, b.lat].sort((x, y) => x - y);
  const [west, east] = [a.lng, b.lng].sort((x, y) => x - y);
  if (south === north || west === east) return;
  const { filters, isKept } = pickNarrow(random);
  const isOne = !("brands" in filters || "exclude_brands" in filters);
  const brand = isOne && random() < 0.5 ? pick(random, BRANDS) : undefined;
  const motorway = random() < 0.3 ? "exclude" : "include";
  const [fuel, limit] = [pick(random, FUELS), pick(random, [1, 50, 500])];
  const departments = random() < 0.3 ? [pick(random, world.stations), a].map(({ department }) => department!) : null;
  const ids = random() < 0.3 ? [a, b, pick(random, world.stations), a].map(({ id }) => id) : null;
  const within = { north, south, east, west, department: departments?.join(), ids: ids?.join() };
  const question = { ...within, fuel, limit, brand, motorway, ...filters };
  const { data, meta } = await ask("boxStations", question) as List<StationEntry>;
  const isInside: Keep = (s) => s.lat <= north! && s.lat >= south! && s.lng <= east! && s.lng >= west!;
  const isThere: Keep = (s) => (departments?.includes(s.department!) ?? true) && (ids?.includes(s.id) ?? true);
  const isWanted: Keep = (s) => (!brand || s.brand === brand) && (motorway === "include" || !s.motorway) && isKept(s);
  const expected = findExpected(world, fuel, (s) => isInside(s) && isThere(s) && isWanted(s)).sort(byPriceThenId);
  equal(meta.total, expected.length);
  deepEqual(data.map(({ id }) => id), expected.slice(0, limit).map(({ station }) => station.id));
  data.forEach((entry, index) => checkEntry(entry, expected[index]!));
};

const checkStation: Check = async (ask, world, random) => {
  const odd = world.stations.filter(({ prices }) => Object.values(prices).some((price) => world.suspects.has(price)));
  const station = pick(random, odd.length > 0 && random() < 0.1 ? odd : world.stations);
  const { data } = await ask("lookupStation", { id: station.id }) as { data: Station };
  equal(data.id, station.id);
  equal(data.postal_code, station.postalCode);
  deepEqual([...data.services].sort(), [...new Set(station.services)].sort());
  const prices = FUELS.flatMap((fuel) => {
    const price = station.prices[fuel];
    if (!price) return [];
    const in_force = getInForce(world, { station, fuel }) !== null;
    const suspect = world.suspects.has(price);
    return [{ fuel, price: toText(price.priceMilli), updated_at: toInstant(price.atMs), in_force, suspect }];
  });
  deepEqual(data.prices, prices);
  const stockOuts = FUELS.flatMap((fuel) => {
    const since = station.stockOutSinceMs[fuel] ?? -Infinity;
    return since < (station.prices[fuel]?.atMs ?? 0) ? [] : [{ fuel, since: toInstant(since) }];
  });
  deepEqual(data.out_of_stock.map(({ fuel, since }) => ({ fuel, since })), stockOuts);
};

/** An extreme as the file has it: of equal prices the last reported, then by id. */
function toExtreme(found: readonly Expected[], sign: 1 | -1) {
  const [first] = found.toSorted((a, b) =>
    sign * (a.price.priceMilli - b.price.priceMilli) || b.price.atMs - a.price.atMs || byPriceThenId(a, b)
  );
  if (!first) return null;
  const { station: { id, brand, department }, price: { priceMilli, atMs } } = first;
  return { id, brand, department, price: toText(priceMilli), updated_at: toInstant(atMs) };
}

function selectExtreme(extreme: CheapStation | null) {
  if (extreme === null) return null;
  const { id, brand, department, price, updated_at } = extreme;
  return { id, brand, department, price, updated_at };
}

function checkAggregate(data: Aggregate, found: readonly Expected[]): void {
  const prices = found.map(({ price }) => price.priceMilli);
  deepEqual(selectExtreme(data.min), toExtreme(found, 1));
  deepEqual(selectExtreme(data.max), toExtreme(found, -1));
  equal(data.stationCount, prices.length);
  equal(data.avgPrice1d, prices.length === 0 ? null : mean(prices));
  equal(data.minPrice1d, prices.length === 0 ? null : toText(Math.min(...prices)));
  equal(data.maxPrice1d, prices.length === 0 ? null : toText(Math.max(...prices)));
  // one feed alone: no earlier day was recorded
  equal(data.avgPrice7d, data.avgPrice1d);
  equal(data.trend7d, "unknown");
}

const checkAreas: Check = async (ask, world, random) => {
  const fuel = pick(random, FUELS);
  const { code } = pick(random, DEPARTMENTS);
  const national = await ask("nationalPrices", { fuel }) as { data: Aggregate };
  checkAggregate(national.data, findExpected(world, fuel, () => true));
  const department = await ask("departmentPrices", { code, fuel }) as { data: Department };
  const inside = findExpected(world, fuel, (station) => station.department === code).sort(byPriceThenId);
  checkAggregate(department.data, inside);
  deepEqual(
    department.data.cheapest.map(({ id, price }) => [id, price]),
    inside.slice(0, 5).map(({ station, price }) => [station.id, toText(price.priceMilli)]),
  );
};

function checkStanding(standing: Omit<Comparison["national"], "cheapest">, prices: number[], asked: number): void {
  const cheaper = prices.filter((price) => price < asked).length;
  equal(standing.stationCount, prices.length);
  deepEqual([standing.cheaperCount, standing.rank], [cheaper, cheaper + 1]);
  equal(standing.minPrice, prices.length === 0 ? null : toText(Math.min(...prices)));
  equal(standing.avgPrice, prices.length === 0 ? null : mean(prices));
  const above = prices.length === 0 ? null : toText(asked - Math.round(Number(mean(prices)) * 1000));
  equal(standing.aboveAvg, above);
  equal(standing.cheaperShare, prices.length === 0 ? null : Math.round((cheaper * 1000) / prices.length) / 1000);
}

const checkComparison: Check = async (ask, world, random) => {
  const near = pick(random, world.stations);
  const fuel = pick(random, FUELS);
  const all = findExpected(world, fuel, () => true);
  const asked = all.length > 0 && random() < 0.5
    ? pick(random, all).price.priceMilli
    : 700 + Math.floor(random() * 1500);
  const question = { lat: near.lat, lng: near.lng, fuel, radius: 0.1 + random() * 49.9, price: asked / 1000 };
  const { data } = await ask("comparePrice", question) as { data: Comparison };
  checkStanding(data.national, all.map(({ price }) => price.priceMilli), asked);
  deepEqual(selectExtreme(data.national.cheapest), toExtreme(all, 1));
  const around = all.filter(({ station }) =>
    Math.abs(station.lat - near.lat) < 0.5 && Math.abs(station.lng - near.lng) < 1 &&
    metresBetween(near, station) <= question.radius * 1000
  );
  checkStanding(data.around!, around.map(({ price }) => price.priceMilli), asked);
  const lowest = Math.min(...around.map(({ price }) => price.priceMilli));
  equal(data.around!.cheapest?.price ?? null, around.length === 0 ? null : toText(lowest));
  const { lat: _, lng: __, radius: ___, ...alone } = question;
  equal((await ask("comparePrice", alone) as { data: Comparison }).data.around, null);
};

const checkHistory: Check = async (ask, world, random) => {
  const [station, fuel, days] = [pick(random, world.stations), pick(random, FUELS), pick(random, [1, 30, 365])];
  const { data } = await ask("priceHistory", { stationId: station.id, fuel, days }) as { data: HistoryPoint[] };
  const noon = Date.parse(`${toDay(world.asOfMs)}T12:00:00Z`);
  const window = Array.from({ length: days }, (_, back) => toDay(noon - back * 86_400_000)).reverse();
  const price = station.prices[fuel];
  const first = price && toDay(price.atMs);
  const expected = first ? window.filter((day) => day >= first) : [];
  deepEqual(data, expected.map((recordedAt) => ({ recordedAt, price: toText(price!.priceMilli) })));
};

const checkBrands: Check = async (ask, world, random) => {
  const fuel = pick(random, FUELS);
  const { data } = await ask("brandTrends", { fuel, days: pick(random, [1, 30, 90]) }) as { data: BrandTrend[] };
  const branded = findExpected(world, fuel, (s) => s.brand !== null);
  const brands = BRANDS.flatMap((brand) => {
    const found = branded.filter(({ station }) => station.brand === brand);
    const series = [{ recordedAt: toDay(world.asOfMs), avgPrice: mean(found.map(({ price }) => price.priceMilli)) }];
    const extremes = { min: toExtreme(found, 1), max: toExtreme(found, -1) };
    return found.length === 0 ? [] : [{ brand, stationCount: found.length, series, ...extremes }];
  });
  brands.sort((a, b) => b.stationCount - a.stationCount || (a.brand < b.brand ? -1 : 1));
  deepEqual(
    data.map(({ min, max, ...trend }) => ({ ...trend, min: selectExtreme(min), max: selectExtreme(max) })),
    brands.slice(0, 6),
  );
};

const CHECKS: Check[] = [
  checkSearch,
  checkBox,
  checkStation,
  checkAreas,
  checkComparison,
  checkHistory,
  checkBrands,
];

/** Found by hand, so that both sides cannot be wrong alike: one SP95 far below the next cheapest. */
async function checkKnown(ask: Ask): Promise<void> {
  const { data: station } = await ask("lookupStation", { id: "57000001" }) as { data: Station };
  const odd = station.prices.filter(({ suspect }) => suspect);
  deepEqual(odd.map(({ fuel, price, in_force }) => [fuel, price, in_force]), [["sp95", "1.711", false]]);
  const { data: nation } = await ask("nationalPrices", { fuel: "sp95" }) as { data: Aggregate };
  equal(nation.minPrice1d, "1.874");
  deepEqual([nation.min?.id, nation.min?.city, nation.min?.updated_at], [
    "59264001",
    "Onnaing",
    "2026-06-05T08:02:29.000Z",
  ]);
}

/** Compares every operation's answers over a feed with the naive ones; lines have a test of their own. */
async function checkFeed(db: Db, feed: { name: string; world: ReferenceWorld }): Promise<void> {
  const { name, world } = feed;
  const random = createRandom(20_260_605);
  await brandStations(db, world, random);
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const clock = () => new Date(world.asOfMs);
  for (const source of [snapshots, noSnapshots]) {
    const ask = asker({ db, snapshots: source, clock });
    for (const check of CHECKS) for (let i = 0; i < QUESTIONS; i++) await check(ask, world, random);
    if (name.includes("2026-06-05")) await checkKnown(ask);
  }
}

for (const name of await findFeeds()) {
  Deno.test(`answers over ${name} equal a naive computation over the file`, () =>
    withServerDb(async (db) => {
      await checkFeed(db, { name, world: await ingestFeed(db, name) });
    }));
}
