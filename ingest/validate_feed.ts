/** Decides whether a feed as a whole is believable. @module */

import type { Known } from "../lib/db/ingest/known.ts";
import { type CheckedFeed, getCurrentPrice } from "./check.ts";
import { FeedRefused, type RefusalCode, type RowReason } from "./refusals.ts";

const DAY_MS = 86_400_000;

/** The bounds of belief, each with its reason. */
export const THRESHOLDS = {
  /** Share of listed stations that must still be there. Feeds lose 5 stations in three days, 600 in 2.7 years. */
  minStationShare: 0.8,
  /** Below so many listed stations shares say nothing (first steps, tests, a region's extract). */
  minStations: 50,
  /** Share of stations without a usable id. None in any feed since 2016. */
  maxRefusedStationShare: 0.2,
  /** Share of prices that fail the check. The worst file known, the day of 2016-12-16, has 0.15 %. */
  maxRefusedPriceShare: 0.2,
  /** Share of common prices with another value under an unchanged time. None in 22 pairs of feeds. */
  maxRewrittenShare: 0.5,
  /** Share of common prices that moved though the last feed is less than a day older. Ten minutes move 1 to 2 %, a day
   * less than a third; a rebate of the State moves nearly all, but over hours, which ten-minute steps follow. */
  maxMovedShare: 0.5,
  movedWithinMs: DAY_MS,
  /** Bounds of the median of new to old prices, while the last feed is less than 30 days older. The steepest weeks known
   * (March and September 2022) moved the level by 15 %; a slip of unit moves it a thousandfold. */
  minLevelRatio: 0.8,
  maxLevelRatio: 1.25,
  levelWithinMs: 30 * DAY_MS,
  /** Fewer common prices than this prove nothing. */
  minPairs: 100,
} as const;

/** Reasons that speak against the price's row, not against the station. */
const PRICE_REASONS: readonly RowReason[] = [
  "unknown_fuel",
  "bad_time",
  "future_time",
  "too_old",
  "bad_price",
  "implausible_price",
];

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function refuse(code: RefusalCode, detail: string): never {
  throw new FeedRefused(code, detail);
}

/** Refuses a feed that is wrong by itself: `empty`, `stations_refused`, `prices_refused`. */
export function validateAlone(feed: CheckedFeed): void {
  const { reported, entries, same, refused } = feed;
  if (reported.stations === 0) refuse("empty", "no station");
  const badIds = refused.filter(({ reason }) => reason === "bad_station_id").length;
  if (badIds / reported.stations > THRESHOLDS.maxRefusedStationShare) {
    refuse("stations_refused", `${badIds} of ${reported.stations} have no usable id`);
  }
  const badPrices =
    refused.filter(({ reason, raw }) => PRICE_REASONS.includes(reason) && raw.startsWith("prix ")).length;
  if (reported.prices > 0 && badPrices / reported.prices > THRESHOLDS.maxRefusedPriceShare) {
    refuse("prices_refused", `${badPrices} of ${reported.prices} (${percent(badPrices / reported.prices)})`);
  }
  if (feed.newestPriceMs === null) refuse("empty", `${entries.size + same.size} stations without any price`);
}

/** A price that both the tables and the feed have: value and time before and now. */
type Pair = { before: number; beforeMs: number; now: number; nowMs: number };

/** Stands for each price of a station that is told as in the last feed. */
const UNMOVED: Pair = { before: 1, beforeMs: 0, now: 1, nowMs: 0 };

function findPairs(feed: CheckedFeed, known: Known): Pair[] {
  const pairs: Pair[] = [];
  for (const { stationId, fuel, priceMilli, atMs, listed } of known.prices) {
    const entry = listed ? feed.entries.get(stationId) : undefined;
    const fact = entry && getCurrentPrice(entry.prices, fuel);
    if (fact) pairs.push({ before: priceMilli, beforeMs: atMs, now: fact.priceMilli, nowMs: fact.atMs });
  }
  for (const { prices } of feed.same.values()) for (let count = 0; count < prices; count++) pairs.push(UNMOVED);
  return pairs;
}

function validateStations({ entries, same }: CheckedFeed, known: Known): void {
  const listed = known.stations.filter(({ leftAtMs }) => leftAtMs === null);
  const count = listed.length + same.size;
  if (count < THRESHOLDS.minStations) return;
  const missing = listed.filter(({ id }) => !entries.has(id)).length;
  if (1 - missing / count >= THRESHOLDS.minStationShare) return;
  refuse("stations_missing", `${missing} of ${count} (${percent(missing / count)})`);
}

/** The middle one of some numbers; NaN of none. */
function median(numbers: readonly number[]): number {
  return Float64Array.from(numbers).sort().at(Math.floor(numbers.length / 2)) ?? NaN;
}

function validatePrices(pairs: Pair[], elapsedMs: number): void {
  if (pairs.length < THRESHOLDS.minPairs) return;
  const share = (count: number) => count / pairs.length;
  const rewritten = pairs.filter((pair) => pair.nowMs === pair.beforeMs && pair.now !== pair.before).length;
  if (share(rewritten) > THRESHOLDS.maxRewrittenShare) {
    refuse("prices_rewritten", `${rewritten} of ${pairs.length} (${percent(share(rewritten))})`);
  }
  const moved = pairs.filter((pair) => pair.now !== pair.before).length;
  if (elapsedMs < THRESHOLDS.movedWithinMs && share(moved) > THRESHOLDS.maxMovedShare) {
    refuse("prices_moved", `${moved} of ${pairs.length} (${percent(share(moved))})`);
  }
  const ratio = median(pairs.map((pair) => pair.now / pair.before));
  if (elapsedMs >= THRESHOLDS.levelWithinMs) return;
  if (ratio < THRESHOLDS.minLevelRatio || ratio > THRESHOLDS.maxLevelRatio) {
    refuse("level_moved", `the median price is ${ratio.toFixed(3)} times what it was`);
  }
}

/**
 * Refuses a feed that cannot follow what is known: `older`, `stations_missing`, `prices_rewritten`, `prices_moved`,
 * `level_moved`. `feedAtMs` is the newest price time of the last accepted feed; null: none yet, nothing is compared.
 */
export function validateAgainst(feed: CheckedFeed, known: Known, feedAtMs: number | null): void {
  if (feedAtMs === null) return;
  const newestMs = feed.newestPriceMs ?? 0;
  if (newestMs < feedAtMs) {
    refuse("older", `${new Date(newestMs).toISOString()} is before ${new Date(feedAtMs).toISOString()}`);
  }
  validateStations(feed, known);
  validatePrices(findPairs(feed, known), newestMs - feedAtMs);
}
