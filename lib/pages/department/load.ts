/** Reads what a department's page shows, and its metadata. @module */

import type { Department as DepartmentPrices, National } from "../../domain/wire.ts";
import { type DataState, departmentPrices, type Deps, nationalPrices } from "../../operations/mod.ts";
import {
  type BrandMean,
  chooseCompared,
  type DepartmentStations,
  findDepartmentStations,
} from "../../operations/page_department.ts";
import { findAreaCurves, type MeanPoint } from "../../operations/page_means.ts";
import type { Department } from "../../shared/departments.ts";
import { formatCount, formatInstant, formatPrice } from "../../shared/format.ts";
import { type Fuel, FUELS } from "../../shared/fuels.ts";
import { toStationName } from "../../shared/listed_station.ts";
import { parsePriceText } from "../../shared/money.ts";
import type { Outline } from "../outline.ts";
import { type PageMeta, type PageRequest, toAsOf, toItemList } from "../../shared/page.ts";
import { toDepartmentPath } from "../../shared/page_paths.ts";
import type { Place } from "../../shared/places.ts";
import { toPicturePath } from "../../shared/share_picture.ts";
import { type Bounds, toBounds } from "../../shared/tertiles.ts";
import { DEFAULT_FUEL } from "../../shared/url_state.ts";
import { areaWords } from "../../shared/words/area_pages.ts";
import { innerWords } from "../../shared/words/inner.ts";
import { commonWords, count, fill } from "../../shared/words/mod.ts";
import { findBorderCodes, findLargestTowns, findTownLabels, getOutline } from "../geo.ts";

/** The curves of the department and of the country; null when the history cannot be read. */
type DepartmentCurves = { today: string; own: MeanPoint[]; nation: MeanPoint[] } | null;

/** A department's page. */
export type DepartmentPageData = {
  request: PageRequest;
  meta: PageMeta;
  department: Department;
  fuel: Fuel;
  /** All six fuels, in their order. */
  means: DepartmentPrices[];
  /** The one of the page's fuel. */
  ownMean: DepartmentPrices;
  /** Whether the source knows any station there, and why there is nothing to rank if there is nothing. */
  isCovered: boolean;
  absence: string;
  national: National;
  stations: DepartmentStations;
  /** Brands to compare, cheapest first. */
  brands: BrandMean[];
  /** The first of the stations. */
  cheapest: DepartmentStations["entries"];
  bounds: Bounds | null;
  curves: DepartmentCurves;
  outline: Outline | null;
  labels: Place[];
  towns: Place[];
  /** Departments with a common border. */
  neighbours: DepartmentPrices[];
  state: DataState;
};

const YEAR_DAYS = 365;
const TOWNS = 36;
const CHEAPEST = 20;

async function readCurves(deps: Deps, code: string, fuel: Fuel): Promise<DepartmentCurves> {
  const read = (area: string) => findAreaCurves(deps, { area, fuels: [fuel], days: YEAR_DAYS });
  const [own, nation] = await Promise.all([read(code), read("FR")]);
  if (own.curves === null || nation.curves === null) return null;
  return { today: own.today, own: own.curves.get(fuel)!, nation: nation.curves.get(fuel)! };
}

async function readMeans(deps: Deps, codes: readonly string[], fuel: Fuel): Promise<DepartmentPrices[]> {
  const answers = await Promise.all(codes.map((code) => departmentPrices.read(deps, { code, fuel })));
  return answers.map(({ data }) => data);
}

/** Reads everything of a department. Throws DomainErrors as the operations do. */
export async function loadDepartment(
  deps: Deps,
  { request, department }: Pick<DepartmentPageData, "request" | "department">,
): Promise<DepartmentPageData> {
  const { code } = department;
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const [means, national, stations, curves, outline, towns, codes] = await Promise.all([
    Promise.all(FUELS.map(async (each) => (await departmentPrices.read(deps, { code, fuel: each })).data)),
    nationalPrices.read(deps, { fuel }),
    findDepartmentStations(deps, { code, fuel }),
    readCurves(deps, code, fuel),
    getOutline(code),
    findLargestTowns(code, TOWNS),
    findBorderCodes(code),
  ]);
  const words = areaWords(request.lang).department;
  const isCovered = means.some(({ stationCount }) => stationCount > 0);
  const ranked = {
    ...{ request, department, fuel, isCovered, state: stations.state },
    absence: isCovered ? words.none : words.uncovered,
    ownMean: means.find(({ fuelType }) => fuelType === fuel)!,
    cheapest: stations.entries.slice(0, CHEAPEST),
  };
  return {
    ...ranked,
    brands: chooseCompared(stations.brands),
    ...{ means, stations, curves, outline, towns, meta: toMeta(ranked) },
    national: national.data,
    bounds: toBounds(stations.entries.map(({ price }) => parsePriceText(price))),
    labels: outline === null ? [] : await findTownLabels(code, outline),
    neighbours: await readMeans(deps, codes, fuel),
  };
}

type Ranked = Pick<
  DepartmentPageData,
  "request" | "department" | "fuel" | "isCovered" | "absence" | "ownMean" | "cheapest" | "state"
>;

function toMeta(ranked: Ranked): PageMeta {
  const { request, department: { name, code }, cheapest } = ranked;
  const { lang } = request;
  const path = toDepartmentPath(code);
  const items = cheapest.map((entry) => ({ id: entry.id, name: toStationName(entry, commonWords(lang)) }));
  return {
    path,
    image: toPicturePath(path, ranked.fuel),
    ...toTitles(ranked),
    crumbs: [{ name: innerWords(lang).departments, path: "/departements" }, { name, path }],
    linked: [toItemList(items, request)],
  };
}

function toTitles(ranked: Ranked): Pick<PageMeta, "title" | "description" | "isIndexed"> {
  const { request: { lang }, department: { name, code }, fuel, isCovered, absence, state } = ranked;
  const words = areaWords(lang);
  const { avgPrice1d, minPrice1d, maxPrice1d, stationCount } = ranked.ownMean;
  const { short, of } = commonWords(lang).fuels[fuel];
  const names = { name, code, fuel: short, ofFuel: of };
  const stations = count(words.stations, stationCount, { lang, text: formatCount(stationCount, lang) });
  if (avgPrice1d === null) {
    const title = fill(words.department.title, names);
    return { title, description: `${title}. ${absence}`, isIndexed: isCovered };
  }
  const price = (text: string | null) => formatPrice(text!, lang);
  const date = formatInstant(toAsOf(state), lang);
  const prices = { price: price(avgPrice1d), min: price(minPrice1d), max: price(maxPrice1d) };
  const values = { ...names, ...prices, date, count: stations };
  return {
    title: fill(words.department.titlePrice, values),
    description: fill(words.department.description, values),
  };
}
