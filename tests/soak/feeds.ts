/** Feeds for a service that ingests again and again, real ones in their order, then the newest with new prices; sizes of folders. @module */

import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import { unpackFeed } from "../../ingest/decode.ts";
import { buildSample } from "../../ingest/sample/build.ts";
import { parisOffsetMs } from "../../lib/shared/paris_time.ts";

const FOLDER = new URL("../../../shared/data/feed/", import.meta.url).pathname;
/** Successive feeds of one week, hours or days apart. */
const REAL = /^instantane_2025-02-0[67]T\d{4}Z\.zip$/;
const REAL_CLOCK = new Date("2025-02-07T02:45:00Z");
const SAMPLE_CLOCK = new Date("2026-06-05T10:10:00Z");

const MAX_UNPACKED_BYTES = 100_000_000;

/** In ten minutes one to two in a hundred prices move; one in so many stations reports anew. */
const MOVED_EVERY = 60;
/** What is reported lies so far behind the service's clock. */
const REPORTED_BEFORE_MS = 120_000;

/** Packed as the source sends them, in the order of their rounds. `clock`: when the service believes to start. */
export type Feeds = { name: string; clock: Date; rounds: Uint8Array[] };

/** A feed with the prices of one station in sixty reported anew, a thousandth of a euro up or down. */
export function moveSomePrices(xml: string, { round, at }: { round: number; at: Date }): string {
  const reportedMs = at.getTime() - REPORTED_BEFORE_MS;
  const wallClock = new Date(reportedMs + parisOffsetMs(reportedMs)).toISOString().slice(0, 19).replace("T", " ");
  // a station's turn comes back with another value
  const thousandth = (round + Math.floor(round / MOVED_EVERY)) % 10;
  let index = 0;
  return xml.replace(/<pdv [\s\S]*?<\/pdv>/g, (station) => {
    if (index++ % MOVED_EVERY !== round % MOVED_EVERY) return station;
    return station.replace(/(<prix [^>]*?maj=")[^"]*(" valeur="\d\.\d\d)\d/g, `$1${wallClock}$2${thousandth}`);
  });
}

async function readReal(): Promise<Uint8Array<ArrayBuffer>[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(FOLDER)) if (REAL.test(name)) names.push(name);
  } catch { /* not there */ }
  return await Promise.all(names.sort().map((name) => Deno.readFile(FOLDER + name)));
}

/** The bytes of a text of ISO-8859-1. */
export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Bytes of all files below a folder; those that go meanwhile count nothing. */
export function measureFolder(path: string): number {
  let bytes = 0;
  for (const { name, isDirectory } of Deno.readDirSync(path)) {
    try {
      bytes += isDirectory ? measureFolder(`${path}/${name}`) : Deno.statSync(`${path}/${name}`).size;
    } catch { /* gone */ }
  }
  return bytes;
}

/** A text of ISO-8859-1. `TextDecoder` reads "latin1" as windows-1252, which does not come back byte by byte. */
export function toLatin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 32_768) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  }
  return pieces.join("");
}

async function pack(xml: string): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await writer.add("feed.xml", new BlobReader(new Blob([toBytes(xml)])));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

async function unpack(packed: Blob): Promise<string> {
  const stream = await unpackFeed(packed, { maxUnpackedBytes: MAX_UNPACKED_BYTES });
  return toLatin1(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/**
 * Real feeds when they are there, else the invented sample, and what follows them: so many in all, of which no two are
 * ingested in less than `everyMs`. All are made before anything is measured.
 */
export async function provideFeeds({ count, everyMs }: { count: number; everyMs: number }): Promise<Feeds> {
  const real = await readReal();
  const clock = real.length > 0 ? REAL_CLOCK : SAMPLE_CLOCK;
  const rounds: Uint8Array[] = real.slice(0, count);
  let xml = real.length > 0
    ? await unpack(new Blob([real.at(-1)!]))
    : toLatin1(new Uint8Array(await (await buildSample({ at: SAMPLE_CLOCK })).feedXml.arrayBuffer()));
  while (rounds.length < count) {
    const round = rounds.length;
    if (round > 0) xml = moveSomePrices(xml, { round, at: new Date(clock.getTime() + round * everyMs) });
    rounds.push(await pack(xml));
  }
  const name = real.length > 0 ? `${real.length} real feeds of February 2025` : "the invented sample";
  return { name, clock, rounds };
}
