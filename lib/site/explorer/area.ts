/**
 * Where a view is, and what its list, heading and title speak of: a place's surroundings, a
 * territory, or what the map shows.
 *
 * @module
 */

import { findSet, isOfTerritory, SWITCHES } from "./filters.ts";
import type { View, ViewLocation } from "./url_state.ts";
import type { PlaceRef, Point } from "../../places/point.ts";

/** Widest surroundings of a place that are spoken of as such, km: a search takes no more. */
export const MAX_AROUND_KM = 50;

/** Radii in km, tried in turn while the visitor has chosen none; the last is the widest. */
export const TRIED_RADII_KM = [5, 10, 20, MAX_AROUND_KM] as const;

/** Stations that are enough to choose from. */
const ENOUGH_STATIONS = 3;

/** Latitude and longitude of the islands without a bridge that have stations: Yeu and Belle-Île. */
const ISLANDS = [[46.71, -2.35], [47.33, -3.16]] as const;
/** No part of them is as far from their middle, and no other shore as near. */
const ISLAND_DEGREES = 0.12;

/**
 * Whether a search around a point needs no wider one: on an island one station is enough, the
 * others are over the sea.
 */
export function isEnough(stationCount: number, { lat, lng }: Point): boolean {
  const isIsland = ISLANDS.some(([y, x]) => Math.hypot(y - lat, x - lng) < ISLAND_DEGREES);
  return stationCount >= (isIsland ? 1 : ENOUGH_STATIONS);
}

/** The smallest of the tried radii that holds enough stations, else the widest, in km. */
export function findRadiusKm(countWithin: (radiusKm: number) => number, from: Point): number {
  return TRIED_RADII_KM.find((radiusKm) => isEnough(countWithin(radiusKm), from)) ?? MAX_AROUND_KM;
}

/**
 * The area of a view's list: the stations around a point, those of some departments, or all in the
 * part of the map that is seen. The circle of a territory is what the map shows of it.
 */
export type Area =
  | ({ readonly kind: "around" } & Circle)
  | ({ readonly kind: "territory"; readonly departments: readonly string[] } & Circle)
  | { readonly kind: "view" };
type Circle = { readonly from: Point; readonly radiusKm: number };

/**
 * A box for the API that leaves nothing out: the stations of a territory are found by their
 * departments.
 */
export const WORLD = { north: 90, south: -90, east: 180, west: -180 } as const;

/** The parameters of the filters that are set, the fuel not among them. */
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
 * Whether a view was moved, or is too wide for any surroundings: then it is of the visible part of
 * the map.
 */
export function isMoved({ place, at, from, radiusKm }: View): boolean {
  return (at !== null && (place !== null || from !== null)) || (radiusKm ?? 0) > MAX_AROUND_KM;
}

/** Whether a view speaks of the surroundings of what was chosen, where ways begin. */
export function isAround(view: View): boolean {
  return !isMoved(view) && !isOfTerritory(view);
}

/**
 * Whether distances mean something: the middle of a territory, or of a country seen from afar, is
 * not the visitor's choice.
 */
export function hasOrigin(view: View): boolean {
  const { place, from, radiusKm } = view;
  return !isOfTerritory(view) &&
    (place !== null || from !== null || (radiusKm ?? 0) <= MAX_AROUND_KM);
}

/** The territory that a view is of; null when it is of a commune or a point, or was moved away. */
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
 * Where a view is, from the place of its code or text (null: none); null when nothing says where.
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
 * What changes when the visitor moves the map: what was chosen remains where distances are measured
 * from.
 */
export function toMoved(
  view: View,
  { at, radiusKm }: { at: Point; radiusKm: number },
): Partial<View> {
  const from = view.place !== null ? null : view.from ?? (isMoved(view) ? null : view.at);
  return { at, from, radiusKm };
}

/**
 * What changes when the visitor comes back to what was chosen, with a radius around it (null: as
 * wide as needed).
 */
export function toAround({ place, at, from }: View, radiusKm: number | null): Partial<View> {
  return { at: place === null ? from ?? at : null, from: null, radiusKm };
}
