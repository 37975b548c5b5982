/** Reads the data of a town's page, and its metadata. @module */

import { DEFAULT_FILTERS } from "../../operations/filters.ts";
import type { Backend } from "../../operations/operation.ts";
import { placeIndex } from "../../operations/places/find_places.ts";
import { searchStations } from "../../operations/stations/search_stations.ts";
import { addLevels } from "../../shared/price/tertiles.ts";
import { widenSearch } from "../../operations/stations/widen_search.ts";
import { TRIED_RADII_KM } from "../../site/explorer/area.ts";
import { getDepartment } from "../../places/departments.ts";
import { DEFAULT_FUEL, type Fuel } from "../../shared/fuels.ts";
import { toStationName } from "../../site/listed_station.ts";
import {
  type PageMeta,
  type PageRequest,
  toAreaCrumbs,
  toAsOf,
  toItemList,
} from "../../site/metadata.ts";
import { toFeedPath, toPicturePath, toTownPath } from "../../site/paths.ts";
import { toAtTown } from "../../places/place_name.ts";
import { getPlace, type Place } from "../../places/places.ts";
import { toTileFrame } from "../../site/map/tile_frame.ts";
import { areaWords } from "../../words/area_pages.ts";
import { formatInstant, formatPrice } from "../../words/format.ts";
import { commonWords, count, fill } from "../../words/mod.ts";

const MAX_ENTRIES = 100;

/**
 * Returns the town whose INSEE code ends the last part of an address, or null. Corsica's letters
 * may be upper or lower case.
 */
export async function getTown(slug: string): Promise<Place | null> {
  const [, code] = /(?:^|-)(\d{5}|2[AB]\d{3})$/i.exec(slug) ?? [];
  return code === undefined ? null : getPlace(await placeIndex(), code.toUpperCase());
}

/** Searches the prices around a town, within the first radius with enough of them. */
export function searchTown(backend: Backend, town: Place, fuel: Fuel) {
  const { lat, lng } = town;
  return widenSearch(
    (radius) =>
      searchStations.read(backend, {
        lat,
        lng,
        fuel,
        radius,
        limit: MAX_ENTRIES,
        ...DEFAULT_FILTERS,
      }),
    { count: ({ data }) => data.length, from: town },
  );
}

/**
 * Returns the cheapest entry that sells without a membership, otherwise the cheapest; undefined for
 * an empty list.
 */
export function findCheapest<T extends { membersOnly?: boolean }>(
  entries: readonly T[],
): T | undefined {
  return entries.find(({ membersOnly }) => !membersOnly) ?? entries[0];
}

/** Reads all data of a town. Throws DomainErrors as the operations do. */
export async function loadTown(backend: Backend, request: PageRequest, town: Place) {
  const figures = await find(backend, request, town);
  return { ...figures, meta: toMeta(figures) };
}

async function find(backend: Backend, request: PageRequest, town: Place) {
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const department = getDepartment(town.department);
  const { found: { data, meta, state }, radiusKm } = await searchTown(backend, town, fuel);
  const entries = addLevels(data);
  return {
    request,
    town,
    department,
    fuel,
    state,
    entries,
    /** The postal code, or the department's code for a city with several. */
    postal: town.postalCodes.length === 1 ? town.postalCodes[0] : town.department,
    radiusKm,
    radius: `${radiusKm}\u00a0km`,
    isWidened: radiusKm > TRIED_RADII_KM[0],
    /** Whether the source has stations there. */
    isCovered: department === null || !department.overseas || entries.length > 0,
    /** The number before the limit. */
    total: Number(meta.total),
    frame: toTileFrame(town, radiusKm),
  };
}

function toMeta(figures: Awaited<ReturnType<typeof find>>): PageMeta {
  const { request, town, postal, department, fuel, entries, total, radius: km, isCovered, state } =
    figures;
  const { lang } = request;
  const common = commonWords[lang];
  const words = areaWords[lang];
  const { short, of } = common.fuels[fuel];
  const names = { atName: toAtTown(town.name, lang), postal, fuel: short, ofFuel: of, km };
  const path = toTownPath(town);
  const shared = {
    image: toPicturePath(path, fuel),
    feed: toFeedPath({ lat: town.lat, lng: town.lng, radius: figures.radiusKm, fuel }, lang),
    crumbs: [...toAreaCrumbs(department, lang), { name: town.name, path }],
    linked: [toItemList(entries, request)],
  };
  const cheapest = findCheapest(entries);
  if (cheapest === undefined) {
    const description = isCovered ? fill(words.town.none, { km }) : words.department.uncovered;
    return { ...shared, title: fill(words.town.title, names), description, isIndexed: false };
  }
  const values = {
    ...names,
    price: formatPrice(cheapest.price, lang),
    brand: toStationName(cheapest, common),
    date: formatInstant(toAsOf(state), lang),
    count: count(common.stations, total, { lang }),
  };
  return {
    ...shared,
    title: fill(words.town.titlePrice, values),
    description: fill(words.town.description, values),
  };
}
