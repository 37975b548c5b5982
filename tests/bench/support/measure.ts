/** Measures times and processor use for benches. @module */

import { cpuUsage } from "node:process";
import type { Db } from "../../../lib/db/db.ts";
import { findInBox, findNearby } from "../../../lib/db/current/stations.ts";
import { findChanges } from "../../../lib/db/history/series.ts";
import { DAY_MS } from "../../../lib/shared/units.ts";
import { findInBoxInSnapshot, findNearbyInSnapshot } from "../../../lib/snapshot/search.ts";
import { isLocated, type Snapshot } from "../../../lib/snapshot/snapshot.ts";
import { createEmbeddedDb } from "../../support/embedded_db.ts";
import { createRandom, pick } from "../../support/random_state.ts";
import { createServerDb } from "../../support/server_db.ts";

/** Returns the median, the upper one of an even number of values. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

export type Times = { medianMs: number; p99Ms: number };

/** Times a call, after warm-up rounds that create query plans and machine code. */
export async function time(work: (turn: number) => unknown, rounds = 300): Promise<Times> {
  const ms: number[] = [];
  for (let turn = -rounds >> 2; turn < rounds; turn++) {
    const began = performance.now();
    await work(Math.abs(turn));
    if (turn >= 0) ms.push(performance.now() - began);
  }
  ms.sort((a, b) => a - b);
  return { medianMs: median(ms), p99Ms: ms[Math.floor(rounds * 0.99)]! };
}

export function toText({ medianMs, p99Ms }: Times): string {
  return [medianMs, p99Ms].map((ms) => Number(ms.toPrecision(2))).join(" / ");
}

/**
 * `longestMs` is the longest block of the event loop, as processor time of this thread between two
 * turns of a timer.
 */
export type Cost = { ms: number; cpuMs: number; longestMs: number };

function readThreadMs(): number {
  return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
}

/**
 * Runs `work` once. Returns its time, its processor time and its longest block of the event loop.
 */
export async function measure(work: () => Promise<unknown>): Promise<Cost> {
  let before = readThreadMs();
  let longestMs = 0;
  const look = () => {
    const now = readThreadMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
  };
  const timer = setInterval(look, 1);
  const began = performance.now();
  const used = cpuUsage();
  await work();
  const ms = performance.now() - began;
  const { user, system } = cpuUsage(used);
  clearInterval(timer);
  look();
  return { ms, cpuMs: (user + system) / 1000, longestMs };
}

/** Prints one line with the result of a measurement. */
export function printResult(what: string, result: string): void {
  console.log(`  ${what.padEnd(44)} ${result}`);
}

/** Runs `work` on each kind of database. `url` is the server database's. */
export async function onEachKind(
  work: (db: Db, url: string | null) => Promise<void>,
): Promise<void> {
  for (const create of [() => createServerDb({ statementTimeoutMs: 0 }), createEmbeddedDb]) {
    const made = await create();
    console.log(`\n${made.db.kind}`);
    await work(made.db, "url" in made ? made.url : null).finally(made.drop);
  }
}

/** Returns a function that draws realistic points: near stations. */
export function createPoints(snapshot: Snapshot): () => { lat: number; lng: number } {
  const random = createRandom(7);
  const located = snapshot.stations.filter(isLocated);
  return () => {
    const { lat, lng } = pick(random, located).record;
    return { lat: lat! + (random() - 0.5) / 25, lng: lng! + (random() - 0.5) / 25 };
  };
}

/** Times searches from memory and by SQL: within 5 and 50 km, and in a box of one degree. */
export async function timeSearches(
  db: Db,
  snapshot: Snapshot,
): Promise<{ name: string; memory: Times; sql: Times }[]> {
  const point = createPoints(snapshot);
  const filter = { fuel: 4, maxAgeDays: 30, limit: 20 };
  const inSql = { ...filter, conditions: [] };
  const inMemory = { ...filter, accepts: null };
  const circle = (radiusM: number) => ({ ...point(), radiusM });
  const box = () => {
    const { lat, lng } = point();
    return { north: lat + 0.5, south: lat - 0.5, east: lng + 0.5, west: lng - 0.5, limit: 500 };
  };
  const near = (radiusM: number) => ({
    name: `within ${radiusM / 1000} km`,
    memory: () => findNearbyInSnapshot(snapshot, { ...inMemory, ...circle(radiusM) }),
    sql: () => findNearby(db, { ...inSql, ...circle(radiusM) }),
  });
  const searches = [near(5_000), near(50_000), {
    name: "box, 500 entries",
    memory: () => findInBoxInSnapshot(snapshot, { ...inMemory, ...box() }),
    sql: () => findInBox(db, { ...inSql, ...box() }),
  }];
  const rows = [];
  for (const { name, memory, sql } of searches) {
    rows.push({ name, memory: await time(memory), sql: await time(sql) });
  }
  return rows;
}

/** Times price histories of random stations. */
export async function timeHistories(db: Db, asOf: Date): Promise<Times> {
  const pairs = await db.query<{ station_id: number; fuel: number }>({
    text:
      "select station_id, fuel from current_price order by md5(station_id || ' ' || fuel) limit 400",
  });
  const from = new Date(asOf.getTime() - 365 * DAY_MS);
  return await time((turn) => {
    const { station_id, fuel } = pairs[turn % pairs.length]!;
    return findChanges(db, { stationId: station_id, fuel, from });
  });
}
