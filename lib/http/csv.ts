/** Writes tables as comma-separated values. @module */

// A text that begins so would be run as a formula by spreadsheets; a number may begin with a minus.
const FORMULA = /^[=+@\t\r-]/;

function toField(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const isNumber = /^-?\d+(\.\d+)?$/.test(value);
  const text = FORMULA.test(value) && !isNumber ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A table as RFC 4180 has it: a header line, CRLF, quotes where needed; null is empty. A text that a spreadsheet would run as
 * a formula gets an apostrophe before it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toCsv(["a", "b"], [{ a: 'x"y', b: null }]), 'a,b\r\n"x""y",\r\n');
 * ```
 */
export function toCsv(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const lines = rows.map((row) => columns.map((column) => toField(row[column])).join(","));
  return [columns.join(","), ...lines, ""].join("\r\n");
}
