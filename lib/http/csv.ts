/** Writes tables as CSV, in English for programs or in French for spreadsheets. @module */

import type { LOCALES } from "../operations/input.ts";
import { toParisTime } from "../shared/time/paris_time.ts";
import { toFrenchColumn } from "../words/columns.ts";

/** How a table may be written; `en` unless said. */
export type Locale = (typeof LOCALES)[number];

// A text that begins so would be run as a formula by spreadsheets; a number may begin with a minus.
const FORMULA = /^[=+@\t\r-]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Columns of codes, which would lose a leading zero as numbers. */
const CODES: readonly string[] = ["area", "code", "department", "postal_code"];
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const toSafe = (text: string) => FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

function toFrench(value: unknown, column: string): string {
  const raw = String(value);
  // spreadsheets read a formula of a text as that text
  if (NUMBER.test(raw)) return CODES.includes(column) ? `="${raw}"` : raw.replace(".", ",");
  return INSTANT.test(raw) ? toParisTime(Date.parse(raw)) : toSafe(raw);
}

/**
 * How fields are separated and written, in French as its spreadsheets read them, with the mark
 * without which they misread UTF-8.
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
 * A table as RFC 4180 has it: a header line, CRLF, quotes where needed; null is empty. A text that
 * a spreadsheet would run as a formula gets an apostrophe before it. In French with semicolons,
 * decimal commas, Paris times, French names of columns, codes as texts and a byte order mark.
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
