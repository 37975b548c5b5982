/** Writes and reads encoded polylines with five decimals. @module */

// The file that bundlers take as well: the package's main one has no named exports for Deno.
// @ts-types="@googlemaps/polyline-codec"
import { decode, encode } from "@googlemaps/polyline-codec/dist/index.esm.js";
import type { Point } from "../../shared/explorer/url_state.ts";

/** Places as an encoded polyline. */
export function encodePolyline(places: readonly Point[]): string {
  return encode([...places]);
}

/** The places of an encoded polyline. */
export function decodePolyline(text: string): Point[] {
  return decode(text).map(([lat, lng]) => ({ lat, lng }));
}
