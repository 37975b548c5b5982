/**
 * `deno task dev:soak` sends all requests at a share of the highest rate during ingests. It exits 1
 * if one was wrong.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readState, startService as startServer } from "../bench/support/servers.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { runProgram } from "../support/process.ts";
import type { ProcessFigures } from "../support/process_figures.ts";
import { createServerUrl } from "../support/server_db.ts";
import { type Feeds, provideFeeds } from "./feeds.ts";
import { judge, type Soak, toThirds } from "./judge.ts";
import { createLoad, findMaximum, KEPT_P99_MS } from "./load.ts";

const USAGE = `Usage: deno task dev:soak [--minutes 15] [--embedded | --inside]

  --minutes   duration of the load during ingests
  --inside    the service ingests itself (INGEST=on) instead of a separate process
  --embedded  uses the embedded database instead of a new PostGIS, and implies --inside

Exit codes: 0 healthy, 1 unhealthy (a request failed, memory grew, p99 above twice that without ingests).
The service, the database and the load share the machine: run it on an idle one.`;

/** The share of the highest steady rate at which 99 in 100 requests wait at most 250 ms. */
const SHARE = 0.7;
const WARM_UP_S = 10;
const WARM_UP_PER_S = 500;
/**
 * The duration of the same load without ingests: long enough for its p99, short compared with the
 * soak.
 */
const MIN_QUIET_S = 20;
const MAX_QUIET_S = 180;
const MEMORY_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 500;
const PAUSE_MIN_MS = 30_000;
const PAUSE_MAX_MS = 60_000;

type Options = { minutes: number; isEmbedded: boolean; isInside: boolean };

/** Functions that end what runs during the soak, called in reverse order. */
const ends: (() => Promise<unknown>)[] = [];

async function endAll(): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop()) {
    await end().catch((error) => console.error(error));
  }
}

function readOptions(): Options {
  const flag = { type: "boolean", default: false } as const;
  const options = {
    minutes: { type: "string", default: "15" },
    embedded: flag,
    inside: flag,
  } as const;
  const { minutes, embedded, inside } = parseArgs({ options }).values;
  if (!(Number(minutes) > 0)) throw new Error(USAGE);
  return { minutes: Number(minutes), isEmbedded: embedded, isInside: inside || embedded };
}

/** Provides a data folder, and a server unless the database is embedded. */
async function provideDatabase(
  isEmbedded: boolean,
): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  const { dataDir, remove } = await createDataDir();
  ends.push(remove);
  if (isEmbedded) return { DATA_DIR: dataDir, DATABASE_URL: "" };
  const { url, drop } = await createServerUrl();
  ends.push(drop);
  return { DATA_DIR: dataDir, DATABASE_URL: url };
}

/** The service as a process. `ingest` gives its source the feed of a round and ingests it. */
type Service = {
  origin: string;
  readFigures(): Promise<ProcessFigures>;
  ingest(round: number): Promise<void>;
};

async function startService(feeds: Feeds, { isEmbedded, isInside }: Options): Promise<Service> {
  const source = startFeedServer();
  ends.push(() => source.stop());
  const env = {
    ...await provideDatabase(isEmbedded),
    // Requests are counted as usual, with a limit that is never reached.
    REST_LIMIT: "1000000000",
    MCP_LIMIT: "1000000000",
    PAGE_LIMIT: "1000000000",
    CLOCK: feeds.clock.toISOString(),
    ...source.settings,
  };
  const startedMs = performance.now();
  const give = (round: number) => {
    const bytes = feeds.rounds[round] ?? feeds.rounds.at(-1)!;
    source.answer({ kind: "feed", bytes, etag: `"${round}"` });
  };
  const ingestSeparately = async () => {
    const CLOCK = new Date(feeds.clock.getTime() + performance.now() - startedMs).toISOString();
    const { code, stderr } = await runProgram(["ingest/commands/ingest.ts"], { ...env, CLOCK });
    if (code !== 0) throw new Error(`The ingest failed:\n${stderr}`);
  };
  give(0);
  if (!isInside) await ingestSeparately();
  const server = await startServer(
    { ...env, INGEST: isInside ? "on" : "off" },
    "tests/soak/service.ts",
  );
  ends.push(server.stop);
  const ingestInside = () => Promise.resolve(Deno.kill(server.pid, "SIGUSR1"));
  return {
    origin: `http://127.0.0.1:${server.port}`,
    readFigures: server.readFigures,
    async ingest(round) {
      give(round);
      await (isInside ? ingestInside() : ingestSeparately());
    },
  };
}

