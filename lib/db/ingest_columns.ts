/** Columns of rows as array parameters for `unnest`: the driver's own quoting, element by element, is ten times slower. @module */

/**
 * Numbers and booleans as a PostgreSQL array literal; null becomes NULL.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toArrayText([1, null, 2.5]), "{1,NULL,2.5}");
 * ```
 */
export function toArrayText(items: readonly (number | boolean | null)[]): string {
  return `{${items.map((item) => item ?? "NULL").join(",")}}`;
}

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 .:_-]*$/;

function quote(text: string): string {
  if (PLAIN.test(text) && !text.endsWith(" ") && !/^null$/i.test(text)) return text;
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/**
 * Texts as a PostgreSQL array literal; null becomes NULL.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toTextArray(["a", 'b"c', "", "null", null]), '{a,"b\\"c","","null",NULL}');
 * ```
 */
export function toTextArray(items: readonly (string | null)[]): string {
  return `{${items.map((item) => (item === null ? "NULL" : quote(item))).join(",")}}`;
}

/**
 * Instants (ms since 1970) as an array literal of seconds, for `to_timestamp`; null becomes NULL.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toSecondsArray([1500, null]), "{1.5,NULL}");
 * ```
 */
export function toSecondsArray(instantsMs: readonly (number | null)[]): string {
  return toArrayText(instantsMs.map((ms) => (ms === null ? null : ms / 1000)));
}
