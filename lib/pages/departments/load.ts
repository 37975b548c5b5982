/** Reads what the list of departments shows, and its metadata. @module */

import type { Department as DepartmentPrices, National } from "../../domain/wire.ts";
import { type DataState, departmentPrices, type Deps, nationalPrices } from "../../operations/mod.ts";
import { DEPARTMENTS } from "../../shared/departments.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { formatInstant, formatPrice } from "../../shared/format.ts";
import { parsePriceText, toPriceText } from "../../shared/money.ts";
import { type PageMeta, type PageRequest, toAsOf } from "../../shared/page.ts";
import { type Bounds, toBounds } from "../../shared/tertiles.ts";
import { DEFAULT_FUEL } from "../../shared/url_state.ts";
import { areaWords } from "../../shared/words/area_pages.ts";
import { innerWords } from "../../shared/words/inner.ts";
import { commonWords, fill } from "../../shared/words/mod.ts";

/** The list of departments. */
export type DepartmentsPageData = {
  request: PageRequest;
  meta: PageMeta;
  fuel: Fuel;
  national: National;
  /** Departments with at least one station for the fuel, or of the mainland, in customary order. */
  departments: DepartmentPrices[];
  /** Names of the others: overseas, of which the source has no station. */
  uncovered: string[];
  bounds: Bounds | null;
  state: DataState;
};

/** Reads the means of all departments for a fuel. */
export async function loadDepartments(deps: Deps, request: PageRequest): Promise<DepartmentsPageData> {
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const { data: national, state } = await nationalPrices.read(deps, { fuel });
  const answers = await Promise.all(DEPARTMENTS.map(({ code }) => departmentPrices.read(deps, { code, fuel })));
  const all = answers.map(({ data }) => data);
  const isListed = ({ code, stationCount }: DepartmentPrices) => code.length < 3 || stationCount > 0;
  const departments = all.filter(isListed);
  const means = departments.flatMap(({ avgPrice1d }) => avgPrice1d === null ? [] : [parsePriceText(avgPrice1d)]);
  const uncovered = all.filter((department) => !isListed(department)).map(({ name }) => name);
  const figures = { request, fuel, national, departments, uncovered, bounds: toBounds(means), state };
  return { ...figures, meta: toMeta(figures) };
}

function toMeta({ request: { lang }, fuel, national, bounds, state }: Omit<DepartmentsPageData, "meta">): PageMeta {
  const words = areaWords(lang).departments;
  const ofFuel = commonWords(lang).fuels[fuel].of;
  const path = "/departements";
  const title = fill(words.title, { ofFuel });
  const crumbs = [{ name: innerWords(lang).departments, path }];
  if (bounds === null || national.avgPrice1d === null) return { path, title, description: title, crumbs };
  const toText = (milli: number) => formatPrice(toPriceText(milli), lang);
  const values = {
    ofFuel,
    date: formatInstant(toAsOf(state), lang),
    price: formatPrice(national.avgPrice1d, lang),
    low: toText(bounds.min),
    high: toText(bounds.max),
  };
  return { path, title, description: fill(words.description, values), crumbs };
}
