/** Measures where places lie along a line on the ground, and how far from it. @module */

import { ROAD_FACTOR } from "../shared/price/real_cost.ts";
import { EARTH_RADIUS_M } from "../places/point.ts";
import {
  type Box,
  boxesAround,
  cross,
  divideGreatCircle,
  dot,
  type EarthPoint,
  minus,
  type Place,
  toEarthPoint,
} from "./place/earth.ts";

/** Longest piece of a line in metres. A chord of 2 km runs 8 cm below the ground. */
const PIECE_M = 2_000;
/** Metres of a line that one box covers. */
const STRETCH_M = 10_000;
/** A place this close to the line, in metres, has no side. */
const NO_SIDE_M = 10;
/** Distances that differ by fewer metres are equal: a hundred times the rounding error. */
const TIE_M = 1e-6;
/** Places between two yields to the event loop. */
const STEP_PLACES = 500;

/** Consecutive pieces of a line with the box around them. */
type Stretch = Box & { first: number; last: number };

/** A line on the ground, as pieces of at most two kilometres. */
export type Line = {
  /** Three numbers for each end of a piece: its point in space. */
  points: Float64Array;
  /** Driving distance from the start in metres, for each end of a piece. */
  alongM: Float64Array;
  /** Whether some distances are estimated: {@link ROAD_FACTOR} times a leg that no road follows. */
  isEstimated: boolean;
  stretches: Stretch[];
  /** The ends of the pieces: the places of the line and those added between them. */
  places: readonly Place[];
  lengthM: number;
};

/**
 * Where a place lies relative to a line: metres from it, and driving distance along it to the
 * nearest point (the first on a tie).
 */
export type LinePosition = { offM: number; alongM: number; side: "left" | "right" | null };

function toMetres(a: EarthPoint, b: EarthPoint): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/**
 * Returns the places with others added on the great circle between distant ones, and the road
 * metres per metre before each.
 */
function* divide(
  through: readonly Place[],
  straightFromM: number,
): Generator<void, { places: Place[]; factors: number[] }> {
  const places: Place[] = [];
  const factors: number[] = [];
  for (const [i, place] of through.entries()) {
    const before = through[i - 1];
    const legM = before ? toMetres(toEarthPoint(before), toEarthPoint(place)) : 0;
    const parts = Math.ceil(legM / PIECE_M);
    if (parts > 1) places.push(...divideGreatCircle(before!, place, parts));
    places.push(place);
    const factor = legM >= straightFromM ? ROAD_FACTOR : 1;
    while (factors.length < places.length) factors.push(factor);
    if (i % STEP_PLACES === 0) yield;
  }
  return { places, factors };
}

