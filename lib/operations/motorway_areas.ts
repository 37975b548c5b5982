/** The file `/data/motorway-areas.json`: rest areas of motorways, which people search for by name. @module */

import { z } from "zod";
import { motorwayAreasSchema } from "../domain/bulk_files.ts";
import { parseAreaAddress } from "../domain/motorway_area.ts";
import { toKm } from "../shared/listed_station.ts";
import type { MotorwayArea } from "../shared/motorway_areas.ts";
import { toNameKey } from "../shared/place_name.ts";
import { isLocated, type Snapshot, type SnapshotStation } from "../snapshot/snapshot.ts";
import { requireSnapshot } from "./bulk_files.ts";
import { defineOperation } from "./operation.ts";
import { PerSnapshot } from "./per_snapshot.ts";

/** Stations farther apart are in two areas, whatever their addresses say. */
const SAME_AREA_KM = 3;

function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

function toArea({ record: { address, city, lat, lng, motorway } }: SnapshotStation): MotorwayArea | null {
  if (!motorway || address === null) return null;
  const { road, name } = parseAreaAddress(address);
  return road === null && name === null
    ? null
    : { name, road, town: city, latitude: round(lat!), longitude: round(lng!) };
}

function isSame(one: MotorwayArea, other: MotorwayArea): boolean {
  const [a, b] = [one, other].map(({ latitude: lat, longitude: lng }) => ({ lat, lng })) as [Point, Point];
  const keyOf = ({ name, town }: MotorwayArea) => toNameKey(name ?? town ?? "");
  return one.road === other.road && keyOf(one) === keyOf(other) && toKm(a, b) <= SAME_AREA_KM;
}

type Point = { lat: number; lng: number };

/** In the order of the stations' ids; of stations in one area the first tells its name. */
function findAreas(snapshot: Snapshot): MotorwayArea[] {
  const areas: MotorwayArea[] = [];
  for (const station of snapshot.stations.filter(isLocated).sort((a, b) => Number(a.record.id) - Number(b.record.id))) {
    const area = toArea(station);
    if (area && !areas.some((other) => isSame(area, other))) areas.push(area);
  }
  return areas;
}

const known = new PerSnapshot<MotorwayArea[]>();

const toResult = (snapshot: Snapshot) => ({
  data: known.get(snapshot, { key: "", make: () => findAreas(snapshot) }),
  meta: {},
  state: snapshot.state,
});

/** The rest areas that have a station. */
export const motorwayAreasJson = defineOperation({
  kind: "file",
  id: "motorwayAreasJson",
  tag: "Bulk",
  path: "/data/motorway-areas.json",
  title: "Rest areas of motorways",
  description:
    "Rest areas that have a station, for search fields: road and name are read from the addresses of the stations on " +
    "motorways. Free of quota, made once per revision of the data.",
  example: "/data/motorway-areas.json",
  tool: null,
  input: z.strictObject({}),
  output: motorwayAreasSchema,
  fromSnapshot: toResult,
  fromDatabase: async (deps) => toResult(await requireSnapshot(deps)),
});
