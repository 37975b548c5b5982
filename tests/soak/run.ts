/**
 * `deno task soak`: a service over real feeds answers a mixture of all questions for a long time at a share of the most that
 * it can, while it ingests again and again; a report, and 1 when something was not well.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { openDb } from "../../lib/db/connection.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { findFreePort, startCluster } from "../support/cluster.ts";
import { type FeedServer, startFeedServer } from "../support/feed_server.ts";
import { createTestLog } from "../support/log.ts";
import { readEngineFlags } from "../support/permissions.ts";
import { startScript, type Talk } from "./talk.ts";
import { type Feeds, measureFolder, provideFeeds } from "./feeds.ts";
import { type Figures, judge, type Load, type MemorySample, type Soak, toMemoryFigures } from "./judge.ts";
import type { Turn } from "./load.ts";
import { findMaximum, KEPT_P99_MS } from "./maximum.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const USAGE = `Usage: deno task soak [--minutes 15] [--share 0.7] [--embedded | --inside] [--seed 1]
         [--report FILE]

  --minutes   how long it is asked while it ingests
  --share     of the highest steady pace at which 99 in 100 requests wait at most 250 ms
  --inside    the service itself ingests (INGEST=on), not a process beside it
  --embedded  with the embedded database instead of a PostGIS of its own, and inside
  --report    where the report goes (.build/soak.json)

Exit: 0 all was well, 1 something was not (a request failed, memory grew, p99 above twice that without ingests), 2 usage.
The service, the database and what asks share the machine: run it where nothing else computes.`;

const CONNECTIONS = 64;
const [WARM_UP_S, WARM_UP_PER_S] = [10, 500];
/** One pace of the search for the highest: a queue that grows shows in less. */
const PACE_S = 5;
/** The same load without ingests: long enough for its p99, short beside the soak. */
const [LEAST_QUIET_S, MOST_QUIET_S] = [20, 180];
const MEMORY_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 500;
const START_TRIES = 1200;
/** From one ingest to the next. */
const [PAUSE_MIN_MS, PAUSE_MAX_MS] = [30_000, 60_000];

type Options = { minutes: number; share: number; isEmbedded: boolean; isInside: boolean; seed: string; report: string };

/** What runs while the soak does, and how to end it: in the order of its start, ended in the reverse one. */
const ends: (() => Promise<unknown>)[] = [];

async function endAll(): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop()) await end().catch((error) => console.error(error));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function readOptions(args: string[]): Options | null {
  const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...{ minutes: text("15"), share: text("0.7"), seed: text("1"), report: text(`${ROOT}.build/soak.json`) },
        embedded: { type: "boolean", default: false },
        inside: { type: "boolean", default: false },
      },
    });
    const [minutes, share] = [Number(values.minutes), Number(values.share)];
    if (!(minutes > 0 && share > 0 && share <= 1)) return null;
    const { seed, report, embedded, inside } = values;
    return { minutes, share, seed, report, isEmbedded: embedded, isInside: inside || embedded };
  } catch {
    return null;
  }
}

/** The service as a process, its feeds and its database's size. It ends with our end of its standard input. */
type Service = {
  origin: string;
  pid: number;
  /** Makes it ingest what the source has now. */
  ingest(): Promise<void>;
  /** The instant that it takes for now. */
  now(): Date;
  measureDatabaseMb(): Promise<number>;
};

async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const options = { args, env, cwd: ROOT, stdout: "null", stderr: "inherit" } as const;
  const { success } = await new Deno.Command(command, options).output();
  if (!success) throw new Error(`${command} ${args.join(" ")} failed`);
}

async function measureServerMb(databaseUrl: string): Promise<number> {
  const db = await openDb({ databaseUrl, dataDir: "", deploy: false }, { log: createTestLog().log });
  const text = "select pg_database_size(current_database())::float8 as bytes";
  const [row] = await db.query<{ bytes: number }>({ text }).finally(() => db.close());
  return row!.bytes / 1e6;
}

/** A data folder, and a server unless the database is embedded. */
async function provideDatabase(isEmbedded: boolean) {
  const { dataDir, remove } = await createDataDir();
  ends.push(remove);
  if (isEmbedded) return { dataDir, url: "", measureMb: () => Promise.resolve(measureFolder(dataDir) / 1e6) };
  const cluster = await startCluster();
  ends.push(() => cluster.stop());
  return { dataDir, url: cluster.adminUrl, measureMb: () => measureServerMb(cluster.adminUrl) };
}

async function readState(origin: string) {
  const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(30_000) });
  return await response.json();
}

/** Waits until data are served, and from memory. */
async function untilReady(origin: string): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries++) {
    const state = await readState(origin).catch(() => null);
    if (state?.ready && state.served?.from === "memory") return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error("The service has got no data");
}

