/**
 * Finds the location in an address of the home, and the stations that the server lists on it.
 *
 * @module
 */

import { boxStations } from "../../operations/stations/box_stations.ts";
import { DEFAULT_FILTERS } from "../../operations/filters.ts";
import type { Backend } from "../../operations/operation.ts";
import { motorwayAreasJson } from "../../operations/places/motorway_areas.ts";
import { placeIndex } from "../../operations/places/find_places.ts";
import { searchStations } from "../../operations/stations/search_stations.ts";
import { widenSearch } from "../../operations/stations/widen_search.ts";
import {
  MAX_AROUND_KM,
  toApiFilters,
  toLocation,
  toTerritoryArea,
  WORLD,
} from "../../site/explorer/area.ts";
import { sortStations, toListedStation } from "../../site/listed_station.ts";
import { toKm } from "../../places/point.ts";
import { isAreaQuery, toAreaLabel } from "../../places/motorway_areas.ts";
import { toPlaceName } from "../../site/explorer/view_title.ts";
import { toNameKey } from "../../places/place_name.ts";
import { findPlaceAtEnd } from "../../places/find_places.ts";
import { getPlace, isDistrict, type Place, type PlaceIndex } from "../../places/places.ts";
import { USUAL_CAR } from "../../shared/price/real_cost.ts";
import {
  findSuggestions,
  isMotorwayArea,
  isTerritory,
  type Suggestion,
} from "../../places/suggestions.ts";
import {
  findTerritories,
  getTerritory,
  KM_PER_DEGREE,
  type Territory,
  toTerritoryRef,
} from "../../places/territories.ts";
import {
  moveTo,
  NO_FILTERS,
  toQuery,
  type View,
  type ViewLocation,
} from "../../site/explorer/url_state.ts";
import type { PlaceRef, TerritoryRef } from "../../places/point.ts";

/** No name is shared by as many places. */
const MAX_SUGGESTIONS = 20;
const MAX_OTHERS = 5;

/**
 * A view and its location. `isNearest` is true if the text is unknown and the place is the town at
 * its end. `near` is a town near the centre of a view without a name.
 */
export type Located = { view: View; where: ViewLocation; isNearest: boolean; near: string | null };

/** A town with this population names its surroundings up to `NEAR_KM`. */
const MIN_PEOPLE = 2000;
const NEAR_KM = 20;

/** Returns the nearest town of some size, or null at sea and for very wide views. */
async function findNear({ view, where }: Pick<Located, "view" | "where">): Promise<string | null> {
  if (toPlaceName({ view, where }) !== null || (view.radiusKm ?? 0) > MAX_AROUND_KM) return null;
  const towns = (await placeIndex()).places
    .filter(({ population, name, lat }) =>
      population >= MIN_PEOPLE && !isDistrict(name) &&
      Math.abs(lat - where.lat) * KM_PER_DEGREE <= NEAR_KM
    )
    .map((town) => ({ name: town.name, km: toKm(where, town) }));
  return towns.filter(({ km }) => km <= NEAR_KM).sort((a, b) => a.km - b.km)[0]?.name ?? null;
}

/** Looks up a view's place or text. Returns null if the view has neither, or it is unknown. */
export async function locate(backend: Backend, view: View): Promise<Located | null> {
  const found = await locateNamed(backend, view);
  return found && { ...found, near: await findNear(found) };
}

/**
 * Returns the department or region with the name and the box of a view, as in links without its
 * code. Returns null for other views.
 */
function findNamedTerritory({ q, at, from, radiusKm }: View): TerritoryRef | null {
  if (at === null || (from !== null && (from.lat !== at.lat || from.lng !== at.lng))) return null;
  const found = findTerritories(q).exact.find((each) => each.lat === at.lat && each.lng === at.lng);
  return found && (radiusKm ?? found.radiusKm) === found.radiusKm ? toTerritoryRef(found) : null;
}

async function locateNamed(backend: Backend, view: View): Promise<Omit<Located, "near"> | null> {
  const at = (where: ViewLocation | null, located = view) =>
    where && { view: located, where, isNearest: false };
  if (view.place === null && view.q === "") return at(toLocation(view, null));
  const territory = getTerritory(view.place ?? "");
  if (territory) return at(toLocation(view, territory));
  const index = await placeIndex();
  const place = view.place === null ? null : getPlace(index, view.place);
  if (place) return at(toLocation(view, place));
  const named = findNamedTerritory(view);
  if (named) {
    const chosen = { ...moveTo(view, named), station: view.station };
    return at(toLocation(chosen, named), chosen);
  }
  // A text with a centre names that centre, such as an address. Without a centre, look the text up.
  if (view.q === "" || view.at !== null) return at(toLocation(view, null));
  const areas = isAreaQuery(view.q) ? (await motorwayAreasJson.read(backend, {})).data : [];
  return locateText(view, {
    index,
    suggestions: findSuggestions(index, view.q, { limit: MAX_SUGGESTIONS, areas }),
  });
}

