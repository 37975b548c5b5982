/** Writes tables as CSV, in English for programs or in French for spreadsheets. @module */

import type { LOCALES } from "../operations/input.ts";
import { toParisTime } from "../shared/time/paris_time.ts";
import { toFrenchColumn } from "../words/columns.ts";

/** The locale of a table, `en` by default. */
export type Locale = (typeof LOCALES)[number];

// Spreadsheets would run a text that starts like this as a formula. A number may start with a
// minus.
const FORMULA = /^[=+@\t\r-]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Columns of codes, which would lose a leading zero as numbers. */
const CODES: readonly string[] = ["area", "code", "department", "postal_code"];
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const toSafe = (text: string) => FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

function toFrench(value: unknown, column: string): string {
  const raw = String(value);
  // A code is written as a formula that returns a text, so that spreadsheets keep its leading zero.
  if (NUMBER.test(raw)) return CODES.includes(column) ? `="${raw}"` : raw.replace(".", ",");
  return INSTANT.test(raw) ? toParisTime(Date.parse(raw)) : toSafe(raw);
}

/**
 * How fields are separated and written. French spreadsheets misread UTF-8 without the byte order
 * mark.
 */
const FORMS = {
  en: {
    mark: "",
    field: ",",
    toText: (value: unknown) => toSafe(String(value)),
    toHead: (column: string) => column,
  },
  fr: {
    mark: "\ufeff",
    field: ";",
    toText: toFrench,
    toHead: (column: string) => toFrenchColumn(column) ?? column,
  },
} as const;

/**
 * Returns a table in RFC 4180 format: a header line, CRLF, quotes where needed, null as an empty
 * field. A text that a spreadsheet would run as a formula gets a leading apostrophe. The French
 * form uses semicolons, decimal commas, Paris times, French column names, codes as text and a byte
 * order mark.
 */
export function toCsv(
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
  locale: Locale = "en",
): string {
  const { mark, field, toText, toHead } = FORMS[locale];
  const toField = (text: string) =>
    /["\r\n]/.test(text) || text.includes(field) ? `"${text.replaceAll('"', '""')}"` : text;
  const toCell = (value: unknown, column: string) =>
    value === null || value === undefined ? "" : toField(toText(value, column));
  const lines = rows.map((row) => columns.map((column) => toCell(row[column], column)).join(field));
  return mark + [columns.map(toHead).join(field), ...lines, ""].join("\r\n");
}
