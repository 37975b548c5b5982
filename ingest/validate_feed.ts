/** Decides whether a whole feed is plausible. @module */

import type { StationToWrite } from "../lib/db/ingest/feed_rows.ts";
import type { StoredRows } from "../lib/db/ingest/stored_rows.ts";
import { distanceToBoxKm } from "../lib/domain/place/location.ts";
import { lastOfSameWallMs } from "../lib/shared/time/paris_time.ts";
import { DAY_MS } from "../lib/shared/units.ts";
import { type CheckedFeed, toCurrentPrices } from "./check.ts";
import { countRefusedPrices, FeedRefused, type RefusalCode, type RowReason } from "./refusals.ts";

/**
 * The largest plausible share of faults in a feed with at least `minCount` stations or prices. The
 * comments give the shares in twelve real feeds, 2016 to 2026.
 */
export const SHARES = {
  /** Stations without a usable ID; 0 in real feeds. */
  stations_refused: { max: 0.2, minCount: 1 },
  /** Stations without a usable position; 1 % on 2016-12-16, one station since 2019. */
  positions_refused: { max: 0.2, minCount: 50 },
  /** Prices that fail the check; at most 0.15 %, on 2016-12-16. */
  prices_refused: { max: 0.2, minCount: 1 },
  /** Listed stations that are missing; 5 in three days, 670 in 2.5 years. */
  stations_missing: { max: 0.2, minCount: 50 },
  /**
   * Stations that lost one of {@link DETAILS}; 0.05 % in two months. In nine years 6 % moved and 1
   * % lost their hours.
   */
  details_lost: { max: 0.2, minCount: 50 },
  /** Prices whose value changed under an unchanged time; 0 in real feeds. */
  prices_rewritten: { max: 0.5, minCount: 100 },
  /**
   * Prices that moved within {@link MOVED_WITHIN_MS}; 1 to 2 % in ten minutes, less than a third in
   * a day.
   */
  prices_moved: { max: 0.5, minCount: 100 },
} as const;

const MOVED_WITHIN_MS = DAY_MS;

/**
 * Bounds of the median ratio of new to old prices, if the last feed is less than 30 days older.
 * March 2022 moved it by 15 %.
 */
export const LEVEL = {
  minRatio: 0.8,
  maxRatio: 1.25,
  withinMs: 30 * DAY_MS,
  minPairs: 100,
} as const;

/** A station has moved if it is farther than this from its last position. */
const MAX_MOVE_KM = 1;

/** Details of a station, each with a function that tells whether the next feed keeps it. */
const DETAILS: Record<string, (before: StationToWrite, now: StationToWrite) => boolean> = {
  position: ({ position: before }, { position: now }) =>
    before === null ||
    now !== null &&
      distanceToBoxKm(now, [before.lat, before.lng, before.lat, before.lng]) <= MAX_MOVE_KM,
  town: (before, now) =>
    (before.city === null || now.city !== null) &&
    (before.department === null || now.department === before.department),
  hours: (before, now) => before.openingHours === null || now.openingHours !== null,
  services: (before, now) => before.services.length === 0 || now.services.length > 0,
};

/** Reasons that concern the row of a price and not its station. */
const PRICE_REASONS: readonly RowReason[] = [
  "unknown_fuel",
  "bad_time",
  "future_time",
  "too_old",
  "bad_price",
  "implausible_price",
];

function refuse(code: RefusalCode, detail: string): never {
  throw new FeedRefused(code, detail);
}

/** Refuses a feed with too many faults; `what` names the detail if the code does not. */
function requireShare(
  code: keyof typeof SHARES,
  { count, of, what = "" }: { count: number; of: number; what?: string },
) {
  const { max, minCount } = SHARES[code];
  if (of >= minCount && count / of > max) {
    refuse(code, `${what}${count} of ${of} (${(100 * count / of).toFixed(1)} %)`);
  }
}

/**
 * Refuses a feed that is implausible by itself: `empty`, `stations_refused`, `positions_refused`,
 * `prices_refused`.
 */
