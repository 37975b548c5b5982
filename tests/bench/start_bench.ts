import { runIngest } from "../../ingest/run.ts";
import { openDb } from "../../lib/db/connection.ts";
import type { Db } from "../../lib/db/db.ts";
import { createLog } from "../../lib/platform/log.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { readStartFlags } from "../support/permissions.ts";
import { startProgram } from "../support/process.ts";
import { createServerDb } from "../support/server_db.ts";
import { findOrigin } from "../support/service.ts";
import { type Feed, provideFeeds } from "./support/feeds.ts";

/**
 * How long the service takes from the start of its process to the first right answer, with the flags of `deno task start` and
 * its scripts built: on a filled database of both kinds, and in an empty folder with the feed on this machine.
 */

const RUNS = 3;
const QUESTION = "/api/v1/prices/national?fuel=e10";

/** Until it listens, and until it answers; the processor time of the process until then. */
type Start = { listensMs: number; answersMs: number; cpuMs: number };

async function readCpuMs(pid: number): Promise<number> {
  const fields = (await Deno.readTextFile(`/proc/${pid}/stat`)).replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10; // ticks of 10 ms
}

async function untilAnswered(origin: string): Promise<void> {
  for (;;) {
    const response = await fetch(origin + QUESTION);
    await response.body?.cancel();
    if (response.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function start(env: Record<string, string>): Promise<Start> {
  const permissions = await readStartFlags(env.DATA_DIR!);
  // instead of those that programs of tests are started with
  const DENO_V8_FLAGS = permissions.find((flag) => flag.startsWith("--v8-flags="))!.slice("--v8-flags=".length);
  const began = performance.now();
  const service = startProgram(["serve.ts"], { PORT: "0", REST_LIMIT: "0", PAGE_LIMIT: "0", DENO_V8_FLAGS, ...env }, {
    permissions,
  });
  const origin = await findOrigin(service);
  const listensMs = performance.now() - began;
  const ended = service.end();
  await untilAnswered(origin);
  const answersMs = performance.now() - began;
  const cpuMs = await readCpuMs(service.pid);
  service.kill("SIGTERM");
  await ended;
  return { listensMs, answersMs, cpuMs };
}

function tell(what: string, starts: Start[]): void {
  const median = (key: keyof Start) => {
    const sorted = starts.map((one) => one[key]).sort((a, b) => a - b);
    return `${Math.round(sorted[Math.floor(sorted.length / 2)]!)} ms`;
  };
  console.log(
    `${what.padEnd(12)} listens ${median("listensMs")}, answers ${median("answersMs")}, processor ${median("cpuMs")}`,
  );
}

async function fill(db: Db, { name, bytes, at }: Feed): Promise<void> {
  const clock = () => at;
  await runIngest({ db, clock, log: createLog({ clock, level: "error" }) }, { kind: "file", name, bytes });
}

async function benchServer(feed: Feed): Promise<void> {
  const { db, url, drop } = await createServerDb();
  await fill(db, feed);
  const dataDir = await Deno.makeTempDir();
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, INGEST: "off", CLOCK: feed.at.toISOString() };
  const starts: Start[] = [];
  for (let run = 0; run < RUNS; run++) starts.push(await start(env));
  await drop();
  await Deno.remove(dataDir, { recursive: true });
  tell("PostGIS", starts);
}

async function benchEmbedded(feed: Feed): Promise<void> {
  const { dataDir, remove } = await createDataDir();
  const db = await openDb({ databaseUrl: null, dataDir, deploy: false }, { log: createLog({ clock: () => feed.at }) });
  await fill(db, feed);
  await db.close();
  const starts: Start[] = [];
  for (let run = 0; run < RUNS; run++) {
    starts.push(await start({ DATA_DIR: dataDir, INGEST: "off", CLOCK: feed.at.toISOString() }));
  }
  await remove();
  tell("embedded", starts);
}

async function benchEmpty({ bytes, at }: Feed): Promise<void> {
  const server = startFeedServer();
  server.answer({ kind: "feed", bytes: bytes as Uint8Array<ArrayBuffer> });
  const starts: Start[] = [];
  for (let run = 0; run < RUNS; run++) {
    const dataDir = await Deno.makeTempDir();
    const [FEED_URL, nothing] = [`${server.url}/feed.zip`, "http://127.0.0.1:9/"];
    const env = { DATA_DIR: dataDir, CLOCK: at.toISOString(), FEED_URL, BRANDS_URL: nothing, ARCHIVE_URL: nothing };
    starts.push(await start(env));
    await Deno.remove(dataDir, { recursive: true });
  }
  await server.stop();
  tell("empty folder", starts);
}

Deno.bench({
  name: "start (see the table above)",
  n: 1,
  warmup: 0,
  fn: async () => {
    const { full } = await provideFeeds();
    console.log();
    await benchServer(full);
    await benchEmbedded(full);
    await benchEmpty(full);
  },
});
