/**
 * Measures how long others wait while 95 connections request route pages, then post lines of 20 000
 * points. Arguments: folders of other checkouts.
 */

import { setTimeout as delay } from "node:timers/promises";
import { withServerDb } from "../support/server_db.ts";
import { FULL_FEED_AT, ingest, readFullFeed } from "./support/feeds.ts";
import { median, printResult } from "./support/measure.ts";
import { get, type Question } from "./support/questions.ts";
import {
  type Server,
  startCheckout,
  startService,
  takeTurn,
  writeQuestions,
} from "./support/servers.ts";

const CONNECTIONS = 95;
const ROUNDS = 3;
const SECONDS = 5;
/** More different pages than a server handles in a round, so that no cache has them. */
const PAGES = 2_000;
const LINES = 100;
const PAUSE_MS = 20;

const WATCHED = {
  "/healthz": "/healthz",
  "search": "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole",
};

/** Returns a page that no cache has. Lille to Nice via Lyon lists 150 stations. */
function toPage(i: number): Question {
  const places =
    "from=Lille&from_at=50.63,3.06&via1=Lyon&via1_at=45.76,4.84&to=Nice&to_at=43.7,7.27";
  return get(`/itineraire?${places}&consumption=${(4 + i / 100).toFixed(2)}&arrival=${i % 40}`);
}

/** Returns a winding line of 20 000 points from Paris to Marseille, 250 kB. */
function toPosted(i: number): Question {
  const coordinates = Array.from({ length: 20_000 }, (_, at) => {
    const part = at / 20_000;
    const lng = 2.35 + 3 * part + Math.sin(at / 9 + i) / 500;
    const lat = 48.86 - 5.5 * part + Math.cos(at / 7 + i) / 500;
    return [Number(lng.toFixed(2)), Number(lat.toFixed(2))];
  });
  const body = JSON.stringify({ line: coordinates, fuel: "gazole", corridor: 5, limit: 500 });
  return {
    method: "POST",
    path: "/api/v1/stations/route",
    headers: { "content-type": "application/json" },
    body,
  };
}

type Crowd = { name: string; questions: readonly Question[] };

const CROWDS: Crowd[] = [
  { name: "nobody", questions: [] },
  { name: "route pages", questions: Array.from({ length: PAGES }, (_, i) => toPage(i)) },
  { name: "posted lines", questions: Array.from({ length: LINES }, (_, i) => toPosted(i)) },
];

/** Returns the times of consecutive requests, ascending, in milliseconds. */
async function watch(url: string, untilMs: number): Promise<number[]> {
  const ms: number[] = [];
  while (performance.now() < untilMs) {
    const began = performance.now();
    await (await fetch(url)).arrayBuffer();
    ms.push(performance.now() - began);
    await delay(PAUSE_MS);
  }
  return ms.sort((a, b) => a - b);
}

const NO_TURN = { perS: 0, cpuUs: 0, failed: 0 };

type Round = { perS: number; cpuMs: number; failed: number; ms: number[][] };

/** `file` contains the requests of the crowd; it is null if there is no crowd. */
async function takeRound(server: Server, file: string | null): Promise<Round> {
  const origin = `http://127.0.0.1:${server.port}`;
  const load = file === null
    ? NO_TURN
    : takeTurn(server, { file, seconds: SECONDS, connections: CONNECTIONS });
  const untilMs = performance.now() + SECONDS * 1_000;
  const ms = await Promise.all(Object.values(WATCHED).map((path) => watch(origin + path, untilMs)));
  const { perS, cpuUs, failed } = await load;
  return { perS, cpuMs: cpuUs / 1_000, failed, ms };
}

function printVersion(name: string, rounds: readonly Round[]): void {
  const of = (read: (round: Round) => number) => median(rounds.map(read)).toFixed(1);
  const failed = of((round) => round.failed);
  printResult(
    name,
    `${of((round) => round.perS)} a second, ${
      of((round) => round.cpuMs)
    } ms of CPU each, ${failed} failed`,
  );
  for (const [at, watched] of Object.keys(WATCHED).entries()) {
    const share = (part: number) =>
      of(({ ms }) => ms[at]![Math.floor(ms[at]!.length * part)] ?? NaN);
    printResult(
      `  ${watched}: p50, p95, p99`,
      `${share(0.5)} / ${share(0.95)} / ${share(0.99)} ms`,
    );
  }
}

await withServerDb(async (db, url) => {
  const feed = await readFullFeed();
  await ingest(db, feed);
  const env = { CLOCK: FULL_FEED_AT.toISOString(), ACCESS_LOG: "off" };
  const servers: Record<string, Server> = {};
  for (const root of Deno.args) servers[root] = await startCheckout(root, env, feed);
  servers["this version"] = await startService({ ...env, DATABASE_URL: url });
  try {
    for (const { name, questions } of CROWDS) {
      console.log(name);
      const file = questions.length > 0 ? await writeQuestions(questions) : null;
      const rounds: Record<string, Round[]> = {};
      for (let round = 0; round < ROUNDS; round++) {
        for (const [version, server] of Object.entries(servers)) {
          (rounds[version] ??= []).push(await takeRound(server, file));
        }
      }
      for (const version of Object.keys(servers)) printVersion(version, rounds[version]!);
      if (file) await Deno.remove(file);
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
});
