/** Writes and reads encoded polylines with five decimals; the package that the server uses cannot be bundled and run by Deno alike. @module */

import type { Point } from "../../shared/explorer/url_state.ts";

const FACTOR = 100_000;

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = "";
  for (; rest >= 32; rest >>= 5) text += String.fromCharCode((rest & 31 | 32) + 63);
  return text + String.fromCharCode(rest + 63);
}

/**
 * Places as an encoded polyline.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(encodePolyline([{ lat: 38.5, lng: -120.2 }, { lat: 40.7, lng: -120.95 }]), "_p~iF~ps|U_ulLnnqC");
 * ```
 */
export function encodePolyline(places: readonly Point[]): string {
  let [lat, lng] = [0, 0];
  return places.map((place) => {
    const [nextLat, nextLng] = [Math.round(place.lat * FACTOR), Math.round(place.lng * FACTOR)];
    const text = encodeNumber(nextLat - lat) + encodeNumber(nextLng - lng);
    [lat, lng] = [nextLat, nextLng];
    return text;
  }).join("");
}

/**
 * The places of an encoded polyline; what is cut off in the middle of a place is left out.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(decodePolyline("_p~iF~ps|U_ulLnnqC"), [{ lat: 38.5, lng: -120.2 }, { lat: 40.7, lng: -120.95 }]);
 * ```
 */
export function decodePolyline(text: string): Point[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const letter of text) {
    const code = letter.charCodeAt(0) - 63;
    value |= (code & 31) << shift;
    shift += 5;
    if (code >= 32) continue;
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
    value = shift = 0;
  }
  const places: Point[] = [];
  let [lat, lng] = [0, 0];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    lat += numbers[i]!;
    lng += numbers[i + 1]!;
    places.push({ lat: lat / FACTOR, lng: lng / FACTOR });
  }
  return places;
}
