/** Reads what a town's page shows, and its metadata. @module */

import { DEFAULT_FILTERS, departmentPrices, type Deps, placeIndex, searchStations } from "../../operations/mod.ts";
import { addLevels } from "../../operations/pages/page_verdicts.ts";
import { widenSearch } from "../../operations/stations/widen_search.ts";
import { TRIED_RADII_KM } from "../../shared/explorer/area.ts";
import { getDepartment } from "../../shared/place/departments.ts";
import type { Fuel } from "../../shared/station/fuels.ts";
import { toKm, toStationName } from "../../shared/station/listed_station.ts";
import { type PageMeta, type PageRequest, toAreaCrumbs, toAsOf, toItemList } from "../../shared/page/page.ts";
import { toPicturePath, toTownPath } from "../../shared/page/page_paths.ts";
import { toAtTown } from "../../shared/place/place_name.ts";
import { getPlace, isDistrict, type Place } from "../../shared/place/places.ts";
import { toTileFrame } from "../../shared/draw/tile_frame.ts";
import { DEFAULT_FUEL } from "../../shared/explorer/url_state.ts";
import { areaWords } from "../../shared/words/area_pages.ts";
import { formatInstant, formatPrice } from "../../shared/words/format.ts";
import { commonWords, count, fill } from "../../shared/words/mod.ts";
import { chooseLabels } from "../geo.ts";

type Figures = Awaited<ReturnType<typeof find>>;

const MAX_ENTRIES = 100;
const NEAR_KM = 30;
const MAX_TOWNS = 18;

/** The town whose INSEE code ends the last part of an address, Corsica's letters in either case; null when there is none. */
export async function getTown(slug: string): Promise<Place | null> {
  const [, code] = /(?:^|-)(\d{5}|2[AB]\d{3})$/i.exec(slug) ?? [];
  return code === undefined ? null : getPlace(await placeIndex(), code.toUpperCase());
}

/** The prices around a town, within the first radius that has enough of them. */
export function searchTown(deps: Deps, town: Place, fuel: Fuel) {
  const { lat, lng } = town;
  return widenSearch(
    (radius) => searchStations.read(deps, { lat, lng, fuel, radius, limit: MAX_ENTRIES, ...DEFAULT_FILTERS }),
    { count: ({ data }) => data.length, from: town },
  );
}

/** The largest communes around, the nearest first; districts belong to their city. */
async function findNearTowns(town: Place): Promise<{ town: Place; km: number }[]> {
  const around: { town: Place; km: number }[] = [];
  for (const other of (await placeIndex()).places) {
    if (other.code === town.code || isDistrict(other.name)) continue;
    if (Math.abs(other.lat - town.lat) > 0.3 || Math.abs(other.lng - town.lng) > 0.5) continue;
    const km = toKm(town, other);
    if (km <= NEAR_KM) around.push({ town: other, km });
  }
  const largest = around.sort((a, b) => b.town.population - a.town.population).slice(0, MAX_TOWNS);
  return largest.sort((a, b) => a.km - b.km || (a.town.code < b.town.code ? -1 : 1));
}

/** Reads everything of a town. Throws DomainErrors as the operations do. */
export async function loadTown(deps: Deps, request: PageRequest, town: Place) {
  const figures = await find(deps, request, town);
  return { ...figures, meta: toMeta(figures) };
}

async function find(deps: Deps, request: PageRequest, town: Place) {
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const department = getDepartment(town.department);
  const [{ found: { data, meta, state }, radiusKm }, towns, mean] = await Promise.all([
    searchTown(deps, town, fuel),
    findNearTowns(town),
    department && departmentPrices.read(deps, { code: department.code, fuel }),
  ]);
  const entries = await addLevels(deps, fuel, data);
  const frame = toTileFrame(town, radiusKm);
  const largest = towns.map((near) => near.town).sort((a, b) => b.population - a.population);
  return {
    ...{ request, town, department, fuel, state, entries, towns },
    /** The postal code; of a city with several, the department's code. */
    postal: town.postalCodes.length === 1 ? town.postalCodes[0] : town.department,
    radius: `${radiusKm}\u00a0km`,
    isWidened: radiusKm > TRIED_RADII_KM[0],
    /** Whether the source has any station there. */
    isCovered: department === null || !department.overseas || entries.length > 0,
    /** Before the limit. */
    total: Number(meta.total),
    departmentMean: mean?.data.avgPrice1d ?? null,
    map: { frame, towns: chooseLabels([town, ...largest], frame) },
  };
}

function toMeta(figures: Figures): PageMeta {
  const { request, town, postal, department, fuel, entries, total, radius: km, isCovered, state } = figures;
  const { lang } = request;
  const [common, words] = [commonWords[lang], areaWords[lang]];
  const { short, of } = common.fuels[fuel];
  const names = { atName: toAtTown(town.name, lang), postal, fuel: short, ofFuel: of, km };
  const path = toTownPath(town);
  const shared = {
    image: toPicturePath(path, fuel),
    crumbs: [...toAreaCrumbs(department, lang), { name: town.name, path }],
    linked: [toItemList(entries, request)],
  };
  const [cheapest] = entries;
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
  return { ...shared, title: fill(words.town.titlePrice, values), description: fill(words.town.description, values) };
}
