/**
 * `deno task soak`: a service over real feeds answers a mixture of all questions for a long time at a share of the most that
 * it can, while it ingests again and again; a report, and 1 when something was not well.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { readState, type Server, startService as startServer } from "../bench/support/servers.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { type FeedServer, startFeedServer } from "../support/feed_server.ts";
import { runProgram } from "../support/process.ts";
import { createServerDb } from "../support/server_db.ts";
import { type Feeds, measureFolder, provideFeeds } from "./feeds.ts";
import { type Figures, judge, type Load, type Soak, toThirds } from "./judge.ts";
import { createLoad } from "./load.ts";
import { findMaximum, KEPT_P99_MS } from "./maximum.ts";

const USAGE = `Usage: deno task soak [--minutes 15] [--share 0.7] [--embedded | --inside]

  --minutes   how long it is asked while it ingests
  --share     of the highest steady pace at which 99 in 100 requests wait at most 250 ms
  --inside    the service itself ingests (INGEST=on), not a process beside it
  --embedded  with the embedded database instead of a PostGIS of its own, and inside

Exit: 0 all was well, 1 something was not (a request failed, memory grew, p99 above twice that without ingests), 2 usage.
The service, the database and what asks share the machine: run it where nothing else computes.`;

const CONNECTIONS = 64;
const [WARM_UP_S, WARM_UP_PER_S] = [10, 500];
/** One pace of the search for the highest: a queue that grows shows in less. */
const PACE_S = 5;
/** The same load without ingests: long enough for its p99, short beside the soak. */
const [MIN_QUIET_S, MAX_QUIET_S] = [20, 180];
const [MEMORY_EVERY_MS, LOOK_EVERY_MS] = [10_000, 500];
/** From one ingest to the next. */
const [PAUSE_MIN_MS, PAUSE_MAX_MS] = [30_000, 60_000];

type Options = { minutes: number; share: number; isEmbedded: boolean; isInside: boolean };

/** What runs while the soak does, and how to end it: in the order of its start, ended in the reverse one. */
const ends: (() => Promise<unknown>)[] = [];

async function endAll(): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop()) await end().catch((error) => console.error(error));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function readOptions(): Options | null {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: "string", default: "15" },
        share: { type: "string", default: "0.7" },
        embedded: { type: "boolean", default: false },
        inside: { type: "boolean", default: false },
      },
    });
    const [minutes, share] = [Number(values.minutes), Number(values.share)];
    const { embedded, inside } = values;
    return minutes > 0 && share > 0 && share <= 1
      ? { minutes, share, isEmbedded: embedded, isInside: inside || embedded }
      : null;
  } catch {
    return null;
  }
}

/** A data folder, and a server unless the database is embedded. */
async function provideDatabase(isEmbedded: boolean) {
  const { dataDir, remove } = await createDataDir();
  ends.push(remove);
  if (isEmbedded) return { dataDir, url: "", measureMb: async () => await measureFolder(dataDir) / 1e6 };
  const { db, url, drop } = await createServerDb();
  ends.push(drop);
  const text = "select pg_database_size(current_database())::float8 as bytes";
  const measureMb = async () => (await db.query<{ bytes: number }>({ text }))[0]!.bytes / 1e6;
  return { dataDir, url, measureMb };
}

/** The service as a process, and the feeds that its source has. */
type Service = Server & {
  origin: string;
  /** Gives the source the feed of a round and ingests it. */
  ingest(round: number): Promise<void>;
  measureDatabaseMb(): Promise<number>;
};

async function startService(source: FeedServer, feeds: Feeds, options: Options): Promise<Service> {
  const { dataDir, url, measureMb } = await provideDatabase(options.isEmbedded);
  const nowhere = new URL("/nowhere", source.url).href;
  const env = {
    ...{ DATA_DIR: dataDir, DATABASE_URL: url, CLOCK: feeds.clock.toISOString() },
    // counted as usual, with a bound that nobody meets
    ...{ REST_LIMIT: "1000000000", MCP_LIMIT: "1000000000", PAGE_LIMIT: "1000000000" },
    ...{ FEED_URL: source.url, ARCHIVE_URL: nowhere, BRANDS_URL: nowhere },
  };
  const startedMs = performance.now();
  const give = (round: number) => {
    const bytes = feeds.rounds[round] ?? feeds.rounds.at(-1)!;
    source.answer({ kind: "feed", bytes, etag: `"${round}"` });
  };
  const ingestBeside = async () => {
    const CLOCK = new Date(feeds.clock.getTime() + performance.now() - startedMs).toISOString();
    const { code, stderr } = await runProgram(["ingest/commands/ingest.ts"], { ...env, CLOCK });
    if (code !== 0) throw new Error(`The ingest failed:\n${stderr}`);
  };
  give(0);
  if (!options.isInside) await ingestBeside();
  const server = await startServer({ ...env, INGEST: options.isInside ? "on" : "off" }, "tests/soak/service.ts");
  ends.push(server.stop);
  return {
    ...server,
    origin: `http://127.0.0.1:${server.port}`,
    measureDatabaseMb: measureMb,
    async ingest(round) {
      give(round);
      if (options.isInside) Deno.kill(server.pid, "SIGUSR1");
      else await ingestBeside();
    },
  };
}

