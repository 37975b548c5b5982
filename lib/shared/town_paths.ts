/** The addresses of towns. @module */

import { toNameWords } from "./place_name.ts";

/**
 * The French path of a town's page: name for people, INSEE code for us.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toTownPath({ name: "L’Haÿ-les-Roses", code: "94038" }), "/villes/l-hay-les-roses-94038");
 * ```
 */
export function toTownPath(town: { readonly name: string; readonly code: string }): string {
  return `/villes/${toNameWords(town.name).replaceAll(" ", "-")}-${town.code}`;
}

/**
 * The INSEE code in the last part of a town's path (Corsica's letters in either case); null when there is none. The
 * name before it may be anything: who compares it with {@link toTownPath} can lead to the right address.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(parseTownSlug("ajaccio-2a004"), "2A004");
 * equal(parseTownSlug("lyon"), null);
 * ```
 */
export function parseTownSlug(slug: string): string | null {
  return /(?:^|-)(\d{5}|2[AB]\d{3})$/i.exec(slug)?.[1]?.toUpperCase() ?? null;
}