type PlaceSearch = { index: PlaceIndex; suggestions: readonly Suggestion[] };

function locateText(
  view: View,
  { index, suggestions: [first, ...others] }: PlaceSearch,
): Omit<Located, "near"> | null {
  const isNearest = first === undefined;
  // The browser looks up addresses. The server only knows their towns.
  const found = first ?? findPlaceAtEnd(index, view.q);
  if (!found) return null;
  if (isMotorwayArea(found)) {
    const { latitude: lat, longitude: lng } = found;
    const chosen = moveTo(view, { label: toAreaLabel(found), lat, lng });
    return { view: chosen, where: toLocation(chosen, null)!, isNearest };
  }
  const chosen = isTerritory(found) ? moveTo(view, toPlaceRef(found)) : view;
  return {
    view: chosen,
    where: toLocation(chosen, toPlaceRef(found), findOthers(view.q, found, others))!,
    isNearest,
  };
}

function toPlaceRef(found: Place | Territory): PlaceRef {
  return isTerritory(found) ? toTerritoryRef(found) : found;
}

/**
 * Returns other places that the text may name. If the text is a full name, these are the places
 * that share it, by population.
 */
function findOthers(
  text: string,
  first: Place | Territory,
  others: readonly Suggestion[],
): PlaceRef[] {
  const key = toNameKey(text);
  const places = others.flatMap((other) => isMotorwayArea(other) ? [] : other);
  const people = (place: Place | Territory) => isTerritory(place) ? 0 : place.population;
  const found = toNameKey(first.name) === key
    ? places.filter(({ name }) => toNameKey(name) === key).sort((a, b) => people(b) - people(a))
    : places.filter((place) => !isTerritory(place) && !isTerritory(first));
  return found.slice(0, MAX_OTHERS).map(toPlaceRef);
}

const MAX_ENTRIES = 100;

type Within = { where: ViewLocation; radiusKm: number };

/**
 * Searches within a radius of a place, or in a whole department or region. Returns at most 100
 * stations.
 */
export function searchWithin(
  backend: Backend,
  view: View,
  { where: { lat, lng, place }, radiusKm: radius }: Within,
) {
  const filters = {
    fuel: view.fuel,
    limit: MAX_ENTRIES,
    ...DEFAULT_FILTERS,
    ...toApiFilters(view),
  };
  const territory = toTerritoryArea(view, place);
  if (territory) {
    return boxStations.read(backend, {
      ...filters,
      ...WORLD,
      department: territory.departments.join(),
    });
  }
  if (radius <= MAX_AROUND_KM) {
    return searchStations.read(backend, { ...filters, lat, lng, radius });
  }
  const dLat = radius / KM_PER_DEGREE;
  const dLng = dLat / Math.cos((lat * Math.PI) / 180);
  const box = {
    north: Math.min(90, lat + dLat),
    south: Math.max(-90, lat - dLat),
    east: Math.min(180, lng + dLng),
    west: Math.max(-180, lng - dLng),
  };
  return boxStations.read(backend, { ...filters, ...box });
}

/**
 * Searches around a place without a given radius, widening until enough stations sell the fuel.
 * Filters shorten a list but never widen its area.
 */
async function searchAround(backend: Backend, view: View, where: ViewLocation) {
  const unfiltered = { ...view, ...NO_FILTERS };
  const { found, radiusKm } = await widenSearch(
    (radiusKm) => searchWithin(backend, unfiltered, { where, radiusKm }),
    { count: ({ meta }) => Number(meta.total), from: where },
  );
  const isFiltered = toQuery(unfiltered) !== toQuery(view);
  return {
    radiusKm,
    found: isFiltered ? await searchWithin(backend, view, { where, radiusKm }) : found,
  };
}

/**
 * Returns at most 100 stations in a view's territory or around its place, in the order of the view.
 * `total` is the number before the limit.
 */
export async function findStations(backend: Backend, view: View, where: ViewLocation) {
  const given = toTerritoryArea(view, where.place)?.radiusKm ?? view.radiusKm;
  const { radiusKm, found: { data, meta, state } } = given === null
    ? await searchAround(backend, view, where)
    : { radiusKm: given, found: await searchWithin(backend, view, { where, radiusKm: given }) };
  // Distances are from the place, which is not the centre of a moved view.
  const listed = data.map((entry) => toListedStation(entry, where.from));
  return {
    stations: sortStations(listed, view.sort, USUAL_CAR),
    total: Number(meta.total),
    radiusKm,
    state,
  };
}
