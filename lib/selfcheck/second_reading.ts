/**
 * Reads prices and stock-outs of a feed a second time, with other code than the ingest, for the
 * self-check and the tests. Both share the XML parser, the check of a station's fields and the
 * bounds of prices.
 *
 * @module
 */

import { checkEntry } from "../../ingest/check.ts";
import { decodeStations } from "../../ingest/decode.ts";
import type { RawStation } from "../../ingest/parse_station.ts";
import { unpackFeed } from "../../ingest/unpack.ts";
import type { StationToWrite } from "../db/ingest/feed_rows.ts";
import { PRICE_BOUNDS } from "../domain/price/plausibility.ts";
import { compareIds } from "../domain/station/station_record.ts";
import { type Fuel, FUELS } from "../shared/fuels.ts";
import { DAY_MS } from "../shared/units.ts";

const MINUTE_MS = 60_000;
/** How far ahead of the ingest a station's clock may be. */
const LEAD_MS = 10 * MINUTE_MS;

/** A price as the feed reports it. Feeds do not know whether it is suspect. */
export type FeedPrice = { priceMilli: number; atMs: number; suspect?: boolean };

/** A station as the feed reports it. */
export type FeedStation =
  & Pick<StationToWrite, "position" | "postalCode" | "department" | "motorway">
  & {
    id: string;
    automate247: boolean;
    services: readonly string[];
    prices: Partial<Record<Fuel, FeedPrice>>;
    /** Beginning of the open stock-out of each fuel, in ms. */
    stockOutSinceMs: Partial<Record<Fuel, number>>;
    /**
     * The brand, and the beginning of a closure that no price has ended (ms). Feeds have neither.
     */
    brand: string | null;
    closedSinceMs: number;
  };

/** The stations of a feed at an instant, in the order of their IDs. */
export type FeedWorld = { stations: FeedStation[]; asOfMs: number };

/**
 * Returns the price in force (recent, not suspect, and without a stock-out or closure since) or
 * null.
 */
export function getInForce(
  { asOfMs }: Pick<FeedWorld, "asOfMs">,
  { station, fuel, maxAgeDays = 30 }: { station: FeedStation; fuel: Fuel; maxAgeDays?: number },
): FeedPrice | null {
  const price = station.prices[fuel];
  if (
    !price || price.suspect || asOfMs - price.atMs > maxAgeDays * DAY_MS ||
    price.atMs - asOfMs > LEAD_MS
  ) {
    return null;
  }
  const interruptedMs = Math.max(station.stockOutSinceMs[fuel] ?? -Infinity, station.closedSinceMs);
  return interruptedMs >= price.atMs ? null : price;
}

const FUEL_NAMES = ["Gazole", "SP95", "SP98", "E10", "E85", "GPLc"];
const toFuel = (name: string) => FUELS[FUEL_NAMES.indexOf(name.trim())];

const PARIS = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "medium",
});

/** Returns the instant of a Paris wall-clock text; NaN if it is invalid. */
export function toMs(text: string): number {
  const [wall] =
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?=\.\d+$|$)/.exec(text.trim().replace("T", " ")) ?? [""];
  const wallMs = Date.parse(`${wall.replace(" ", "T")}Z`);
  // Some parsers move February 30 to March and others reject it.
  if (
    Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, 19).replace("T", " ") !== wall
  ) return NaN;
  const isSummer = PARIS.format(wallMs - 120 * MINUTE_MS) === wall;
  return wallMs - (isSummer ? 120 : 60) * MINUTE_MS;
}

function toMilli(text: string): number {
  if (!/^\d{1,6}(\.\d{1,9})?$/.test(text.trim())) return NaN;
  const number = Number(text);
  return Math.round(number < 100 ? number * 1000 : number);
}

/**
 * Returns true if an instant is plausible: not before a year, and at most ten minutes after now.
 */
function isBelievable(
  atMs: number,
  { fromYear, nowMs }: { fromYear: number; nowMs: number },
): boolean {
  return atMs >= Date.UTC(fromYear - 1, 11, 31, 23) && atMs <= nowMs + LEAD_MS;
}

/** Returns all prices of a station that are plausible by themselves, in the order of the feed. */
export function readPrices(raw: RawStation, nowMs: number): (FeedPrice & { fuel: Fuel })[] {
  return raw.prices.flatMap(({ fuel: name, at, value }) => {
    const fuel = toFuel(name);
    const price = { priceMilli: toMilli(value), atMs: toMs(at) };
    if (!fuel || !isBelievable(price.atMs, { fromYear: 2007, nowMs })) return [];
    const { minMilli, maxMilli } = PRICE_BOUNDS[fuel];
    return price.priceMilli >= minMilli && price.priceMilli <= maxMilli ? [{ fuel, ...price }] : [];
  });
}

/** Returns true if a price of E85 or GPLc is that of petrol, entered in the wrong field. */
export function isOfPetrol(
  { fuel, priceMilli }: FeedPrice & { fuel: Fuel },
  petrolsMilli: readonly number[],
): boolean {
  return (fuel === "e85" || fuel === "gplc") && 10 * priceMilli >= 9 * Math.min(...petrolsMilli);
}

function readLastPrices(raw: RawStation, nowMs: number): FeedStation["prices"] {
  const rows = readPrices(raw, nowMs);
  const petrols = rows.filter(({ fuel }) => ["sp95", "sp98", "e10"].includes(fuel)).map((row) =>
    row.priceMilli
  );
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
    if (!fuel || !isBelievable(sinceMs, { fromYear: 2000, nowMs }) || !(untilMs >= sinceMs)) {
      continue;
    }
    rows.set(`${fuel} ${sinceMs}`, { fuel, sinceMs, untilMs });
  }
  const open: FeedStation["stockOutSinceMs"] = {};
  for (const { fuel, sinceMs, untilMs } of rows.values()) {
    if (untilMs > nowMs) open[fuel] = Math.max(open[fuel] ?? -Infinity, sinceMs);
  }
  return open;
}

/** Yields the elements of a feed or archive (ZIP or XML). */
export async function* readElements(bytes: Uint8Array): AsyncGenerator<RawStation> {
  yield* decodeStations(unpackFeed(bytes, { maxUnpackedBytes: 100_000_000 }));
}

/**
 * Returns the stations of a feed in the order of their IDs as text. If a station occurs twice, the
 * later one counts. Throws `FeedRefused` if it is not a feed.
 */
export async function readFeed(bytes: Uint8Array, nowMs: number): Promise<FeedStation[]> {
  const stations = new Map<string, FeedStation>();
  for await (const raw of readElements(bytes)) {
    const { entry } = checkEntry(raw, { nowMs, towns: new Map() });
    if (!entry) continue;
    const read = { prices: readLastPrices(raw, nowMs), stockOutSinceMs: readStockOuts(raw, nowMs) };
    stations.set(raw.id, {
      ...entry.station,
      id: raw.id,
      ...read,
      brand: null,
      closedSinceMs: -Infinity,
    });
  }
  return [...stations.values()].sort((a, b) => compareIds(a.id, b.id));
}
