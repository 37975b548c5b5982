/**
 * Reads a feed a second time, as simply as docs/data.md says it: no index, no SQL condition and none of the rules by which
 * requests are answered, so that an error in those shows. Shared with the product are the XML parser, the positions and the
 * table of postal codes.
 *
 * @module
 */

import { decodeStations, unpackFeed } from "../../ingest/decode.ts";
import type { RawStation } from "../../ingest/parse_station.ts";
import type { CheckInput } from "../db/self_check/feed.ts";
import { toDepartmentCode, toPosition } from "../domain/location.ts";
import { type Fuel, fuelOfNumber } from "../shared/fuels.ts";

/** A price as the feed reports it. */
export type FeedPrice = { priceMilli: number; atMs: number };

/** A station as the feed reports it. */
export type FeedStation = {
  id: string;
  position: { lat: number; lng: number } | null;
  postalCode: string | null;
  department: string | null;
  motorway: boolean;
  automate247: boolean;
  services: readonly string[];
  brand: string | null;
  prices: Partial<Record<Fuel, FeedPrice>>;
  /** Beginning of the fuel's stock-out or of the station's closure, whichever is later, ms. */
  interruptedSinceMs: Partial<Record<Fuel, number>>;
  /** Beginning of the fuel's stock-out alone, ms. */
  stockOutSinceMs: Partial<Record<Fuel, number>>;
};

const MAX_UNPACKED_BYTES = 100_000_000;
const MINUTE_MS = 60_000;

const FUEL_OF_NAME: Readonly<Record<string, Fuel>> = {
  Gazole: "gazole",
  SP95: "sp95",
  SP98: "sp98",
  E10: "e10",
  E85: "e85",
  GPLc: "gplc",
};

const BOUNDS: Readonly<Record<Fuel, readonly [number, number]>> = {
  gazole: [850, 3500],
  sp95: [950, 3500],
  sp98: [950, 3500],
  e10: [950, 3500],
  e85: [350, 1450],
  gplc: [400, 1550],
};

const PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "medium" });

/** Paris's offset by `YYYY-MM-DD HH`, in hours: the platform's own answer takes microseconds. */
const offsets = new Map<string, number>();

function findOffset(wall: string, wallMs: number): number {
  const hour = wall.slice(0, 13);
  let offset = offsets.get(hour);
  if (offset === undefined) {
    offset = PARIS.format(wallMs - 120 * MINUTE_MS) === wall ? 2 : 1;
    if (offsets.size > 100_000) offsets.clear();
    offsets.set(hour, offset);
  }
  return offset;
}

/** The instant of a Paris wall-clock text; NaN when it is none. */
function toMs(text: string): number {
  const wall = text.trim().replace("T", " ");
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(wall)) return NaN;
  const whole = wall.slice(0, 19);
  const wallMs = Date.parse(`${whole.replace(" ", "T")}Z`);
  // a 30th of February is moved on by some parsers and refused by others
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, 19) !== whole.replace(" ", "T")) return NaN;
  return wallMs - findOffset(whole, wallMs) * 60 * MINUTE_MS;
}

function toMilli(text: string): number {
  if (!/^\d{1,6}(\.\d{1,9})?$/.test(text.trim())) return NaN;
  const number = Number(text);
  return Math.round(number < 100 ? number * 1000 : number);
}

/** Whether an instant is believable: from a year on, and at most ten minutes after now. */
function isBelievable(atMs: number, { fromYear, nowMs }: { fromYear: number; nowMs: number }): boolean {
  return atMs >= toMs(`${fromYear}-01-01 00:00:00`) && atMs <= nowMs + 10 * MINUTE_MS;
}

function readPrices(raw: RawStation, nowMs: number): FeedStation["prices"] {
  const rows = raw.prices.flatMap(({ fuel: name, at, value }) => {
    const fuel = FUEL_OF_NAME[name.trim()];
    const price = { priceMilli: toMilli(value), atMs: toMs(at) };
    if (!fuel || !isBelievable(price.atMs, { fromYear: 2007, nowMs })) return [];
    const [least, most] = BOUNDS[fuel];
    return price.priceMilli >= least && price.priceMilli <= most ? [{ fuel, price }] : [];
  });
  const petrols = rows.filter(({ fuel }) => ["sp95", "sp98", "e10"].includes(fuel));
  const cheapest = Math.min(...petrols.map(({ price }) => price.priceMilli));
  const prices: FeedStation["prices"] = {};
  for (const { fuel, price } of rows) {
    if ((fuel === "e85" || fuel === "gplc") && 10 * price.priceMilli >= 9 * cheapest) continue;
    if (price.atMs >= (prices[fuel]?.atMs ?? -Infinity)) prices[fuel] = price;
  }
  return prices;
}

