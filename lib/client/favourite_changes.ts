/** Remembers the prices of the favourites from visit to visit, on the device alone, to tell what has changed. @module */

import type { Fuel } from "../shared/fuels.ts";
import type { CurrentStation } from "../shared/favourites.ts";

/** Prices in force by `id/fuel`, and when they were seen; ms since 1970. */
type Seen = { atMs: number; prices: Record<string, string> };

/** How a favourite's price has changed. `difference` is signed text in euros, as on the wire. */
export type Change = { difference: string; sinceMs: number };

const KEY = "favourites-seen";
/** Who comes back earlier is still on the same visit. */
const VISIT_MS = 6 * 3_600_000;

function isSeen(value: unknown): value is Seen {
  const { atMs, prices } = (value ?? {}) as Partial<Seen>;
  return typeof atMs === "number" && typeof prices === "object" && prices !== null;
}

function read(): { before: Seen | null; last: Seen | null } {
  try {
    const { before, last } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { before: isSeen(before) ? before : null, last: isSeen(last) ? last : null };
  } catch {
    return { before: null, last: null }; // Storage is refused or holds something else.
  }
}

function toPrices(stations: Iterable<CurrentStation | null>): Seen["prices"] {
  const offers = [...stations].flatMap((station) =>
    (station?.prices ?? []).filter((offer) => offer.in_force).map((
      { fuel, price },
    ) => [`${station!.id}/${fuel}`, price])
  );
  return Object.fromEntries(offers);
}

/** Stores the prices of now, and returns what tells how a price has changed since the visit before: null when it has not. */
export function followPrices(
  stations: ReadonlyMap<string, CurrentStation | null>,
  nowMs: number,
): (id: string, fuel: Fuel) => Change | null {
  const { before, last } = read();
  const isNewVisit = last !== null && nowMs - last.atMs > VISIT_MS;
  const since = isNewVisit ? last : before;
  const prices = toPrices(stations.values());
  const seen = { before: since, last: { atMs: isNewVisit || !last ? nowMs : last.atMs, prices } };
  try {
    localStorage.setItem(KEY, JSON.stringify(seen));
  } catch { /* Storage is refused: nothing is told next time. */ }
  return (id, fuel) => {
    const [now, then] = [prices[`${id}/${fuel}`], since?.prices[`${id}/${fuel}`]];
    if (since === null || now === undefined || then === undefined || now === then) return null;
    return { difference: (Number(now) - Number(then)).toFixed(3), sinceMs: since.atMs };
  };
}
