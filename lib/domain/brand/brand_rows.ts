/** Rows of the OpenStreetMap extract merged into one brand per station: objects overlap and contradict each other. @module */

import { toStorable } from "../place/display_text.ts";
import { toNameKey } from "../../places/place_name.ts";
import { type Brand, findKnownBrand, type RawBrand, settleName, toBrand, toOwnSign } from "./brand.ts";

/** One object of the map, and the stations that it refers to. */
export type BrandRow = { readonly stationIds: readonly string[]; readonly raw: RawBrand };

/** The rows of a file, and what was left out of it. */
export type BrandRows = {
  readonly rows: readonly BrandRow[];
  readonly rowCount: number;
  readonly withoutStation: number;
};

/** The brand of a station, with the brand column as it came. */
export type StationBrand = Brand & { readonly rawBrand: string };

const REFERENCE = "ref:FR:prix-carburants";

/** The rows of a CSV file cut into cells, header first; columns are found by name. Throws an Error when one is missing. */
export function parseBrandRows(records: readonly (readonly string[])[]): BrandRows {
  const header = (records[0] ?? []).map((cell) => cell.trim());
  const missing = [REFERENCE, "brand", "name"].filter((column) => !header.includes(column));
  if (missing.length > 0) throw new Error(`Brand file without the column ${missing.join(", ")}`);
  const rows: BrandRow[] = [];
  for (const record of records.slice(1)) {
    const cell = (column: string) => record[header.indexOf(column)] ?? "";
    const text = (column: string) => toStorable(cell(column)).trim();
    const raw = { brand: text("brand"), name: text("name"), operator: text("operator"), branch: text("branch") };
    const references = cell(REFERENCE).split(/[;,\s]+/).filter(isStationId);
    const stationIds = references.map((reference) => String(Number(reference)));
    if (stationIds.length > 0) rows.push({ stationIds: [...new Set(stationIds)], raw });
  }
  const rowCount = records.length - 1;
  return { rows, rowCount, withoutStation: rowCount - rows.length };
}

function isStationId(text: string): boolean {
  return /^0*[1-9]\d{3,8}$/.test(text);
}

type Claim = { readonly row: BrandRow; readonly brand: Brand };

/**
 * One brand for each station that has a brand, a name or a group, by its id, whatever the order of the rows. Objects that
 * contradict each other are ranked: known brands first, fuel for cars before lorries and gas, the brand column before name and
 * operator, the brand of more objects, supermarkets (which took over old pumps) before oil companies, an object of one station
 * before one of several, the fuller object; then by the text. Unknown brands take their commonest spelling. Where no object says
 * whether there is a brand, it is the station's sign.
 */
export function mergeBrandRows(rows: readonly BrandRow[]): Map<string, StationBrand> {
  const claims = new Map<string, Claim[]>();
  for (const row of rows) {
    const brand = settleName(toBrand(row.raw));
    if (brand.brand === null && brand.name === null && brand.group === null) continue;
    for (const id of row.stationIds) claims.getOrInsertComputed(id, () => []).push({ row, brand });
  }
  const spelling = toCommonSpellings([...claims.values()].flat());
  const brands = new Map<string, StationBrand>();
  for (const [id, ofStation] of [...claims].sort(([a], [b]) => a < b ? -1 : 1)) {
    const ranked = rankClaims(ofStation);
    const chosen = ranked[0]!;
    const supporting = ranked.filter((claim) => claim.brand.brand === chosen.brand.brand);
    const name = supporting.find((claim) => claim.brand.name !== null)?.brand.name ?? null;
    const brand = spelling(toSign({ ...chosen.brand, name }));
    const group = chosen.brand.group ?? (brand === null ? null : "independent");
    brands.set(id, { ...chosen.brand, group, brand, name, rawBrand: chosen.row.raw.brand });
  }
  return brands;
}

/** The brand, or a station's local sign when no object says whether it has one. */
function toSign({ brand, name, group }: Brand): string | null {
  if (brand !== null || group !== null || name === null) return brand;
  return toOwnSign(name);
}

const LORRIES_OR_GAS = /\b(?:poids[\s-]lourds|PL|GNV|CNG|LNG|bioGNV|hydrog[eè]ne)\b/i;

function toRank({ row: { raw, stationIds }, brand: { brand, group } }: Claim, supporters: number): number[] {
  const text = `${raw.brand} ${raw.name}`;
  const known = findKnownBrand(text) !== null || findKnownBrand(raw.operator) !== null;
  const aside = brand === "AS 24" || LORRIES_OR_GAS.test(text);
  const groupRank = group === "supermarket" ? 0 : group === "oil_company" ? 1 : 2;
  const filled = [raw.brand, raw.name, raw.operator, raw.branch].filter((cell) => cell !== "").length;
  const fromColumn = raw.brand !== "" && brand !== null;
  const brandRank = brand === null ? 2 : known ? 0 : 1;
  return [brandRank, aside ? 1 : 0, fromColumn ? 0 : 1, -supporters, groupRank, stationIds.length, -filled];
}

function rankClaims(claims: readonly Claim[]): Claim[] {
  const supporters = (claim: Claim) => claims.filter((other) => other.brand.brand === claim.brand.brand).length;
  const ranked = claims.map((claim) => ({ claim, rank: toRank(claim, supporters(claim)), text: toText(claim) }));
  return ranked.sort((a, b) => compareRanks(a.rank, b.rank) || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ claim }) => claim);
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

function toText({ brand, row }: Claim): string {
  return [brand.brand, brand.name, row.raw.operator, row.raw.brand].join("\u0000");
}

/** For each spelling of a brand the commonest one with the same key; ties go to the first by the text. */
function toCommonSpellings(claims: readonly Claim[]): (brand: string | null) => string | null {
  const signs = claims.map(({ brand }) => toSign(brand)).filter((sign) => sign !== null);
  const bySpelling = Map.groupBy(signs, (sign) => sign);
  const common = new Map<string, string>();
  for (const brand of [...bySpelling.keys()].sort()) {
    const rival = common.get(toNameKey(brand));
    const isCommoner = rival === undefined || bySpelling.get(brand)!.length > bySpelling.get(rival)!.length;
    if (isCommoner) common.set(toNameKey(brand), brand);
  }
  return (brand) => brand === null ? null : common.get(toNameKey(brand))!;
}
