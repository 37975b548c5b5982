/**
 * Paris to Marseille with 2 000 vertices and a corridor of 5 km, from the snapshot and from PostGIS; and how long the largest
 * questions that are taken keep the event loop from others.
 *
 * @module
 */

import codec from "@googlemaps/polyline-codec";
import { runIngest } from "../../ingest/run.ts";
import { parseInput, readAnswer, routeStations } from "../../lib/operations/mod.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { createTestLog } from "../support/log.ts";
import { createRandom } from "../support/random_state.ts";
import { withServerDb } from "../support/server_db.ts";
import { TOUR } from "./support/questions.ts";

const FEED = new URL("../../../shared/data/feed/instantane_ruptures_2026-06-05T1010Z.zip", import.meta.url);
const NOW = new Date("2026-06-05T10:10:00Z");
const ROUNDS = 50;

/** Towns along the motorway, and a winding way between them. */
const TOWNS = [[2.35, 48.86], [3.06, 47.8], [4.84, 46.3], [4.83, 45.76], [4.89, 44.93], [4.8, 43.95], [5.37, 43.3]];

function makeLine(vertices: number): string {
  const coordinates = Array.from({ length: vertices }, (_, i) => {
    const at = (i / (vertices - 1)) * (TOWNS.length - 1);
    const part = Math.min(TOWNS.length - 2, Math.floor(at));
    const [[x1, y1], [x2, y2]] = [TOWNS[part]!, TOWNS[part + 1]!] as [[number, number], [number, number]];
    return [x1 + (x2 - x1) * (at - part) + Math.sin(i / 9) / 500, y1 + (y2 - y1) * (at - part) + Math.cos(i / 7) / 500];
  });
  return JSON.stringify(coordinates);
}

/** As many vertices as are taken, scribbled over one town: each piece is near to all of its stations. */
function makeScribble(): string {
  const random = createRandom(7);
  const places = Array.from({ length: 20_000 }, (_, i): [number, number] => {
    return [48.86 + Math.cos(i / 47) / 500, 2.35 + Math.sin(i / 50) / 400 + random() / 5_000];
  });
  return codec.encode(places, 5);
}

/** The longest time, in milliseconds, for which others wait while `work` runs, and the time that it takes. */
async function measureHold(work: () => Promise<unknown>): Promise<{ heldMs: number; tookMs: number }> {
  let [heldMs, isDone, before] = [0, false, performance.now()];
  const began = before;
  const watch = async () => {
    while (!isDone) {
      await new Promise((resolve) => setTimeout(resolve));
      const now = performance.now();
      heldMs = Math.max(heldMs, now - before);
      before = now;
    }
  };
  const watching = watch();
  await new Promise((resolve) => setTimeout(resolve));
  before = performance.now();
  heldMs = 0;
  await work();
  isDone = true;
  await watching;
  return { heldMs, tookMs: performance.now() - began };
}

await withServerDb(async (db) => {
  const clock = () => NOW;
  const { log } = createTestLog(clock);
  await runIngest({ db, clock, log }, { kind: "file", name: "feed.zip", bytes: await Deno.readFile(FEED) });
  const snapshots = createSnapshotSource(db);
  await snapshots.refresh();
  const line = makeLine(2_000);
  for (const tank of [undefined, 50]) {
    const asked: Record<string, unknown> = {
      line,
      fuel: "gazole",
      corridor: 5,
      limit: 500,
      tank,
      start_level: tank && 10,
    };
    for (const [name, source] of [["memory", snapshots], ["PostGIS", noSnapshots]] as const) {
      const times: number[] = [];
      let stations = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const startedAt = performance.now();
        const input = parseInput(routeStations, ({ name }) => asked[name]);
        const { data } = await readAnswer(routeStations, { db, snapshots: source, clock }, input);
        times.push(performance.now() - startedAt);
        stations = data.length;
      }
      const [least, median] = [Math.min(...times), times.sort((a, b) => a - b)[ROUNDS >> 1]!];
      console.log(
        `${name}, ${tank ? "with" : "without"} a plan: ${stations} stations, ` +
          `least ${least.toFixed(1)} ms, median ${median.toFixed(1)} ms`,
      );
    }
  }
  const largest: [string, Record<string, unknown>][] = [
    ["the longest way with a plan", {
      line: JSON.stringify(TOUR),
      corridor: 10,
      tank: 300,
      consumption: 40,
      start_level: 10,
    }],
    ["20 000 vertices in one town", { polyline: makeScribble(), corridor: 10 }],
  ];
  for (const [name, given] of largest) {
    const asked: Record<string, unknown> = { precision: 5, fuel: "gazole", limit: 500, ...given };
    const holds: { heldMs: number; tookMs: number }[] = [];
    for (let round = 0; round < 10; round++) {
      holds.push(
        await measureHold(async () => {
          const input = parseInput(routeStations, ({ name }) => asked[name]);
          await readAnswer(routeStations, { db, snapshots, clock }, input);
        }),
      );
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!.toFixed(1);
    const [held, took] = [holds.map(({ heldMs }) => heldMs), holds.map(({ tookMs }) => tookMs)];
    console.log(
      `${name}: took ${median(took)} ms, held others for ${median(held)} ms, ${Math.max(...held).toFixed(1)} at most`,
    );
  }
});
