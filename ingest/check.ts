/**
 * Checks raw stations: turns them into facts, and refuses bad rows with a reason instead of
 * guessing.
 *
 * @module
 */

import {
  createTownTable,
  toAddressText,
  toStorable,
  toTownName,
  type TownTable,
} from "../lib/domain/place/display_text.ts";
import { lazy } from "../lib/shared/lazy.ts";
import type { PlaceColumns } from "../lib/places/places.ts";
import type { ClosureFact, PriceFact, StockOutFact } from "../lib/domain/station/fact.ts";
import { toDayHours, toTimeOfDay } from "../lib/domain/station/opening_hours.ts";
import { toDepartmentCode, toPosition } from "../lib/domain/place/location.ts";
import type { StationToWrite } from "../lib/db/ingest/feed_rows.ts";
import type { RawHours, RawStation } from "./parse_station.ts";
import { FeedRefused, type RefusedRow, type RowReason, toRefusedRow } from "./refusals.ts";
import { checkClosures, checkPrices, checkStockOuts } from "./check_rows.ts";

/** Reads all communes (`static/geo`). Throws if the files are missing. */
export async function readPlaceColumns(): Promise<PlaceColumns[]> {
  const urls = ["towns", "villages"].map((name) =>
    new URL(`../static/geo/${name}.json`, import.meta.url)
  );
  return await Promise.all(urls.map(async (url) => JSON.parse(await Deno.readTextFile(url))));
}

/** Returns all communes by name, which give the towns of stations their accents back. */
export const loadTownTable: () => Promise<TownTable> = lazy(async () =>
  createTownTable(await readPlaceColumns())
);

const MAX_ID = 2_147_483_647;
const MAX_SERVICES = 100;
const MAX_LABEL_CHARS = 200;

/**
 * Returns a station ID as a number; null unless it is digits without a leading zero that fit 32
 * bits.
 */
export function toStationId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= MAX_ID ? id : null;
}

function toLabel(text: string): string {
  return toStorable(text).replace(/\s+/g, " ").trim().slice(0, MAX_LABEL_CHARS);
}

/**
 * Returns services in the order of the feed, trimmed and without duplicates. Unknown labels stay.
 */
export function toServices(labels: readonly string[]): string[] {
  return [...new Set(labels.map(toLabel).filter((label) => label !== ""))].slice(0, MAX_SERVICES);
}

function findBadSlots(hours: RawHours | null): string[] {
  return (hours?.days ?? []).flatMap(({ day, slots }) =>
    slots.filter(({ open, close }) => toTimeOfDay(open) === null || toTimeOfDay(close) === null)
      .map(({ open, close }) => `jour ${day}: ${open}-${close}`)
  );
}

/** Checks the fields of a station. A refused value leaves its field empty. */
function checkStation(
  raw: RawStation,
  { id, towns }: { id: number; towns: TownTable },
): { station: StationToWrite; refused: RefusedRow[] } {
  const refused: RefusedRow[] = findBadSlots(raw.hours)
    .map((text) => toRefusedRow(raw.id, "bad_hours", [text]));
  const cp = raw.postalCode.trim();
  const postalCode = /^\d{5}$/.test(cp) ? cp : null;
  if (postalCode === null) refused.push(toRefusedRow(raw.id, "bad_postal_code", [raw.postalCode]));
  const department = postalCode && toDepartmentCode(postalCode, raw.city);
  const checked = toPosition({ latitude: raw.latitude, longitude: raw.longitude, department });
  const automate247 = raw.hours?.automate.trim() === "1";
  const rawAddress = toStorable(raw.address);
  const rawCity = toStorable(raw.city);
  const station: StationToWrite = {
    id,
    postalCode,
    department,
    address: toAddressText(rawAddress),
    city: toTownName(towns, { city: rawCity, postalCode: cp, department }),
    rawAddress,
    rawCity,
    rawLatitude: toStorable(raw.latitude),
    rawLongitude: toStorable(raw.longitude),
    position: checked.position,
    positionFlag: checked.flag,
    motorway: raw.road.trim() === "A",
    automate247,
    openingHours: toDayHours(raw.hours?.days ?? null, automate247),
    services: toServices(raw.services),
  };
  return { station, refused };
}

/** One station with its facts. */
export type CheckedEntry = {
  station: StationToWrite;
  prices: PriceFact[];
  stockOuts: StockOutFact[];
  closures: ClosureFact[];
};

