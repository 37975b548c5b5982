/** Values that the server's and the browser's modules share. @module */

import type { ComponentChildren } from "preact";

/** Query parameter that marks the URL of a static file as immutable. */
export const CACHE_KEY = "__frsh_c";

/** ID of the element that holds the data of the page's islands. */
export const DATA_ID = "fresh-data";

/**
 * Key of the object that replaces server-rendered JSX in the props of islands; its value is the
 * number of the slot.
 */
export const SLOT_KEY = "fresh:slot";

/** Set by the renderer; null in the browser. */
export const host: {
  /** Adds the children of a `<Head>`, or is null where they are dropped. */
  head: ((children: ComponentChildren) => void) | null;
  /**
   * Returns the version of the static file at an absolute path, or null if the file does not exist.
   */
  version: ((path: string) => string | null) | null;
} = { head: null, version: null };