type Watched = { memoryMb: number[]; outcomes: string[]; swaps: number };

/** Runs ingests, and reads memory and the served revision, until `signal` aborts. */
async function watchAndIngest(service: Service, signal: AbortSignal): Promise<Watched> {
  const watched: Watched = { memoryMb: [], outcomes: [], swaps: 0 };
  const beganMs = performance.now();
  let nextMemoryMs = 0;
  let nextIngestMs = PAUSE_MIN_MS / 3;
  let round = 1;
  let before = await readState(service.origin);
  for (; !signal.aborted; await delay(LOOK_EVERY_MS)) {
    const elapsedMs = performance.now() - beganMs;
    if (elapsedMs >= nextMemoryMs) {
      watched.memoryMb.push((await service.readFigures()).mb);
      nextMemoryMs += MEMORY_EVERY_MS;
    }
    if (elapsedMs >= nextIngestMs) {
      service.ingest(round++).catch((error) => watched.outcomes.push(error.message));
      nextIngestMs = elapsedMs + PAUSE_MIN_MS + Math.random() * (PAUSE_MAX_MS - PAUSE_MIN_MS);
    }
    const { served, last_run } = await readState(service.origin);
    if (served.revision !== before.served.revision) watched.swaps++;
    if (last_run.finished_at !== before.last_run.finished_at) {
      watched.outcomes.push(last_run.outcome + (last_run.message ? `: ${last_run.message}` : ""));
    }
    before = { served, last_run };
  }
  return watched;
}

type Report = Soak & { feeds: string; maximum: number; swaps: number; serviceCores: number };

function print({ quiet, soak, ...report }: Report, { isEmbedded, isInside }: Options): void {
  const memory = toThirds(report.memoryMb).map((mb) => mb.toFixed(0)).join(", ");
  console.log(`
${report.feeds}, ${isEmbedded ? "embedded" : "PostGIS"}, ingests ${
    isInside ? "inside" : "in a separate process"
  }
up to ${report.maximum.toFixed(0)} requests/s with a p99 below ${KEPT_P99_MS} ms
${soak.seconds.toFixed(0)} s at ${soak.ratePerS.toFixed(0)} requests/s, service ${
    report.serviceCores.toFixed(2)
  } processors
${report.outcomes.length} ingests (${report.outcomes}), ${report.swaps} new snapshots
memory ${memory} MB by thirds
`);
  console.table(Object.fromEntries(
    Object.entries(soak.kinds).map(([kind, { requests, errors, p50Ms, p99Ms }]) => {
      const before = quiet.kinds[kind]!;
      const waits = {
        "p50 quiet": before.p50Ms,
        p50: p50Ms,
        "p99 quiet": before.p99Ms,
        p99: p99Ms,
      };
      const shown = Object.entries(waits).map(([name, ms]) => [name, `${ms.toFixed(1)} ms`]);
      return [kind, { requests, errors, ...Object.fromEntries(shown) }];
    }),
  ));
}

async function soak(options: Options): Promise<Report> {
  const { code } = await runProgram(["dev.ts", "build"]);
  if (code !== 0) throw new Error("The pages cannot be built");
  const seconds = options.minutes * 60;
  const feeds = await provideFeeds({
    count: 2 + Math.ceil(seconds * 1000 / PAUSE_MIN_MS),
    everyMs: PAUSE_MIN_MS,
  });
  const service = await startService(feeds, options);
  const ask = await createLoad(service.origin, 1);
  await ask(WARM_UP_S, WARM_UP_PER_S);
  const maximum = await findMaximum(ask);
  const quiet = await ask(
    Math.min(MAX_QUIET_S, Math.max(MIN_QUIET_S, seconds / 5)),
    maximum * SHARE,
  );
  const { cpuS } = await service.readFigures();
  const ended = new AbortController();
  const [soak, watched] = await Promise.all([
    ask(seconds, maximum * SHARE).finally(() => ended.abort()),
    watchAndIngest(service, ended.signal),
  ]);
  const serviceCores = ((await service.readFigures()).cpuS - cpuS) / soak.seconds;
  return { quiet, soak, ...watched, feeds: feeds.name, maximum, serviceCores };
}

const options = readOptions();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => endAll().finally(() => Deno.exit(130)));
}
try {
  const report = await soak(options);
  print(report, options);
  const problems = judge(report);
  console.log(problems.length === 0 ? "\nThe service stayed healthy" : `\n${problems.join("\n")}`);
  Deno.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await endAll();
}
