/** Ingests real feeds next to the checkout, and reads them a second time. @module */

import { deepEqual, equal, ok } from "./assert.ts";
import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
import { runIngest } from "../../ingest/run_ingest.ts";
import type { Db } from "../../lib/db/db.ts";
import type { StationEntry } from "../../lib/domain/wire.ts";
import { answer } from "../../lib/operations/answer.ts";
import type { Backend } from "../../lib/operations/operation.ts";
import { operations } from "../../lib/operations/mod.ts";
import { parseInput } from "../../lib/operations/input.ts";
import {
  type FeedStation,
  type FeedWorld,
  getInForce,
  readFeed,
} from "../../lib/selfcheck/second_reading.ts";
import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import { createTestLog } from "./log.ts";
import { toMarket } from "./naive_suspects.ts";
import { pick } from "./random_state.ts";

/** The folder of the real feeds, which may be missing. */
export const FEED_FOLDER = new URL("../../../shared/data/feed/", import.meta.url).pathname;

export const BRANDS = [
  "TotalEnergies",
  "E.Leclerc",
  "Intermarché",
  "Carrefour",
  "Système U",
  "Esso",
  "Avia",
  "Élan",
];

export type ReferenceStation = FeedStation & { lat: number; lng: number };

export type ReferenceWorld = Omit<FeedWorld, "stations"> & { stations: ReferenceStation[] };

export type Keep = (station: ReferenceStation) => boolean;

export type Ask = (id: string, question: Record<string, unknown>) => Promise<unknown>;

/** Returns the names of the real feeds, or an empty list. */
export async function listFeeds(): Promise<string[]> {
  try {
    const names = (await Array.fromAsync(Deno.readDir(FEED_FOLDER))).map(({ name }) => name).sort();
    return names.filter((name) => name.endsWith(".zip"));
  } catch {
    return [];
  }
}

/** Returns the feeds that responses are compared with: three of different years. */
export async function findFeeds(): Promise<string[]> {
  return (await listFeeds()).filter((feed) => /2019|2025-02-03T1850|2026/.test(feed));
}

export async function readFeedText(name: string): Promise<string> {
  const reader = new ZipReader(new BlobReader(new Blob([await Deno.readFile(FEED_FOLDER + name)])));
  const [entry] = await reader.getEntries();
  if (!entry || entry.directory) throw new Error(`${name} does not start with a file`);
  return await entry.getData(new TextWriter("iso-8859-1"));
}

/** Returns the instant of the newest price. */
export function findNewestMs(stations: readonly FeedStation[]): number {
  return Math.max(
    ...stations.flatMap(({ prices }) => Object.values(prices).map(({ atMs }) => atMs)),
  );
}

/** Ingests a feed as of its newest price, and returns the second reading of the same file. */
export async function ingestFeed(db: Db, name: string): Promise<ReferenceWorld> {
  const bytes = await Deno.readFile(FEED_FOLDER + name);
  const asOfMs = findNewestMs(await readFeed(bytes, Infinity));
  const stations = (await readFeed(bytes, asOfMs)).map((station) => (
    { ...station, ...station.position ?? { lat: 0, lng: 0 } }
  ));
  const clock = () => new Date(asOfMs);
  const report = await runIngest({ db, clock, log: createTestLog(clock).log }, {
    kind: "file",
    name,
    bytes,
  });
  equal(report.outcome, "changed", report.message ?? "");
  for (const fuel of FUELS) markSuspects(stations, fuel, asOfMs);
  return { stations, asOfMs };
}

/**
 * Without history a low price far from the market is suspect, unless three stations have the same.
 */
function markSuspects(stations: readonly ReferenceStation[], fuel: Fuel, asOfMs: number): void {
  const offers = stations.flatMap((station) => {
    const price = getInForce({ asOfMs }, { station, fuel });
    return price ? [{ price, priceMilli: price.priceMilli, department: station.department }] : [];
  });
  const market = toMarket(offers);
  for (const offer of offers) {
    const { price, priceMilli } = offer;
    const isSale = offers.filter((other) => other.priceMilli === priceMilli).length >= 3;
    price.suspect = priceMilli < (market(offer) ?? 0) && !isSale;
  }
}

/** Gives every other station one of eight brands, the same ones in both readings. */
export async function brandStations(
  db: Db,
  world: ReferenceWorld,
  random: () => number,
): Promise<void> {
  for (const station of world.stations) {
    station.brand = random() < 0.6 ? pick(random, BRANDS) : null;
  }
  const branded = world.stations.filter((station) => station.brand !== null);
  const text = `insert into station_brand (station_id, brand, updated_at)
    select i, b, now() from unnest($1::int[], $2::text[]) t (i, b)`;
  await db.query({
    text,
    values: [branded.map(({ id }) => Number(id)), branded.map(({ brand }) => brand)],
  });
  await db.query({ text: "update data_state set revision = revision + 1" });
}

/** Returns the stations that sell a fuel, with their valid prices. */
export function findExpected(world: ReferenceWorld, fuel: Fuel, keep: Keep, maxAgeDays = 30) {
  return world.stations.flatMap((station) => {
    const price = getInForce(world, { station, fuel, maxAgeDays });
    return price && keep(station) ? [{ station, price }] : [];
  });
}

export type Expected = ReturnType<typeof findExpected>[number];

/** Compares an entry of a response with the second reading of its station. */
export function checkEntry(entry: StationEntry, { station, price }: Expected): void {
  const { postal_code, department, motorway, automate_24_7, brand } = entry;
  deepEqual({
    postal_code,
    department,
    motorway,
    automate_24_7,
    brand,
    price: entry.price,
    at: entry.updated_at,
  }, {
    postal_code: station.postalCode,
    department: station.department,
    motorway: station.motorway,
    automate_24_7: station.automate247,
    brand: station.brand,
    price: (price.priceMilli / 1000).toFixed(3),
    at: new Date(price.atMs).toISOString(),
  });
  ok(
    Math.abs(entry.latitude - station.lat) < 1e-6 && Math.abs(entry.longitude - station.lng) < 1e-6,
  );
}

/** Returns a function that runs an operation by its ID. */
export function asker(backend: Backend): Ask {
  return async (id, question) => {
    const operation = operations.find((candidate) => candidate.id === id)!;
    return (await answer(
      operation,
      backend,
      parseInput(operation, (param) => question[param.name]),
    )).body;
  };
}