/** Seconds that the machine's processors have had nothing to do, all together. */
async function readIdleS(): Promise<number> {
  const [, , , , idle] = (await Deno.readTextFile("/proc/stat")).split("\n")[0]!.split(/ +/);
  return Number(idle) / 100;
}

/** What is watched beside the questions. */
type Watched = { memoryMb: number[]; outcomes: string[]; swaps: number };

/** Runs ingests, and looks at memory and at the revision served, until `signal` says so. */
async function watchAndIngest(service: Service, signal: AbortSignal): Promise<Watched> {
  const watched: Watched = { memoryMb: [], outcomes: [], swaps: 0 };
  const beganMs = performance.now();
  let [nextMemoryMs, nextIngestMs, round] = [0, PAUSE_MIN_MS / 3, 1];
  let before = await readState(service.origin);
  for (; !signal.aborted; await pause(LOOK_EVERY_MS)) {
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

function toRow(name: string, values: (string | number)[]): string {
  return `${name.padEnd(12)}${values.map((value) => String(value).padStart(12)).join("")}`;
}

function tellKinds({ quiet, soak }: Soak): void {
  console.log(toRow("", ["requests", "errors", "p50 quiet", "p50 soak", "p99 quiet", "p99 soak"]));
  const tell = (kind: string, before: Figures, during: Figures) => {
    const waits = [before.p50Ms, during.p50Ms, before.p99Ms, during.p99Ms].map((ms) => `${ms.toFixed(1)} ms`);
    console.log(toRow(kind, [during.requests, during.errors, ...waits]));
  };
  for (const kind of Object.keys(soak.kinds)) tell(kind, quiet.kinds[kind]!, soak.kinds[kind]!);
  tell("all", quiet.all, soak.all);
}

type Report = Soak & {
  feeds: string;
  maximum: Load;
  swaps: number;
  serviceCores: number;
  /** Processors of the machine without work: near none, others computed too, and the waits say nothing. */
  idleCores: number;
  databaseMb: number[];
};

function tell(report: Report, { isEmbedded, isInside }: Options): void {
  const { quiet, soak, maximum, outcomes } = report;
  const changed = outcomes.filter((outcome) => outcome === "changed").length;
  const toMb = (values: number[]) => `${values.map((mb) => mb.toFixed(0)).join(", ")} MB`;
  const toPace = ({ ratePerS, seconds }: Load) => `${seconds.toFixed(0)} s at ${ratePerS.toFixed(0)} requests/s`;
  console.log(`
${report.feeds}, ${isEmbedded ? "embedded" : "PostGIS"}, ingests ${isInside ? "inside" : "beside"}
at most ${maximum.ratePerS.toFixed(0)} requests/s with a p99 below ${KEPT_P99_MS} ms
quiet ${toPace(quiet)}, then ${toPace(soak)}
${outcomes.length} ingests (${changed} changed), ${report.swaps} new snapshots
service ${report.serviceCores.toFixed(2)} processors, idle ${report.idleCores.toFixed(2)}; questions sent ${
    soak.sentLateP99Ms.toFixed(1)
  } ms late at p99
memory ${toMb(toThirds(report.memoryMb))} by thirds, database ${toMb(report.databaseMb)} at beginning and end
`);
  tellKinds(report);
}

async function soak(options: Options): Promise<Report> {
  const { code } = await runProgram(["dev.ts", "build"]);
  if (code !== 0) throw new Error("The pages cannot be built");
  const seconds = options.minutes * 60;
  const feeds = await provideFeeds({ count: 2 + Math.ceil(seconds * 1000 / PAUSE_MIN_MS), everyMs: PAUSE_MIN_MS });
  const source = startFeedServer();
  ends.push(() => source.stop());
  const service = await startService(source, feeds, options);
  const ask = await createLoad(service.origin, 1);
  await ask({ seconds: WARM_UP_S, connections: CONNECTIONS, ratePerS: WARM_UP_PER_S });
  const maximum = await findMaximum((ratePerS) => ask({ seconds: PACE_S, connections: CONNECTIONS, ratePerS }));
  const steady = { connections: CONNECTIONS, ratePerS: maximum.ratePerS * options.share };
  const quiet = await ask({ ...steady, seconds: Math.min(MAX_QUIET_S, Math.max(MIN_QUIET_S, seconds / 5)) });
  const look = async () => ({
    mb: await service.measureDatabaseMb(),
    cpuS: (await service.readFigures()).cpuS,
    idleS: await readIdleS(),
  });
  const before = await look();
  const ended = new AbortController();
  const [soak, watched] = await Promise.all([
    ask({ ...steady, seconds }).finally(() => ended.abort()),
    watchAndIngest(service, ended.signal),
  ]);
  const after = await look();
  return {
    ...{ quiet, soak, ...watched, feeds: feeds.name, maximum, databaseMb: [before.mb, after.mb] },
    serviceCores: (after.cpuS - before.cpuS) / soak.seconds,
    idleCores: (after.idleS - before.idleS) / soak.seconds,
  };
}

const options = readOptions();
if (options === null) {
  console.error(USAGE);
  Deno.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => endAll().finally(() => Deno.exit(130)));
}
try {
  const report = await soak(options);
  tell(report, options);
  const problems = judge(report);
  console.log(problems.length === 0 ? "\nAll was well" : `\n${problems.join("\n")}`);
  Deno.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await endAll();
}
