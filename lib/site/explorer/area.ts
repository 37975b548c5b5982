/**
 * The area of a view, which its list, heading and title describe: a place's surroundings, a
 * territory, or the visible part of the map.
 *
 * @module
 */

import { findSet, isOfTerritory, SWITCHES } from "./filters.ts";
import type { View, ViewLocation } from "./url_state.ts";
import type { PlaceRef, Point } from "../../places/point.ts";

/** The largest radius of a place's surroundings, km. A search takes no more. */
export const MAX_AROUND_KM = 50;

/** Radii in km, tried in turn if the visitor has not chosen one. */
export const TRIED_RADII_KM = [5, 10, 20, MAX_AROUND_KM] as const;

/** The number of stations that is enough to choose from. */
const ENOUGH_STATIONS = 3;

/** Latitude and longitude of the islands that have stations and no bridge: Yeu and Belle-Île. */
const ISLANDS = [[46.71, -2.35], [47.33, -3.16]] as const;
/** Their shores are nearer to their middle than this, and all other shores are farther away. */
const ISLAND_DEGREES = 0.12;

/**
 * Returns whether a search around a point need not be wider. On an island one station is enough,
 * because the others are across the sea.
 */
export function isEnough(stationCount: number, { lat, lng }: Point): boolean {
  const isIsland = ISLANDS.some(([y, x]) => Math.hypot(y - lat, x - lng) < ISLAND_DEGREES);
  return stationCount >= (isIsland ? 1 : ENOUGH_STATIONS);
}

/** Returns the smallest of the tried radii with enough stations, otherwise the largest, in km. */
export function findRadiusKm(countWithin: (radiusKm: number) => number, from: Point): number {
  return TRIED_RADII_KM.find((radiusKm) => isEnough(countWithin(radiusKm), from)) ?? MAX_AROUND_KM;
}

/**
 * The area of a view's list: the stations around a point, those of some departments, or all in the
 * visible part of the map. A territory also has the circle that the map shows.
 */
export type Area =
  | ({ readonly kind: "around" } & Circle)
  | ({ readonly kind: "territory"; readonly departments: readonly string[] } & Circle)
  | { readonly kind: "view" };
type Circle = { readonly from: Point; readonly radiusKm: number };

/**
 * A box for the API that contains everything, since departments filter the stations of a territory.
 */
export const WORLD = { north: 90, south: -90, east: 180, west: -180 } as const;

/** Returns the API's parameters for the filters that are set, except the fuel. */
export function toApiFilters(view: View): { [name: string]: string | true } {
  const { brands, brandsOut, services } = view;
  return Object.assign(
    {},
    brands[0] && { [brandsOut ? "exclude_brands" : "brands"]: brands.join() },
    ...findSet(view).map((name) => SWITCHES[name].api),
    services[0] && { services: services.join() },
  );
}

/**
 * Returns whether a view was moved, or is too wide for surroundings. Its list then covers the
 * visible part of the map.
 */
export function isMoved({ place, at, from, radiusKm }: View): boolean {
  return (at !== null && (place !== null || from !== null)) || (radiusKm ?? 0) > MAX_AROUND_KM;
}

/** Returns whether a view is of the surroundings of the chosen place, where ways start. */
export function isAround(view: View): boolean {
  return !isMoved(view) && !isOfTerritory(view);
}

/**
 * Returns whether distances are useful. They are not from the middle of a territory or of the whole
 * country, which the visitor did not choose.
 */
export function hasOrigin(view: View): boolean {
  const { place, from, radiusKm } = view;
  return !isOfTerritory(view) &&
    (place !== null || from !== null || (radiusKm ?? 0) <= MAX_AROUND_KM);
}

/** Returns the territory of a view, or null for a commune, a point or a moved view. */
export function toTerritoryArea(
  view: View,
  place: PlaceRef | null,
): (Area & { kind: "territory" }) | null {
  if (isMoved(view) || place === null || !("departments" in place)) return null;
  return {
    kind: "territory",
    departments: place.departments,
    from: place,
    radiusKm: place.radiusKm,
  };
}

/**
 * Returns the location of a view. `place` is the place of its code or text, or null. Returns null
 * if the view has no location.
 */
export function toLocation(
  view: View,
  place: PlaceRef | null,
  others: readonly PlaceRef[] = [],
): ViewLocation | null {
  const from = place ?? view.from ?? view.at;
  if (from === null) return null;
  const { lat, lng } = view.at ?? from;
  return { lat, lng, from: { lat: from.lat, lng: from.lng }, place, others };
}

/**
 * Returns the changes to a view when the visitor moves the map. Distances are still measured from
 * the chosen place.
 */
export function toMoved(
  view: View,
  { at, radiusKm }: { at: Point; radiusKm: number },
): Partial<View> {
  const start = view.from ?? (isMoved(view) ? null : view.at);
  return { at, from: view.place === null ? start : null, radiusKm };
}

/**
 * Returns the changes to a view when the visitor goes back to the chosen place. `radiusKm` is null
 * for the usual radius.
 */
export function toAround({ place, at, from }: View, radiusKm: number | null): Partial<View> {
  return { at: place === null ? from ?? at : null, from: null, radiusKm };
}
