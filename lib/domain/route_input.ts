/**
 * Reads a line from a caller's input: a GeoJSON LineString, an encoded polyline, or some points.
 *
 * @module
 */

import { z } from "zod";
import { isCovered } from "../places/coverage.ts";
import type { Place } from "./place/earth.ts";
import { DomainError } from "./errors.ts";
import { isTooDeep, MAX_DEPTH } from "./json_depth.ts";
import { latParam, lngParam } from "./params.ts";
import { measureRoughly } from "./route_line.ts";

const LINE_LIMITS = { vertices: 20_000, lengthKm: 3_000, points: 8 } as const;

/**
 * `routed` is an engine's line with its detours. `line` is a given line, or an engine's without
 * detours. `straight` are points joined by great circles.
 */
export type LineQuality = "routed" | "line" | "straight";

/**
 * No road follows legs of at least this many metres: the straightest roads of France bend more
 * often than every 30 km.
 */
export const STRAIGHT_FROM_M: Readonly<Record<LineQuality, number>> = {
  routed: Infinity,
  line: 30_000,
  straight: 0,
};

/** A line as a caller sent it. */
export type SentLine = { places: Place[]; quality: Exclude<LineQuality, "routed"> };

const positionsSchema = z.array(z.array(z.number()).min(2).describe("Longitude, latitude")).min(2)
  .max(LINE_LIMITS.vertices);

/** A GeoJSON LineString. */
export const lineStringSchema = z.object({
  type: z.literal("LineString"),
  coordinates: positionsSchema,
});

/** JSON forms of `line` in a POST. */
export const LINE_FORMS: readonly z.ZodType[] = [
  positionsSchema,
  lineStringSchema,
  z.object({ type: z.literal("Feature"), geometry: lineStringSchema }),
];

/** JSON forms of `points` in a POST. */
export const POINTS_FORMS: readonly z.ZodType[] = [
  z.array(z.union([z.object({ lat: latParam, lng: lngParam }), z.string()])).min(2).max(
    LINE_LIMITS.points,
  ),
];

function refuse(name: string, fault: string): never {
  throw new DomainError("INVALID_PARAMETER", `Parameter "${name}" ${fault}`);
}

function parseJson(name: string, text: string): unknown {
  if (isTooDeep(text)) {
    refuse(name, `is nested deeper than ${MAX_DEPTH} levels; expected a GeoJSON LineString`);
  }
  try {
    return JSON.parse(text);
  } catch {
    return refuse(name, "is not JSON; expected a GeoJSON LineString");
  }
}

/** Reads a GeoJSON LineString, a Feature with one, or its coordinates alone; longitude first. */
function readGeoJson(text: string): Place[] {
  let value = parseJson("line", text) as {
    type?: unknown;
    geometry?: unknown;
    coordinates?: unknown;
  } | unknown[];
  if (!Array.isArray(value) && value?.type === "Feature") value = value.geometry as typeof value;
  if (!Array.isArray(value) && value?.type !== "LineString") {
    const type = JSON.stringify(value?.type ?? null).slice(0, 40);
    refuse("line", `has the type ${type}; expected a GeoJSON LineString`);
  }
  const coordinates = Array.isArray(value)
    ? value
    : (value as { coordinates?: unknown }).coordinates;
  if (!Array.isArray(coordinates)) {
    refuse("line", "has no coordinates; expected an array of [longitude, latitude]");
  }
  return coordinates.map((pair: unknown, i) => {
    const [lng, lat] = Array.isArray(pair) ? pair : [];
    if (!Number.isFinite(lng) || !Number.isFinite(lat)) {
      const given = (JSON.stringify(pair) ?? "nothing").slice(0, 60);
      refuse("line", `has ${given} at ${i}; expected [longitude, latitude]`);
    }
    return { lat, lng };
  });
}

