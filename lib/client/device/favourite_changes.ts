/** Remembers the prices of the favourites from visit to visit, to show what has changed. @module */

import type { Fuel } from "../../shared/station/fuels.ts";
import type { CurrentStation } from "../../shared/station/favourites.ts";
import { readStored, writeStored } from "../browser.ts";

/** Prices in force by `id/fuel`, and when they were seen; ms since 1970. */
type Seen = { atMs: number; prices: Record<string, string> };

/** How a favourite's price has changed. `difference` is signed text in euros, as on the wire. */
export type Change = { difference: string; sinceMs: number };

const KEY = "favourites-seen";
/** A visitor who comes back earlier is still on the same visit. */
const VISIT_MS = 6 * 3_600_000;

function isSeen(value: unknown): value is Seen {
  const { atMs, prices } = (value ?? {}) as Partial<Seen>;
  return typeof atMs === "number" && typeof prices === "object" && prices !== null;
}

function read(): { before: Seen | null; last: Seen | null } {
  try {
    const { before, last } = JSON.parse(readStored(KEY) ?? "{}");
    return { before: isSeen(before) ? before : null, last: isSeen(last) ? last : null };
  } catch {
    return { before: null, last: null }; // Something else is stored.
  }
}

/** Stores the prices of now. Returns what finds the change of a price since the visit before; null when there is none. */
export function followPrices(
  stations: ReadonlyMap<string, CurrentStation | null>,
  nowMs: number,
): (id: string, fuel: Fuel) => Change | null {
  const { before, last } = read();
  const isNewVisit = last !== null && nowMs - last.atMs > VISIT_MS;
  const since = isNewVisit ? last : before;
  const prices: Seen["prices"] = {};
  for (const station of stations.values()) {
    for (const offer of station?.prices ?? []) if (offer.in_force) prices[`${station!.id}/${offer.fuel}`] = offer.price;
  }
  const seen = { before: since, last: { atMs: isNewVisit || !last ? nowMs : last.atMs, prices } };
  writeStored(KEY, JSON.stringify(seen));
  return (id, fuel) => {
    const [now, then] = [prices[`${id}/${fuel}`], since?.prices[`${id}/${fuel}`]];
    if (since === null || now === undefined || then === undefined || now === then) return null;
    return { difference: (Number(now) - Number(then)).toFixed(3), sinceMs: since.atMs };
  };
}
