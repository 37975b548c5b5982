/**
 * Reads a feed file a second time by regular expressions alone, so that the ingest is not tested against itself. Shares with the product only the bounds of prices.
 *
 * @module
 */

import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
import { isPetrolPrice, isPlausible } from "../../lib/domain/plausibility.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";

/** A price or a stock-out as one text: `station fuel value instant` and `station fuel instant kind`. */
export type PlainFeed = {
  stationIds: Set<number>;
  /** Current prices by `station fuel`: `value instant`. */
  prices: Map<string, string>;
  /** Open stock-outs: `station fuel instant kind`. */
  stockOuts: Set<string>;
  newestMs: number;
};

const FUELS: Record<string, [number, Fuel]> = {
  Gazole: [1, "gazole"],
  SP95: [2, "sp95"],
  SP98: [3, "sp98"],
  E10: [4, "e10"],
  E85: [5, "e85"],
  GPLc: [6, "gplc"],
};

const offsets = new Map<string, number>();
const PARIS = new Intl.DateTimeFormat("en-US", { timeZone: "Europe/Paris", timeZoneName: "longOffset" });

/** Wall clock to ms by the platform's own formatter; right outside of the hours in which the clock is moved. */
function toMs(text: string): number {
  const hour = text.slice(0, 13).replace(" ", "T");
  const wall = Date.parse(`${text.replace(" ", "T").slice(0, 19)}Z`);
  let offset = offsets.get(hour);
  if (offset === undefined) {
    const zone = PARIS.formatToParts(Date.parse(`${hour}:00:00Z`) - 3_600_000).find(({ type }) =>
      type === "timeZoneName"
    );
    offsets.set(hour, offset = Number(zone!.value.slice(4, 6)) * 3_600_000);
  }
  return wall - offset;
}

function attributes(tag: string): Record<string, string> {
  return Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]));
}

/** The XML text of a ZIP, as Latin-1. */
export async function readXml(path: string): Promise<string> {
  const reader = new ZipReader(new BlobReader(new Blob([await Deno.readFile(path)])));
  const [entry] = await reader.getEntries();
  if (!entry || entry.directory) throw new Error(`${path} does not begin with a file`);
  return await entry.getData(new TextWriter("iso-8859-1"));
}

/** Newest time of a price in the text, whatever the price. */
export function findNewestMs(xml: string): number {
  let newest = "";
  for (const [, at] of xml.matchAll(/ maj="([^"]*)"/g)) {
    if (at!.replace("T", " ") > newest) newest = at!.replace("T", " ");
  }
  return toMs(newest);
}

type Row = { fuel: number; code: Fuel; milli: number; atMs: number };

function readPrices(xml: string, nowMs: number): Map<number, Row> {
  const rows: Row[] = [];
  for (const [tag] of xml.matchAll(/<prix [^>]*>/g)) {
    const { nom = "", maj = "", valeur } = attributes(tag);
    const milli = Math.round(Number(valeur) * (Number(valeur) < 100 ? 1000 : 1));
    const [fuel, code] = FUELS[nom]!;
    const atMs = toMs(maj);
    if (isPlausible(code, milli) && maj >= "2007" && atMs <= nowMs + 600_000) rows.push({ fuel, code, milli, atMs });
  }
  const petrols = rows.filter(({ fuel }) => fuel >= 2 && fuel <= 4).map(({ milli }) => milli);
  const current = new Map<number, Row>();
  for (const row of rows) {
    if (isPetrolPrice(row.code, row.milli, petrols.length > 0 ? Math.min(...petrols) : null)) continue;
    const known = current.get(row.fuel);
    if (!known || row.atMs >= known.atMs) current.set(row.fuel, row);
  }
  return current;
}

/** Reads a feed text as of an instant. */
export function readPlainFeed(xml: string, nowMs: number): PlainFeed {
  const feed: PlainFeed = { stationIds: new Set(), prices: new Map(), stockOuts: new Set(), newestMs: 0 };
  for (const element of xml.split(/(?=<pdv )/).slice(1)) {
    const id = Number(/id="(\d+)"/.exec(element)![1]);
    feed.stationIds.add(id);
    for (const { fuel, milli, atMs } of readPrices(element, nowMs).values()) {
      feed.prices.set(`${id} ${fuel}`, `${milli} ${atMs}`);
      if (atMs > feed.newestMs) feed.newestMs = atMs;
    }
    for (const [tag] of element.matchAll(/<rupture [^>]*>/g)) {
      const { nom = "", debut = "", fin = "", type = "" } = attributes(tag);
      if (debut < "2000" || (fin !== "" && toMs(fin) <= nowMs)) continue;
      feed.stockOuts.add(`${id} ${FUELS[nom]![0]} ${toMs(debut)} ${type === "definitive" ? "permanent" : "temporary"}`);
    }
  }
  return feed;
}
