/** The state of a search field. @module */

import { signal } from "@preact/signals";
import type { Suggestion } from "../../places/suggestions.ts";
import type { Address } from "./geocoder.ts";

/** A suggestion: places come first, then addresses. */
export type Option = Suggestion | Address;

/** Returns the state of one field. */
export function createSearchState() {
  return {
    options: signal<readonly Option[]>([]),
    /** The text that the options belong to. */
    answered: signal(""),
    /** A message for screen readers. */
    status: signal(""),
    /** A message about the position or a failure. */
    notice: signal(""),
  };
}

/** The state of a search field. */
export type SearchState = ReturnType<typeof createSearchState>;
