/** Reads the home, either the country or the map around a place, and its metadata. @module */

import { departmentPrices } from "../../operations/prices/area_prices.ts";
import type { Backend } from "../../operations/operation.ts";
import { toCanonicalBrand } from "../../domain/brand/brand.ts";
import { toNamesCost } from "../../operations/places/find_places.ts";
import { findNationals } from "../../operations/prices/area_curves.ts";
import { findShortages } from "../../operations/prices/shortages.ts";
import { findMarketMove } from "../../operations/prices/market_move.ts";
import { getStation, getVerdict } from "../../operations/stations/station_overview.ts";
import { METROPOLITAN_DEPARTMENTS } from "../../places/departments.ts";
import {
  toDepartmentPath,
  toFeedPath,
  toPicturePath,
  toStationPath,
  toTownPath,
} from "../../site/paths.ts";
import { isAround, MAX_AROUND_KM } from "../../site/explorer/area.ts";
import type { ListedStation } from "../../site/listed_station.ts";
import type { PageRequest } from "../../site/metadata.ts";
import {
  EMPTY_VIEW,
  hasLocation,
  readFormView,
  toQuery,
  type View,
  type ViewLocation,
} from "../../site/explorer/url_state.ts";
import { toViewTitle } from "../../site/explorer/view_title.ts";
import { isMembersOnly } from "../../shared/member_brands.ts";
import { homeWords } from "../../words/home.ts";
import { toLocalPath } from "../../words/lang.ts";
import { commonWords, fill } from "../../words/mod.ts";
import { findStations, locate, type Located } from "./find.ts";

/** The view of the address, and the names of its invalid parameters. */
type Common = { view: View; ignored: string[]; nowMs: number };

/** The home before a place is known, and whether the address named a place. */
export type LandingData = Awaited<ReturnType<typeof loadLanding>>;

/** The home around a place. */
export type ExplorerData = Awaited<ReturnType<typeof loadExplorer>>;

async function loadLanding(backend: Backend, common: Common) {
  const { fuel } = common.view;
  const { nationals, state } = await findNationals(backend);
  const [move, shortages, ...departments] = await Promise.all([
    findMarketMove(backend, fuel),
    findShortages(backend, { fuel, asOfMs: state.asOfMs }),
    ...METROPOLITAN_DEPARTMENTS.map(({ code }) => departmentPrices.read(backend, { code, fuel })),
  ]);
  const country = {
    nationals,
    move,
    departments: departments.map(({ data }) => data),
    shortages,
    state,
  };
  return { ...common, kind: "landing" as const, country, isUnknownPlace: hasLocation(common.view) };
}

/**
 * Returns the view's station with its verdict. A shared link may name a station that no longer
 * exists; the page then shows the list alone.
 */
async function openStation(backend: Backend, { station: id, fuel }: View) {
  const station = id === null ? null : await getStation(backend, id);
  return { station, verdict: station && await getVerdict(backend, station, fuel) };
}

async function loadExplorer(
  backend: Backend,
  common: Common,
  { view, where, near, isNearest }: Located,
) {
  const [found, opened] = await Promise.all([
    findStations(backend, view, where),
    openStation(backend, view),
  ]);
  const isGone = view.station !== null && opened.station === null;
  return {
    ...common,
    kind: "explorer" as const,
    view,
    where,
    near,
    found,
    ...opened,
    ignored: isGone ? [...common.ignored, "station"] : common.ignored,
    /** The text that was not found, if the page shows the town at its end. */
    nearestTo: isNearest ? view.q : null,
  };
}

/**
 * Returns the cost of a home's address in the visitor's quota. It is higher if the text must be
 * compared with all names.
 */
export async function toHomeCost({ searchParams }: URL): Promise<number> {
  const { q, place, at } = readFormView(searchParams).view;
  return await toNamesCost(q === "" || place !== null || at !== null ? [] : [q]);
}

/**
 * Reads the view from the address and its data from the operations. Throws DomainErrors as the
 * operations do.
 */
export async function loadHome(backend: Backend, request: PageRequest, url: URL) {
  const { view, ignored } = readFormView(url.searchParams);
  // The map compares brands as stored, but an address may say "Super U".
  const brands = view.brands.map(toCanonicalBrand);
  const common: Common = { view: { ...view, brands }, ignored, nowMs: request.nowMs };
  const located = await locate(backend, common.view);
  const home = located
    ? await loadExplorer(backend, common, located)
    : await loadLanding(backend, common);
  return { home, meta: toHomeMeta(home, request) };
}

/** Returns the page of a town or of the only department of a place, or null for other places. */
function toPlacePage({ place }: ViewLocation): string | null {
  if (place === null) return null;
  if (!("departments" in place)) return toTownPath(place);
  const [department, ...others] = place.departments;
  return others.length > 0 ? null : toDepartmentPath(department!);
}

function toCheapestMilli(stations: readonly ListedStation[]): number | null {
  const open = stations.filter((station) => !isMembersOnly(station));
  return open.length === 0 ? null : Math.min(...open.map(({ priceMilli }) => priceMilli));
}

/**
 * Returns title, description and address. Search engines index the place's page instead of its map,
 * and ignore other views.
 */
function toHomeMeta(data: LandingData | ExplorerData, { lang, origin }: PageRequest) {
  const { landing, explorer } = homeWords[lang];
  const common = commonWords[lang];
  if (data.kind === "landing") {
    const { title, description } = landing;
    const linked = [toWebSite({ origin, lang })];
    return { origin, lang, path: "/", title, description, isIndexed: !data.isUnknownPlace, linked };
  }
  const { view, where, near, found: { stations, radiusKm } } = data;
  const title = toViewTitle({ view, where, near, cheapestMilli: toCheapestMilli(stations) }, {
    lang,
    words: explorer,
    common,
  });
  const page = toPlacePage(where);
  const query = toQuery(view);
  const isOfPlace = query === toQuery({ ...EMPTY_VIEW, fuel: view.fuel, place: view.place });
  const canonical = isOfPlace ? page : null;
  const pictured = view.station === null ? page : toStationPath(view.station);
  return {
    origin,
    lang,
    isIndexed: canonical !== null,
    canonical: canonical ?? undefined,
    // The other language shows the same view.
    path: query === "" ? "/" : `/?${query}`,
    feed: isAround(view) && radiusKm <= MAX_AROUND_KM
      ? toFeedPath({ lat: where.lat, lng: where.lng, radius: radiusKm, fuel: view.fuel }, lang)
      : undefined,
    image: pictured === null ? undefined : toPicturePath(pictured, view.fuel),
    title,
    description: fill(explorer.description, { title }),
  };
}

/** Returns the site as linked data for search engines. */
function toWebSite({ origin, lang }: Pick<PageRequest, "origin" | "lang">): object {
  const { siteName, tagline } = commonWords[lang];
  const url = origin + toLocalPath("/", lang);
  return { "@type": "WebSite", name: siteName, description: tagline, url, inLanguage: lang };
}
