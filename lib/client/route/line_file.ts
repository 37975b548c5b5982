/**
 * Reads the line of a GPX or GeoJSON file on the device, and writes a way with its stops as GPX.
 *
 * @module
 */

import { type Point, toKm } from "../../places/point.ts";

/** Limits of a file in bytes and of its line in km, the same as those of the operation. */
const FILE_LIMITS = { bytes: 20_000_000, km: 3_000 } as const;

/**
 * The line of a file, or why it has none: the file is too large, unreadable or without a line, or
 * its line is too long.
 */
export type LineFile =
  | { kind: "line"; places: Point[]; km: number }
  | { kind: "large" | "malformed" | "empty" | "long" };

function toPlace(lat: unknown, lng: unknown): Point {
  const y = Number(lat ?? NaN);
  const x = Number(lng ?? NaN);
  if (!(Math.abs(y) <= 90 && Math.abs(x) <= 180)) {
    throw new RangeError(`Not coordinates: ${lat}, ${lng}`);
  }
  return { lat: y, lng: x };
}

/**
 * Returns the points of the track, which is more precise, or of the route if the file has no track.
 */
function readGpx(text: string): Point[] {
  const file = new DOMParser().parseFromString(text, "application/xml");
  if (file.querySelector("parsererror") || file.documentElement.localName !== "gpx") {
    throw new SyntaxError("The file is not GPX");
  }
  const read = (name: string) =>
    Array.from(
      file.getElementsByTagNameNS("*", name),
      (point) => toPlace(point.getAttribute("lat"), point.getAttribute("lon")),
    );
  const track = read("trkpt");
  return track.length > 1 ? track : read("rtept");
}

type GeoJson = {
  type?: string;
  coordinates?: unknown;
  geometry?: GeoJson;
  geometries?: GeoJson[];
  features?: GeoJson[];
};

/** Returns all lines of a GeoJSON object, one after the other. */
function readGeoJson(value: GeoJson | null | undefined): Point[] {
  if (!value || typeof value !== "object") return [];
  const toPlaces = (pairs: unknown) =>
    (pairs as [unknown, unknown][]).map(([lng, lat]) => toPlace(lat, lng));
  if (value.type === "LineString") return toPlaces(value.coordinates);
  if (value.type === "MultiLineString") return (value.coordinates as unknown[]).flatMap(toPlaces);
  const parts = [value.geometry, ...value.geometries ?? [], ...value.features ?? []];
  return parts.flatMap(readGeoJson);
}

/** Returns the length of a line, km. */
export function measureKm(places: readonly Point[]): number {
  return places.slice(1).reduce((km, place, i) => km + toKm(places[i]!, place), 0);
}

/**
 * Reads the line of a file: GeoJSON if it starts with `{`, otherwise GPX. Never throws: a file that
 * cannot be parsed is malformed.
 */
export async function readLineFile(file: Blob): Promise<LineFile> {
  if (file.size > FILE_LIMITS.bytes) return { kind: "large" };
  const text = (await file.text().catch(() => "?")).replace(/^\ufeff/, "").trim();
  if (text === "") return { kind: "empty" };
  try {
    const places = text.startsWith("{") ? readGeoJson(JSON.parse(text)) : readGpx(text);
    const km = measureKm(places);
    if (km === 0) return { kind: "empty" };
    return km > FILE_LIMITS.km ? { kind: "long" } : { kind: "line", places, km };
  } catch {
    return { kind: "malformed" };
  }
}

type Named = Point & { readonly name: string };

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function toPoint(element: string, { lat, lng, name }: Named): string {
  return `<${element} lat="${lat}" lon="${lng}"><name>${escape(name)}</name></${element}>`;
}

/** A way with its ends, its stops, and the line along which they were found. */
export type Way = {
  readonly name: string;
  readonly ends: readonly [Named, Named];
  readonly stops: readonly Named[];
  /** Stops and other places between the ends, in order. */
  readonly through: readonly Named[];
  readonly line: readonly Point[];
};

/**
 * Returns a GPX file: stops as way points, the way through them as a route, its line as a track.
 */
export function toGpx(way: Way): string {
  const { name, ends: [from, to], stops, through, line } = way;
  const title = `<name>${escape(name)}</name>`;
  const track = line.map(({ lat, lng }) => `<trkpt lat="${lat}" lon="${lng}"/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Jauge" xmlns="http://www.topografix.com/GPX/1/1">',
    ...stops.map((stop) => toPoint("wpt", stop)),
    `<rte>${title}${[from, ...through, to].map((point) => toPoint("rtept", point)).join("")}</rte>`,
    `<trk>${title}<trkseg>${track.join("")}</trkseg></trk>`,
    "</gpx>",
  ].join("\n");
}

/** Saves a way as a GPX file on the visitor's device. */
export function downloadGpx(way: Way): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([toGpx(way)], { type: "application/gpx+xml" }));
  link.download = "jauge.gpx";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
