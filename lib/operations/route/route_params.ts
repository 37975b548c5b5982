/** The parameters of a route request, and its line. @module */

import codec from "@googlemaps/polyline-codec";
import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import { carParams, fuelParam, withJsonForms } from "../../domain/params.ts";
import type { Place } from "../../domain/place/earth.ts";
import { mayBeInFrance } from "../../domain/place/location.ts";
import {
  isPolyline,
  LINE_FORMS,
  POINTS_FORMS,
  readLine,
  type SentLine,
} from "../../domain/route_input.ts";
import { USUAL_CAR } from "../../shared/price/real_cost.ts";
import { ROUTE_LIMITS, USUAL_CORRIDOR_KM } from "../../site/route/route_question.ts";
import { filterParams, narrowParams } from "../filters.ts";
import { toCanonicalInput } from "../stations/list_cost.ts";

const MAX_TEXT = 262_144;
const { tank, corridorKm } = ROUTE_LIMITS;

/** The parameters of a route request. */
export const routeInput = z.strictObject({
  line: withJsonForms(
    z.string().min(2).max(MAX_TEXT).optional().describe(
      "The line as GeoJSON text: a LineString, a Feature with one, or its coordinates, longitude " +
        "first. In a POST it is plain JSON. At most 20 000 vertices and 3 000 km",
    ),
    { posted: LINE_FORMS },
  ),
  polyline: z.string().min(2).max(MAX_TEXT).optional().describe(
    "The line as an encoded polyline, instead of line",
  ),
  precision: z.int().min(5).max(6).default(5).describe("Decimals of the polyline: 5 or 6"),
  points: withJsonForms(
    z.string().min(3).max(1_000).optional().describe(
      'Two to eight points instead of line, such as "48.8566,2.3522;43.2965,5.3698", latitude first. ' +
        "A routing engine joins them on roads; without one, great circles join them",
    ),
    { posted: POINTS_FORMS },
  ),
  fuel: fuelParam,
  corridor: z.number().min(corridorKm.min).max(corridorKm.max).default(USUAL_CORRIDOR_KM.line)
    .describe(
      "Maximum distance of stations from the line in km, 0.5 to 10",
    ),
  limit: z.int().min(1).max(500).default(100).describe(
    "Maximum number of stations, 1 to 500; the cheapest ones are returned",
  ),
  ...filterParams,
  litres: carParams.litres.default(USUAL_CAR.litres),
  consumption: carParams.consumption.default(USUAL_CAR.per100Km),
  discounts: carParams.discounts.optional(),
  tank: z.number().min(tank.min).max(tank.max).optional().describe(
    "Size of the tank in litres, 5 to 300. With it the response has a plan of stops",
  ),
  start_level: z.number().min(0).max(tank.max).optional().describe(
    "Litres in the tank at the start; half a tank by default",
  ),
  reserve: z.number().min(0).max(100).default(5).describe(
    "Litres that the plan keeps in the tank, 0 to 100; before the first stop at most half of " +
      "start_level",
  ),
  stop_cost: z.number().min(0).max(50).default(2).describe(
    "Euros that a saved stop is worth to the plan, 0 to 50. 0 finds the cheapest plan, a higher " +
      "value plans fewer stops",
  ),
  min_fill: z.number().min(0).max(100).default(0).describe(
    "Minimum litres per stop of the plan, 0 to 100. Ignored if no plan satisfies it",
  ),
  round_trip: z.boolean().default(false).describe(
    "true plans for the way along the line and back",
  ),
  fill: z.boolean().default(false).describe(
    "true fills the tank at each stop of the plan, where that saves most. false buys the litres " +
      "that make the route cheapest",
  ),
  stops: z.string().regex(/^\d{1,20}(,\d{1,20}){0,7}$/).max(167).optional().describe(
    "IDs of 1 to 8 stations where the plan must stop on the way out, separated by commas. " +
      "Stations that are not along the line are ignored",
  ),
  ...narrowParams,
});

/** A route request. */
export type RouteInput = z.infer<typeof routeInput>;

function decodePolyline(text: string, precision: number): Place[] {
  const fault = 'Parameter "polyline" is not an encoded polyline; expected pairs of numbers';
  if (!isPolyline(text)) throw new DomainError("INVALID_PARAMETER", fault);
  return codec.decode(text, precision).map(([lat, lng]) => ({ lat, lng }));
}

// The line is parsed while the parameters are checked in their order. The reader then uses it
// again.
const lines = new WeakMap<RouteInput, SentLine>();

/** Returns the line of a request, parsed once. Throws a DomainError for an invalid line. */
export function lineOf(input: RouteInput): SentLine {
  return lines.getOrInsertComputed(input, () => readLine(input, decodePolyline));
}

function withCanonicalLine(input: RouteInput): RouteInput {
  const { line: _line, polyline: _polyline, points: _points, ...others } = input;
  const { places, quality } = lineOf(input);
  return quality === "straight"
    ? { ...others, precision: 5, points: places.map(({ lat, lng }) => `${lat},${lng}`).join(";") }
    : { ...others, precision: 5, line: JSON.stringify(places.map(({ lat, lng }) => [lng, lat])) };
}

/**
 * Returns the canonical request for all equivalent ones: its line and filters in one spelling,
 * without defaults.
 */
export function toCanonicalRoute(input: RouteInput): RouteInput {
  const { tank, start_level: level } = input;
  const isUsual = tank === undefined || level === tank / 2;
  const canonical = toCanonicalInput({
    ...withCanonicalLine(input),
    start_level: isUsual ? undefined : level,
  });
  lines.set(canonical, lineOf(input));
  return canonical;
}

/** Returns whether the box around a line lies outside France. */
export function isOutside(input: RouteInput): boolean {
  const box = { north: -90, south: 90, east: -180, west: 180 };
  for (const { lat, lng } of lineOf(input).places) {
    box.north = Math.max(box.north, lat);
    box.south = Math.min(box.south, lat);
    box.east = Math.max(box.east, lng);
    box.west = Math.min(box.west, lng);
  }
  return !mayBeInFrance(box, input.corridor * 1000);
}