/** A feed after the check. */
export type CheckedFeed = {
  /**
   * By ascending station ID. The order of a feed is arbitrary, and tables are filled faster in the
   * order of their keys.
   */
  entries: Map<number, CheckedEntry>;
  refused: RefusedRow[];
  newestPriceMs: number | null;
  /** Counts of the feed's rows, refused ones included. */
  reported: { stations: number; prices: number; stockOuts: number };
};

/** The instant of the check, and the names of towns. */
export type CheckContext = { nowMs: number; towns: TownTable };

/** A station with its facts (null if its ID is invalid), and the rows that were refused. */
export type Checked = { entry: CheckedEntry | null; refused: RefusedRow[] };

/** Checks one station of a feed or an archive. */
export function checkEntry(raw: RawStation, { nowMs, towns }: CheckContext): Checked {
  const stationId = toStationId(raw.id);
  if (stationId === null) {
    return {
      entry: null,
      refused: [toRefusedRow(raw.id, "bad_station_id", [raw.id, raw.address, raw.city])],
    };
  }
  const context = { stationId, nowMs };
  const checked = checkStation(raw, { id: stationId, towns });
  const prices = checkPrices(raw.prices, context);
  const stockOuts = checkStockOuts(raw.stockOuts, context);
  const closures = checkClosures(raw.closures, context);
  return {
    entry: {
      station: checked.station,
      prices: prices.facts,
      stockOuts: stockOuts.facts,
      closures: closures.facts,
    },
    refused: [checked, prices, stockOuts, closures].flatMap(({ refused }) => refused),
  };
}

/**
 * Maximum stations and rows of a feed, which bound the memory of a run; real feeds have 10 000 and
 * 100 000.
 */
const MAX_STATIONS = 50_000;
const MAX_ROWS = 1_000_000;

function count(feed: CheckedFeed, { prices, stockOuts }: RawStation): void {
  const { reported } = feed;
  reported.stations++;
  reported.prices += prices.length;
  reported.stockOuts += stockOuts.length;
  if (reported.stations > MAX_STATIONS) {
    throw new FeedRefused("too_large", `more than ${MAX_STATIONS} stations`);
  }
  if (reported.prices + reported.stockOuts > MAX_ROWS) {
    throw new FeedRefused("too_large", `more than ${MAX_ROWS} prices and stock-outs`);
  }
}

function add({ entries, refused }: CheckedFeed, checked: Checked): void {
  refused.push(...checked.refused);
  if (checked.entry === null) return;
  const { id } = checked.entry.station;
  const dropped = entries.get(id);
  if (dropped) {
    const { rawAddress, rawCity } = dropped.station;
    const prices = dropped.prices.map(({ fuel, priceMilli, atMs }) =>
      `${fuel}:${priceMilli}@${atMs}`
    );
    refused.push(toRefusedRow(String(id), "duplicate_station", [rawAddress, rawCity, ...prices]));
  }
  entries.set(id, checked.entry);
}

/** Checks all stations of a feed. If two stations have the same ID, the later one counts. */
export async function checkFeed(
  stations: AsyncIterable<RawStation>,
  context: CheckContext,
): Promise<CheckedFeed> {
  const reported = { stations: 0, prices: 0, stockOuts: 0 };
  const feed: CheckedFeed = { entries: new Map(), refused: [], newestPriceMs: null, reported };
  for await (const raw of stations) {
    count(feed, raw);
    add(feed, checkEntry(raw, context));
  }
  const entries = new Map([...feed.entries].sort(([a], [b]) => a - b));
  let newestMs = -Infinity;
  for (const { prices } of entries.values()) {
    for (const { atMs } of prices) newestMs = Math.max(newestMs, atMs);
  }
  return { ...feed, entries, newestPriceMs: newestMs === -Infinity ? null : newestMs };
}

/**
 * Returns the current prices of an entry, by fuel: the latest fact of each fuel, and of two with
 * the same instant the last one.
 */
export function toCurrentPrices(prices: readonly PriceFact[]): PriceFact[] {
  const current: (PriceFact | undefined)[] = [];
  for (const fact of prices) {
    const known = current[fact.fuel];
    if (!known || fact.atMs >= known.atMs) current[fact.fuel] = fact;
  }
  return current.filter((fact) => fact !== undefined);
}

/** Counts the refused rows by reason. */
export function countReasons(refused: readonly RefusedRow[]): Partial<Record<RowReason, number>> {
  const counts: Partial<Record<RowReason, number>> = {};
  for (const { reason } of refused) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
