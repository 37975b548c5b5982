/** The forms of an answer: which one a caller wants, its text and its headers. @module */

import { DomainError } from "../domain/errors.ts";
import { type Format, type Formats, type Operation, type Result, toBodyJson } from "../operations/mod.ts";
import { chooseMediaType } from "../platform/content_coding.ts";
import type { HeaderRecord } from "./headers.ts";
import { type Query, readQuery } from "./query.ts";

const CONTENT_TYPES: Record<Format, string> = {
  json: "application/json; charset=utf-8",
  geojson: "application/geo+json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
  text: "text/plain; charset=utf-8",
};

/** The media type of a form without parameters. */
export function mediaTypeOf(format: Format): string {
  return CONTENT_TYPES[format].replace(/;.*/, "");
}

/**
 * The requested form: the parameter `format`, else the one that `Accept` likes best, the first one when it has no preference.
 * Throws INVALID_PARAMETER on a form that the operation does not offer.
 */
export function chooseFormat(offered: Formats, query: Query, accept: string | null): Format {
  const [first, ...others] = offered;
  if (others.length === 0) return first;
  const requested = readQuery(query, { name: "format", kind: "string" });
  if (requested === undefined) {
    if (accept === null || accept === "*/*") return first;
    const type = chooseMediaType([mediaTypeOf(first), ...others.map(mediaTypeOf)], accept);
    return others.find((format) => mediaTypeOf(format) === type) ?? first;
  }
  if (offered.includes(requested as Format)) return requested as Format;
  const shown = JSON.stringify(typeof requested === "string" ? requested.slice(0, 100) : "");
  throw new DomainError("INVALID_PARAMETER", `Parameter "format" is ${shown}; expected one of ${offered.join(", ")}`);
}

function toGeoJson(operation: Pick<Operation, "kind">, result: Result<unknown>): string {
  const { data, meta } = JSON.parse(toBodyJson(operation, result));
  const features = (data as Record<string, unknown>[]).map(({ latitude, longitude, ...properties }) => ({
    type: "Feature",
    id: properties.id ?? properties.area,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties,
  }));
  return JSON.stringify({ type: "FeatureCollection", features, meta });
}

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
 */
export function toCsv(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const lines = rows.map((row) => columns.map((column) => toField(row[column])).join(","));
  return [columns.join(","), ...lines, ""].join("\r\n");
}

/** The text of an answer in a form that its operation offers. */
export function toFormatText(operation: Operation, result: Result<unknown>, format: Format): string {
  if (format === "json") return toBodyJson(operation, result);
  if (format === "geojson") return toGeoJson(operation, result);
  if (format === "csv") {
    const { columns, extraColumns = [], toRows } = operation.table!;
    const rows = toRows(result.data);
    return toCsv([...columns, ...extraColumns.filter((name) => rows[0] && name in rows[0])], rows);
  }
  return String(result.data);
}

/** The headers that go with a form. */
export function formatHeaders({ id, table }: Pick<Operation, "id" | "table">, format: Format): HeaderRecord {
  const headers: HeaderRecord = { "content-type": CONTENT_TYPES[format] };
  if (format === "csv") headers["content-disposition"] = `attachment; filename="${table!.fileName ?? `${id}.csv`}"`;
  return headers;
}
