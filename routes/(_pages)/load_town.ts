/** What a town's page shows. @module */

import { type DataState, departmentPrices, type Deps, searchStations } from "../../lib/operations/mod.ts";
import type { NearbyEntry } from "../../lib/domain/wire.ts";
import { type Department, getDepartment } from "../../lib/shared/departments.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { toKm } from "../../lib/shared/listed_station.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import type { Place } from "../../lib/shared/places.ts";
import { type Bounds, toBounds } from "../../lib/shared/tertiles.ts";
import { DEFAULT_FUEL } from "../../lib/shared/url_state.ts";
import type { Frame } from "./frame.ts";
import { placeIndex } from "./places.ts";

/** A town near by and how far its centre is. */
export type NearTown = { town: Place; km: number };

/** A town's page. */
export type TownPageData = {
  frame: Frame;
  town: Place;
  department: Department | null;
  fuel: Fuel;
  /** The radius at which enough was found, and whether a smaller one was not enough. */
  radiusKm: number;
  isWidened: boolean;
  entries: NearbyEntry[];
  /** Before the limit. */
  total: number;
  bounds: Bounds | null;
  departmentMean: string | null;
  towns: NearTown[];
  state: DataState;
};

const RADII_KM = [5, 10, 20, 50];
const ENOUGH = 3;
const MOST_ENTRIES = 30;
const NEAR_KM = 30;
const MOST_TOWNS = 18;
const FILTERS = { max_age_days: 30, motorway: "include" as const, open_now: false };

async function search(deps: Deps, town: Place, fuel: Fuel) {
  const { lat, lng } = town;
  for (const radius of RADII_KM) {
    const found = await searchStations.run(deps, { lat, lng, fuel, radius, limit: MOST_ENTRIES, ...FILTERS });
    if (found.data.length >= ENOUGH || radius === RADII_KM.at(-1)) return { ...found, radiusKm: radius };
  }
  throw new RangeError("There is always a last radius");
}

/** The largest communes around, the nearest first; districts belong to their city. */
async function findNearTowns(town: Place): Promise<NearTown[]> {
  const around: NearTown[] = [];
  for (const other of (await placeIndex()).places) {
    if (other.code === town.code || other.name.endsWith(" Arrondissement")) continue;
    if (Math.abs(other.lat - town.lat) > 0.3 || Math.abs(other.lng - town.lng) > 0.5) continue;
    const km = toKm(town, other);
    if (km <= NEAR_KM) around.push({ town: other, km });
  }
  const largest = around.sort((a, b) => b.town.population - a.town.population).slice(0, MOST_TOWNS);
  return largest.sort((a, b) => a.km - b.km || (a.town.code < b.town.code ? -1 : 1));
}

/** Reads everything of a town. Throws DomainErrors as the operations do. */
export async function loadTown(deps: Deps, frame: Frame, town: Place): Promise<TownPageData> {
  const fuel = frame.fuel ?? DEFAULT_FUEL;
  const department = getDepartment(town.department);
  const [{ data, meta, state, radiusKm }, towns, mean] = await Promise.all([
    search(deps, town, fuel),
    findNearTowns(town),
    department && departmentPrices.run(deps, { code: department.code, fuel }),
  ]);
  return {
    ...{ frame, town, department, fuel, radiusKm, state, towns },
    isWidened: radiusKm > RADII_KM[0],
    entries: data,
    total: Number(meta.total),
    bounds: toBounds(data.map(({ price }) => parsePriceText(price))),
    departmentMean: mean?.data.avgPrice1d ?? null,
  };
}
