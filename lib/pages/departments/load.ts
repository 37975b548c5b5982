/**
 * Reads the data of the list of departments and of a department's page, and their metadata.
 *
 * @module
 */

import { departmentPrices, nationalPrices } from "../../operations/prices/area_prices.ts";
import type { Backend } from "../../operations/operation.ts";
import { placeIndex } from "../../operations/places/find_places.ts";
import { findDepartmentStations } from "../../operations/prices/department_stations.ts";
import { addLevels } from "../../shared/price/tertiles.ts";
import { findAreaCurves } from "../../operations/prices/area_curves.ts";
import { toTileFrame } from "../../site/map/tile_frame.ts";
import { type Department, DEPARTMENTS } from "../../places/departments.ts";
import { isDistrict, type Place } from "../../places/places.ts";
import { DEFAULT_FUEL, type Fuel, FUELS } from "../../shared/fuels.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import {
  type PageMeta,
  type PageRequest,
  toAreaCrumbs,
  toAsOf,
  toItemList,
} from "../../site/metadata.ts";
import { toDepartmentPath, toPicturePath } from "../../site/paths.ts";
import { toKm } from "../../places/point.ts";
import { areaWords } from "../../words/area_pages.ts";
import { formatInstant, formatPrice } from "../../words/format.ts";
import { commonWords, count, fill } from "../../words/mod.ts";

async function readMean(backend: Backend, code: string, fuel: Fuel) {
  return (await departmentPrices.read(backend, { code, fuel })).data;
}

/** Reads the means of all departments for a fuel. */
export async function loadDepartments(backend: Backend, request: PageRequest) {
  const { lang, fuel: named } = request;
  const fuel = named ?? DEFAULT_FUEL;
  const { data: national, state } = await nationalPrices.read(backend, { fuel });
  const all = await Promise.all(DEPARTMENTS.map(({ code }) => readMean(backend, code, fuel)));
  // Overseas departments are listed once the source has a station there.
  const isListed = ({ code, stationCount }: typeof all[number]) =>
    code.length < 3 || stationCount > 0;
  const toMilli = ({ avgPrice1d }: typeof all[number]) =>
    avgPrice1d === null ? Infinity : parsePriceText(avgPrice1d);
  const departments = all.filter(isListed).sort((a, b) =>
    toMilli(a) - toMilli(b) || (a.code < b.code ? -1 : 1)
  );
  const priced = departments.filter(({ avgPrice1d }) => avgPrice1d !== null);
  const uncovered = all.filter((department) => !isListed(department)).map(({ name }) => name);
  const words = areaWords[lang].departments;
  const ofFuel = commonWords[lang].fuels[fuel].of;
  const title = fill(words.title, { ofFuel });
  const description = priced.length === 0 || national.avgPrice1d === null
    ? title
    : fill(words.description, {
      ofFuel,
      date: formatInstant(toAsOf(state), lang),
      price: formatPrice(national.avgPrice1d, lang),
      low: formatPrice(priced[0]!.avgPrice1d!, lang),
      high: formatPrice(priced.at(-1)!.avgPrice1d!, lang),
    });
  const meta = { title, description, crumbs: toAreaCrumbs(null, lang) };
  return { request, fuel, departments, uncovered, mean: national.avgPrice1d, state, meta };
}

const YEAR_DAYS = 365;
const MAX_TOWNS = 36;
const MAX_CHEAPEST = 20;

/** Returns the largest communes of a department, by population. */
export async function findLargestTowns(department: string, limit: number): Promise<Place[]> {
  const { places } = await placeIndex();
  return places.filter((place) => place.department === department && !isDistrict(place.name))
    .sort((a, b) => b.population - a.population || (a.code < b.code ? -1 : 1)).slice(0, limit);
}

/** Reads all data of a department. Throws DomainErrors as the operations do. */
export async function loadDepartment(
  backend: Backend,
  request: PageRequest,
  department: Department,
) {
  const figures = await find(backend, request, department);
  return { ...figures, meta: toMeta(figures) };
}

/** Returns the curves of a department and of the country, or null if the history cannot be read. */
async function readCurves(backend: Backend, code: string, fuel: Fuel) {
  const read = (area: string) => findAreaCurves(backend, { area, fuels: [fuel], days: YEAR_DAYS });
  const [own, nation] = await Promise.all([read(code), read("FR")]);
  if (own.curves === null || nation.curves === null) return null;
  return { today: own.today, own: own.curves.get(fuel)!, nation: nation.curves.get(fuel)! };
}

/** Returns a map that shows all stations with a position, or null without any. */
function toFrame(stations: readonly { latitude: number | null; longitude: number | null }[]) {
  const lats = stations.flatMap(({ latitude }) => latitude ?? []);
  const lngs = stations.flatMap(({ longitude }) => longitude ?? []);
  if (lats.length === 0) return null;
  const south = Math.min(...lats);
  const west = Math.min(...lngs);
  const middle = { lat: (south + Math.max(...lats)) / 2, lng: (west + Math.max(...lngs)) / 2 };
  const radiusKm = Math.max(
    toKm(middle, { ...middle, lat: south }),
    toKm(middle, { ...middle, lng: west }),
    1,
  );
  return toTileFrame(middle, radiusKm);
}

async function find(backend: Backend, request: PageRequest, department: Department) {
  const { code } = department;
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const [means, national, { entries, state }, curves, towns] = await Promise.all([
    Promise.all(FUELS.map((each) => readMean(backend, code, each))),
    nationalPrices.read(backend, { fuel }),
    findDepartmentStations(backend, { code, fuel }),
    readCurves(backend, code, fuel),
    findLargestTowns(code, MAX_TOWNS),
  ]);
  const words = areaWords[request.lang].department;
  const stations = addLevels(entries);
  const isCovered = means.some(({ stationCount }) => stationCount > 0);
  return {
    request,
    department,
    fuel,
    means,
    isCovered,
    curves,
    towns,
    stations,
    state,
    national: national.data,
    /** The reason for an empty ranking. */
    absence: isCovered ? words.none : words.uncovered,
    ownMean: means.find(({ fuelType }) => fuelType === fuel)!,
    cheapest: stations.slice(0, MAX_CHEAPEST),
    frame: toFrame(stations),
  };
}

function toMeta(figures: Awaited<ReturnType<typeof find>>): PageMeta {
  const { request, department: { name, code }, fuel, isCovered, absence, state, cheapest } =
    figures;
  const { avgPrice1d, minPrice1d, maxPrice1d, stationCount } = figures.ownMean;
  const { lang } = request;
  const words = areaWords[lang].department;
  const common = commonWords[lang];
  const names = { name, code, fuel: common.fuels[fuel].short, ofFuel: common.fuels[fuel].of };
  const shared = {
    image: toPicturePath(toDepartmentPath(code), fuel),
    crumbs: toAreaCrumbs(figures.department, lang),
    linked: [toItemList(cheapest, request)],
  };
  if (avgPrice1d === null) {
    const title = fill(words.title, names);
    return { ...shared, title, description: `${title}. ${absence}`, isIndexed: isCovered };
  }
  const values = {
    ...names,
    price: formatPrice(avgPrice1d, lang),
    min: formatPrice(minPrice1d!, lang),
    max: formatPrice(maxPrice1d!, lang),
    date: formatInstant(toAsOf(state), lang),
    count: count(common.stations, stationCount, { lang }),
  };
  return {
    ...shared,
    title: fill(words.titlePrice, values),
    description: fill(words.description, values),
  };
}
