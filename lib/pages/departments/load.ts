/** Reads what the list of departments and a department's page show, and their metadata. @module */

import { departmentPrices, type Deps, nationalPrices } from "../../operations/mod.ts";
import { chooseCompared, findDepartmentStations } from "../../operations/pages/page_department.ts";
import { findAreaCurves } from "../../operations/pages/page_means.ts";
import { type Department, DEPARTMENTS } from "../../shared/place/departments.ts";
import { formatCount, formatInstant, formatPrice } from "../../shared/words/format.ts";
import { type Fuel, FUELS } from "../../shared/station/fuels.ts";
import { parsePriceText, toPriceText } from "../../shared/price/money.ts";
import { type PageMeta, type PageRequest, toAreaCrumbs, toAsOf, toItemList } from "../../shared/page/page.ts";
import { toDepartmentPath } from "../../shared/page/page_paths.ts";
import { toPicturePath } from "../../shared/draw/share_picture.ts";
import { toBounds } from "../../shared/price/tertiles.ts";
import { DEFAULT_FUEL } from "../../shared/explorer/url_state.ts";
import { areaWords } from "../../shared/words/area_pages.ts";
import { commonWords, count, fill } from "../../shared/words/mod.ts";
import { chooseLabels, findBorderCodes, findLargestTowns, getOutline } from "../geo.ts";

/** The list of departments. */
export type DepartmentsPageData = Awaited<ReturnType<typeof loadDepartments>>;
type ListFigures = Awaited<ReturnType<typeof findAll>>;

/** A department's page. */
export type DepartmentPageData = Awaited<ReturnType<typeof loadDepartment>>;
type Figures = Awaited<ReturnType<typeof find>>;

/** Reads the means of all departments for a fuel. */
export async function loadDepartments(deps: Deps, request: PageRequest) {
  const figures = await findAll(deps, request);
  return { ...figures, meta: toListMeta(figures) };
}

async function readMean(deps: Deps, code: string, fuel: Fuel) {
  return (await departmentPrices.read(deps, { code, fuel })).data;
}

async function findAll(deps: Deps, request: PageRequest) {
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const { data: national, state } = await nationalPrices.read(deps, { fuel });
  const all = await Promise.all(DEPARTMENTS.map(({ code }) => readMean(deps, code, fuel)));
  // Overseas departments appear once the source has a station there.
  const isListed = ({ code, stationCount }: typeof all[number]) => code.length < 3 || stationCount > 0;
  const departments = all.filter(isListed);
  const means = departments.flatMap(({ avgPrice1d }) => avgPrice1d === null ? [] : [parsePriceText(avgPrice1d)]);
  const uncovered = all.filter((department) => !isListed(department)).map(({ name }) => name);
  return { request, fuel, national, departments, uncovered, bounds: toBounds(means), state };
}

function toListMeta({ request: { lang }, fuel, national, bounds, state }: ListFigures): PageMeta {
  const words = areaWords[lang].departments;
  const ofFuel = commonWords[lang].fuels[fuel].of;
  const title = fill(words.title, { ofFuel });
  const crumbs = toAreaCrumbs(null, lang);
  if (bounds === null || national.avgPrice1d === null) return { title, description: title, crumbs };
  const toText = (milli: number) => formatPrice(toPriceText(milli), lang);
  const values = {
    ofFuel,
    date: formatInstant(toAsOf(state), lang),
    price: formatPrice(national.avgPrice1d, lang),
    low: toText(bounds.min),
    high: toText(bounds.max),
  };
  return { title, description: fill(words.description, values), crumbs };
}

const YEAR_DAYS = 365;
const MAX_TOWNS = 36;
const MAX_CHEAPEST = 20;
/** The largest towns that may be named on the map. */
const MAX_LABELLED = 20;

/** Reads everything of a department. Throws DomainErrors as the operations do. */
export async function loadDepartment(deps: Deps, request: PageRequest, department: Department) {
  const figures = await find(deps, request, department);
  return { ...figures, meta: toMeta(figures) };
}

/** The curves of a department and of the country; null when the history cannot be read. */
async function readCurves(deps: Deps, code: string, fuel: Fuel) {
  const read = (area: string) => findAreaCurves(deps, { area, fuels: [fuel], days: YEAR_DAYS });
  const [own, nation] = await Promise.all([read(code), read("FR")]);
  if (own.curves === null || nation.curves === null) return null;
  return { today: own.today, own: own.curves.get(fuel)!, nation: nation.curves.get(fuel)! };
}

async function find(deps: Deps, request: PageRequest, department: Department) {
  const { code } = department;
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const [means, national, stations, curves, outline, towns, codes] = await Promise.all([
    Promise.all(FUELS.map((each) => readMean(deps, code, each))),
    nationalPrices.read(deps, { fuel }),
    findDepartmentStations(deps, { code, fuel }),
    readCurves(deps, code, fuel),
    getOutline(code),
    findLargestTowns(code, MAX_TOWNS),
    findBorderCodes(code),
  ]);
  const words = areaWords[request.lang].department;
  const isCovered = means.some(({ stationCount }) => stationCount > 0);
  return {
    ...{ request, department, fuel, means, isCovered, curves, outline, towns },
    ...{ stations: stations.entries, state: stations.state, national: national.data },
    /** Why there is nothing to rank, where there is nothing. */
    absence: isCovered ? words.none : words.uncovered,
    ownMean: means.find(({ fuelType }) => fuelType === fuel)!,
    brands: chooseCompared(stations.brands),
    cheapest: stations.entries.slice(0, MAX_CHEAPEST),
    bounds: toBounds(stations.entries.map(({ price }) => parsePriceText(price))),
    labels: outline === null ? [] : chooseLabels(towns.slice(0, MAX_LABELLED), outline),
    neighbours: await Promise.all(codes.map((each) => readMean(deps, each, fuel))),
  };
}

function toMeta(figures: Figures): PageMeta {
  const { request, department, cheapest, fuel } = figures;
  return {
    ...toTitles(figures),
    image: toPicturePath(toDepartmentPath(department.code), fuel),
    crumbs: toAreaCrumbs(department, request.lang),
    linked: [toItemList(cheapest, request)],
  };
}

function toTitles(figures: Figures): Pick<PageMeta, "title" | "description" | "isIndexed"> {
  const { request: { lang }, department: { name, code }, fuel, isCovered, absence, state, ownMean } = figures;
  const words = areaWords[lang];
  const { avgPrice1d, minPrice1d, maxPrice1d, stationCount } = ownMean;
  const common = commonWords[lang];
  const { short, of } = common.fuels[fuel];
  const names = { name, code, fuel: short, ofFuel: of };
  if (avgPrice1d === null) {
    const title = fill(words.department.title, names);
    return { title, description: `${title}. ${absence}`, isIndexed: isCovered };
  }
  const price = (text: string | null) => formatPrice(text!, lang);
  const values = {
    ...{ ...names, price: price(avgPrice1d), min: price(minPrice1d), max: price(maxPrice1d) },
    date: formatInstant(toAsOf(state), lang),
    count: count(common.stations, stationCount, { lang, text: formatCount(stationCount, lang) }),
  };
  return {
    title: fill(words.department.titlePrice, values),
    description: fill(words.department.description, values),
  };
}
