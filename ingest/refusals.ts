/** Defines the reasons to refuse a feed or one of its rows. @module */

import { toStorable } from "../lib/domain/place/display_text.ts";

/** The reasons to refuse a whole feed, each with a message for people. */
export const REFUSALS = {
  html: "The answer is a web page, not a feed",
  not_a_feed: "The bytes are neither a ZIP nor an XML of stations",
  bad_zip: "The ZIP is truncated or corrupt, or does not hold exactly one XML",
  too_large: "The feed is larger than any real feed",
  bad_xml: "The XML is malformed or not in the official layout",
  truncated: "The XML stops before its end",
  wrong_year: "The archive holds another year than it should",
  dtd: "The XML declares a document type or entities, which are never expanded",
  empty: "The feed holds no station or no usable price",
  stations_missing: "Too many stations of the last feed are missing",
  stations_refused: "Too many stations are unreadable",
  positions_refused: "Too many stations have no usable position",
  prices_refused: "Too many prices failed the check",
  older: "The newest price is older than the newest of the last accepted feed",
  details_lost: "Too many stations lost or changed details",
  prices_rewritten: "Too many prices have another value under an unchanged time",
  prices_moved: "Too many prices moved within a day",
  level_moved: "The level of prices moved further than it ever does",
  sample_over_real: "A synthetic sample must not replace real data",
  clock_differs: "The clocks of this machine and of the database differ",
  clock_behind: "The clock is behind the data",
  clock_ahead: "The clock is ahead of the feed, or the feed has stopped",
} as const;

/** The code of a refusal. */
export type RefusalCode = keyof typeof REFUSALS;

/** Returns true if only the clock is wrong, and not the feed. */
export function isClockRefusal(code: string | null): boolean {
  return code !== null && code.startsWith("clock_");
}

/**
 * A whole feed was refused. The message is public (`/readyz`), so `detail` is our own words and
 * never quotes the feed, which may be a page of a private network.
 */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused";

  constructor(readonly code: RefusalCode, readonly detail = "", options?: ErrorOptions) {
    super(detail ? `${REFUSALS[code]}: ${detail}` : REFUSALS[code], options);
  }
}

/**
 * The source could not be read. The message is our own words, since those of the source may contain
 * secrets. `isTemporary` means that a later request may succeed.
 */
export class FetchFailed extends Error {
  override readonly name = "FetchFailed";

  constructor(message: string, readonly isTemporary: boolean) {
    super(message);
  }
}

/** The reasons to refuse a row, each with a message for people. */
export const ROW_REASONS = {
  bad_station_id:
    "The station ID is not a whole number without a leading zero; the station is left out",
  duplicate_station: "The station occurs again later in the same feed; the later one counts",
  bad_postal_code: "The postal code does not have five digits; the station has no department",
  bad_hours: "The opening hours contain an invalid time; the slot is left out",
  unknown_fuel: "The fuel is not one of the six",
  bad_time: "The timestamp is invalid",
  future_time: "The timestamp is in the future",
  too_old: "The price is from before 2007, when the State began to collect prices",
  impossible_stock_out: "The stock-out began before 2000, or ends before it begins",
  impossible_closure: "The closure began before 2000, or ends before it begins",
  bad_price: "The price is not a positive number",
  implausible_price: "The price is outside the bounds of its fuel",
  petrol_price: "The price of E85 or GPLc is that of petrol",
  duplicate_price: "The fuel has another price with the same timestamp; the last one counts",
} as const;

/** The code of a reason. */
export type RowReason = keyof typeof ROW_REASONS;

/**
 * A refused row: the ID of the station as received, the reason, and the words of the row as
 * received.
 */
export type RefusedRow = { stationId: string; reason: RowReason; raw: string };

/** Returns a refused row from the words of the feed. */
export function toRefusedRow(
  stationId: string,
  reason: RowReason,
  words: readonly string[],
): RefusedRow {
  return {
    stationId: toStorable(stationId).slice(0, 40),
    reason,
    raw: toStorable(words.join(" ")),
  };
}

/** Counts the rows of prices that were refused for `reasons`, without rows of stock-outs. */
export function countRefusedPrices(
  refused: readonly RefusedRow[],
  reasons: readonly RowReason[],
): number {
  return refused.filter(({ reason, raw }) => reasons.includes(reason) && raw.startsWith("prix "))
    .length;
}
