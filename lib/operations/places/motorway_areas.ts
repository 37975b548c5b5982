/**
 * The file `/data/motorway-areas.json`: rest areas on motorways, which people search for by name.
 *
 * @module
 */

import { type MotorwayArea, motorwayAreasSchema } from "../../domain/bulk_files.ts";
import { parseAreaAddress } from "../../domain/place/motorway_area.ts";
import { toKm } from "../../places/point.ts";
import { toNameKey } from "../../places/place_name.ts";
import type { Snapshot, SnapshotStation } from "../../snapshot/snapshot.ts";
import { defineFile, findLocated } from "../files/bulk_files.ts";
import { PerSnapshot } from "../per_snapshot.ts";

/** Maximum distance between stations of one area, whatever their addresses say. */
const SAME_AREA_KM = 3;

function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

function toArea(
  { record: { address, city, lat, lng, motorway } }: SnapshotStation,
): MotorwayArea | null {
  if (!motorway || address === null) return null;
  const { road, name } = parseAreaAddress(address);
  if (road === null && name === null) return null;
  return { name, road, town: city, latitude: round(lat!), longitude: round(lng!) };
}

function isSame(one: MotorwayArea, other: MotorwayArea): boolean {
  const keyOf = ({ name, town }: MotorwayArea) => toNameKey(name ?? town ?? "");
  const pointOf = ({ latitude: lat, longitude: lng }: MotorwayArea) => ({ lat, lng });
  return one.road === other.road && keyOf(one) === keyOf(other) &&
    toKm(pointOf(one), pointOf(other)) <= SAME_AREA_KM;
}

/**
 * Returns the areas in the order of their stations' IDs. Each area takes the name of its first
 * station.
 */
function findAreas(snapshot: Snapshot): MotorwayArea[] {
  const areas: MotorwayArea[] = [];
  for (const station of findLocated(snapshot)) {
    const area = toArea(station);
    if (area && !areas.some((other) => isSame(area, other))) areas.push(area);
  }
  return areas;
}

const cached = new PerSnapshot<MotorwayArea[]>();

/** The rest areas with a station. */
export const motorwayAreasJson = defineFile({
  id: "motorwayAreasJson",
  path: "/data/motorway-areas.json",
  title: "Rest areas of motorways",
  description:
    "Rest areas with a station, for search fields. Road and name come from the addresses of the " +
    "stations on motorways. Free of quota, built once per revision of the data.",
  output: motorwayAreasSchema,
  toData: (snapshot) => cached.get(snapshot, { key: "", make: () => findAreas(snapshot) }),
});