async function startService(source: FeedServer, feeds: Feeds, options: Options): Promise<Service> {
  const { dataDir, url, measureMb } = await provideDatabase(options.isEmbedded);
  const port = findFreePort();
  const nowhere = new URL("/nowhere", source.url).href;
  const env = {
    ...{ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: url, CLOCK: feeds.clock.toISOString() },
    // counted as usual, with a bound that nobody meets
    ...{ REST_LIMIT: "1000000000", MCP_LIMIT: "1000000000", PAGE_LIMIT: "1000000000" },
    ...{ FEED_URL: source.url, ARCHIVE_URL: nowhere, BRANDS_URL: nowhere },
  };
  const startedMs = performance.now();
  const now = () => new Date(feeds.clock.getTime() + performance.now() - startedMs);
  const ingestBeside = () =>
    run(Deno.execPath(), ["run", "-A", "ingest/commands/ingest.ts"], { ...env, CLOCK: now().toISOString() });
  if (!options.isInside) {
    await run(Deno.execPath(), ["run", "-A", "lib/db/commands/migrate.ts"], env);
    await ingestBeside();
  }
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...await readEngineFlags(), "--quiet", "tests/soak/service.ts"],
    ...{
      cwd: ROOT,
      env: { ...env, INGEST: options.isInside ? "on" : "off" },
      stdin: "piped",
      stdout: "null",
      stderr: "inherit",
    },
  }).spawn();
  const input = child.stdin.getWriter();
  ends.push(async () => {
    await input.close().catch(() => {});
    const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
    await child.status;
    clearTimeout(late);
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin);
  return {
    ...{ origin, pid: child.pid, measureDatabaseMb: measureMb },
    now,
    ingest: () => options.isInside ? input.write(new TextEncoder().encode("\n")) : ingestBeside(),
  };
}

/** Memory that a process holds, and the processor time that it has taken; as Linux tells both. */
async function readProcess(pid: number): Promise<{ mb: number; cpuS: number }> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  const times = (await Deno.readTextFile(`/proc/${pid}/stat`)).split(") ")[1]!.split(" ");
  return {
    mb: Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1000,
    cpuS: (Number(times[11]) + Number(times[12])) / 100,
  };
}

/** Seconds that the machine's processors have had nothing to do, all together. */
async function readIdleS(): Promise<number> {
  const [, , , , idle] = (await Deno.readTextFile("/proc/stat")).split("\n")[0]!.split(/ +/);
  return Number(idle) / 100;
}

/** What is watched beside the questions. */
type Watched = { memory: MemorySample[]; outcomes: string[]; swaps: number };

/** Runs ingests, and looks at memory and at the revision served, until `signal` says so. */
async function watchAndIngest(
  { service, source, feeds }: { service: Service; source: FeedServer; feeds: Feeds },
  signal: AbortSignal,
): Promise<Watched> {
  const watched: Watched = { memory: [], outcomes: [], swaps: 0 };
  const beganMs = performance.now();
  let [nextMemoryMs, nextIngestMs, round] = [0, PAUSE_MIN_MS / 3, 1];
  let { revision, finishedAt } = await readServed(service.origin);
  for (; !signal.aborted; await pause(LOOK_EVERY_MS)) {
    const elapsedMs = performance.now() - beganMs;
    if (elapsedMs >= nextMemoryMs) {
      watched.memory.push({ atS: elapsedMs / 1000, mb: (await readProcess(service.pid)).mb });
      nextMemoryMs += MEMORY_EVERY_MS;
    }
    if (elapsedMs >= nextIngestMs) {
      source.answer({ kind: "feed", bytes: feeds.rounds[round] ?? feeds.rounds.at(-1)!, etag: `"${round++}"` });
      service.ingest().catch((error) => watched.outcomes.push(error.message));
      nextIngestMs = elapsedMs + PAUSE_MIN_MS + Math.random() * (PAUSE_MAX_MS - PAUSE_MIN_MS);
    }
    const seen = await readServed(service.origin);
    if (seen.revision !== revision) watched.swaps++;
    if (seen.finishedAt !== finishedAt) watched.outcomes.push(seen.outcome);
    ({ revision, finishedAt } = seen);
  }
  return watched;
}

async function readServed(origin: string): Promise<{ revision: number; finishedAt: string; outcome: string }> {
  const { served, last_run } = await readState(origin);
  const message = last_run.message ? `: ${last_run.message}` : "";
  return { revision: served.revision, finishedAt: last_run.finished_at, outcome: last_run.outcome + message };
}

function toRow(name: string, values: (string | number)[]): string {
  return `${name.padEnd(12)}${values.map((value) => String(value).padStart(12)).join("")}`;
}

function tellKinds({ quiet, soak }: Soak): void {
  console.log(toRow("", ["requests", "errors", "p50 quiet", "p50 soak", "p99 quiet", "p99 soak"]));
  const all: [string, Figures, Figures][] = [
    ...Object.keys(soak.kinds).map((kind): [string, Figures, Figures] => [kind, quiet.kinds[kind]!, soak.kinds[kind]!]),
    ["all", quiet.all, soak.all],
  ];
  for (const [kind, before, during] of all) {
    const waits = [before.p50Ms, during.p50Ms, before.p99Ms, during.p99Ms].map((ms) => `${ms.toFixed(1)} ms`);
    console.log(toRow(kind, [during.requests, during.errors, ...waits]));
  }
}

