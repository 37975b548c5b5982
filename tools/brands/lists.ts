/** Reads published lists of brands that were made from OpenStreetMap: which station carries which brand. @module */

import { parse } from "csv-parse/sync";
import xz from "xz-decompress"; // CommonJS: its names are properties of the default export
import { toBrand, toOwnSign } from "../../lib/domain/brand.ts";
import type { BrandSource } from "../../ingest/brands/read_brands.ts";

/** One list: brands by station id, and the day (or the month) it was made. */
export type BrandList = { source: BrandSource; date: string; brands: ReadonlyMap<string, string> };

/** Farther apart than this the station of the feed and the object of the map may be two stations, in metres. */
const MAX_DISTANCE_M = 100;

/** The workflow that makes the list was added in this month; the list itself tells no day. */
const PRIX_ESSENCE_NORD_MONTH = "2026-08";

async function readText(path: string): Promise<string> {
  const file = await Deno.open(path);
  const bytes = path.endsWith(".xz") ? new xz.XzReadableStream(file.readable) : file.readable;
  return await new Response(bytes).text();
}

/** The canonical brand that a list's word stands for; null for a description. */
function toListedBrand(word: string): string | null {
  const { brand } = toBrand({ brand: word, name: "", operator: "", branch: "" });
  return brand === null ? null : toOwnSign(brand);
}

function toBrands(entries: Iterable<[stationId: string, word: string]>): Map<string, string> {
  const brands = new Map<string, string>();
  for (const [stationId, word] of entries) {
    const brand = toListedBrand(word);
    if (brand !== null) brands.set(stationId, brand);
  }
  return brands;
}

type EnrichedStation = {
  enseigne: string;
  source_enseigne: string;
  osm_id: string;
  distance_osm_metres: number | null;
};

/**
 * `stations_enrichment.json` of carburant-app: only entries read from an object of OpenStreetMap that lies near the station.
 * Those it took from elsewhere have no licence that we know.
 */
export async function readCarburantApp(path: string): Promise<BrandList> {
  const file = JSON.parse(await readText(path)) as {
    generated_at: string;
    stations: Record<string, EnrichedStation>;
  };
  const isOfMap = ({ source_enseigne, osm_id, distance_osm_metres }: EnrichedStation) =>
    ["OpenStreetMap", "BANCO"].includes(source_enseigne) && osm_id !== "" &&
    distance_osm_metres !== null && distance_osm_metres <= MAX_DISTANCE_M;
  const entries = Object.entries(file.stations).filter(([, station]) => isOfMap(station));
  return {
    source: "carburant-app",
    date: file.generated_at.slice(0, 10),
    brands: toBrands(entries.map(([stationId, { enseigne }]) => [stationId, enseigne])),
  };
}

/** `marques.csv` of prix-essence-nord, which reads nothing but OpenStreetMap: by reference, else the object within 100 m. */
export async function readPrixEssenceNord(path: string): Promise<BrandList> {
  const rows = parse(await readText(path), { columns: true }) as { station_id: string; marque: string }[];
  return {
    source: "prix-essence-nord",
    date: PRIX_ESSENCE_NORD_MONTH,
    brands: toBrands(rows.map(({ station_id, marque }) => [station_id, marque])),
  };
}
