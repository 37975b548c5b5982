/** Reads what the home shows, the country or the map around a place, and makes its metadata. @module */

import type { Department, National, Station } from "../../domain/wire.ts";
import {
  type DataState,
  departmentPrices,
  type Deps,
  isUnavailable,
  lookupStation,
  toCanonicalBrand,
  toNamesCost,
} from "../../operations/mod.ts";
import { findNationals } from "../../operations/page_means.ts";
import { findShortages } from "../../operations/page_shortages.ts";
import { compareStation } from "../../operations/page_station.ts";
import { METROPOLITAN_DEPARTMENTS } from "../../shared/departments.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { type Lang, toLocalPath } from "../../shared/lang.ts";
import { toDepartmentPath, toStationPath, toTownPath } from "../../shared/page_paths.ts";
import { toPicturePath } from "../../shared/share_picture.ts";
import type { Comparison } from "../../shared/standing.ts";
import type { PageMeta, PageRequest } from "../../shared/page.ts";
import type { Shortages } from "../../shared/shortages.ts";
import {
  EMPTY_VIEW,
  hasLocation,
  readFormView,
  toQuery,
  type View,
  type ViewLocation,
} from "../../shared/url_state.ts";
import { toPlaceName, toViewTitle } from "../../shared/view_title.ts";
import { homeWords } from "../../shared/words/home.ts";
import { commonWords, fill } from "../../shared/words/mod.ts";
import { findStations, type FoundStations, locate } from "./find.ts";

/** The country at a glance. */
type Country = {
  nationals: National[];
  departments: Department[];
  shortages: Shortages;
  state: DataState;
};

type Common = {
  view: View;
  /** Names of parameters of the address that made no sense. */
  ignored: string[];
  nowMs: number;
};

/** The home before a place is known, and why when the address named one. */
export type LandingData = Common & { kind: "landing"; country: Country; isUnknownPlace: boolean };

/** The home around a place. */
export type ExplorerData = Common & {
  kind: "explorer";
  where: ViewLocation;
  /** Text that nothing is known by: the page shows the town that it ends with. Null: what was asked for is shown. */
  nearestTo: string | null;
  found: FoundStations;
  /** The station whose sheet is open. */
  station: Station | null;
  /** Null without one. */
  comparison: Comparison | null;
};

/** Nothing can be answered yet, or the database is away. `isIdle`: there are no data, and this process loads none. */
type UnavailableData = Common & { kind: "unavailable"; isIdle: boolean; reason: unknown };

/** What the home shows. */
type HomeData = LandingData | ExplorerData | UnavailableData;

/** The home with its metadata. */
export type HomePageData = { home: HomeData; meta: HomeMeta };

async function loadCountry(deps: Deps, fuel: Fuel): Promise<Country> {
  const { nationals, state } = await findNationals(deps);
  const [shortages, ...departments] = await Promise.all([
    findShortages(deps, { fuel, asOfMs: state.asOfMs }),
    ...METROPOLITAN_DEPARTMENTS.map(({ code }) => departmentPrices.read(deps, { code, fuel })),
  ]);
  return { nationals, departments: departments.map(({ data }) => data), shortages, state };
}

type Opened = Pick<ExplorerData, "station" | "comparison">;

const NONE: Opened = { station: null, comparison: null };

