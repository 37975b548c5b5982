/** The last visit, which is stored only on the device. @module */

import { isAround, toLocation } from "../../site/explorer/area.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { type Lang, toLocalPath } from "../../words/lang.ts";
import { type LastVisit, parseLastVisit } from "../../site/explorer/last_visit.ts";
import { LAST_VISIT_KEY } from "../../site/stored_keys.ts";
import { DRIVER_KEY } from "../../shared/price/real_cost.ts";
import {
  type Choice,
  EMPTY_VIEW,
  moveTo,
  readView,
  toQuery,
  type View,
  type ViewLocation,
} from "../../site/explorer/url_state.ts";
import { sayChanged } from "./favourites.ts";
import { readStored, writeStored } from "../browser.ts";

/** Returns the last visit, or null before the first one or if the browser blocks storage. */
export function readLastVisit(): LastVisit | null {
  return parseLastVisit(readStored(LAST_VISIT_KEY));
}

/** Returns fuel, place and order of a view. Filters and the sheet are not remembered. */
function toRemembered({ place, q, at }: View, { fuel, sort }: View): string {
  return toQuery({
    ...EMPTY_VIEW,
    fuel,
    sort,
    place,
    q: place === null ? q : "",
    at: place === null ? at : null,
  });
}

/**
 * Returns the last visit after a view of the map. Only fuel and order change if the map was moved
 * away from its place, if it shows a whole territory, or if it shows the visitor's position, which
 * is never stored.
 *
 * @example
 * ```ts
 * import { equal } from "../../../tests/support/assert.ts";
 * import { EMPTY_VIEW } from "../../site/explorer/url_state.ts";
 * const view = { ...EMPTY_VIEW, q: "Rue X", at: { lat: 45.764, lng: 4.836 }, openNow: true };
 * const where = { lat: 45.764, lng: 4.836, from: view.at, place: null, others: [] };
 * equal(toLastVisit(null, view, where).query, "q=Rue%20X&at=45.764,4.836");
 * equal(toLastVisit(null, { ...view, q: "" }, where).place, null);
 * ```
 */
export function toLastVisit(
  before: LastVisit | null,
  view: View,
  { from, place }: ViewLocation,
): LastVisit {
  const { fuel } = view;
  const name = place?.name ?? view.q;
  if (!isAround(view) || name === "") {
    const { view: last } = readView(new URLSearchParams(before?.query));
    return { fuel, query: toRemembered(last, view), place: before?.place ?? null };
  }
  const named = place === null ? view : { ...view, place: place.code };
  return { fuel, query: toRemembered(named, view), place: { name, lat: from.lat, lng: from.lng } };
}

/** Remembers a view of the map. */
export function rememberView(view: View, where: ViewLocation): void {
  writeStored(LAST_VISIT_KEY, JSON.stringify(toLastVisit(readLastVisit(), view, where)));
}

/** Remembers a fuel that was chosen without a place. */
export function rememberFuel(fuel: Fuel): void {
  const before = readLastVisit();
  const { view } = readView(new URLSearchParams(before?.query));
  const visit: LastVisit = {
    fuel,
    query: toQuery({ ...view, fuel }),
    place: before?.place ?? null,
  };
  writeStored(LAST_VISIT_KEY, JSON.stringify(visit));
}

/**
 * Remembers a choice on the home and opens its map, with the fuel of the form around the search
 * field.
 */
export function leaveFor(choice: Choice, form: HTMLFormElement, lang: Lang): void {
  const { view } = readView(
    new URLSearchParams(new FormData(form) as unknown as Record<string, string>),
  );
  const next = moveTo({ ...EMPTY_VIEW, fuel: view.fuel }, choice);
  const where = toLocation(next, "code" in choice ? choice : null);
  if (where) rememberView(next, where);
  location.assign(toLocalPath(`/?${toQuery(next)}`, lang));
}

/**
 * Forgets the last visit, the car and the discounts. The favourites stay, with the pumps' prices.
 */
export function forgetVisitor(): void {
  const { dataset } = document.documentElement;
  delete dataset.last;
  delete dataset.own;
  writeStored(LAST_VISIT_KEY, null);
  writeStored(DRIVER_KEY, null);
  sayChanged();
}