function readStockOuts(raw: RawStation, nowMs: number): FeedStation["stockOutSinceMs"] {
  const untilOf = new Map<string, { fuel: Fuel; sinceMs: number; untilMs: number }>();
  for (const { fuel: name, since, until } of raw.stockOuts) {
    const fuel = FUEL_OF_NAME[name.trim()];
    const sinceMs = toMs(since);
    const untilMs = until.trim() === "" ? Infinity : toMs(until);
    if (!fuel || !isBelievable(sinceMs, { fromYear: 2000, nowMs }) || !(untilMs >= sinceMs)) continue;
    untilOf.set(`${fuel} ${sinceMs}`, { fuel, sinceMs, untilMs });
  }
  const open: FeedStation["stockOutSinceMs"] = {};
  for (const { fuel, sinceMs, untilMs } of untilOf.values()) {
    if (untilMs > nowMs) open[fuel] = Math.max(open[fuel] ?? -Infinity, sinceMs);
  }
  return open;
}

function readStation(raw: RawStation, nowMs: number): FeedStation {
  const postalCode = /^\d{5}$/.test(raw.postalCode.trim()) ? raw.postalCode.trim() : null;
  const department = postalCode && toDepartmentCode(postalCode, raw.city);
  return {
    id: raw.id,
    position: toPosition({ latitude: raw.latitude, longitude: raw.longitude, department }).position,
    postalCode,
    department,
    motorway: raw.road.trim() === "A",
    automate247: raw.hours?.automate.trim() === "1",
    services: raw.services.map((label) => label.trim()),
    brand: null,
    prices: readPrices(raw, nowMs),
    interruptedSinceMs: {},
    stockOutSinceMs: readStockOuts(raw, nowMs),
  };
}

/** Adds what the feed does not say: brands, closures, positions that were kept, and the stock-outs where it names none at all. */
function complete(stations: Map<string, FeedStation>, input: CheckInput, saysStockOuts: boolean): void {
  for (const { stationId, fuel: number, sinceMs } of saysStockOuts ? [] : input.stockOuts) {
    const known = stations.get(String(stationId))?.stockOutSinceMs;
    const fuel = fuelOfNumber(number);
    if (known) known[fuel] = Math.max(known[fuel] ?? -Infinity, sinceMs);
  }
  const reportedMs = new Map<number, number>();
  for (const { stationId, atMs } of input.prices) {
    const isKnown = atMs <= input.state.asOfMs! + 600_000;
    if (isKnown) reportedMs.set(stationId, Math.max(reportedMs.get(stationId) ?? -Infinity, atMs));
  }
  for (const station of stations.values()) {
    const id = Number(station.id);
    station.position ??= input.positions.get(id) ?? null;
    station.brand = input.brands.get(id) ?? null;
    const sinceMs = input.closures.get(id) ?? -Infinity;
    // a price of any fuel ends a closure
    const closedMs = sinceMs < (reportedMs.get(id) ?? -Infinity) ? -Infinity : sinceMs;
    for (const fuel of Object.values(FUEL_OF_NAME)) {
      station.interruptedSinceMs[fuel] = Math.max(station.stockOutSinceMs[fuel] ?? -Infinity, closedMs);
    }
  }
}

/** Lets requests that wait be answered: a check is long and never urgent. */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The stations of a feed in the order of their ids as text; of one that comes twice, the later. */
export async function readFeedStations(input: CheckInput): Promise<FeedStation[]> {
  const blob = new Blob([input.bytes as Uint8Array<ArrayBuffer>]);
  const stations = new Map<string, FeedStation>();
  let [saysStockOuts, count] = [false, 0];
  for await (const raw of decodeStations(await unpackFeed(blob, { maxUnpackedBytes: MAX_UNPACKED_BYTES }))) {
    saysStockOuts ||= raw.stockOuts.length > 0;
    const isId = /^[1-9]\d{0,9}$/.test(raw.id) && Number(raw.id) < 2 ** 31;
    if (isId) stations.set(raw.id, readStation(raw, input.readAsOfMs));
    if (++count % 100 === 0) await giveWay();
  }
  complete(stations, input, saysStockOuts);
  return [...stations.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
