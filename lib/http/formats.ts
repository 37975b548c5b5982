/** Other forms of an answer beside JSON: without it spreadsheets and maps would need a converter. @module */

import { DomainError } from "../domain/errors.ts";
import type { Body, Operation } from "../operations/mod.ts";
import { type CsvColumn, toCsv } from "./csv.ts";
import type { HeaderRecord } from "./headers.ts";
import { type Query, readQuery } from "./query.ts";

/** A form of an answer. */
export type Format = "json" | "geojson" | "csv";

/** Content types of the forms. */
export const CONTENT_TYPES: Record<Format, string> = {
  json: "application/json; charset=utf-8",
  geojson: "application/geo+json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

const MEDIA_TYPES: Record<Format, string> = {
  json: "application/json",
  geojson: "application/geo+json",
  csv: "text/csv",
};

const STATION_FORMATS: readonly Format[] = ["json", "geojson", "csv"];
const SERIES_FORMATS: readonly Format[] = ["json", "csv"];
const OFFERED: Record<string, readonly Format[]> = {
  searchStations: STATION_FORMATS,
  boxStations: STATION_FORMATS,
  priceHistory: SERIES_FORMATS,
  brandTrends: SERIES_FORMATS,
};

/** The forms that an operation's route offers, JSON first. */
export function formatsOf(operation: Pick<Operation, "id">): readonly Format[] {
  return OFFERED[operation.id] ?? ["json"];
}

/**
 * The form asked for: the parameter `format`, else the one that `Accept` likes best, JSON when it has no preference. Throws
 * INVALID_PARAMETER on a form that the route does not offer. An `Accept` that nothing fits is answered with JSON.
 */
export function chooseFormat(offered: readonly Format[], query: Query, accept: string | null): Format {
  if (offered.length === 1) return "json";
  const asked = readQuery(query, { name: "format", kind: "string" });
  if (asked === undefined) return accept === null || accept === "*/*" ? "json" : negotiate(offered, accept);
  if (offered.includes(asked as Format)) return asked as Format;
  const shown = JSON.stringify(typeof asked === "string" ? asked.slice(0, 100) : "");
  throw new DomainError(
    "INVALID_PARAMETER",
    `Parameter "format" is ${shown}; expected one of ${offered.join(", ")}`,
  );
}

function negotiate(offered: readonly Format[], accept: string): Format {
  const weights = new Map<string, number>();
  for (const part of accept.slice(0, 1_000).toLowerCase().split(",")) {
    const [range, ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(range, quality === undefined ? 1 : Number(quality) || 0);
  }
  const weigh = (format: Format) => {
    const type = MEDIA_TYPES[format];
    return weights.get(type) ?? weights.get(type.replace(/\/.*/, "/*")) ?? weights.get("*/*") ?? 0;
  };
  return offered.reduce((best, format) => weigh(format) > weigh(best) ? format : best);
}

/** An entry of a list of stations, as far as its columns go. */
type Entry = Record<string, unknown> & { latitude: number; longitude: number };

function toGeoJson({ data, meta }: Body): string {
  const features = (data as Entry[]).map(({ id, latitude, longitude, ...properties }) => ({
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: { id, ...properties },
  }));
  return JSON.stringify({ type: "FeatureCollection", features, meta });
}

const ENTRY_COLUMNS = [
  "id",
  "name",
  "brand",
  "address",
  "city",
  "postal_code",
  "department",
  "latitude",
  "longitude",
  "motorway",
  "automate_24_7",
  "fuel",
  "price",
  "updated_at",
];

type Curve = { brand: string; stationCount: number; series: { recordedAt: string; avgPrice: string }[] };

function toTable(operation: string, data: unknown): { columns: CsvColumn[]; rows: Record<string, unknown>[] } {
  const rows = data as Record<string, unknown>[];
  if (operation === "searchStations") return { columns: [...ENTRY_COLUMNS, "distance_km"], rows };
  if (operation === "boxStations") return { columns: ENTRY_COLUMNS, rows };
  if (operation === "priceHistory") return { columns: ["recordedAt", "price"], rows };
  const points = (data as Curve[]).flatMap(({ brand, stationCount, series }) =>
    series.map((point) => ({ brand, stationCount, ...point }))
  );
  return { columns: ["brand", "stationCount", "recordedAt", "avgPrice"], rows: points };
}

/** The text of an answer in a form. */
export function formatText(operation: Pick<Operation, "id">, body: Body, format: Format): string {
  if (format === "json") return JSON.stringify(body);
  if (format === "geojson") return toGeoJson(body);
  const { columns, rows } = toTable(operation.id, body.data);
  return toCsv(columns, rows);
}

/** The headers that go with a form. */
export function formatHeaders(operation: Pick<Operation, "id">, format: Format): HeaderRecord {
  const headers: HeaderRecord = { "content-type": CONTENT_TYPES[format] };
  if (format === "csv") headers["content-disposition"] = `attachment; filename="${operation.id}.csv"`;
  return headers;
}
