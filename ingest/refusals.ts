/** Lists the reasons for which a whole feed or a row of it is refused. @module */

import { toStorable } from "../lib/domain/place/display_text.ts";

/** Every reason for refusing a feed as a whole, with what it means to a person. */
export const REFUSALS = {
  html: "The answer is a web page, not a feed",
  not_a_feed: "The bytes are neither a ZIP nor an XML of stations",
  bad_zip: "The ZIP is truncated or corrupt, or does not hold exactly one XML",
  too_large: "The feed is larger than a feed can sanely be",
  bad_xml: "The XML is malformed or not in the official layout",
  truncated: "The XML stops before its end",
  wrong_year: "The archive holds another year than it should",
  dtd: "The XML declares a document type or entities, which are never expanded",
  empty: "The feed holds no station or no usable price",
  stations_missing: "Too many stations of the last feed are missing",
  stations_refused: "Too many stations could not be read",
  positions_refused: "Too many stations have no usable position",
  prices_refused: "Too many prices failed the check",
  older: "The newest price is older than the newest of the last accepted feed",
  details_lost: "Too many stations lost or changed details",
  prices_rewritten: "Too many prices have another value under an unchanged time",
  prices_moved: "Too many prices moved within a day",
  level_moved: "The level of prices moved further than prices do",
  sample_over_real: "A synthetic sample must not replace real data",
  clock_differs: "The clocks of this machine and of the database differ",
  clock_behind: "The clock is behind the data",
  clock_ahead: "The clock is ahead of the feed, or the feed has stood still",
} as const;

/** Code of a refusal. */
export type RefusalCode = keyof typeof REFUSALS;

/** Whether nothing is wrong with the feed, only with the clock that it was read by. */
export function isClockRefusal(code: string | null): boolean {
  return code !== null && code.startsWith("clock_");
}

/**
 * A feed was refused as a whole. The message is public (`/readyz`), so `detail` is our own words,
 * never the feed's: it may be a page of a private network.
 */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused";

  constructor(readonly code: RefusalCode, readonly detail = "", options?: ErrorOptions) {
    super(detail ? `${REFUSALS[code]}: ${detail}` : REFUSALS[code], options);
  }
}

/**
 * The source could not be read. The message is our own words, for theirs may have secrets.
 * `isPassing`: a later request may succeed.
 */
export class FetchFailed extends Error {
  override readonly name = "FetchFailed";

  constructor(message: string, readonly isPassing: boolean) {
    super(message);
  }
}

/** Every reason for refusing a row, with what it means to a person. */
export const ROW_REASONS = {
  bad_station_id:
    "The station's id is no whole number without a leading zero; the station is left out",
  duplicate_station: "The station occurs again later in the same feed; the later one counts",
  bad_postal_code: "The postal code has not five digits; the station has no department",
  bad_hours: "Opening hours hold a time that is none; the slot is left out",
  unknown_fuel: "The fuel is none of the six",
  bad_time: "The time is no date and time",
  future_time: "The time lies in the future",
  too_old: "A price before 2007, when the State began to collect them",
  impossible_stock_out: "A stock-out before 2000, or one that ends before it begins",
  impossible_closure: "A closure before 2000, or one that ends before it begins",
  bad_price: "The price is no positive number",
  implausible_price: "The price lies outside the bounds of its fuel",
  petrol_price: "E85 or GPLc at the price of petrol",
  duplicate_price: "The fuel has another price of the same instant; the one read last counts",
} as const;

/** Code of a reason. */
export type RowReason = keyof typeof ROW_REASONS;

/** A refused row: the station's id as it came, why, and the row's words as they came. */
export type RefusedRow = { stationId: string; reason: RowReason; raw: string };

/** A refused row from the words of the feed. */
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

/** How many rows of prices were refused for some reasons; rows of stock-outs are not counted. */
export function countRefusedPrices(
  refused: readonly RefusedRow[],
  reasons: readonly RowReason[],
): number {
  return refused.filter(({ reason, raw }) => reasons.includes(reason) && raw.startsWith("prix "))
    .length;
}
