/** The state of a search field. @module */

import { signal } from "@preact/signals";
import type { Suggestion } from "../../places/suggestions.ts";
import type { Address } from "./geocoder.ts";

/** A suggestion: places come first, then addresses. */
export type Option = Suggestion | Address;

/** The state of one field. */
export function createSearchState() {
  return {
    options: signal<readonly Option[]>([]),
    /** The text that the options are of. */
    answered: signal(""),
    /** Read out by screen readers. */
    status: signal(""),
    /** About the position and failures. */
    notice: signal(""),
  };
}

/** The state of a search field. */
export type SearchState = ReturnType<typeof createSearchState>;
