/** The addresses that start a navigation to a station, for the platform of the visitor. @module */

import type { Point } from "../lib/places/point.ts";

/** Platforms that open directions differently. */
export type Platform = "ios" | "android" | "web";

/**
 * The platform of a browser; an iPad calls itself a Mac, but has a touch screen.
 *
 * @example
 * ```ts
 * import { equal } from "../tests/support/assert.ts";
 * equal(toPlatform({ userAgent: "Mozilla/5.0 (Linux; Android 14)", maxTouchPoints: 5 }), "android");
 * equal(toPlatform({ userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X)", maxTouchPoints: 5 }), "ios");
 * equal(toPlatform({ userAgent: "Mozilla/5.0 (X11; Linux x86_64)", maxTouchPoints: 0 }), "web");
 * ```
 */
export function toPlatform(
  { userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number },
): Platform {
  if (/Android/.test(userAgent)) return "android";
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
    ? "ios"
    : "web";
}

/** A navigation service on the web and the address that starts it. */
type Direction = { service: "google" | "apple" | "waze" | "osm"; href: string };

/** Where directions lead, and what to call it there. */
export type Target = Point & { label: string };

/** The target that a station is; null without a position. `title` is what the station is called. */
export function toTarget(
  station: { latitude: number | null; longitude: number | null; city: string | null },
  title: string,
): Target | null {
  const { latitude: lat, longitude: lng, city } = station;
  return lat === null || lng === null
    ? null
    : { lat, lng, label: [title, city].filter(Boolean).join(", ") };
}

/** Google takes so many stops of an address, and the others leave those beyond out as well. */
const MAX_WAY_STOPS = 9;

const toAt = ({ lat, lng }: Point) => `${lat},${lng}`;

/**
 * The addresses that start a navigation along a way with its stops, the one to offer first at the
 * beginning.
 */
export function toWayDirections(
  to: Target,
  { from, stops, platform }: { from: Point; stops: readonly Point[]; platform: Platform },
): Direction[] {
  const via = stops.slice(0, MAX_WAY_STOPS).map(toAt);
  const google = new URLSearchParams({
    api: "1",
    travelmode: "driving",
    origin: toAt(from),
    destination: toAt(to),
    ...(via.length > 0 && { waypoints: via.join("|") }),
  });
  const apple = new URLSearchParams([
    ["source", toAt(from)],
    ["destination", toAt(to)],
    ["mode", "driving"],
    ...via.map((stop) => ["waypoint", stop]),
  ]);
  const osm = `https://www.openstreetmap.org/directions?from=${toAt(from)}&to=${toAt(to)}`;
  const services: Direction[] = [
    { service: "google", href: `https://www.google.com/maps/dir/?${google}` },
    { service: "apple", href: `https://maps.apple.com/directions?${apple}` },
    // it knows two ends and no more
    ...(via.length === 0 ? [{ service: "osm" as const, href: osm }] : []),
  ];
  return platform === "ios" ? services.toSorted((a) => a.service === "apple" ? -1 : 0) : services;
}

/**
 * The one to offer first on a platform, then the others. Only Android opens `geo:`, with the app of
 * the visitor's choice; iOS opens the address of Apple's maps in its app; other devices open a
 * website. Coordinates lead, the label only names the pin.
 */
export function toDirections(
  { lat, lng, label }: Target,
  platform: Platform,
): { own: string; others: Direction[] } {
  const at = toAt({ lat, lng });
  const name = encodeURIComponent(label).replace(/[()]/g, "");
  const services: Direction[] = [
    { service: "google", href: `https://www.google.com/maps/dir/?api=1&destination=${at}` },
    { service: "apple", href: `https://maps.apple.com/?daddr=${at}&q=${name}` },
    { service: "waze", href: `https://waze.com/ul?ll=${at}&navigate=yes` },
    { service: "osm", href: `https://www.openstreetmap.org/directions?to=${at}` },
  ];
  const offered = { ios: "apple", web: "google", android: null }[platform];
  const first = services.find(({ service }) => service === offered);
  return {
    own: first ? first.href : `geo:${at}?q=${at}(${name})`,
    others: services.filter((other) => other !== first),
  };
}
