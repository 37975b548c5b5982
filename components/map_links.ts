/** The addresses that start navigation to a station, for the visitor's platform. @module */

import type { Point } from "../lib/places/point.ts";

/** Platforms that open directions in different ways. */
export type Platform = "ios" | "android" | "web";

/**
 * Returns the platform of a browser. An iPad claims to be a Mac but has a touch screen.
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

/** A navigation service and the address that starts it. */
type Direction = { service: "google" | "apple" | "waze" | "osm"; href: string };

/** The end of the directions, and its label. */
export type Target = Point & { label: string };

/** Returns the target of a station named `title`, or null if it has no position. */
export function toTarget(
  station: { latitude: number | null; longitude: number | null; city: string | null },
  title: string,
): Target | null {
  const { latitude: lat, longitude: lng, city } = station;
  return lat === null || lng === null
    ? null
    : { lat, lng, label: [title, city].filter(Boolean).join(", ") };
}

/**
 * The maximum number of stops in an address of Google Maps. The other services get no more either.
 */
const MAX_WAY_STOPS = 9;

const toAt = ({ lat, lng }: Point) => `${lat},${lng}`;

/**
 * Returns the addresses that start navigation along a way with its stops, the recommended one
 * first.
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
    // OpenStreetMap takes two ends and no stops.
    ...(via.length === 0 ? [{ service: "osm" as const, href: osm }] : []),
  ];
  return platform === "ios" ? services.toSorted((a) => a.service === "apple" ? -1 : 0) : services;
}

/**
 * Returns the recommended service of a platform, then the others. Only Android opens `geo:` links,
 * in the app of the visitor's choice. iOS opens the address of Apple Maps in its app, and other
 * devices open a website. The target is the coordinates; the label only names the pin.
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
