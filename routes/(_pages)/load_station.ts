/** What a station's page shows. @module */

import { findDepartmentStations } from "../../lib/operations/page_department.ts";
import { getStationPicture, type StationPicture } from "../../lib/operations/page_station.ts";
import type { Deps } from "../../lib/operations/mod.ts";
import { type Department, getDepartment } from "../../lib/shared/departments.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import type { Outline } from "../../lib/shared/outline.ts";
import { type Bounds, toBounds } from "../../lib/shared/tertiles.ts";
import type { Frame } from "./frame.ts";
import { findTownLabels, getOutline } from "./geo.ts";

/** Where the station lies in its department, and the other stations there. */
export type Locator = {
  outline: Outline;
  dots: { lat: number; lng: number; level: null }[];
  towns: { name: string; lat: number; lng: number }[];
};

/** A station's page. `bounds` are those of its surroundings, itself included when its price counts. */
export type StationPageData = {
  frame: Frame;
  picture: StationPicture;
  department: Department | null;
  locator: Locator | null;
  bounds: Bounds | null;
};

async function findLocator(deps: Deps, { station, fuel }: StationPicture): Promise<Locator | null> {
  if (station.department === null || station.latitude === null) return null;
  const outline = await getOutline(station.department);
  if (outline === null) return null;
  const { entries } = await findDepartmentStations(deps, { code: station.department, fuel });
  const dots = entries.filter((entry) => entry.latitude !== null)
    .map((entry) => ({ lat: entry.latitude!, lng: entry.longitude!, level: null }));
  return { outline, dots, towns: await findTownLabels(station.department, outline) };
}

function toSurroundings({ station, fuel, neighbours }: StationPicture): Bounds | null {
  const own = station.prices.filter((offer) => offer.fuel === fuel && offer.in_force);
  return toBounds([...own, ...neighbours].map(({ price }) => parsePriceText(price)));
}

/** Reads everything of a station. Throws DomainErrors as the operations do. */
export async function loadStation(deps: Deps, frame: Frame, id: string): Promise<StationPageData> {
  const picture = await getStationPicture(deps, { id, fuel: frame.fuel });
  const { department } = picture.station;
  return {
    frame,
    picture,
    department: department === null ? null : getDepartment(department),
    locator: await findLocator(deps, picture),
    bounds: toSurroundings(picture),
  };
}
