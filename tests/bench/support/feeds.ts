/**
 * Provides feeds for benches and the soak: real ones if available, otherwise the generated sample.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import { unpackFeed } from "../../../ingest/unpack.ts";
import type { IngestReport } from "../../../ingest/report.ts";
import { runIngest } from "../../../ingest/run_ingest.ts";
import { buildSample } from "../../../ingest/sample/build.ts";
import type { Db } from "../../../lib/db/db.ts";
import { parisOffsetMs } from "../../../lib/shared/time/paris_time.ts";
import { createTestLog } from "../../support/log.ts";

export const FEED_FOLDER = new URL("../../../../shared/data/feed/", import.meta.url).pathname;

const MAX_UNPACKED_BYTES = 100_000_000;
/**
 * In ten minutes one or two prices in a hundred change: one station in `MOVED_EVERY` reports again.
 */
const MOVED_EVERY = 60;
/** Reports are this much older than the service's clock. */
const REPORTED_BEFORE_MS = 120_000;

export type Feed = { bytes: Uint8Array<ArrayBuffer>; at: Date };

async function readFeed(name: string, at: Date): Promise<Feed> {
  const real = await Deno.readFile(FEED_FOLDER + name).catch(() => null);
  return { bytes: real ?? await drawFeed({ at }), at };
}

/** Returns the XML of a generated feed. */
export async function drawFeed(
  options: Parameters<typeof buildSample>[0],
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await buildSample(options)).feedXml.arrayBuffer());
}

export const FULL_FEED_AT = new Date("2026-06-05T10:11:00Z");

/** Returns a real feed of the whole country, or the generated sample. */
export async function readFullFeed(): Promise<Feed> {
  return await readFeed("instantane_ruptures_2026-06-05T1010Z.zip", FULL_FEED_AT);
}

/** Returns two feeds that are four and a half hours apart. */
export async function readTwoFeeds(): Promise<[first: Feed, next: Feed]> {
  return [
    await readFeed("instantane_2025-02-06T1740Z.zip", new Date("2025-02-06T17:41:00Z")),
    await readFeed("instantane_2025-02-06T2220Z.zip", new Date("2025-02-06T22:21:00Z")),
  ];
}

/** Decompresses a feed and returns its XML. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = unpackFeed(bytes, { maxUnpackedBytes: MAX_UNPACKED_BYTES });
  return Buffer.concat(await Array.fromAsync(stream)).toString("latin1");
}

export function toBytes(xml: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(xml, "latin1"));
}

/** Compresses an XML as the source does. */
export async function pack(xml: string): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await writer.add("feed.xml", new BlobReader(new Blob([toBytes(xml)])));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

/**
 * Returns a feed in which one station in sixty reports its prices again, a thousandth of a euro up
 * or down.
 */
export function moveSomePrices(xml: string, { round, at }: { round: number; at: Date }): string {
  const reportedMs = at.getTime() - REPORTED_BEFORE_MS;
  const wallClock = new Date(reportedMs + parisOffsetMs(reportedMs)).toISOString().slice(0, 19)
    .replace("T", " ");
  // A station's next turn reports another value.
  const thousandth = (round + Math.floor(round / MOVED_EVERY)) % 10;
  let index = 0;
  return xml.replace(/<pdv [\s\S]*?<\/pdv>/g, (station) => {
    if (index++ % MOVED_EVERY !== round % MOVED_EVERY) return station;
    return station.replace(
      /(<prix [^>]*?maj=")[^"]*(" valeur="\d\.\d\d)\d/g,
      `$1${wallClock}$2${thousandth}`,
    );
  });
}

/** Ingests a feed at its instant. Throws an Error if it is rejected. */
export async function ingest(db: Db, { bytes, at }: Feed): Promise<IngestReport> {
  const clock = () => at;
  const source = { kind: "file", name: "bench", bytes } as const;
  const report = await runIngest({ db, clock, log: createTestLog(clock).log }, source);
  if (report.outcome !== "changed" && report.outcome !== "unchanged") {
    throw new Error(report.message ?? report.outcome);
  }
  return report;
}
