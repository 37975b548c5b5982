/** Stations of lists as JSON text: without it a thousand answers would write the same station a thousand times. @module */

import type { Found } from "../db/search.ts";
import { toEntry } from "../domain/station_record.ts";

// As old as the picture that holds the prices, and gone with it: at most one text of some 400 bytes for each of them.
const texts = new WeakMap<Found["price"], string>();

/** The list entry of a station and a price of the picture as JSON, without the closing brace: a search adds the distance. */
export function toOpenText({ station, price }: Pick<Found, "station" | "price">): string {
  let text = texts.get(price);
  if (text === undefined) texts.set(price, text = JSON.stringify(toEntry(station, price)).slice(0, -1));
  return text;
}
