/** The signs of the price levels: colour is never the only one. @module */

import type { Tertile } from "./tertiles.ts";

/** A sign for each third. */
export const LEVEL_SIGNS: Readonly<Record<Tertile, string>> = { low: "▼", mid: "=", high: "▲" };
