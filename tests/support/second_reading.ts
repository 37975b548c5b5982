/** Reads prices and stock-outs of a feed a second time, by other code than the ingest's; shared are the XML parser and the bounds. @module */

import { checkEntry } from "../../ingest/check.ts";
import { decodeStations } from "../../ingest/decode.ts";
import type { RawStation } from "../../ingest/parse_station.ts";
import { unpackFeed } from "../../ingest/unpack.ts";
import { PRICE_BOUNDS } from "../../lib/domain/price/plausibility.ts";
import type { FeedPrice, FeedStation } from "../../lib/selfcheck/feed.ts";
import { type Fuel, FUELS } from "../../lib/shared/station/fuels.ts";

const MINUTE_MS = 60_000;

const FUEL_NAMES = ["Gazole", "SP95", "SP98", "E10", "E85", "GPLc"];
const toFuel = (name: string) => FUELS[FUEL_NAMES.indexOf(name.trim())];

const PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "medium" });

/** The instant of a Paris wall-clock text; NaN when it is none. */
export function toMs(text: string): number {
  const [wall] = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?=\.\d+$|$)/.exec(text.trim().replace("T", " ")) ?? [""];
  const wallMs = Date.parse(`${wall.replace(" ", "T")}Z`);
  // a 30th of February is moved on by some parsers and refused by others
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, 19).replace("T", " ") !== wall) return NaN;
  const isSummer = PARIS.format(wallMs - 120 * MINUTE_MS) === wall;
  return wallMs - (isSummer ? 120 : 60) * MINUTE_MS;
}

function toMilli(text: string): number {
  if (!/^\d{1,6}(\.\d{1,9})?$/.test(text.trim())) return NaN;
  const number = Number(text);
  return Math.round(number < 100 ? number * 1000 : number);
}

/** Whether an instant is believable: from a year on, and at most ten minutes after now. */
function isBelievable(atMs: number, { fromYear, nowMs }: { fromYear: number; nowMs: number }): boolean {
  return atMs >= Date.UTC(fromYear - 1, 11, 31, 23) && atMs <= nowMs + 10 * MINUTE_MS;
}

/** All prices of a station that are believable by themselves, as they come. */
export function readPrices(raw: RawStation, nowMs: number): (FeedPrice & { fuel: Fuel })[] {
  return raw.prices.flatMap(({ fuel: name, at, value }) => {
    const fuel = toFuel(name);
    const price = { priceMilli: toMilli(value), atMs: toMs(at) };
    if (!fuel || !isBelievable(price.atMs, { fromYear: 2007, nowMs })) return [];
    const { minMilli, maxMilli } = PRICE_BOUNDS[fuel];
    return price.priceMilli >= minMilli && price.priceMilli <= maxMilli ? [{ fuel, ...price }] : [];
  });
}

/** Whether a price of E85 or GPLc is petrol's, typed into the wrong field. */
export function isOfPetrol({ fuel, priceMilli }: FeedPrice & { fuel: Fuel }, petrolsMilli: readonly number[]): boolean {
  return (fuel === "e85" || fuel === "gplc") && 10 * priceMilli >= 9 * Math.min(...petrolsMilli);
}

function readLastPrices(raw: RawStation, nowMs: number): FeedStation["prices"] {
  const rows = readPrices(raw, nowMs);
  const petrols = rows.filter(({ fuel }) => ["sp95", "sp98", "e10"].includes(fuel)).map((row) => row.priceMilli);
  const prices: FeedStation["prices"] = {};
  for (const { fuel, ...price } of rows) {
    if (isOfPetrol({ fuel, ...price }, petrols)) continue;
    if (price.atMs >= (prices[fuel]?.atMs ?? -Infinity)) prices[fuel] = price;
  }
  return prices;
}

function readStockOuts(raw: RawStation, nowMs: number): FeedStation["stockOutSinceMs"] {
  const rows = new Map<string, { fuel: Fuel; sinceMs: number; untilMs: number }>();
  for (const { fuel: name, since, until } of raw.stockOuts) {
    const fuel = toFuel(name);
    const sinceMs = toMs(since);
    const untilMs = until.trim() === "" ? Infinity : toMs(until);
    if (!fuel || !isBelievable(sinceMs, { fromYear: 2000, nowMs }) || !(untilMs >= sinceMs)) continue;
    rows.set(`${fuel} ${sinceMs}`, { fuel, sinceMs, untilMs });
  }
  const open: FeedStation["stockOutSinceMs"] = {};
  for (const { fuel, sinceMs, untilMs } of rows.values()) {
    if (untilMs > nowMs) open[fuel] = Math.max(open[fuel] ?? -Infinity, sinceMs);
  }
  return open;
}

/** The elements of a feed or archive (ZIP or XML). */
export async function* readElements(bytes: Uint8Array): AsyncGenerator<RawStation> {
  yield* decodeStations(unpackFeed(bytes, { maxUnpackedBytes: 100_000_000 }));
}

/** The stations of a feed in the order of their ids as text; of one that comes twice, the later. Prices and stock-outs are read by this code. */
export async function readFeed(bytes: Uint8Array, nowMs: number): Promise<FeedStation[]> {
  const stations = new Map<string, FeedStation>();
  for await (const raw of readElements(bytes)) {
    const { entry } = checkEntry(raw, { nowMs, towns: new Map() });
    if (!entry) continue;
    const read = { prices: readLastPrices(raw, nowMs), stockOutSinceMs: readStockOuts(raw, nowMs) };
    stations.set(raw.id, { ...entry.station, id: raw.id, ...read, brand: null, closedSinceMs: -Infinity });
  }
  return [...stations.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
