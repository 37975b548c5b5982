/** The last visit as the device remembers it: fuel, place and order. @module */

import { type Fuel, isFuel } from "../../shared/fuels.ts";
import type { Point } from "../../places/point.ts";

type LastPlace = Point & { readonly name: string };

/** The last visit. `query` is the query of the map around its place. */
export type LastVisit = {
  readonly fuel: Fuel;
  readonly query: string;
  readonly place: LastPlace | null;
};

/** Parses a stored visit. Returns null if the text is invalid. */
export function parseLastVisit(text: string | null): LastVisit | null {
  try {
    const { fuel, query, place } = JSON.parse(text ?? "null") ?? {};
    if (!isFuel(fuel) || typeof query !== "string") return null;
    const { name, lat, lng } = place ?? {};
    const isPlace = typeof name === "string" && Number.isFinite(lat) && Number.isFinite(lng);
    return { fuel, query, place: isPlace ? { name, lat, lng } : null };
  } catch {
    return null;
  }
}
