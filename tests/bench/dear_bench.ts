/**
 * Memory, `/healthz` and a search while 95 connections ask the dearest question that there is, a route across the country with a
 * plan for a tank of 300 litres, of page, API and tool at once; over a database on a server, without quotas.
 *
 * @module
 */

import codec from "@googlemaps/polyline-codec";
import { runIngest } from "../../ingest/run.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";
import { type Question, TOUR } from "./support/questions.ts";
import { startService, writeQuestions } from "./support/servers.ts";

const FEED = new URL("../../../shared/data/feed/instantane_ruptures_2026-06-05T1010Z.zip", import.meta.url);
const NOW = "2026-06-05T10:10:00Z";
const CLIENT = new URL("support/client.ts", import.meta.url).pathname;
const [CONNECTIONS, SECONDS, QUESTIONS] = [95, 15, 3_000];
const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";

/** Different questions: an equal one would be answered by a cache. */
function makeQuestion(i: number): Question {
  const polyline = codec.encode(TOUR.map(([lng, lat]) => [lat!, lng!]), 5);
  const consumption = (30 + (i % 1_000) / 100).toFixed(2);
  const line = encodeURIComponent(polyline);
  const get = (path: string): Question => ({ method: "GET", path, headers: {}, body: "" });
  if (i % 3 === 0) return get(`/itineraire?line=${line}&corridor=10&tank=300&level=10&consumption=${consumption}`);
  const query = `fuel=gazole&corridor=10&limit=500&tank=300&start_level=10&consumption=${consumption}`;
  if (i % 3 === 1) return get(`/api/v1/stations/route?polyline=${line}&${query}`);
  const given = { polyline, fuel: "gazole", corridor: 10, limit: 500, tank: 300, consumption: Number(consumption) };
  const params = { name: "find_stations_on_route", arguments: given };
  const body = JSON.stringify({ jsonrpc: "2.0", id: i, method: "tools/call", params });
  return { method: "POST", path: "/mcp", headers: { "content-type": "application/json" }, body };
}

/** Milliseconds that requests take, one after the other, until an instant. */
async function measure(url: string, untilMs: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < untilMs) {
    const startedAt = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times.sort((a, b) => a - b);
}

function describe(times: number[]): string {
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

await withServerDb(async (db, url) => {
  const clock = () => new Date(NOW);
  const { log } = createTestLog(clock);
  await runIngest({ db, clock, log }, { kind: "file", name: "feed.zip", bytes: await Deno.readFile(FEED) });
  const file = await writeQuestions(Array.from({ length: QUESTIONS }, (_, i) => makeQuestion(i)));
  const server = await startService({ DATABASE_URL: url, CLOCK: NOW, PAGE_LIMIT: "0", ACCESS_LOG: "off" });
  const origin = `http://127.0.0.1:${server.port}`;
  try {
    for (const connections of [0, CONNECTIONS]) {
      const args = [server.port, connections, SECONDS, file, 0].map(String);
      const load = new Deno.Command(Deno.execPath(), { args: ["run", "-A", CLIENT, ...args] }).output();
      const untilMs = performance.now() + SECONDS * 1_000;
      const [alive, search] = await Promise.all([
        measure(`${origin}/healthz`, untilMs),
        measure(origin + SEARCH, untilMs),
      ]);
      const result = new TextDecoder().decode((await load).stdout).split(" ");
      const asked = connections === 0 ? "" : `, ${result[1]} questions, ${result[5]?.trim()} of them refused`;
      console.log(`${connections} connections: memory at most ${await server.readPeakMb()} MB${asked}`);
      console.log(`  /healthz ${describe(alive)}`);
      console.log(`  a search ${describe(search)}`);
    }
  } finally {
    await server.stop();
    await Deno.remove(file);
  }
});
