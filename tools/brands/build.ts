/** Makes `ingest/brands/station_brands.csv` from published lists, and prints what share of a feed has a brand. @module */

import { parseArgs } from "node:util";
import {
  BRAND_SOURCES,
  OWN_COLUMNS,
  type OwnBrand,
  readBrands,
  readOwnBrands,
  toStationBrand,
} from "../../ingest/brands/read_brands.ts";
import { decodeStations, unpackFeed } from "../../ingest/decode.ts";
import { findKnownBrand } from "../../lib/domain/brand.ts";
import type { StationBrand } from "../../lib/domain/brand_rows.ts";
import { type BrandList, readCarburantApp, readPrixEssenceNord } from "./lists.ts";

const USAGE = `deno run -A tools/brands/build.ts --osm CSV --feed ZIP [--carburant-app JSON] [--prix-essence-nord CSV]

Prints what share of the stations of the feed has a brand. With a list it writes ingest/brands/station_brands.csv first.`;

const FILE = new URL("../../ingest/brands/station_brands.csv", import.meta.url);
const MAX_FEED_BYTES = 100_000_000;

async function readStationIds(path: string): Promise<string[]> {
  const file = new Blob([await Deno.readFile(path)]);
  const ids: string[] = [];
  for await (const { id } of decodeStations(await unpackFeed(file, { maxUnpackedBytes: MAX_FEED_BYTES }))) ids.push(id);
  return ids;
}

type Sources = { ids: readonly string[]; osm: ReadonlyMap<string, StationBrand>; lists: readonly BrandList[] };

/** How often a list says the same as OpenStreetMap's own references: what its word is worth where those are silent. */
function describeAgreement({ source, brands }: BrandList, { ids, osm }: Sources): string {
  const both = ids.filter((id) => brands.has(id) && osm.get(id)?.brand != null);
  const same = both.filter((id) => brands.get(id) === osm.get(id)!.brand).length;
  return `${source}: of ${both.length} stations with a brand in both, ${toShare(same, both.length)} agree`;
}

/** The new lines of the file: stations that the map does not reference, of which all lists that know them say the same. */
function findOwnBrands({ ids, osm, lists }: Sources, kept: readonly OwnBrand[]): OwnBrand[] {
  const isKept = new Set(kept.map(({ stationId }) => stationId));
  const lines: OwnBrand[] = [];
  for (const stationId of ids) {
    if (osm.has(stationId) || isKept.has(stationId)) continue;
    const claims = lists.filter(({ brands }) => brands.has(stationId));
    const said = [...new Set(claims.map(({ brands }) => brands.get(stationId)!))];
    if (said.length > 1) console.log(`${stationId}: left out, the lists say ${said.join(" and ")}`);
    const [[brand], [claim]] = [said, claims];
    if (said.length !== 1 || brand === undefined || claim === undefined) continue;
    lines.push({ stationId, brand, source: claim.source, date: claim.date });
  }
  return [...kept, ...lines].sort((a, b) => Number(a.stationId) - Number(b.stationId));
}

function toCell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toCsv(lines: readonly OwnBrand[]): string {
  const rows = lines.map((line) => [line.stationId, line.brand, line.source, line.date].map(toCell).join());
  return [OWN_COLUMNS.join(), ...rows, ""].join("\n");
}

function toShare(part: number, all: number): string {
  return `${part} (${(100 * part / all).toFixed(2)} %)`;
}

/** What the loader would give to the stations of the feed. */
function printShares({ ids, osm }: Sources, own: readonly OwnBrand[]): void {
  const ofFile = new Map(own.map((line) => [line.stationId, toStationBrand(line)]));
  const brandOf = (id: string) => (osm.get(id) ?? ofFile.get(id))?.brand ?? null;
  const count = (isCounted: (id: string) => boolean) => toShare(ids.filter(isCounted).length, ids.length);
  const isOfNetwork = (id: string) => findKnownBrand(brandOf(id) ?? "") !== null;
  console.log(`${ids.length} stations in the feed`);
  console.log(`  with a brand from OpenStreetMap: ${count((id) => osm.get(id)?.brand != null)}`);
  console.log(`  with a brand from OpenStreetMap or the project's own file: ${count((id) => brandOf(id) !== null)}`);
  console.log(`    of these a network's or a shop's sign of our table: ${count(isOfNetwork)}`);
  console.log(`    of these a sign of its own: ${count((id) => brandOf(id) !== null && !isOfNetwork(id))}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      osm: { type: "string" },
      feed: { type: "string" },
      "carburant-app": { type: "string" },
      "prix-essence-nord": { type: "string" },
    },
  });
  if (!values.osm || !values.feed) throw new Error(USAGE);
  const app = values["carburant-app"];
  const nord = values["prix-essence-nord"];
  const found = [app && await readCarburantApp(app), nord && await readPrixEssenceNord(nord)];
  const lists = found.filter((list) => typeof list === "object")
    .sort((a, b) => BRAND_SOURCES.indexOf(a.source) - BRAND_SOURCES.indexOf(b.source));
  const osm = readBrands(await Deno.readFile(values.osm)).merged.brands;
  const sources: Sources = { ids: await readStationIds(values.feed), osm, lists };
  for (const list of lists) console.log(describeAgreement(list, sources));
  let own = await readOwnBrands();
  if (lists.length > 0) {
    own = findOwnBrands(sources, own.filter(({ source }) => source === "maintainer"));
    await Deno.writeTextFile(FILE, toCsv(own));
    console.log(`${own.length} stations written to ${FILE.pathname}`);
  }
  printShares(sources, own);
}

await main();
