/** Gives benches feeds: real ones when they are there, else the sample. @module */

import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import { buildSample } from "../../../ingest/sample/build.ts";

const FOLDER = new URL("../../../../shared/data/feed/", import.meta.url).pathname;

/** A feed and the clock to read it by. */
export type Feed = { name: string; bytes: Uint8Array; at: Date };

/** A file as a ZIP. */
export async function pack(xml: Blob): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await writer.add("sample.xml", new BlobReader(xml));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

async function drawFeed(at: string): Promise<Feed> {
  const sample = await buildSample({ at: new Date(at) });
  return { name: `sample ${at}`, bytes: await pack(sample.feedXml), at: new Date(at) };
}

async function readFeed(name: string, at: string): Promise<Feed | null> {
  try {
    return { name, bytes: await Deno.readFile(FOLDER + name), at: new Date(at) };
  } catch {
    return null;
  }
}

/** Successive feeds hours apart, and one with stock-outs. */
export async function provideFeeds(): Promise<{ first: Feed; next: Feed; full: Feed }> {
  const first = await readFeed("instantane_2025-02-06T1740Z.zip", "2025-02-06T17:41:00Z");
  const next = await readFeed("instantane_2025-02-06T2220Z.zip", "2025-02-06T22:21:00Z");
  const full = await readFeed("instantane_ruptures_2026-06-05T1010Z.zip", "2026-06-05T10:11:00Z");
  if (first && next && full) return { first, next, full };
  const [one, two] = [await drawFeed("2026-06-01T08:00:00Z"), await drawFeed("2026-06-01T12:00:00Z")];
  return { first: one, next: two, full: one };
}
