/** Passes many rows to one statement: columns as array parameters for `unnest`, since the driver's own quoting is ten times slower. @module */

import { type Queryable, readOne } from "./db.ts";

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

/** A text with an escape that JSON has and an array literal has not: a control character or half a surrogate pair. */
const JSON_ONLY = /\\[^"\\]/;

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/**
 * Texts as a PostgreSQL array literal; null becomes NULL. JSON quotes texts in the same way, and much faster.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toTextArray(["a", 'b"c', "", "null", null]), '{"a","b\\"c","","null",null}');
 * ```
 */
export function toTextArray(items: readonly (string | null)[]): string {
  const json = JSON.stringify(items);
  if (!JSON_ONLY.test(json)) return `{${json.slice(1, -1)}}`;
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

/** An `insert … select` and what follows `on conflict`, for a row that is there already. */
type Upsert = { table: string; insert: string; onConflict: string; values: readonly unknown[] };

/** Whether a table holds no row. */
export async function isEmpty(tx: Queryable, table: string): Promise<boolean> {
  const { any } = await readOne<{ any: boolean }>(tx, {
    name: `${table}_any`,
    text: `select exists (select from ${table}) as any`,
  });
  return !any;
}

/** Inserts rows or does with them what `onConflict` says. The caller holds the writers' lock. */
export async function upsert(tx: Queryable, { table, insert, onConflict, values }: Upsert): Promise<void> {
  if (await isEmpty(tx, table)) await tx.query({ name: `${table}_first`, text: insert, values });
  else await tx.query({ name: `${table}_upsert`, text: `${insert} on conflict ${onConflict}`, values });
}