/** A shared link may name a station that is gone: the list is then shown without it. */
async function openStation(deps: Deps, { station: id, fuel }: View): Promise<Opened> {
  if (id === null) return NONE;
  try {
    const { data: station, state: { asOfMs } } = await lookupStation.read(deps, { id });
    return { station, comparison: await compareStation(deps, { station, fuel, asOfMs }) };
  } catch (error) {
    if (codeOf(error) === "STATION_NOT_FOUND") return NONE;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code;
}

async function load(deps: Deps, common: Common): Promise<LandingData | ExplorerData> {
  const location = await locate(deps, common.view);
  if (location === null) {
    const country = await loadCountry(deps, common.view.fuel);
    return { ...common, kind: "landing", country, isUnknownPlace: hasLocation(common.view) };
  }
  const { view, where, isNearest } = location;
  const [found, opened] = await Promise.all([findStations(deps, view, where), openStation(deps, view)]);
  const isGone = view.station !== null && opened.station === null;
  const ignored = isGone ? [...common.ignored, "station"] : common.ignored;
  return {
    ...common,
    kind: "explorer",
    view,
    ignored,
    where,
    nearestTo: isNearest ? view.q : null,
    found,
    ...opened,
  };
}

async function loadOrUnavailable(deps: Deps, common: Common): Promise<HomeData> {
  try {
    return await load(deps, common);
  } catch (error) {
    const hasNoData = codeOf(error) === "SERVICE_UNAVAILABLE";
    if (!hasNoData && !isUnavailable(error)) throw error;
    return { ...common, kind: "unavailable", isIdle: hasNoData && deps.ingests === false, reason: error };
  }
}

/** What the home of an address costs of the visitor's quota: more where its text has to be compared with all names. */
export async function toHomeCost({ searchParams }: URL): Promise<number> {
  const { q, place, at } = readFormView(searchParams).view;
  return await toNamesCost(q === "" || place !== null || at !== null ? [] : [q]);
}

/** Reads the view from the address and its data from the operations. Throws only what is a bug. */
export async function loadHome(deps: Deps, request: PageRequest, url: URL): Promise<HomePageData> {
  const { view, ignored } = readFormView(url.searchParams);
  // The map compares brands as they are stored; whoever wrote the address may have written "Super U".
  const brands = view.brands.map(toCanonicalBrand);
  const common: Common = { view: { ...view, brands }, ignored, nowMs: request.nowMs };
  const home = await loadOrUnavailable(deps, common);
  return { home, meta: toHomeMeta(home, request) };
}

/** The home's metadata; it has no breadcrumbs. */
type HomeMeta = Omit<PageMeta, "crumbs"> & { origin: string; lang: Lang; canonical?: string };

/** The page of the town or department that a view is of when it asks for nothing else; null for all others. */
function toPlacePage(view: View, { place }: ViewLocation): string | null {
  if (place === null || toQuery(view) !== toQuery({ ...EMPTY_VIEW, fuel: view.fuel, place: view.place })) return null;
  if (!("departments" in place)) return toTownPath(place);
  const [department, ...others] = place.departments;
  return others.length > 0 ? null : toDepartmentPath(department!);
}

/** Title, description, address. Search engines take the map of a place for that place's page; other views are not for them. */
function toHomeMeta(data: HomeData, { lang, origin }: PageRequest): HomeMeta {
  const { landing, explorer } = homeWords(lang);
  const common = commonWords(lang);
  if (data.kind !== "explorer") {
    const isIndexed = data.kind === "landing" && !data.isUnknownPlace;
    const linked = [toWebSite({ origin, lang })];
    const { title, description } = landing;
    return { origin, lang, path: "/", title, description, isIndexed, linked };
  }
  const { view, where, found: { stations } } = data;
  const fuel = common.fuels[view.fuel].short;
  const place = toPlaceName({ view, where }) ?? explorer.here;
  const page = toPlacePage(view, where);
  const cheapestMilli = stations.length === 0 ? null : Math.min(...stations.map(({ priceMilli }) => priceMilli));
  return {
    ...{ origin, lang, isIndexed: page !== null, canonical: page ?? undefined },
    // The other language shows the same view.
    path: toViewPath(view),
    image: toImagePath(view, where),
    title: toViewTitle({ view, where, cheapestMilli }, { lang, words: explorer, common }),
    description: fill(explorer.description, { fuel, place }),
  };
}

/** The picture of the open station, else of the town or department; a view without any has none of its own. */
function toImagePath({ station, fuel }: View, { place }: ViewLocation): string | undefined {
  if (station !== null) return toPicturePath(toStationPath(station), fuel);
  if (place === null) return undefined;
  if (!("departments" in place)) return toPicturePath(toTownPath(place), fuel);
  const [department, ...others] = place.departments;
  return others.length > 0 ? undefined : toPicturePath(toDepartmentPath(department!), fuel);
}

/** The site and its search, as search engines read them. */
function toWebSite({ origin, lang }: Pick<PageRequest, "origin" | "lang">): object {
  const { siteName, tagline } = commonWords(lang);
  const home = origin + toLocalPath("/", lang);
  return {
    "@type": "WebSite",
    ...{ name: siteName, description: tagline, url: home, inLanguage: lang },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${home}?q={q}` },
      "query-input": "required name=q",
    },
  };
}

function toViewPath(view: View): string {
  const query = toQuery(view);
  return query === "" ? "/" : `/?${query}`;
}
