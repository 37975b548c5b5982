/**
 * Passes many rows to one statement: each column is an array parameter for `unnest`. The driver's
 * own quoting is ten times slower.
 *
 * @module
 */

import type { Queryable, Row } from "./db.ts";

type Cell = string | number | boolean | null;

/** Returns values as a PostgreSQL array literal. */
export function toArrayText(cells: readonly Cell[]): string {
  const texts = cells.map((cell) =>
    typeof cell === "string" ? `"${cell.replace(/[\\"]/g, "\\$&")}"` : cell ?? "NULL"
  );
  return `{${texts.join(",")}}`;
}

/**
 * Returns one array literal per key. Instants, whose keys end in `Ms`, become seconds for
 * `to_timestamp`.
 */
export function toColumns<K extends string>(
  rows: readonly Readonly<Record<K, Cell>>[],
  keys: readonly K[],
): string[] {
  return keys.map((key) => {
    const cells = rows.map((row) => row[key]);
    if (!key.endsWith("Ms")) return toArrayText(cells);
    return toArrayText(cells.map((ms) => typeof ms === "number" ? ms / 1000 : null));
  });
}

/**
 * A statement whose first parameters are the columns `keys` of the rows; `more` are its other
 * parameters.
 */
type RowStatement<K> = {
  name: string;
  text: string;
  keys: readonly K[];
  more?: readonly unknown[];
};

/** Runs a statement with rows, if there are any, and returns its result. */
export async function writeRows<R extends Row, K extends string>(
  tx: Queryable,
  rows: readonly Readonly<Record<K, Cell>>[],
  { name, text, keys, more = [] }: RowStatement<K>,
): Promise<R[]> {
  if (rows.length === 0) return [];
  return await tx.query<R>({ name, text, values: [...toColumns(rows, keys), ...more] });
}

/** Returns SQL that sets columns of an existing row to those of the row to insert. */
export function replaceSql(columns: string): string {
  return columns.split(/,\s*/).map((column) => `${column} = excluded.${column}`).join(", ");
}
