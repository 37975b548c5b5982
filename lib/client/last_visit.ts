/** Reads and writes the last visit, which is stored on the device alone. @module */

import { toLocation } from "../shared/area.ts";
import type { Fuel } from "../shared/fuels.ts";
import { LAST_VISIT_KEY, type LastVisit, parseLastVisit, toLastVisit } from "../shared/last_visit.ts";
import { type Choice, readView, toQuery, type View, type ViewLocation } from "../shared/url_state.ts";

/** The last visit; null when there was none, or the browser refuses storage. */
export function readLastVisit(): LastVisit | null {
  try {
    return parseLastVisit(localStorage.getItem(LAST_VISIT_KEY));
  } catch {
    return null;
  }
}

function write(visit: LastVisit): void {
  try {
    localStorage.setItem(LAST_VISIT_KEY, JSON.stringify(visit));
  } catch { /* Storage is refused: nothing is remembered. */ }
}

/** Remembers a view of the map. */
export function rememberView(view: View, where: ViewLocation): void {
  write(toLastVisit(readLastVisit(), view, where));
}

/** Remembers the view that a choice leads to. */
export function rememberChoice(view: View, choice: Choice): void {
  const where = toLocation(view, choice.kind === "place" ? choice.place : null);
  if (where) rememberView(view, where);
}

/** Forgets the last visit; throws when the browser refuses storage. */
export function forgetLastVisit(): void {
  localStorage.removeItem(LAST_VISIT_KEY);
}

/** Remembers a fuel that was chosen without a place. */
export function rememberFuel(fuel: Fuel): void {
  const before = readLastVisit();
  const { view } = readView(new URLSearchParams(before?.query));
  write({ fuel, query: toQuery({ ...view, fuel }), place: before?.place ?? null });
}
