/** The last visit as the device remembers it: fuel, place and order. @module */

import { isAround } from "./area.ts";
import { type Fuel, isFuel } from "../station/fuels.ts";
import { EMPTY_VIEW, type Point, readView, toQuery, type View, type ViewLocation } from "./url_state.ts";

/** Name under which the browser's storage holds it. */
export const LAST_VISIT_KEY = "last";

type LastPlace = Point & { readonly name: string };

/** The last visit; `query` is that of the map around its place. */
export type LastVisit = { readonly fuel: Fuel; readonly query: string; readonly place: LastPlace | null };

/** A visit as it was stored; null when it is none. */
export function parseLastVisit(text: string | null): LastVisit | null {
  try {
    const { fuel, query, place } = JSON.parse(text ?? "null") ?? {};
    if (!isFuel(fuel) || typeof query !== "string") return null;
    const { name, lat, lng } = place ?? {};
    const isPlace = typeof name === "string" && Number.isFinite(lat) && Number.isFinite(lng);
    return { fuel, query, place: isPlace ? { name, lat, lng } : null };
  } catch {
    return null;
  }
}

/** Fuel, place and order of a view; filters and the sheet are not remembered. */
function toRemembered({ place, q, at }: View, { fuel, sort }: View): string {
  return toQuery({ ...EMPTY_VIEW, fuel, sort, place, q: place === null ? q : "", at: place === null ? at : null });
}

/**
 * The last visit after a view of the map. One that was moved away from its place, is of a whole territory, or is of the
 * visitor's position, which is not remembered, changes fuel and order alone.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { EMPTY_VIEW } from "./url_state.ts";
 * const view = { ...EMPTY_VIEW, q: "Rue X", at: { lat: 45.764, lng: 4.836 }, openNow: true };
 * const where = { lat: 45.764, lng: 4.836, from: view.at, place: null, others: [] };
 * equal(toLastVisit(null, view, where).query, "q=Rue%20X&at=45.764,4.836");
 * equal(toLastVisit(null, { ...view, q: "" }, where).place, null);
 * ```
 */
export function toLastVisit(before: LastVisit | null, view: View, { from, place }: ViewLocation): LastVisit {
  const { fuel } = view;
  const name = place?.name ?? view.q;
  if (!isAround(view) || name === "") {
    const { view: last } = readView(new URLSearchParams(before?.query));
    return { fuel, query: toRemembered(last, view), place: before?.place ?? null };
  }
  const named = place === null ? view : { ...view, place: place.code };
  return { fuel, query: toRemembered(named, view), place: { name, lat: from.lat, lng: from.lng } };
}
