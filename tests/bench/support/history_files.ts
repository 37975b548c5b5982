/** Measures how files of past prices are made, stored and served. @module */

import { randomBytes } from "node:crypto";
import { makeHistory } from "../../../ingest/history/make_history.ts";
import type { Db } from "../../../lib/db/db.ts";
import { createTestApp } from "../../support/api_app.ts";
import { readListed, storeContent } from "../../support/history_files.ts";
import { tell, time, toText } from "./measure.ts";

/** As large as the year 2025. */
const YEAR_BYTES = 27_400_000;
const NAME = "1999.parquet";

const toMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function readKb(name: string): Promise<number> {
  const text = await Deno.readTextFile("/proc/self/status");
  return Number(RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)![1]);
}

/** Runs `work` and reports its time, and by how much the memory of this process exceeded that before. */
async function tellPeak<T>(what: string, work: () => Promise<T>): Promise<T> {
  await Deno.writeTextFile("/proc/self/clear_refs", "5");
  const beforeKb = await readKb("VmRSS");
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  const moreKb = await readKb("VmHWM") - beforeKb;
  tell(what, `${(ms / 1000).toFixed(2)} s, ${toMb(moreKb * 1024)} above ${toMb(beforeKb * 1024)}`);
  return result;
}

/** Stores a file of the size of a year, and serves it whole and in part. */
export async function tellStored(db: Db): Promise<void> {
  const now = new Date("2026-06-05T10:10:00Z");
  const app = await createTestApp(db, { reader: "PostGIS", silent: true });
  const contents = [1, 2, 3].map(() => randomBytes(YEAR_BYTES));
  for (const content of contents) await tellPeak("storing a year's file", () => storeContent(db, NAME, content, now));
  const path = `/data/history/${NAME}`;
  const readWhole = async () => {
    for await (const _piece of (await app.fetch(path)).body!) continue;
  };
  for (let turn = 0; turn < 3; turn++) await tellPeak("serving a year's file", readWhole);
  const readFirst = async (headers: Record<string, string>) => {
    const reader = (await app.fetch(path, { headers })).body!.getReader();
    await reader.read();
    await reader.cancel();
  };
  tell("first byte of the whole, ms", toText(await time(() => readFirst({}))));
  tell("first byte of 64 kB in it, ms", toText(await time(() => readFirst({ range: "bytes=9000000-9065535" }))));
  await app.close();
}

/** Makes all files, then a year again in this process. */
export async function tellMaking(db: Db, year: string): Promise<void> {
  const now = new Date("2026-06-05T10:10:00Z");
  await tellPeak("all files made", () => makeHistory(db, { now }));
  const files = await readListed(db);
  const total = [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  tell("all files, and the year's", `${toMb(total)}, ${toMb(files.get(`${year}.parquet`)?.bytes ?? 0)}`);
  await tellPeak("no period has changed", () => makeHistory(db, { now }));
  for (let turn = 0; turn < 3; turn++) {
    await tellPeak("a year made again", () => makeHistory(db, { now, again: [year] }));
  }
}