export function validateAlone(feed: CheckedFeed): void {
  const { reported, entries, refused } = feed;
  if (reported.stations === 0) refuse("empty", "no station");
  const badIds = refused.filter(({ reason }) => reason === "bad_station_id").length;
  requireShare("stations_refused", { count: badIds, of: reported.stations });
  const nowhere =
    entries.values().filter(({ station }) => station.position === null).toArray().length;
  requireShare("positions_refused", { count: nowhere, of: entries.size });
  requireShare("prices_refused", {
    count: countRefusedPrices(refused, PRICE_REASONS),
    of: reported.prices,
  });
  if (feed.newestPriceMs === null) refuse("empty", `${entries.size} stations without any price`);
}

/** A price that both the tables and the feed have, with value and time before and now. */
type Pair = { before: number; beforeMs: number; now: number; nowMs: number };

function findPairs(feed: CheckedFeed, stored: StoredRows): Pair[] {
  const pairs: Pair[] = [];
  const listed = Map.groupBy(
    stored.prices.filter(({ listed }) => listed),
    ({ stationId }) => stationId,
  );
  for (const [stationId, before] of listed) {
    for (
      const { fuel, priceMilli, atMs } of toCurrentPrices(feed.entries.get(stationId)?.prices ?? [])
    ) {
      const same = before.find((price) => price.fuel === fuel);
      if (same) {
        pairs.push({ before: same.priceMilli, beforeMs: same.atMs, now: priceMilli, nowMs: atMs });
      }
    }
  }
  return pairs;
}

function validateStations({ entries }: CheckedFeed, stored: StoredRows): void {
  const listed = stored.stations.filter(({ leftAtMs }) => leftAtMs === null);
  const of = listed.length;
  const common = listed.flatMap((before) => {
    const now = entries.get(before.id)?.station;
    return now ? [{ before, now }] : [];
  });
  requireShare("stations_missing", { count: listed.length - common.length, of });
  for (const [detail, keeps] of Object.entries(DETAILS)) {
    const count = common.filter(({ before, now }) => !keeps(before, now)).length;
    requireShare("details_lost", { count, of, what: `${detail} of ` });
  }
}

function median(numbers: readonly number[]): number {
  return Float64Array.from(numbers).sort().at(Math.floor(numbers.length / 2)) ?? NaN;
}

function validatePrices(pairs: Pair[], elapsedMs: number): void {
  const of = pairs.length;
  const rewritten =
    pairs.filter((pair) => pair.nowMs === pair.beforeMs && pair.now !== pair.before).length;
  requireShare("prices_rewritten", { count: rewritten, of });
  const moved = pairs.filter((pair) => pair.now !== pair.before).length;
  if (elapsedMs < MOVED_WITHIN_MS) requireShare("prices_moved", { count: moved, of });
  if (of < LEVEL.minPairs || elapsedMs >= LEVEL.withinMs) return;
  const ratio = median(pairs.map((pair) => pair.now / pair.before));
  if (ratio < LEVEL.minRatio || ratio > LEVEL.maxRatio) {
    refuse("level_moved", `the median price is ${ratio.toFixed(3)} times what it was`);
  }
}

/**
 * Refuses a feed that cannot follow the stored rows. `feedAtMs` is the newest price of the last
 * accepted feed; if it is null, nothing is compared.
 */
export function validateAgainst(
  feed: CheckedFeed,
  stored: StoredRows,
  feedAtMs: number | null,
): void {
  if (feedAtMs === null) return;
  const newestMs = feed.newestPriceMs ?? 0;
  // Times in the hour that October repeats are read as the first of the two, so they may be an hour
  // too early.
  if (lastOfSameWallMs(newestMs) < feedAtMs) {
    refuse(
      "older",
      `${new Date(newestMs).toISOString()} is before ${new Date(feedAtMs).toISOString()}`,
    );
  }
  validateStations(feed, stored);
  validatePrices(findPairs(feed, stored), newestMs - feedAtMs);
}
