/** Measures how history files are built, stored and served. @module */

import { randomBytes } from "node:crypto";
import type { Db } from "../../../lib/db/db.ts";
import { createTestApp } from "../../support/api_app.ts";
import { startFeedServer } from "../../support/feed_server.ts";
import { readListed, storeContent } from "../../support/history_files.ts";
import { readServeFlags } from "../../support/permissions.ts";
import { type Running, startProgram } from "../../support/process.ts";
import { findOrigin } from "../../support/service.ts";
import { type Feed, ingest, readFullFeed } from "./feeds.ts";
import { printResult, time, toText } from "./measure.ts";
import { waitUntilServed } from "./servers.ts";

/** As large as the file of 2025. */
const YEAR_BYTES = 27_400_000;
const NAME = "1999.parquet";
const CLIENTS = 8;

const toMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function readKb(pid: number, name: string): Promise<number> {
  const text = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)![1]);
}

/** Runs `work` and prints its time and the peak memory of a process above its start. */
async function printPeak<T>(what: string, work: () => Promise<T>, pid = Deno.pid): Promise<T> {
  await Deno.writeTextFile(`/proc/${pid}/clear_refs`, "5");
  const beforeKb = await readKb(pid, "VmRSS");
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  const moreKb = await readKb(pid, "VmHWM") - beforeKb;
  printResult(
    what,
    `${(ms / 1000).toFixed(2)} s, ${toMb(moreKb * 1024)} above ${toMb(beforeKb * 1024)}`,
  );
  return result;
}

/** Stores a file of the size of a year, and serves all of it and a range. */
export async function printStored(db: Db): Promise<void> {
  const now = new Date("2026-06-05T10:10:00Z");
  const app = await createTestApp(db, { reader: "PostGIS", silent: true });
  const contents = [1, 2, 3].map(() => randomBytes(YEAR_BYTES));
  for (const content of contents) {
    await printPeak("storing a year's file", () => storeContent(db, NAME, content, now));
  }
  const path = `/data/history/${NAME}`;
  const readWhole = async () => {
    for await (const _piece of (await app.fetch(path)).body!) continue;
  };
  for (let turn = 0; turn < 3; turn++) await printPeak("serving a year's file", readWhole);
  const readFirst = async (headers: Record<string, string>) => {
    const reader = (await app.fetch(path, { headers })).body!.getReader();
    await reader.read();
    await reader.cancel();
  };
  printResult("first byte of the whole, ms", toText(await time(() => readFirst({}))));
  printResult(
    "first byte of 64 kB in it, ms",
    toText(await time(() => readFirst({ range: "bytes=9000000-9065535" }))),
  );
  await app.close();
}

/** Reads the service's log until its job has built the files. Returns how many it built. */
async function untilMade(service: Running): Promise<number> {
  for (let line = await service.nextLine(); line !== null; line = await service.nextLine()) {
    const made = /"Files of past prices were built".*"made":(\d+)/.exec(line)?.[1];
    if (made) return Number(made);
  }
  throw new Error(`The service ended:\n${(await service.end()).stderr}`);
}

/**
 * Starts the service with `deno task start`'s flags. Its job builds the files after `release` is
 * called.
 */
async function startWaiting(databaseUrl: string, feed: Feed) {
  const DATA_DIR = await Deno.makeTempDir();
  const permissions = await readServeFlags(DATA_DIR);
  const DENO_V8_FLAGS = permissions.find((flag) => flag.startsWith("--v8-flags="))!.slice(
    "--v8-flags=".length,
  );
  const feeds = startFeedServer({ kind: "feed", bytes: feed.bytes });
  // The job starts once the archive is loaded or has failed.
  const archives = startFeedServer({ kind: "silence" });
  const sources = { ...archives.settings, FEED_URL: feeds.url, BRANDS_URL: `${feeds.url}/nowhere` };
  const own = { DATABASE_URL: databaseUrl, DATA_DIR, CLOCK: feed.at.toISOString(), DENO_V8_FLAGS };
  const limits = { PORT: "0", REST_LIMIT: "0", PAGE_LIMIT: "0", ACCESS_LOG: "off" };
  const service = startProgram(["serve.ts"], { ...limits, ...own, ...sources }, { permissions });
  const origin = await findOrigin(service);
  await waitUntilServed(origin, "memory");
  return {
    service,
    origin,
    release: () => archives.stop(),
    async stop() {
      service.kill("SIGTERM");
      await service.end();
      await feeds.stop();
      await Deno.remove(DATA_DIR, { recursive: true });
    },
  };
}

/** Sends different searches, after which further searches use little more memory. */
async function warmUp(origin: string): Promise<void> {
  for (let turn = 0; turn < 10_000; turn++) {
    const place = `lat=${(43 + turn % 700 / 100).toFixed(2)}&lng=${
      (0 + turn % 503 / 100).toFixed(2)
    }`;
    await (await fetch(`${origin}/api/v1/stations/search?${place}&fuel=gazole`)).arrayBuffer();
  }
}

async function download(origin: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    for await (const _piece of (await fetch(`${origin}/data/history/${name}`)).body!) continue;
  }
}

/** Builds all files in a running service while several clients download those of a year. */
export async function printRunning(db: Db, databaseUrl: string, year: string): Promise<void> {
  const feed = await readFullFeed();
  await ingest(db, feed);
  for (const wanted of ["all files", `the file of ${year}`]) {
    const text = "delete from history_file where $1 or entry ->> 'name' = $2";
    await db.query({ text, values: [wanted === "all files", `${year}.parquet`] });
    const { service, origin, release, stop } = await startWaiting(databaseUrl, feed);
    await warmUp(origin);
    const made = await printPeak(`a service makes ${wanted}`, async () => {
      await release();
      return await untilMade(service);
    }, service.pid);
    const files = await readListed(db);
    const total = [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    printResult(
      `${made} files built; size of all, and of the year's`,
      `${toMb(total)}, ${toMb(files.get(`${year}.parquet`)!.bytes)}`,
    );
    const names = [...files.keys()].filter((name) =>
      name === `${year}.parquet` || name.endsWith(".csv.gz")
    );
    const clients = Array.from({ length: CLIENTS });
    for (let turn = 0; turn < 3; turn++) {
      const work = () => Promise.all(clients.map(() => download(origin, names)));
      await printPeak(`${CLIENTS} downloads of the year and of all CSV`, work, service.pid);
    }
    await stop();
  }
}