/** The report: as it is printed, and as it is written. */
type Report = Soak & {
  options: Options;
  feeds: string;
  maximum: Load;
  swaps: number;
  serviceCores: number;
  /** Processors of the machine without work: near none, others computed too, and the waits say nothing. */
  idleCores: number;
  databaseMb: number[];
  problems: string[];
};

function tell(report: Report): void {
  const { quiet, soak, maximum, memory, outcomes, databaseMb } = report;
  const { thirdsMb, slopeMbPerH } = toMemoryFigures(memory);
  const changed = outcomes.filter((outcome) => outcome === "changed").length;
  const [first, middle, last] = thirdsMb.map((mb) => mb.toFixed(0));
  console.log(`
${report.feeds}, ${report.options.isEmbedded ? "embedded" : "PostGIS"}, ingests ${
    report.options.isInside ? "inside" : "beside"
  }, ${navigator.hardwareConcurrency} processors
at most ${maximum.ratePerS.toFixed(0)} requests/s at a steady pace with a p99 below ${KEPT_P99_MS} ms (${
    maximum.all.p99Ms.toFixed(0)
  } ms; generator ${maximum.generatorCores.toFixed(2)} processors)
quiet ${quiet.seconds.toFixed(0)} s at ${quiet.ratePerS.toFixed(0)}/s, then ${soak.seconds.toFixed(0)} s at ${
    soak.ratePerS.toFixed(0)
  }/s with ${outcomes.length} ingests (${changed} changed) and ${report.swaps} new snapshots
service ${report.serviceCores.toFixed(2)} processors, generator ${soak.generatorCores.toFixed(2)}, its questions ${
    soak.sentLateP99Ms.toFixed(1)
  } ms late at p99 (quiet ${quiet.sentLateP99Ms.toFixed(1)}); idle ${report.idleCores.toFixed(2)} processors
memory ${first}, ${middle}, ${last} MB (thirds), ${slopeMbPerH.toFixed(0)} MB/h since the first third
database ${databaseMb.map((mb) => mb.toFixed(0)).join(", then ")} MB
`);
  tellKinds(report);
  console.log(report.problems.length === 0 ? "\nAll was well" : `\n${report.problems.join("\n")}`);
}

async function ask(load: Talk, turn: Turn): Promise<Load> {
  return JSON.parse(await load.ask(JSON.stringify(turn)));
}

async function soak(options: Options): Promise<Report> {
  await run(Deno.execPath(), ["run", "-A", "dev.ts", "build"]);
  const seconds = options.minutes * 60;
  const feeds = await provideFeeds({ count: 2 + Math.ceil(seconds * 1000 / PAUSE_MIN_MS), everyMs: PAUSE_MIN_MS });
  const source = startFeedServer();
  ends.push(() => source.stop());
  source.answer({ kind: "feed", bytes: feeds.rounds[0]!, etag: '"0"' });
  const service = await startService(source, feeds, options);
  const load = startScript("load.ts", service.origin, options.seed);
  ends.push(() => load.end());
  await load.listen();
  await ask(load, { seconds: WARM_UP_S, connections: CONNECTIONS, ratePerS: WARM_UP_PER_S });
  const maximum = await findMaximum((ratePerS) => (
    ask(load, { seconds: PACE_S, connections: CONNECTIONS, ratePerS })
  ));
  const open = { connections: CONNECTIONS, ratePerS: maximum.ratePerS * options.share };
  const quietS = Math.min(MOST_QUIET_S, Math.max(LEAST_QUIET_S, seconds / 5));
  const quiet = await ask(load, { ...open, seconds: quietS });
  const [beforeMb, before, beforeIdleS] = [
    await service.measureDatabaseMb(),
    await readProcess(service.pid),
    await readIdleS(),
  ];
  const ended = new AbortController();
  const [soak, watched] = await Promise.all([
    ask(load, { ...open, seconds }).finally(() => ended.abort()),
    watchAndIngest({ service, source, feeds }, ended.signal),
  ]);
  const after = await readProcess(service.pid);
  const idleCores = (await readIdleS() - beforeIdleS) / soak.seconds;
  const databaseMb = [beforeMb, await service.measureDatabaseMb()];
  const judged = { quiet, soak, ...watched };
  const serviceCores = (after.cpuS - before.cpuS) / soak.seconds;
  return {
    ...judged,
    options,
    feeds: feeds.name,
    maximum,
    databaseMb,
    serviceCores,
    idleCores,
    problems: judge(judged),
  };
}

if (import.meta.main) {
  const options = readOptions(Deno.args);
  if (options === null) {
    console.error(USAGE);
    Deno.exit(2);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => endAll().finally(() => Deno.exit(130)));
  }
  try {
    const report = await soak(options);
    tell(report);
    await Deno.writeTextFile(options.report, JSON.stringify(report, null, 2));
    Deno.exitCode = report.problems.length === 0 ? 0 : 1;
  } finally {
    await endAll();
  }
}
