/**
 * Locates places along a line a second time, naively: geodesics and a search for the nearest point,
 * without code of the product.
 *
 * @module
 */

import geodesic from "geographiclib-geodesic";

type Place = { lat: number; lng: number };

const { WGS84 } = geodesic.Geodesic;

/** A line as its geodesics, with the driven metres at which each starts. */
export type NaiveLine = {
  parts: { at: (metres: number) => Place; fromM: number; metres: number }[];
  lengthM: number;
};

/**
 * Makes a line through some places. Segments at least `straightFromM` long count 1.3 times their
 * length.
 */
export function makeNaiveLine(places: readonly Place[], straightFromM = Infinity): NaiveLine {
  let lengthM = 0;
  const parts = places.slice(1).map((to, i) => {
    const from = places[i]!;
    const line = WGS84.InverseLine(from.lat, from.lng, to.lat, to.lng);
    const straightM = WGS84.Inverse(from.lat, from.lng, to.lat, to.lng).s12!;
    const factor = straightM >= straightFromM ? 1.3 : 1;
    const metres = factor * straightM;
    const fromM = lengthM;
    lengthM += metres;
    const at = (s: number) => {
      const { lat2, lon2 } = line.Position(s / factor);
      return { lat: lat2!, lng: lon2! };
    };
    return { at, fromM, metres };
  });
  return { parts, lengthM };
}

function metresBetween(a: Place, b: Place): number {
  return WGS84.Inverse(a.lat, a.lng, b.lat, b.lng).s12!;
}

/** Returns the metres from a place to the point at `alongM` of a line. */
export function measureAt(line: NaiveLine, place: Place, alongM: number): number {
  const part = line.parts.findLast(({ fromM }) => fromM <= alongM + 1e-6)!;
  return metresBetween(part.at(Math.min(part.metres, alongM - part.fromM)), place);
}

/**
 * Returns the metres from a place to the nearest point of a line whose segments are short: along
 * each the distance falls, then rises.
 */
export function measureOff(line: NaiveLine, place: Place): number {
  return Math.min(...line.parts.map(({ at, metres }) => {
    let low = 0;
    let high = metres;
    while (high - low > 0.01) {
      const third = (high - low) / 3;
      if (metresBetween(at(low + third), place) < metresBetween(at(high - third), place)) {
        high -= third;
      } else low += third;
    }
    return metresBetween(at((low + high) / 2), place);
  }));
}

/**
 * Within these metres of a bend, the side of a place depends on the segment it is compared with.
 */
const BEND_M = 30;

/**
 * Returns the side of the line on which a place lies at `alongM`, or null near ends, bends and the
 * line itself, where it may be either.
 */
export function sideAt(line: NaiveLine, place: Place, alongM: number): "left" | "right" | null {
  const part = line.parts.findLast(({ fromM }) => fromM <= alongM + 1e-6)!;
  const at = alongM - part.fromM;
  if (at < BEND_M || at > part.metres - BEND_M) return null;
  const here = part.at(at);
  const next = part.at(at + 1);
  if (metresBetween(here, place) < BEND_M) return null;
  const along = WGS84.Inverse(here.lat, here.lng, next.lat, next.lng).azi1!;
  const across = WGS84.Inverse(here.lat, here.lng, place.lat, place.lng).azi1!;
  return Math.sin(((across - along) * Math.PI) / 180) > 0 ? "right" : "left";
}
