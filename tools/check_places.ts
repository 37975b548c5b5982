/**
 * Compares the places' centres with the stations of a feed: `deno run -A tools/check_places.ts FEED.zip …` prints every
 * commune whose centre lies far from its stations, and exits 1 when a commune is far without a known reason.
 * @module
 */

import { checkFeed, loadTownTable } from "../ingest/check.ts";
import { decodeStations, unpackFeed } from "../ingest/decode.ts";
import type { Position } from "../lib/domain/location.ts";
import { findTown, type TownTable } from "../lib/domain/display_text.ts";
import { toKm } from "../lib/shared/listed_station.ts";
import type { Place } from "../lib/shared/places.ts";

/** How far a commune's centre may lie from the mean of its stations, in kilometres. */
export const FAR_KM = 10;

const MAX_UNPACKED_BYTES = 100_000_000;

/** A station as the comparison needs it; `postalCode` null when unknown. */
export type LocatedStation = { id: number; rawCity: string; postalCode: string | null; position: Position };

/** A commune far from the mean of its stations; `reasons` is empty when {@link WRONG_POSITIONS} does not explain it. */
export type FarPlace = { place: Place; km: number; stations: LocatedStation[]; reasons: string[] };

/** Stations whose published position is wrong, by id, with the proof: where it lies, and in which years. */
export const WRONG_POSITIONS: Readonly<Record<number, string>> = {
  2130003: "A4, Fresnes-en-Tardenois: 15 km west, near Château-Thierry, in 2016; gone since",
  2130005: "A4, Fresnes-en-Tardenois: 15 km west, near Château-Thierry, 2016 to 2025; corrected by 2026",
  2130006: "A4, Fresnes-en-Tardenois: 15 km west, near Château-Thierry, 2016 to 2025; corrected by 2026",
  14520003: "Thury-Harcourt: in Port-en-Bessin, 43 km off, in 2016; corrected by 2019",
  20200017: "Ville-di-Pietrabugno: in Campile, 24 km south, in 2022; gone since",
  21360004: "A6, Bligny-sur-Ouche: in Marcigny-sous-Thil, 37 km off, 2016 to 2019; corrected by 2022",
  26600011: "A7, Pont-de-l'Isère: in Les Tourrettes, 39 km south, 2016 to 2019; corrected by 2022",
  27400002: "A13, Vironvay: in Honguemare-Guenouville, 35 km off, in 2016; gone since",
  27400003: "A13, Vironvay: in Étréville, 45 km off, in 2016; gone since",
  30360001: "Cornillon: postal code 30630 read as 30360, in Monteils, 29 km off, 2016 to 2019; corrected by 2022",
  33720003: "A62, Saint-Michel-de-Rieufret: in Pondaurat, 32 km off, in 2016; gone since",
  40260009: "Castets: in Angresse, 31 km off, in 2019; corrected by 2022",
  55430001: "Belleville-sur-Meuse: in Gussainville, 19 km east, 2022 to 2025; right before and after",
  57124001: "A4, Saint-Privat-la-Montagne: in Noisseville, 18 km off, 2016 to 2019; corrected by 2022",
  57855002: "A4, Saint-Privat-la-Montagne: in Noisseville, 18 km off, in 2016; gone since",
  59113004: "A1, Seclin: in Ablaincourt-Pressoir, 80 km south, in 2016; gone since",
  59113008: "A1, Seclin: in Ablaincourt-Pressoir, 80 km south, in 2016; corrected by 2019",
  62128009: "A1, Wancourt: in Feuillères, 36 km south, another department, 2016 to 2025; gone since",
  68470002: "Fellering: in Jungholtz, 22 km east, 2019 to 2026; right in 2016 (longitude 6.991, since 7.218)",
  73730008: "Cevins: in Salins-Fontaine, 15 km up the valley, 2022 to 2026, though its road RN 90 passes through both",
  76890001: "Tôtes: in Hescamps, 61 km east, in 2019 (longitude 1.887); right before and after (1.046)",
  77260006: "A4, Ussy-sur-Marne: in Serris, 26 km west, 2016 to 2022; gone since",
  77515001: "Faremoutiers: in Bailly-Romainvilliers, 15 km off, in 2016; corrected by 2019",
  78280004: "Guyancourt: in Frémainville, 37 km off, in 2019; right before and after",
  81800004: "Rabastens: in Seyre, 53 km south, in 2016; corrected by 2019",
  84140005: "Fournès: in Avignon, 21 km east, 2016 to 2022, though its postal code is 30210; gone since",
  91410004: "Morangis: in Dourdan, 31 km off, in 2016; corrected by 2019",
};

