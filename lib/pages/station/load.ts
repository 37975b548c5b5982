/** Reads what a station's page shows. @module */

import { findDepartmentStations } from "../../operations/page_department.ts";
import { getStationOverview, type StationOverview } from "../../operations/page_station.ts";
import type { Deps } from "../../operations/mod.ts";
import { type Department, getDepartment } from "../../shared/departments.ts";
import { parsePriceText } from "../../shared/money.ts";
import type { Outline } from "../../shared/outline.ts";
import { type Bounds, toBounds } from "../../shared/tertiles.ts";
import { toStationName } from "../../shared/listed_station.ts";
import type { PageMeta, PageRequest } from "../../shared/page.ts";
import { commonWords } from "../../shared/words/mod.ts";
import { findTownLabels, getOutline } from "../geo.ts";
import { toStationMeta } from "./meta.ts";
import { type StationWords, stationWords } from "./words.ts";

/** The position of the station in its department, and the other stations there. */
export type Locator = {
  outline: Outline;
  dots: { lat: number; lng: number; level: null }[];
  towns: { name: string; lat: number; lng: number }[];
};

/** What the curves of a station are drawn from. */
export type StationCurvesData = { request: PageRequest; words: StationWords; overview: StationOverview };

/** A station's page. `bounds` are those of its surroundings, itself included when its price counts. */
export type StationPageData = StationCurvesData & {
  meta: PageMeta;
  /** What the station is called. */
  title: string;
  department: Department | null;
  locator: Locator | null;
  bounds: Bounds | null;
};

async function findLocator(deps: Deps, { station, fuel }: StationOverview): Promise<Locator | null> {
  if (station.department === null || station.latitude === null) return null;
  const outline = await getOutline(station.department);
  if (outline === null) return null;
  const { entries } = await findDepartmentStations(deps, { code: station.department, fuel });
  const dots = entries.filter((entry) => entry.latitude !== null)
    .map((entry) => ({ lat: entry.latitude!, lng: entry.longitude!, level: null }));
  return { outline, dots, towns: await findTownLabels(station.department, outline) };
}

function toSurroundings({ station, fuel, neighbours }: StationOverview): Bounds | null {
  const own = station.prices.filter((offer) => offer.fuel === fuel && offer.in_force);
  return toBounds([...own, ...neighbours].map(({ price }) => parsePriceText(price)));
}

/** Reads everything of a station. Throws DomainErrors as the operations do. */
export async function loadStation(deps: Deps, request: PageRequest, id: string): Promise<StationPageData> {
  const overview = await getStationOverview(deps, { id, fuel: request.fuel });
  const { station } = overview;
  const { lang } = request;
  const department = station.department === null ? null : getDepartment(station.department);
  const words = stationWords(lang);
  const title = toStationName(station, commonWords(lang));
  return {
    ...{ request, words, title, overview, department },
    meta: toStationMeta({ request, words, title, overview, department }),
    locator: await findLocator(deps, overview),
    bounds: toSurroundings(overview),
  };
}

/** Reads what the curves of a station are drawn from. Throws DomainErrors as the operations do. */
export async function loadStationCurves(deps: Deps, request: PageRequest, id: string): Promise<StationCurvesData> {
  const overview = await getStationOverview(deps, { id, fuel: request.fuel });
  return { request, words: stationWords(request.lang), overview };
}
