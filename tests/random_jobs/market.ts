/**
 * Generates feeds that change at random, and the history that they describe together.
 *
 * @module
 */

import { pick, type Random } from "../../lib/shared/random.ts";
import { toArchiveXml } from "../support/archive_xml.ts";
import { type SmallStation, toFeed } from "../support/small_feed.ts";

/**
 * A price in thousandths and the instant of its report. `isOut` means that the station has run out
 * since then, `hasSlipped` that it has mistyped a price once.
 */
type Offer = { milli: number; atMs: number; isOut: boolean; hasSlipped: boolean };

/** The gazole of all stations, by ID. */
export type Market = ReadonlyMap<string, Offer>;

/** The number of stations in the first feed. */
const STATIONS = 60;
/** Only the first ones change, so that rules meet changes often. */
const CHANGING_STATIONS = 8;
const STEPS_MILLI = [-60, -40, -20, -10, 10, 20, 40];
/** Prices stay so close together that only mistyped ones are suspect. */
const MIN_MILLI = 1_680;
const MAX_MILLI = 1_830;
const MISTYPED_MILLI = [1_300, 2_900];
/** How often a report of a station that may slip is mistyped. */
const SLIP_SHARE = 0.3;
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Stations whose prices change. */
export const changingIds = Array.from(
  { length: CHANGING_STATIONS },
  (_, index) => String(75_012_001 + index),
);

function toParisWall(ms: number): string {
  return new Date(ms).toLocaleString("sv-SE", { timeZone: "Europe/Paris" });
}

/**
 * Each slips once, because a mistyped price is not suspect if the station had it before or three
 * stations have it.
 */
const slippingIds = changingIds.slice(0, 2);

const confirmingId = String(75_012_000 + STATIONS);

/** Returns the first market, reported half an hour before `nowMs`. */
export function createMarket(random: Random, nowMs: number): Market {
  return new Map(Array.from({ length: STATIONS }, (_, index) => [String(75_012_001 + index), {
    milli: 1_700 + 10 * Math.floor(random() * 12),
    atMs: nowMs - 30 * MINUTE_MS,
    isOut: false,
    hasSlipped: false,
  }]));
}

/**
 * Draws the time of a report: less than a minute ago, so that it is later than those of the
 * previous feed.
 */
function drawReportMs(random: Random, nowMs: number): number {
  return nowMs - Math.ceil(50 * random()) * 1_000;
}

type Draw = { id: string; before: Offer; atMs: number };

function drawOffer(random: Random, { id, before, atMs }: Draw): Offer {
  const { milli, hasSlipped } = before;
  if (!hasSlipped && slippingIds.includes(id) && random() < SLIP_SHARE) {
    return { milli: pick(random, MISTYPED_MILLI), atMs, isOut: false, hasSlipped: true };
  }
  const wanted = milli + pick(random, STEPS_MILLI);
  return {
    milli: Math.min(MAX_MILLI, Math.max(MIN_MILLI, wanted)),
    atMs,
    isOut: random() < 0.15,
    hasSlipped,
  };
}

/**
 * Returns the market at least a minute later, with other prices, stock-outs, and occasionally a new
 * station with an old price.
 */
export function moveMarket(random: Random, before: Market, nowMs: number): Market {
  const market = new Map(before);
  const atMs = drawReportMs(random, nowMs);
  for (let count = 1 + Math.floor(8 * random()); count > 0; count--) {
    const id = pick(random, changingIds);
    market.set(id, drawOffer(random, { id, before: before.get(id)!, atMs }));
  }
  // One station always confirms its price, because a feed without a newer price is rejected.
  market.set(confirmingId, { ...market.get(confirmingId)!, atMs });
  if (random() < 0.2) {
    const days = 1 + Math.floor(60 * random());
    market.set(String(75_013_000 + market.size), {
      milli: 1_750,
      atMs: nowMs - days * DAY_MS,
      isOut: false,
      hasSlipped: false,
    });
  }
  return market;
}

/**
 * Returns the market after stations withdrew their reports between `before` and `now`, except
 * changes to a mistyped price.
 */
export function takeBack(
  random: Random,
  { before, now }: { before: Market; now: Market },
  nowMs: number,
): Market {
  const atMs = drawReportMs(random, nowMs);
  return new Map([...now].map(([id, offer]) => {
    const old = before.get(id);
    const isKept = !old || old.atMs === offer.atMs || isSuspect(old.milli);
    return [id, isKept ? offer : { ...old, atMs, hasSlipped: offer.hasSlipped }];
  }));
}

/** Returns the market as an official feed. */
export function toFeedBytes(market: Market): Uint8Array<ArrayBuffer> {
  return toFeed([...market].map(([id, { milli, atMs, isOut }]): SmallStation => {
    const at = toParisWall(atMs);
    return {
      id,
      prices: isOut ? [] : [{ fuel: "Gazole", at, value: (milli / 1_000).toFixed(3) }],
      stockOuts: isOut ? [{ fuel: "Gazole", since: at }] : [],
    };
  }));
}

/** When the archive's prices were reported, before all feeds. */
export const ARCHIVED_AT = ["2026-05-01T06:00:00.000Z", "2026-05-20T06:00:00.000Z"] as const;

/** Returns a year's archive with older prices of the stations that change. */
export function writeArchive(): string {
  const [first, second] = ARCHIVED_AT.map((at) =>
    toParisWall(Date.parse(at)).replace(" ", "T")
  ) as [string, string];
  return toArchiveXml(changingIds.map((id, index) => ({
    id: Number(id),
    postalCode: "75012",
    city: "Paris",
    prices: [["Gazole", first, `1.7${10 + index}`], ["Gazole", second, "1.755"]],
  })));
}

/** Returns whether a price is mistyped. */
export function isSuspect(milli: number): boolean {
  return MISTYPED_MILLI.includes(milli);
}

/** Returns the price of a station unless it is suspect, or null if there is none. */
function findPrice(market: Market, id: string): number | null {
  const offer = market.get(id);
  return offer && !offer.isOut && !isSuspect(offer.milli) ? offer.milli : null;
}

/**
 * Returns the lowest price of some stations, ignoring suspect ones, or null if no station has a
 * price.
 */
export function findLowest(market: Market, ids: readonly string[]): number | null {
  const prices = ids.map((id) => findPrice(market, id)).filter((milli) => milli !== null);
  return prices.length > 0 ? Math.min(...prices) : null;
}

/**
 * Returns the rows that the history table should have after some feeds, `station at milli`, sorted.
 */
export function replayHistory(markets: readonly Market[]): string[] {
  const reports = new Map<string, Map<number, number>>();
  for (const market of markets) {
    for (const [id, { milli, atMs, isOut }] of market) {
      if (!isOut) reports.getOrInsertComputed(id, () => new Map()).set(atMs, milli);
    }
  }
  return [...reports].flatMap(([id, byTime]) => {
    const inOrder = [...byTime].sort(([a], [b]) => a - b);
    return inOrder
      .filter(([, milli], index) => index === 0 || inOrder[index - 1]![1] !== milli)
      .map(([atMs, milli]) => `${id} ${new Date(atMs).toISOString()} ${milli}`);
  }).sort();
}
