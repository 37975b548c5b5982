/** Unpacks, reads and checks a feed; a station told in the words of the last feed is not read again. @module */

import { createHash, hash } from "node:crypto";
import type { LastFeed, ToldStation } from "../lib/db/ingest/told_stations.ts";
import { Slices } from "../lib/db/slices.ts";
import { lazy } from "../lib/shared/lazy.ts";
import { Check, type CheckContext, type CheckedFeed } from "./check.ts";
import { cutStations, parseNumbered, unpackFeed } from "./decode.ts";

/** A feed has 14 MB; nothing sane is seven times as large. */
const MAX_UNPACKED_BYTES = 100_000_000;

/** The XML of a feed's bytes, in pieces. Throws what the stream of `unpackFeed` fails with. */
export async function unpack(bytes: Uint8Array): Promise<Uint8Array[]> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  const parts: Uint8Array[] = [];
  const slices = new Slices();
  for await (const part of await unpackFeed(packed, { maxUnpackedBytes: MAX_UNPACKED_BYTES })) {
    parts.push(part);
    if (slices.isOver) await slices.rest();
  }
  return parts;
}

/** The SHA-256 of the XML, not of its ZIP: the same XML comes in different ones. */
export async function hashXml(xml: readonly Uint8Array[]): Promise<string> {
  const sha = createHash("sha256");
  const slices = new Slices();
  for (const part of xml) {
    sha.update(part);
    if (slices.isOver) await slices.rest();
  }
  return sha.digest("hex");
}

/** 96 bits of a hash: a station's words are compared with those of the last feed only, not with all that ever were. */
const HASH_CHARS = 16;

/** What a feed is read by. `last`: what the last one told, or null to read everything. */
type ReadContext = CheckContext & { last: LastFeed | null };

/** Stations of the last feed by the hash of their words, without those that must be read again. */
function toByHash({ told, changedIds }: LastFeed): Map<string, ToldStation> {
  const byHash = new Map<string, ToldStation>();
  for (const station of told.values()) {
    if (station.hash !== null && !changedIds.has(station.id)) byHash.set(station.hash, station);
  }
  return byHash;
}

async function readAgainst(xml: Iterable<Uint8Array>, { last, ...context }: ReadContext): Promise<CheckedFeed> {
  const known = last ? toByHash(last) : new Map<string, ToldStation>();
  const check = new Check(context);
  const slices = new Slices();
  let number = 0;
  for await (const elements of cutStations(ReadableStream.from(xml))) {
    for (const element of elements) {
      number++;
      const words = hash("sha256", element, "base64").slice(0, HASH_CHARS);
      const same = known.get(words);
      if (same) check.skip(same);
      else check.add(parseNumbered(element, number), words);
      if (slices.isOver) await slices.rest();
    }
  }
  return check.finish();
}

/** Whether a feed tells of stock-outs that the last one did not know of: then what it leaves out has ended everywhere. */
function beginsStockOuts({ reported }: CheckedFeed, { told }: LastFeed): boolean {
  return reported.stockOuts > 0 && !told.values().some(({ stockOuts }) => stockOuts > 0);
}

/**
 * Reads and checks a feed's XML by a clock that is not behind that of the last feed. It throws what `decodeStations` and
 * `checkFeed` throw.
 */
export async function readFeed(xml: Iterable<Uint8Array>, context: ReadContext): Promise<CheckedFeed> {
  const feed = await readAgainst(xml, context);
  const { last } = context;
  const mustReadAll = last !== null && feed.same.size > 0 && (feed.repeatsSame || beginsStockOuts(feed, last));
  return mustReadAll ? await readAgainst(xml, { ...context, last: null }) : feed;
}

/**
 * The stations whose rows in the tables a feed may change: those that were read, those that the last feed told, and those of
 * which somebody wrote since. Null: all that are known.
 */
export function findTouchedIds({ entries, same }: CheckedFeed, last: LastFeed | null): number[] | null {
  if (last === null || same.size === 0) return null;
  const ids = new Set([...entries.keys(), ...last.told.keys(), ...last.changedIds]);
  return [...ids.difference(same)];
}

/** What decides how a station's words are read and compared with the tables. */
const RULES = ["ingest", "lib/domain", "lib/shared", "lib/db/ingest", "static/geo"];
const ROOT = new URL("../", import.meta.url);

async function hashRules(): Promise<string> {
  const sha = createHash("sha256").update(Deno.version.deno);
  const names = ["deno.lock"];
  for (const folder of RULES) {
    for await (const { name, isFile } of Deno.readDir(new URL(folder, ROOT))) {
      if (isFile) names.push(`${folder}/${name}`);
    }
  }
  for (const name of names.sort()) sha.update(`\n${name}\n`).update(await Deno.readFile(new URL(name, ROOT)));
  return sha.digest("base64");
}

/** The hash of the program's files that decide what a feed means: after a new release a feed is read whole once. */
export const loadRules: () => Promise<string> = lazy(hashRules);
