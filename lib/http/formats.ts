/** The formats of a response: the one that a caller wants, its text and its headers. @module */

import { DomainError } from "../domain/errors.ts";
import { toInstantText } from "../domain/station/station_record.ts";
import { LOCALES, quoteValue } from "../operations/input.ts";
import type { Format, Formats, Operation, Result } from "../operations/operation.ts";
import { toBody, toBodyJson } from "../operations/answer.ts";
import { chooseMediaType } from "../platform/content_coding.ts";
import { type Locale, toCsv } from "./csv.ts";
import type { HeaderRecord } from "./headers.ts";
import { type Query, readQuery } from "./query.ts";

const CONTENT_TYPES: Record<Format, string> = {
  json: "application/json; charset=utf-8",
  geojson: "application/geo+json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
  text: "text/plain; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  feed: "application/feed+json; charset=utf-8",
};

/** Returns the media type of a format without parameters. */
export function mediaTypeOf(format: Format): string {
  return CONTENT_TYPES[format].replace(/;.*/, "");
}

/**
 * Returns the requested format: the parameter `format`, or the format that `Accept` prefers, or the
 * first one. Throws INVALID_PARAMETER if the operation does not offer it.
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
  const fault = `Parameter "format" is ${quoteValue(requested)}; expected one of ${
    offered.join(", ")
  }`;
  throw new DomainError("INVALID_PARAMETER", fault);
}

function toGeoJson(operation: Pick<Operation, "kind">, result: Result<unknown>): string {
  // A file has no envelope and is too large to be parsed again.
  const { data, meta } = operation.kind === "api"
    ? JSON.parse(toBodyJson(operation, result))
    : toBody(result);
  const features = (data as Record<string, unknown>[]).map((
    { latitude, longitude, ...properties },
  ) => ({
    type: "Feature",
    id: properties.id ?? properties.area,
    geometry: latitude === null ? null : { type: "Point", coordinates: [longitude, latitude] },
    properties,
  }));
  return JSON.stringify({ type: "FeatureCollection", features, meta });
}

/**
 * Returns the requested locale of a table. Throws INVALID_PARAMETER for an unknown one. Operations
 * without tables ignore it.
 */
export function readLocale(offered: Formats, query: Query): Locale {
  const locale = offered.includes("csv")
    ? readQuery(query, { name: "locale", kind: "string" }) ?? "en"
    : "en";
  if (locale === "en" || locale === "fr") return locale;
  throw new DomainError(
    "INVALID_PARAMETER",
    `Parameter "locale" is ${quoteValue(locale)}; expected one of ${LOCALES.join(", ")}`,
  );
}

/** Returns the text of a result in a format that its operation offers. */
export function toFormatText(
  operation: Operation,
  result: Result<unknown>,
  { format, locale }: { format: Format; locale: Locale },
): string {
  if (format === "json") return toBodyJson(operation, result);
  if (format === "geojson") return toGeoJson(operation, result);
  if (format === "csv") {
    const { columns, extraColumns = [], toRows } = operation.table!;
    const generated_at = toInstantText(result.state!.asOfMs);
    const rows = toRows(result.data, result.meta).map((row) => ({ ...row, generated_at }));
    const extra = extraColumns.filter((name) => rows.some((row) => name in row));
    return toCsv([...columns, ...extra, "generated_at"], rows, locale);
  }
  return String(result.data);
}

/** Returns the headers of a format. */
export function formatHeaders(
  { id, table }: Pick<Operation, "id" | "table">,
  format: Format,
): HeaderRecord {
  const headers: HeaderRecord = { "content-type": CONTENT_TYPES[format] };
  if (format === "csv") {
    headers["content-disposition"] = `attachment; filename="${table!.fileName ?? `${id}.csv`}"`;
  }
  return headers;
}