/** Groups stations by commune: those whose postal code and town name mean one. */
export function groupByCommune(stations: Iterable<LocatedStation>, towns: TownTable): Map<Place, LocatedStation[]> {
  const groups = new Map<Place, LocatedStation[]>();
  for (const station of stations) {
    // Without a department the town is found by its postal code only.
    const raw = { city: station.rawCity, postalCode: station.postalCode ?? "", department: null };
    const place = findTown(towns, raw)?.place;
    if (!place) continue;
    const group = groups.get(place);
    if (group) group.push(station);
    else groups.set(place, [station]);
  }
  return groups;
}

function toMean(stations: LocatedStation[]): Position {
  const mean = (pick: (position: Position) => number) =>
    stations.reduce((sum, { position }) => sum + pick(position), 0) / stations.length;
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) };
}

function isFar(place: Place, stations: LocatedStation[]): boolean {
  return stations.length > 0 && toKm(place, toMean(stations)) > FAR_KM;
}

/**
 * The communes that lie more than {@link FAR_KM} from the mean of their stations, the farthest first. Wrong positions are
 * the reason only when the commune is near the mean of the stations that remain.
 */
export function findFarPlaces(groups: ReadonlyMap<Place, LocatedStation[]>): FarPlace[] {
  const far = [...groups].filter(([place, stations]) => isFar(place, stations)).map(([place, stations]) => {
    const isExplained = !isFar(place, stations.filter(({ id }) => !(id in WRONG_POSITIONS)));
    const reasons = isExplained ? stations.flatMap(({ id }) => WRONG_POSITIONS[id] ?? []) : [];
    return { place, stations, km: toKm(place, toMean(stations)), reasons };
  });
  return far.sort((a, b) => b.km - a.km);
}

/** The stations of a feed that have a position. Throws `FeedRefused` when the file is none. */
export async function readLocatedStations(path: string): Promise<LocatedStation[]> {
  const packed = new Blob([await Deno.readFile(path)]);
  const stream = await unpackFeed(packed, { maxUnpackedBytes: MAX_UNPACKED_BYTES });
  const { entries } = await checkFeed(decodeStations(stream), { nowMs: Date.now(), towns: await loadTownTable() });
  return [...entries.values()].flatMap(({ station }) =>
    station.position === null ? [] : [{ ...station, position: station.position }]
  );
}

async function report(path: string): Promise<boolean> {
  const groups = groupByCommune(await readLocatedStations(path), await loadTownTable());
  const far = findFarPlaces(groups);
  console.log(`${path}: ${groups.size} communes with stations, ${far.length} farther than ${FAR_KM} km`);
  for (const { place, km, stations, reasons } of far) {
    console.log(`  ${place.code} ${place.name}: ${km.toFixed(1)} km${reasons.length === 0 ? ", no reason known" : ""}`);
    for (const { id, position } of stations) {
      const away = toKm(place, position).toFixed(1);
      console.log(`    ${id} ${position.lat}, ${position.lng}: ${away} km. ${WRONG_POSITIONS[id] ?? ""}`);
    }
  }
  return far.every(({ reasons }) => reasons.length > 0);
}

if (import.meta.main) {
  let isRight = true;
  for (const path of Deno.args) isRight = await report(path) && isRight;
  if (Deno.args.length === 0) console.error("Usage: deno run -A tools/check_places.ts FEED.zip …");
  Deno.exit(isRight && Deno.args.length > 0 ? 0 : 1);
}
