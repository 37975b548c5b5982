/**
 * Merges the rows of the OpenStreetMap extract into one brand per station: objects overlap and
 * contradict each other.
 *
 * @module
 */

import { toStorable } from "../place/display_text.ts";
import { toNameKey } from "../../places/place_name.ts";
import {
  type Brand,
  findKnownBrand,
  type RawBrand,
  settleName,
  toBrand,
  toOwnSign,
} from "./brand.ts";

/** One object of the map, and the stations that it refers to. */
export type BrandRow = { readonly stationIds: readonly string[]; readonly raw: RawBrand };

/** The rows of a file, and how many rows were left out. */
export type BrandRows = {
  readonly rows: readonly BrandRow[];
  readonly rowCount: number;
  readonly withoutStation: number;
};

/** The brand of a station, with the raw value of the brand column. */
export type StationBrand = Brand & { readonly rawBrand: string };

const REFERENCE = "ref:FR:prix-carburants";

/**
 * Reads the rows of a parsed CSV file, header first, in steps. Finds columns by name. Throws an
 * Error if a column is missing, and a RangeError if the file refers to more than `maxReferences`
 * stations.
 */
export function* parseBrandRows(
  records: readonly (readonly string[])[],
  { maxReferences = Infinity }: { maxReferences?: number } = {},
): Generator<void, BrandRows> {
  const header = (records[0] ?? []).map((cell) => cell.trim());
  const missing = [REFERENCE, "brand", "name"].filter((column) => !header.includes(column));
  if (missing.length > 0) throw new Error(`Brand file without the column ${missing.join(", ")}`);
  const rows: BrandRow[] = [];
  let references = 0;
  for (const record of records.slice(1)) {
    yield;
    const cell = (column: string) => record[header.indexOf(column)] ?? "";
    const text = (column: string) => toStorable(cell(column)).trim();
    const raw = {
      brand: text("brand"),
      name: text("name"),
      operator: text("operator"),
      branch: text("branch"),
    };
    const ids = cell(REFERENCE).split(/[;,\s]+/).filter(isStationId).map((reference) =>
      String(Number(reference))
    );
    const stationIds = [...new Set(ids)];
    references += stationIds.length;
    if (references > maxReferences) {
      throw new RangeError(`more than ${maxReferences} references to stations`);
    }
    if (stationIds.length > 0) rows.push({ stationIds, raw });
  }
  const rowCount = records.length - 1;
  return { rows, rowCount, withoutStation: rowCount - rows.length };
}

function isStationId(text: string): boolean {
  return /^0*[1-9]\d{3,8}$/.test(text);
}

type Claim = { readonly row: BrandRow; readonly brand: Brand };

/**
 * Finds, in steps, one brand for each station with a brand, a name or a group, by its ID. The order
 * of the rows does not matter. Contradictory objects are ranked in this order: known brands; fuel
 * for cars before lorries and gas; the brand column before name and operator; the brand of more
 * objects; supermarkets (which took over old pumps) before oil companies; an object of one station
 * before one of several; the more complete object; the text. Unknown brands take their most common
 * spelling. If no object says whether there is a brand, the station's sign is used.
 */
export function* mergeBrandRows(
  rows: readonly BrandRow[],
): Generator<void, Map<string, StationBrand>> {
  const claims = new Map<string, Claim[]>();
  for (const row of rows) {
    yield;
    const brand = settleName(toBrand(row.raw));
    if (brand.brand === null && brand.name === null && brand.group === null) continue;
    for (const id of row.stationIds) claims.getOrInsertComputed(id, () => []).push({ row, brand });
  }
  const spelling = yield* findCommonSpellings([...claims.values()].flat());
  const brands = new Map<string, StationBrand>();
  for (const id of [...claims.keys()].sort()) {
    const ranked = yield* rankClaims(claims.get(id)!);
    const chosen = findBest(ranked)!;
    const named = ranked.filter(({ brand }) =>
      brand.brand === chosen.brand.brand && brand.name !== null
    );
    const name = findBest(named)?.brand.name ?? null;
    const brand = spelling(toSign({ ...chosen.brand, name }));
    const group = chosen.brand.group ?? (brand === null ? null : "independent");
    brands.set(id, { ...chosen.brand, group, brand, name, rawBrand: chosen.row.raw.brand });
  }
  return brands;
}

/** Returns the brand, or the station's local sign if no object says whether it has a brand. */
function toSign({ brand, name, group }: Brand): string | null {
  if (brand !== null || group !== null || name === null) return brand;
  return toOwnSign(name);
}

const LORRIES_OR_GAS = /\b(?:poids[\s-]lourds|PL|GNV|CNG|LNG|bioGNV|hydrog[eè]ne)\b/i;

const GROUP_RANKS = { supermarket: 0, oil_company: 1, independent: 2 };

function toRank(
  { row: { raw, stationIds }, brand: { brand, group } }: Claim,
  supporters: number,
): number[] {
  const text = `${raw.brand} ${raw.name}`;
  const isKnown = findKnownBrand(text) !== null || findKnownBrand(raw.operator) !== null;
  const isAside = brand === "AS 24" || LORRIES_OR_GAS.test(text);
  const isFromColumn = raw.brand !== "" && brand !== null;
  const filled =
    [raw.brand, raw.name, raw.operator, raw.branch].filter((cell) => cell !== "").length;
  const brandRank = isKnown ? 0 : 1;
  return [
    brand === null ? 2 : brandRank,
    isAside ? 1 : 0,
    isFromColumn ? 0 : 1,
    -supporters,
    GROUP_RANKS[group ?? "independent"],
    stationIds.length,
    -filled,
  ];
}

type RankedClaim = Claim & { readonly rank: readonly number[]; readonly text: string };

function* rankClaims(claims: readonly Claim[]): Generator<void, RankedClaim[]> {
  const supporters = new Map<string | null, number>();
  for (const { brand: { brand } } of claims) {
    supporters.set(brand, (supporters.get(brand) ?? 0) + 1);
  }
  const ranked: RankedClaim[] = [];
  for (const claim of claims) {
    yield;
    ranked.push({
      ...claim,
      rank: toRank(claim, supporters.get(claim.brand.brand)!),
      text: toText(claim),
    });
  }
  return ranked;
}

/**
 * Returns the claim with the lowest rank, or undefined without claims. Ties go to the first by
 * text.
 */
function findBest(claims: readonly RankedClaim[]): RankedClaim | undefined {
  let best = claims[0];
  for (const claim of claims) {
    const order = compareRanks(claim.rank, best!.rank);
    if (order < 0 || (order === 0 && claim.text < best!.text)) best = claim;
  }
  return best;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

function toText({ brand, row }: Claim): string {
  return [brand.brand, brand.name, row.raw.operator, row.raw.brand].join("\u0000");
}

/**
 * Finds for each spelling of a brand the most common one with the same key; ties go to the first by
 * text.
 */
function* findCommonSpellings(
  claims: readonly Claim[],
): Generator<void, (brand: string | null) => string | null> {
  const counts = new Map<string, number>();
  for (const { brand } of claims) {
    yield;
    const sign = toSign(brand);
    if (sign !== null) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const common = new Map<string, string>();
  for (const brand of [...counts.keys()].sort()) {
    yield;
    const key = toNameKey(brand);
    const rival = common.get(key);
    if (rival === undefined || counts.get(brand)! > counts.get(rival)!) common.set(key, brand);
  }
  return (brand) => brand === null ? null : common.get(toNameKey(brand))!;
}
