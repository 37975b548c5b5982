/** The few values that the server's and the browser's modules share. @module */

import type { ComponentChildren } from "preact";

/** Query parameter that marks a URL of a static file as immutable. */
export const CACHE_KEY = "__frsh_c";

/** Id of the element that holds the data of the page's islands. */
export const DATA_ID = "fresh-data";

/**
 * Key of the object that replaces server-rendered JSX in the props of islands; its value is the
 * slot's number.
 */
export const SLOT_KEY = "fresh:slot";

/** Filled in by the renderer; null in the browser. */
export const host: {
  /** Takes the children of a `<Head>`; null where they are dropped. */
  head: ((children: ComponentChildren) => void) | null;
  /** Version of the static file at an absolute path; null when there is no such file. */
  version: ((path: string) => string | null) | null;
} = { head: null, version: null };
