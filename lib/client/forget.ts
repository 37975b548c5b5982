/** Forgets what the device remembers of whoever came: the last visit, the car and the discounts. @module */

import { DRIVER_KEY } from "../shared/real_cost.ts";
import { FAVOURITES_CHANGED } from "./favourites.ts";
import { forgetLastVisit } from "./last_visit.ts";

/** Forgets them at once. The favourites stay, at the pumps' prices. */
export function forgetVisitor(): void {
  const { dataset } = document.documentElement;
  delete dataset.last;
  delete dataset.own;
  try {
    forgetLastVisit();
    localStorage.removeItem(DRIVER_KEY);
  } catch { /* Storage is refused: nothing is remembered. */ }
  dispatchEvent(new Event(FAVOURITES_CHANGED));
}
