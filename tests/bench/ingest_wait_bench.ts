import { createDataDir } from "../support/embedded_db.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { findFreePort } from "../support/cluster.ts";
import { readEngineFlags } from "../support/permissions.ts";
import { createServerUrl } from "../support/server_db.ts";
import { type Feeds, provideFeeds } from "../soak/feeds.ts";
import { createDraws, type Place } from "./support/questions.ts";
import { takeTurn, type Turn, writeQuestions } from "./support/servers.ts";

/**
 * How long searches wait while the service that answers them ingests a usual next feed, beside how long they wait otherwise:
 * turns of a second over 32 connections as fast as it answers, on both databases. An ingest takes about half of its turn.
 */

const ROOT = new URL("../..", import.meta.url).pathname;
const [ROUNDS, WARM_UP_S, TURN_S] = [8, 3, 1];
/** Real feeds that come before those that follow each other in ten minutes. */
const FIRST_ROUNDS = 5;
const LOOK_EVERY_MS = 100;

/** A service that ingests when it is told to. */
type Service = { port: number; ingest(): Promise<void>; stop(): Promise<void> };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readState(port: number) {
  return await (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
}

/** Waits for a state of the service; the first start loads a feed, the embedded one makes its database before. */
async function waitFor(port: number, isReached: (state: Awaited<ReturnType<typeof readState>>) => boolean) {
  for (let tries = 0; tries < 600; tries++) {
    const state = await readState(port).catch(() => null);
    if (state !== null && isReached(state)) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error("The service did not get there");
}

async function startService(
  { databaseUrl, feeds, feedUrl }: { databaseUrl: string; feeds: Feeds; feedUrl: string },
): Promise<Service> {
  const port = findFreePort();
  const { dataDir, remove } = await createDataDir();
  const nowhere = new URL("/nowhere", feedUrl).href;
  const sources = { FEED_URL: feedUrl, ARCHIVE_URL: nowhere, BRANDS_URL: nowhere };
  const limits = { REST_LIMIT: "0", MCP_LIMIT: "0", PAGE_LIMIT: "0" };
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...await readEngineFlags(), "--quiet", "tests/soak/service.ts"],
    cwd: ROOT,
    env: {
      ...{ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, CLOCK: feeds.clock.toISOString() },
      ...{ ...sources, ...limits },
    },
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const input = child.stdin.getWriter();
  await waitFor(port, (state) => state.ready && state.served?.from === "memory");
  return {
    port,
    ingest: () => input.write(new TextEncoder().encode("\n")),
    async stop() {
      await input.close();
      await child.status;
      await remove();
    },
  };
}

async function readPlaces(port: number): Promise<Place[]> {
  const url =
    `http://127.0.0.1:${port}/api/v1/stations/bbox?north=49.5&south=48&west=1.5&east=3.5&fuel=gazole&limit=500`;
  const { data } = await (await fetch(url)).json();
  return data.map((row: { id: string; latitude: number; longitude: number }) => ({
    ...{ id: row.id, lat: row.latitude, lng: row.longitude },
  }));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

async function bench(kind: string, databaseUrl: string): Promise<void> {
  const feeds = await provideFeeds({ count: FIRST_ROUNDS + ROUNDS + 1, everyMs: 20_000 });
  const source = startFeedServer();
  const give = (round: number) =>
    source.answer({ kind: "feed", bytes: feeds.rounds[FIRST_ROUNDS + round]!, etag: `"${round}"` });
  give(0);
  const service = await startService({ databaseUrl, feeds, feedUrl: source.url });
  const server = { ...service, readCpuS: () => Promise.resolve(0), readPeakMb: () => Promise.resolve(0) };
  const file = await writeQuestions(createDraws(await readPlaces(service.port)).search!(20_000));
  const ask = (seconds: number) => takeTurn(server, { file, seconds, asks: 0 });
  const [quiet, ingesting]: [Turn[], Turn[]] = [[], []];
  try {
    await ask(WARM_UP_S);
    for (let round = 1; round <= ROUNDS; round++) {
      quiet.push(await ask(TURN_S));
      give(round);
      const before = (await readState(service.port)).last_run.finished_at;
      await service.ingest();
      ingesting.push(await ask(TURN_S));
      await waitFor(service.port, (state) => state.last_run.finished_at !== before);
      await pause(1000);
    }
  } finally {
    await service.stop();
    await source.stop();
    await Deno.remove(file);
  }
  const p99Ms = (turns: Turn[]) => median(turns.map(({ p99Us }) => p99Us)) / 1000;
  const perS = (turns: Turn[]) => median(turns.map((turn) => turn.perS)).toFixed(0);
  const ratio = median(ingesting.map(({ p99Us }, round) => p99Us / quiet[round]!.p99Us)).toFixed(1);
  console.log(
    `${kind}: p99 ${p99Ms(quiet).toFixed(1)} ms quiet, ${p99Ms(ingesting).toFixed(1)} ms while ingesting ` +
      `(${ratio} times); ${perS(quiet)} and ${perS(ingesting)} searches a second`,
  );
}

/** `deno task bench` calls the file as a whole: its numbers are of whole runs, not of small functions. */
Deno.bench({
  name: "searches during an ingest (see above)",
  n: 1,
  warmup: 0,
  fn: async () => {
    const { url, drop } = await createServerUrl();
    await bench("PostGIS", url).finally(drop);
    await bench("embedded", "");
  },
});
