/**
 * Passes many rows to one statement: columns as array parameters for `unnest`, since the driver's
 * own quoting is ten times slower.
 *
 * @module
 */

import type { Queryable, Row } from "./db.ts";

type Cell = string | number | boolean | null;

/** Values as a PostgreSQL array literal. */
export function toArrayText(cells: readonly Cell[]): string {
  const texts = cells.map((cell) =>
    typeof cell === "string" ? `"${cell.replace(/[\\"]/g, "\\$&")}"` : cell ?? "NULL"
  );
  return `{${texts.join(",")}}`;
}

/**
 * Columns of rows as array literals, one for each key. Instants, whose keys end in `Ms`, become
 * seconds for `to_timestamp`.
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

/** A statement whose first parameters are columns of rows, `keys`, and are followed by `more`. */
type RowStatement<K> = {
  name: string;
  text: string;
  keys: readonly K[];
  more?: readonly unknown[];
};

/** Runs a statement over rows, when there are any, and returns the rows that it gives back. */
export async function writeRows<R extends Row, K extends string>(
  tx: Queryable,
  rows: readonly Readonly<Record<K, Cell>>[],
  { name, text, keys, more = [] }: RowStatement<K>,
): Promise<R[]> {
  if (rows.length === 0) return [];
  return await tx.query<R>({ name, text, values: [...toColumns(rows, keys), ...more] });
}

/** SQL that replaces columns of an existing row by those of the row to insert. */
export function replaceSql(columns: string): string {
  return columns.split(/,\s*/).map((column) => `${column} = excluded.${column}`).join(", ");
}