function pointAt(points: Float64Array, i: number): EarthPoint {
  return [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
}

function* toStretches(
  { places, alongM }: Pick<Line, "places" | "alongM">,
): Generator<void, Stretch[]> {
  const stretches: Stretch[] = [];
  for (let first = 0; first < places.length - 1;) {
    let last = first + 1;
    while (last < places.length - 1 && alongM[last + 1]! - alongM[first]! <= STRETCH_M) last++;
    const { lat, lng } = places[first]!;
    let west = lng;
    let south = lat;
    let east = lng;
    let north = lat;
    for (const { lat, lng } of places.slice(first + 1, last + 1)) {
      west = Math.min(west, lng);
      south = Math.min(south, lat);
      east = Math.max(east, lng);
      north = Math.max(north, lat);
    }
    stretches.push({ first, last, west, south, east, north });
    first = last;
    yield;
  }
  return stretches;
}

/**
 * Returns the length of a line through some places in metres, without dividing it. The error is
 * below a hundredth up to a third of the earth.
 */
export function measureRoughly(places: readonly Place[]): number {
  const diameterM = 2 * EARTH_RADIUS_M;
  let metres = 0;
  let before: EarthPoint | null = null;
  for (const place of places) {
    const point = toEarthPoint(place);
    if (before) metres += diameterM * Math.asin(Math.min(1, toMetres(before, point) / diameterM));
    before = point;
  }
  return metres;
}

/**
 * Builds, in steps, a line of great circles through at least two places. The length of legs of
 * `straightFromM` metres or more is estimated.
 */
export function* makeLine(
  through: readonly Place[],
  { straightFromM }: { straightFromM: number },
): Generator<void, Line> {
  const { places, factors } = yield* divide(through, straightFromM);
  const points = new Float64Array(3 * places.length);
  const alongM = new Float64Array(places.length);
  let before: EarthPoint | null = null;
  for (const [i, place] of places.entries()) {
    const point = toEarthPoint(place);
    points.set(point, 3 * i);
    alongM[i] = before ? alongM[i - 1]! + factors[i]! * toMetres(before, point) : 0;
    before = point;
    if (i % STEP_PLACES === 0) yield;
  }
  const stretches = yield* toStretches({ places, alongM });
  return {
    points,
    alongM,
    isEstimated: factors.includes(ROAD_FACTOR),
    stretches,
    places,
    lengthM: alongM.at(-1)!,
  };
}

type PiecePosition = LinePosition & { piece: number };

/**
 * Returns where a point lies relative to a stretch of a line, the first place on a tie; null if no
 * piece is nearer than `withinM`.
 */
function locateOn(
  line: Line,
  stretch: Stretch,
  { point, withinM }: { point: EarthPoint; withinM: number },
): PiecePosition | null {
  const { points, alongM } = line;
  const [x, y, z] = point;
  let bestM = withinM;
  let limit = withinM * withinM;
  let bestPiece = -1;
  let bestShare = 0;
  for (let piece = stretch.first; piece < stretch.last; piece++) {
    const at = 3 * piece;
    const ax = points[at]!;
    const ay = points[at + 1]!;
    const az = points[at + 2]!;
    const bx = points[at + 3]! - ax;
    const by = points[at + 4]! - ay;
    const bz = points[at + 5]! - az;
    const px = x - ax;
    const py = y - ay;
    const pz = z - az;
    const square = bx * bx + by * by + bz * bz;
    const share = square === 0
      ? 0
      : Math.max(0, Math.min(1, (px * bx + py * by + pz * bz) / square));
    const dx = px - share * bx;
    const dy = py - share * by;
    const dz = pz - share * bz;
    const off = dx * dx + dy * dy + dz * dz;
    if (off >= limit) continue;
    bestM = Math.sqrt(off);
    bestPiece = piece;
    bestShare = share;
    limit = Math.max(0, bestM - TIE_M) ** 2;
  }
  if (bestPiece < 0) return null;
  const from = alongM[bestPiece]!;
  const along = from + bestShare * (alongM[bestPiece + 1]! - from);
  return { piece: bestPiece, offM: bestM, alongM: along, side: null };
}

/**
 * Returns the side of a piece that a point is on, in driving direction; null if it is on the piece,
 * or before or beyond the line.
 */
function sideOf(
  line: Line,
  { offM, alongM, piece }: PiecePosition,
  point: EarthPoint,
): LinePosition["side"] {
  if (offM < NO_SIDE_M || alongM <= 0 || alongM >= line.lengthM) return null;
  const start = pointAt(line.points, piece);
  const upward = dot(
    cross(minus(pointAt(line.points, piece + 1), start), minus(point, start)),
    start,
  );
  return upward > 0 ? "left" : "right";
}

/**
 * Returns, in steps, the positions of the places within `offM` of a line, by index. `find` lists
 * the places in a box of degrees.
 */
export function* findAlong(
  line: Line,
  options: {
    offM: number;
    find(west: number, south: number, east: number, north: number): Iterable<number>;
    pointOf(index: number): EarthPoint;
  },
): Generator<void, Map<number, LinePosition>> {
  const best = new Map<number, PiecePosition>();
  for (const stretch of line.stretches) {
    for (const [west, south, east, north] of boxesAround(stretch, options.offM)) {
      for (const index of options.find(west, south, east, north)) {
        const before = best.get(index);
        // A place exactly at the limit counts.
        const withinM = before ? Math.max(0, before.offM - TIE_M) : options.offM + TIE_M;
        const position = locateOn(line, stretch, { point: options.pointOf(index), withinM });
        if (position && position.offM <= options.offM) best.set(index, position);
        yield;
      }
    }
  }
  const found = new Map<number, LinePosition>();
  for (const [index, position] of best) {
    const { offM, alongM } = position;
    found.set(index, { offM, alongM, side: sideOf(line, position, options.pointOf(index)) });
  }
  return found;
}
