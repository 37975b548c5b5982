/**
 * Finds points that our own files do not have: addresses and sights with the national geocoder, and
 * the visitor's position.
 *
 * @module
 */

import { type Point, roundPoint } from "../../places/point.ts";

/** An address found. */
export type Address = Point & { label: string };

const MIN_LETTERS = 3;
const MAX_LETTERS = 200;

type Feature = {
  geometry?: { coordinates?: [number, number] };
  /** An address has `label` and `type`; a sight has `toponym`, `city` and `category`. */
  properties?: {
    label?: string;
    type?: string;
    toponym?: string;
    city?: string | string[];
    category?: string[];
  };
};

function toLabel(
  { label, type, toponym, city, category = [] }: NonNullable<Feature["properties"]>,
): string | undefined {
  // Communes come from our own list.
  if (type === "municipality" || category.includes("administratif")) return undefined;
  return label ?? (toponym && [toponym, [city ?? []].flat()[0]].filter(Boolean).join(", "));
}

function toAddress({ geometry, properties }: Feature): Address | null {
  const [lng, lat] = geometry?.coordinates ?? [];
  const label = properties && toLabel(properties);
  if (typeof lat !== "number" || typeof lng !== "number" || !label) return null;
  return { label: label.slice(0, 120), lat, lng };
}

type Options = {
  signal: AbortSignal;
  /** Among equally good matches, addresses near this point come first. Null: no preference. */
  near: Point | null;
};

/**
 * Returns the addresses that match a text, best first. Empty if the text is too short or nothing
 * matches, null if the service is unavailable.
 */
export async function findAddresses(
  text: string,
  { signal, near }: Options,
): Promise<Address[] | null> {
  const typed = text.trim();
  if (typed.length < MIN_LETTERS) return [];
  const query = new URLSearchParams({
    q: typed.slice(0, MAX_LETTERS),
    limit: "4",
    autocomplete: "1",
    index: "address,poi",
    ...(near && { lat: near.lat.toFixed(2), lon: near.lng.toFixed(2) }),
  });
  try {
    const response = await fetch(`https://data.geopf.fr/geocodage/search?${query}`, { signal });
    if (!response.ok) return null;
    const { features = [] } = await response.json() as { features?: Feature[] };
    return features.map(toAddress).filter((address) => address !== null);
  } catch {
    return null;
  }
}

const TIMEOUT_MS = 10_000;
const MAX_AGE_MS = 60_000;

/**
 * Returns the visitor's position to a thousandth of a degree (100 m), or why the browser does not
 * give it. Never throws.
 */
export function requestPosition(): Promise<Point | "refused" | "failed"> {
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve("failed");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(roundPoint({ lat: coords.latitude, lng: coords.longitude })),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "refused" : "failed"),
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    );
  });
}
