/**
 * Lists the places that a text may refer to: communes, departments, regions and rest areas, best
 * first.
 *
 * @module
 */

import { findPlaces } from "./find_places.ts";
import type { MotorwayArea } from "../domain/bulk_files.ts";
import { findMotorwayAreas, namesRoad } from "./motorway_areas.ts";
import { toNameKey } from "./place_name.ts";
import type { FoundPlace, PlaceIndex } from "./places.ts";
import { findTerritories, type Territory } from "./territories.ts";
import type { Point } from "./point.ts";

/** A commune, a department, a region, or a rest area on a motorway. */
export type Suggestion = FoundPlace | Territory | MotorwayArea;

/**
 * A town with at least this many people precedes the department of the same name (Vienne, Mayenne).
 */
export const SMALL_TOWN_PEOPLE = 2000;
const MAX_BEGUN = 2;

/** Returns whether a suggestion is a department or a region. */
export function isTerritory<T extends object>(suggestion: T | Territory): suggestion is Territory {
  return "kind" in suggestion;
}

/** Returns whether a suggestion is a rest area on a motorway. */
export function isMotorwayArea<T extends object>(
  suggestion: T | MotorwayArea,
): suggestion is MotorwayArea {
  return "road" in suggestion;
}

/**
 * Returns the places that a text may refer to, best first. Unless `isExact`, falls back to similar
 * names. Rest areas come from `areas`, ordered by distance from `near`, or from north to south if
 * it is null.
 */
export function findSuggestions(
  index: PlaceIndex,
  text: string,
  { limit, isExact = false, areas = [], near = null }: {
    limit: number;
    isExact?: boolean;
    areas?: readonly MotorwayArea[];
    near?: Point | null;
  },
): Suggestion[] {
  const { exact, others } = findTerritories(text);
  const motorway = findMotorwayAreas(areas, text, { near, limit });
  if (motorway.length > 0 && namesRoad(text)) return motorway;
  const isFound = exact.length + motorway.length > 0;
  const places = findPlaces(index, text, { limit, isExact: isExact || isFound });
  const key = toNameKey(text);
  const [first, ...rest] = places;
  const isLarge = first !== undefined && first.population >= SMALL_TOWN_PEOPLE;
  const isTown = isLarge && toNameKey(first.name) === key;
  const [towns, further] = isTown ? [[first], rest] : [[], places];
  const begun = others.slice(0, MAX_BEGUN);
  // After the best commune: a visitor who keeps typing soon reaches the territory.
  const mixed = isTown || exact.length > 0 || !isLarge
    ? [...begun, ...further]
    : [...further.slice(0, 1), ...begun, ...further.slice(1)];
  return [...towns, ...exact, ...mixed, ...motorway].slice(0, limit);
}
