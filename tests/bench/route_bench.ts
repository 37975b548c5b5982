/**
 * Measures stations along a route, by snapshot and PostGIS, and the delay for others while 95
 * connections request them.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";
import codec from "@googlemaps/polyline-codec";
import { parseInput } from "../../lib/operations/input.ts";
import { readAnswer } from "../../lib/operations/operation.ts";
import { routeStations } from "../../lib/operations/route/route_stations.ts";
import {
  createSnapshotSource,
  noSnapshots,
  type SnapshotSource,
} from "../../lib/snapshot/source.ts";
import type { Db } from "../../lib/db/db.ts";
import { createRandom } from "../support/random_state.ts";
import { withServerDb } from "../support/server_db.ts";
import { FULL_FEED_AT, ingest, readFullFeed } from "./support/feeds.ts";
import { median, printResult, time, type Times, toText } from "./support/measure.ts";
import { get, type Question, toCall, TOUR } from "./support/questions.ts";
import { startService, takeTurn, writeQuestions } from "./support/servers.ts";

const CONNECTIONS = 95;
const SECONDS = 15;
const QUESTIONS = 3_000;
const clock = () => FULL_FEED_AT;

/** Towns along the motorway, with a winding line of 2 000 vertices between them. */
const TOWNS = [[2.35, 48.86], [3.06, 47.8], [4.84, 46.3], [4.83, 45.76], [4.89, 44.93], [
  4.8,
  43.95,
], [5.37, 43.3]];
const LINE = JSON.stringify(Array.from({ length: 2_000 }, (_, i) => {
  const at = (i / 1_999) * (TOWNS.length - 1);
  const part = Math.min(TOWNS.length - 2, Math.floor(at));
  const [[x1, y1], [x2, y2]] = [TOWNS[part]!, TOWNS[part + 1]!] as [
    [number, number],
    [number, number],
  ];
  return [
    x1 + (x2 - x1) * (at - part) + Math.sin(i / 9) / 500,
    y1 + (y2 - y1) * (at - part) + Math.cos(i / 7) / 500,
  ];
}));

/**
 * Returns a line with the maximum number of vertices, scribbled over one town, so that each segment
 * is near all of its stations.
 */
function makeScribble(): string {
  const random = createRandom(7);
  const places = Array.from({ length: 20_000 }, (_, i): [number, number] => {
    return [48.86 + Math.cos(i / 47) / 500, 2.35 + Math.sin(i / 50) / 400 + random() / 5_000];
  });
  return codec.encode(places, 5);
}

async function ask(
  source: { db: Db; snapshots: SnapshotSource },
  params: Record<string, unknown>,
): Promise<void> {
  const all: Record<string, unknown> = { fuel: "gazole", limit: 500, ...params };
  await readAnswer(
    routeStations,
    { ...source, clock },
    parseInput(routeStations, ({ name }) => all[name]),
  );
}

/** Returns the longest time, in milliseconds, for which `work` blocks others. */
async function measureHold(work: () => Promise<void>): Promise<number> {
  let heldMs = 0;
  let isDone = false;
  let before = performance.now();
  const watching = (async () => {
    while (!isDone) {
      await new Promise((resolve) => setTimeout(resolve));
      heldMs = Math.max(heldMs, performance.now() - before);
      before = performance.now();
    }
  })();
  await work();
  isDone = true;
  await watching;
  return heldMs;
}

async function measureQuestions(db: Db): Promise<void> {
  const memory = { db, snapshots: createSnapshotSource(db) };
  await memory.snapshots.refresh();
  for (
    const [name, source] of [["memory", memory], ["PostGIS", {
      db,
      snapshots: noSnapshots,
    }]] as const
  ) {
    for (const plan of [{}, { tank: 50, start_level: 10 }]) {
      const times = await time(() => ask(source, { line: LINE, corridor: 5, ...plan }), 50);
      printResult(`${name}, ${"tank" in plan ? "with" : "without"} a plan`, `${toText(times)} ms`);
    }
  }
  const plan = { tank: 300, consumption: 40, start_level: 10 };
  const largest = {
    "the longest way with a plan": { line: JSON.stringify(TOUR), corridor: 10, ...plan },
    "20 000 vertices in one town": { polyline: makeScribble(), precision: 5, corridor: 10 },
  };
  for (const [name, params] of Object.entries(largest)) {
    const holds: number[] = [];
    const times = await time(
      async () => holds.push(await measureHold(() => ask(memory, params))),
      10,
    );
    printResult(
      name,
      `${toText(times)} ms, blocked others for ${median(holds).toFixed(1)} ms, ${
        Math.max(...holds).toFixed(1)
      }`,
    );
  }
}

/**
 * Returns a request for the largest plan by page, API or tool. Each is different, because equal
 * ones would be cached.
 */
function toLargestPlan(i: number): Question {
  const polyline = codec.encode(TOUR.map(([lng, lat]) => [lat!, lng!]), 5);
  const consumption = (30 + (i % 1_000) / 100).toFixed(2);
  const line = encodeURIComponent(polyline);
  if (i % 3 === 0) {
    return get(
      `/itineraire?line=${line}&corridor=10&tank=300&level=10&plan=enough&consumption=${consumption}`,
    );
  }
  const query =
    `fuel=gazole&corridor=10&limit=500&tank=300&start_level=10&consumption=${consumption}`;
  if (i % 3 === 1) return get(`/api/v1/stations/route?polyline=${line}&${query}`);
  const given = {
    polyline,
    fuel: "gazole",
    corridor: 10,
    limit: 500,
    tank: 300,
    consumption: Number(consumption),
  };
  return toCall("find_stations_on_route", given);
}

async function timeUntil(untilMs: number, url: string): Promise<Times> {
  const ms: number[] = [];
  while (performance.now() < untilMs) {
    const began = performance.now();
    await (await fetch(url)).arrayBuffer();
    ms.push(performance.now() - began);
    await delay(20);
  }
  return { medianMs: median(ms), p99Ms: ms.sort((a, b) => a - b)[Math.floor(ms.length * 0.99)]! };
}

async function measureCrowd(url: string): Promise<void> {
  const file = await writeQuestions(Array.from({ length: QUESTIONS }, (_, i) => toLargestPlan(i)));
  const server = await startService({
    DATABASE_URL: url,
    CLOCK: FULL_FEED_AT.toISOString(),
    ACCESS_LOG: "off",
  });
  const origin = `http://127.0.0.1:${server.port}`;
  try {
    for (const connections of [0, CONNECTIONS]) {
      const load = connections === 0
        ? null
        : takeTurn(server, { file, seconds: SECONDS, connections });
      const untilMs = performance.now() + SECONDS * 1_000;
      const paths = ["/healthz", "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole"];
      const [alive, search] = await Promise.all(
        paths.map((path) => timeUntil(untilMs, origin + path)),
      );
      const outcome = await load;
      const { peakMb } = await server.readFigures();
      printResult(
        `${connections} connections`,
        `${peakMb.toFixed(0)} MB, ${outcome?.failed ?? 0} requests rejected`,
      );
      printResult(
        "/healthz and a search meanwhile",
        `${toText(alive!)} ms and ${toText(search!)} ms`,
      );
    }
  } finally {
    await server.stop();
    await Deno.remove(file);
  }
}

await withServerDb(async (db, url) => {
  await ingest(db, await readFullFeed());
  await measureQuestions(db);
  await measureCrowd(url);
});