/** Reads `48.85,2.35;45.76,4.83`, or a JSON array of `{ lat, lng }`. */
function readPoints(text: string): Place[] {
  const isJson = text.trimStart().startsWith("[");
  const given: unknown[] = isJson ? parseJson("points", text) as unknown[] : text.split(";");
  const { points } = LINE_LIMITS;
  if (given.length < 2 || given.length > points) {
    refuse("points", `has ${given.length}; expected 2 to ${points} points`);
  }
  return given.map((one, i) => {
    const pair = typeof one === "string"
      ? /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(one)?.slice(1).map(Number)
      : [(one as Partial<Place> | null)?.lat, (one as Partial<Place> | null)?.lng];
    const [lat, lng] = pair ?? [];
    if (!Number.isFinite(lat) || !Number.isFinite(lng)) {
      refuse(
        "points",
        `has ${JSON.stringify(one).slice(0, 60)} at ${i}; expected latitude,longitude`,
      );
    }
    return { lat: lat!, lng: lng! };
  });
}

/** Returns whether a place has a latitude from -90 to 90 and a longitude from -180 to 180. */
export const isOnEarth = ({ lat, lng }: Place) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/**
 * Rejects places that are not on earth, and places that would be in France if both numbers were
 * swapped.
 */
function refuseWrongPlaces(name: string, places: readonly Place[]): void {
  const isSwapped = ({ lat, lng }: Place) => isCovered({ lat: lng, lng: lat });
  if (!places.some(isCovered) && places.every(isSwapped)) {
    refuse(name, "has latitude and longitude the wrong way round; expected them as documented");
  }
  const wrong = places.findIndex((place) => !isOnEarth(place));
  if (wrong < 0) return;
  const { lat, lng } = places[wrong]!;
  refuse(
    name,
    `has latitude ${lat} and longitude ${lng} at ${wrong}; expected -90 to 90 and -180 to 180`,
  );
}

/**
 * Rejects a polyline that was encoded with the other precision: it is off the earth, or ten times
 * too small.
 */
function refusePrecision(places: readonly Place[], precision: number): void {
  const factor = precision === 5 ? 0.1 : 10;
  const other = places.map(({ lat, lng }) => ({ lat: lat * factor, lng: lng * factor }));
  if (places.some(isCovered) || !other.every(isOnEarth) || !other.some(isCovered)) return;
  const right = precision === 5 ? 6 : 5;
  refuse(
    "polyline",
    `leads nowhere in France with a precision of ${precision}; it is one of ${right}`,
  );
}

type Decode = (text: string, precision: number) => Place[];
type LineParams = { line?: string; polyline?: string; precision: number; points?: string };

const FORMS = ["line", "polyline", "points"] as const;

function readPlaces({ line, points, polyline, precision }: LineParams, decode: Decode): Place[] {
  if (line) return readGeoJson(line);
  return points ? readPoints(points) : decode(polyline!, precision);
}

/**
 * Returns the line of a request; `decode` reads a polyline. Throws INVALID_PARAMETER or
 * MISSING_PARAMETER unless the request has exactly one valid line.
 */
export function readLine(params: LineParams, decode: Decode): SentLine {
  const given = FORMS.filter((form) => params[form] !== undefined);
  const [form] = given;
  const expected = `expected one of ${FORMS.join(", ")}`;
  if (!form) throw new DomainError("MISSING_PARAMETER", `No line is given; ${expected}`);
  if (given.length > 1) {
    throw new DomainError(
      "INVALID_PARAMETER",
      `Parameters ${given.join(" and ")} are given; ${expected}`,
    );
  }
  const places = readPlaces(params, decode);
  const { vertices, lengthKm } = LINE_LIMITS;
  if (places.length > vertices) {
    refuse(form, `has ${places.length} vertices; expected at most ${vertices}`);
  }
  if (form === "polyline") refusePrecision(places, params.precision);
  refuseWrongPlaces(form, places);
  const isLine = places.some(({ lat, lng }) => lat !== places[0]!.lat || lng !== places[0]!.lng);
  if (!isLine) refuse(form, "has fewer than two different places; expected a line");
  const km = measureRoughly(places) / 1000;
  if (km > lengthKm) refuse(form, `is ${Math.round(km)} km long; expected at most ${lengthKm} km`);
  return { places, quality: form === "points" ? "straight" : "line" };
}

/**
 * Returns whether a text consists of the letters of an encoded polyline and holds complete pairs of
 * numbers.
 */
export function isPolyline(text: string): boolean {
  let numbers = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i) - 63;
    if (code < 0 || code > 63) return false;
    if (code < 32) numbers++;
  }
  return numbers >= 2 && numbers % 2 === 0 && text.charCodeAt(text.length - 1) - 63 < 32;
}
