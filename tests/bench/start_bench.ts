/**
 * Measures the time from the start of the process to the first correct response, with the flags of
 * `deno task start`.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";
import { createEmbeddedDb } from "../support/embedded_db.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { readServeFlags } from "../support/permissions.ts";
import { startProgram } from "../support/process.ts";
import { readProcess } from "../support/process_figures.ts";
import { createServerDb } from "../support/server_db.ts";
import { findOrigin } from "../support/service.ts";
import { ingest, readFullFeed } from "./support/feeds.ts";
import { median, printResult } from "./support/measure.ts";

const RUNS = 3;
const QUESTION = "/api/v1/prices/national?fuel=e10";

/** Times until the service listens and until it responds, and the processor time until then. */
type Start = { listensMs: number; answersMs: number; cpuMs: number };

async function untilAnswered(origin: string): Promise<void> {
  for (;;) {
    const response = await fetch(origin + QUESTION);
    await response.body?.cancel();
    if (response.ok) return;
    await delay(5);
  }
}

async function start(env: Record<string, string>): Promise<Start> {
  const permissions = await readServeFlags(env.DATA_DIR!);
  // These replace the flags that test programs are started with.
  const DENO_V8_FLAGS = permissions.find((flag) => flag.startsWith("--v8-flags="))!.slice(
    "--v8-flags=".length,
  );
  const began = performance.now();
  const all = {
    PORT: "0",
    REST_LIMIT: "0",
    PAGE_LIMIT: "0",
    CLOCK: feed.at.toISOString(),
    DENO_V8_FLAGS,
    ...env,
  };
  const service = startProgram(["serve.ts"], all, { permissions });
  const origin = await findOrigin(service);
  const listensMs = performance.now() - began;
  const ended = service.end();
  await untilAnswered(origin);
  const answersMs = performance.now() - began;
  const { cpuS } = await readProcess(service.pid);
  service.kill("SIGTERM");
  await ended;
  return { listensMs, answersMs, cpuMs: cpuS * 1000 };
}

async function measure(name: string, run: () => Promise<Start>): Promise<void> {
  const starts: Start[] = [];
  for (let turn = 0; turn < RUNS; turn++) starts.push(await run());
  const of = (key: keyof Start) => Math.round(median(starts.map((one) => one[key])));
  printResult(
    name,
    `listens ${of("listensMs")} ms, responds ${of("answersMs")} ms, processor ${of("cpuMs")} ms`,
  );
}

async function inEmptyFolder(work: (dataDir: string) => Promise<Start>): Promise<Start> {
  const dataDir = await Deno.makeTempDir();
  return await work(dataDir).finally(() => Deno.remove(dataDir, { recursive: true }));
}

const feed = await readFullFeed();

const server = await createServerDb();
await ingest(server.db, feed);
const onServer = { DATABASE_URL: server.url, INGEST: "off" };
await measure("PostGIS", () => inEmptyFolder((DATA_DIR) => start({ ...onServer, DATA_DIR })));
await server.drop();

const embedded = await createEmbeddedDb();
await ingest(embedded.db, feed);
await embedded.db.close();
await measure("embedded", () => start({ DATA_DIR: embedded.dataDir, INGEST: "off" }));
await Deno.remove(embedded.dataDir, { recursive: true });

const source = startFeedServer({ kind: "feed", bytes: feed.bytes });
await measure(
  "empty folder",
  () => inEmptyFolder((DATA_DIR) => start({ ...source.settings, DATA_DIR })),
);
await source.stop();
