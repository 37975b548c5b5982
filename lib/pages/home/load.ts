/** Reads what the home shows before any script runs: the country, or the stations around a place. @module */

import {
  type DataState,
  departmentPrices,
  type Deps,
  isUnavailable,
  lookupStation,
  toCanonicalBrand,
} from "../../operations/mod.ts";
import type { Department, National, Station } from "../../domain/wire.ts";
import { METROPOLITAN_DEPARTMENTS } from "../../shared/departments.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { hasLocation, readView, type View } from "../../shared/url_state.ts";
import type { PageRequest } from "../../shared/page.ts";
import { findStations, type FoundStations } from "./find_stations.ts";
import type { ViewLocation } from "../../shared/view_location.ts";
import { findNationals } from "../nationals.ts";
import { findLocation } from "./find_location.ts";
import { type HomeMeta, toHomeMeta } from "./meta.ts";

/** The country at a glance. */
export type Country = { nationals: National[]; departments: Department[]; state: DataState };

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
  found: FoundStations;
  /** The station whose sheet is open. */
  station: Station | null;
};

/** Nothing can be answered yet, or the database is away. `isIdle`: there are no data, and this process loads none. */
export type UnavailableData = Common & { kind: "unavailable"; isIdle: boolean };

/** What the home shows. */
export type HomeData = LandingData | ExplorerData | UnavailableData;

/** The home with its metadata. */
export type HomePageData = { home: HomeData; meta: HomeMeta };

async function loadCountry(deps: Deps, fuel: Fuel): Promise<Country> {
  const { nationals, state } = await findNationals(deps);
  const departments = await Promise.all(
    METROPOLITAN_DEPARTMENTS.map(({ code }) => departmentPrices.run(deps, { code, fuel })),
  );
  return { nationals, departments: departments.map(({ data }) => data), state };
}

/** A shared link may name a station that is gone: the list is then shown without it. */
async function findStation(deps: Deps, id: string | null): Promise<Station | null> {
  if (id === null) return null;
  try {
    return (await lookupStation.run(deps, { id })).data;
  } catch (error) {
    if (codeOf(error) === "STATION_NOT_FOUND") return null;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code;
}

async function load(deps: Deps, common: Common): Promise<LandingData | ExplorerData> {
  const { view } = common;
  const where = await findLocation(view);
  if (where === null) {
    const country = await loadCountry(deps, view.fuel);
    return { ...common, kind: "landing", country, isUnknownPlace: hasLocation(view) };
  }
  const [found, station] = await Promise.all([findStations(deps, view, where), findStation(deps, view.station)]);
  const ignored = view.station !== null && station === null ? [...common.ignored, "station"] : common.ignored;
  return { ...common, kind: "explorer", ignored, where, found, station };
}

async function loadOrUnavailable(deps: Deps, common: Common): Promise<HomeData> {
  try {
    return await load(deps, common);
  } catch (error) {
    const hasNoData = codeOf(error) === "SERVICE_UNAVAILABLE";
    if (!hasNoData && !isUnavailable(error)) throw error;
    return { ...common, kind: "unavailable", isIdle: hasNoData && deps.ingests === false };
  }
}

/** Reads the view from the address and its data from the operations. Throws only what is a bug. */
export async function loadHome(deps: Deps, request: PageRequest, url: URL): Promise<HomePageData> {
  const { view, ignored } = readView(url.searchParams);
  // The map compares brands as they are stored; whoever wrote the address may have written "Super U".
  const brand = view.brand === null ? null : toCanonicalBrand(view.brand);
  const common: Common = { view: { ...view, brand }, ignored, nowMs: request.nowMs };
  const home = await loadOrUnavailable(deps, common);
  return { home, meta: toHomeMeta(home, request) };
}
