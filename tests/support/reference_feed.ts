/** Real feeds beside the checkout, ingested and read a second time without the rules of the product. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { runIngest } from "../../ingest/run.ts";
import type { Db } from "../../lib/db/db.ts";
import type { StationEntry } from "../../lib/domain/wire.ts";
import { answer, type Deps, operations, parseInput } from "../../lib/operations/mod.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { createTestLog } from "./log.ts";
import { pick } from "./random_state.ts";
import {
  findSuspects,
  inForce,
  newestMs,
  readFeedText,
  readReference,
  type ReferenceStation,
  type ReferenceWorld,
} from "./reference.ts";

const FOLDER = new URL("../../../shared/data/feed/", import.meta.url).pathname;

/** Brands that stations are given. */
export const BRANDS = ["TotalEnergies", "E.Leclerc", "Intermarché", "Carrefour", "Système U", "Esso", "Avia", "Élan"];

/** Whether a station counts. */
export type Keep = (station: ReferenceStation) => boolean;

/** Asks an operation a question. */
export type Ask = (id: string, question: Record<string, unknown>) => Promise<unknown>;

/** Names of the feeds that answers are held against: three of different years; none where there are no real feeds. */
export async function findFeeds(): Promise<string[]> {
  try {
    const names = (await Array.fromAsync(Deno.readDir(FOLDER))).map(({ name }) => name).sort();
    return names.filter((feed) => /2019|2025-02-03T1850|2026/.test(feed));
  } catch {
    return [];
  }
}

/** Ingests a feed as at its newest price, and answers what a naive reading makes of the same file. */
export async function ingestFeed(db: Db, name: string): Promise<ReferenceWorld> {
  const stations = readReference(await readFeedText(FOLDER + name));
  const asOfMs = newestMs(stations);
  const clock = () => new Date(asOfMs);
  const { log } = createTestLog(clock);
  const bytes = await Deno.readFile(FOLDER + name);
  const report = await runIngest({ db, clock, log }, { kind: "file", name, bytes });
  equal(report.outcome, "changed", report.message ?? "");
  return { stations, asOfMs, suspects: findSuspects(stations, asOfMs) };
}

/** Gives every other station one of eight brands, the same ones to both sides. */
export async function brandStations(db: Db, world: ReferenceWorld, random: () => number): Promise<void> {
  for (const station of world.stations) station.brand = random() < 0.6 ? pick(random, BRANDS) : null;
  const branded = world.stations.filter((station) => station.brand !== null);
  const text = `insert into station_brand (station_id, brand, updated_at)
    select i, b, now() from unnest($1::int[], $2::text[]) t (i, b)`;
  await db.query({ text, values: [branded.map(({ id }) => Number(id)), branded.map(({ brand }) => brand)] });
  await db.query({ text: "update data_state set revision = revision + 1" });
}

/** The stations that sell a fuel, with their prices in force. */
export function findExpected(world: ReferenceWorld, fuel: Fuel, keep: Keep, maxAgeDays = 30) {
  return world.stations.flatMap((station) => {
    const price = inForce(world, { station, fuel, maxAgeDays });
    return price && keep(station) ? [{ station, price }] : [];
  });
}

/** One of them. */
export type Expected = ReturnType<typeof findExpected>[number];

/** Compares an entry of a list with what the file says of its station. */
export function checkEntry(entry: StationEntry, { station, price }: Expected): void {
  const { postal_code, department, motorway, automate_24_7, brand } = entry;
  deepEqual({ postal_code, department, motorway, automate_24_7, brand, price: entry.price, at: entry.updated_at }, {
    postal_code: station.postalCode,
    department: station.department,
    motorway: station.motorway,
    automate_24_7: station.automate247,
    brand: station.brand,
    price: (price.priceMilli / 1000).toFixed(3),
    at: new Date(price.atMs).toISOString(),
  });
  ok(Math.abs(entry.latitude - station.lat) < 1e-6 && Math.abs(entry.longitude - station.lng) < 1e-6);
}

/** Asks the operations themselves. */
export function asker(deps: Deps): Ask {
  return async (id, question) => {
    const operation = operations.find((candidate) => candidate.id === id)!;
    return (await answer(operation, deps, parseInput(operation, (param) => question[param.name]))).body;
  };
}
