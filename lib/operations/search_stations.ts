/** The cheapest stations around a point. @module */

import { z } from "zod";
import { findNearby, type Found } from "../db/search.ts";
import { filterParams, fuelParam, latParam, lngParam } from "../domain/params.ts";
import { toDistanceKm, toEntry } from "../domain/station_record.ts";
import { type NearbyEntry, nearbyEntrySchema } from "../domain/wire.ts";
import { toOpenText } from "../snapshot/entry_text.ts";
import { findNearbyInSnapshot } from "../snapshot/search.ts";
import {
  type FoundAnswer,
  keepOpen,
  toCanonicalFilters,
  toListResult,
  toPictureFilter,
  toSqlFilter,
} from "./filter.ts";
import { defineOperation, type Deps } from "./operation.ts";
import { requireState, stateOfSnapshot } from "./state.ts";

const input = z.strictObject({
  lat: latParam,
  lng: lngParam,
  fuel: fuelParam,
  radius: z.number().min(0.1).max(50).default(5).describe("Radius in km, 0.1 to 50"),
  limit: z.int().min(1).max(100).default(20).describe("How many stations at most, 1 to 100"),
  ...filterParams,
});

type Input = z.infer<typeof input>;

function toNearby({ station, price, metres }: Found): NearbyEntry {
  return { ...toEntry(station, price), distance_km: toDistanceKm(metres) };
}

function toNearbyText(found: Found): string {
  return `${toOpenText(found)},"distance_km":${toDistanceKm(found.metres)}}`;
}

const toPoint = ({ lat, lng, radius }: Input) => ({ lat, lng, radiusM: radius * 1000 });

function findInPicture(deps: Deps, asked: Input): FoundAnswer | null {
  const snapshot = deps.snapshots.current();
  if (!snapshot) return null;
  const filter = toPictureFilter(asked, { snapshot, now: deps.clock() });
  const list = findNearbyInSnapshot(snapshot, { ...filter, ...toPoint(asked), limit: asked.limit });
  return { ...list, state: stateOfSnapshot(snapshot) };
}

async function findInTables(deps: Deps, asked: Input): Promise<FoundAnswer> {
  const now = deps.clock();
  const list = await findNearby(deps.db, { ...await toSqlFilter(deps, asked), ...toPoint(asked) });
  return { ...keepOpen(asked, list, now), state: requireState(list.state, deps) };
}

/** `GET /api/v1/stations/search`: ascending by price, equal prices by distance, then by id. */
export const searchStations = defineOperation({
  id: "searchStations",
  tool: "search_stations_nearby",
  path: "/api/v1/stations/search",
  pathParams: [],
  title: "Cheapest stations around a point",
  description:
    "Stations within a radius whose price for the fuel is in force, cheapest first; equal prices by distance, then by id. " +
    "A price is in force when the newest feed lists it, it is at most 30 days old and the fuel is not out of stock.",
  toolDescription:
    "Finds the cheapest filling stations in France around a point for one fuel. Use it whenever somebody asks where to refuel " +
    "or for fuel prices near a place; you need coordinates (geocode a town or address first). Prices are euros per litre, as " +
    "text with three decimals; distances are km; updated_at tells how fresh each price is. Results are cheapest first. " +
    "Next: lookup_station with an id for hours, services and other fuels.",
  cacheS: 60,
  input,
  output: z.array(nearbyEntrySchema).max(100),
  meta: {
    count: z.int().min(0).describe("Entries in data"),
    total: z.int().min(0).describe("Stations that match, before the limit"),
    fuel: fuelParam,
  },
  canonical: toCanonicalFilters,
  usesClock: (asked) => asked.open_now,
  async run(deps, asked) {
    const list = findInPicture(deps, asked) ?? await findInTables(deps, asked);
    return toListResult(asked, list, list.found.map(toNearby));
  },
  runText(deps, asked) {
    const list = findInPicture(deps, asked);
    return list && toListResult(asked, list, `[${list.found.map(toNearbyText).join(",")}]`);
  },
});
