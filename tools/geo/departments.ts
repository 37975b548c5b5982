/** Writes the tables of departments, regions, bounding boxes and postal codes that straddle departments. @module */

import { toNameKey } from "../../lib/shared/place/place_name.ts";
import { toDepartmentByDigits } from "../../lib/domain/place/location.ts";
import type { Centre, SourceCommune, SourceDepartment } from "./sources.ts";

const HEADER =
  "// Written by tools/geo from @etalab/decoupage-administratif 6.0.0 (INSEE and La Poste, Licence Ouverte 2.0).";

/** TypeScript source of the rows behind `lib/shared/place/departments.ts`. */
export function renderDepartments(departments: SourceDepartment[], regions: { code: string; nom: string }[]): string {
  const used = new Set(departments.map((department) => department.region));
  const rows = departments.map((row) => `  ["${row.code}", "${row.nom}", "${row.region}"],\n`);
  return `/** The departments and regions of France. Generated: never edited. @module */
${HEADER}

/** Region code and name. */
export const REGION_ROWS: readonly (readonly [string, string])[] = [
${regions.filter((row) => used.has(row.code)).map((row) => `  ["${row.code}", "${row.nom}"],\n`).join("")}];

/** Department code, name, region code. */
export const DEPARTMENT_ROWS: readonly (readonly [string, string, string])[] = [
${rows.join("")}];
`;
}

/** TypeScript source of the box of each department's communes: south, west, north, east. */
export function renderBoxes(communes: SourceCommune[], centres: Map<string, Centre>): string {
  const boxes = new Map<string, [south: number, west: number, north: number, east: number]>();
  for (const commune of communes) {
    const centre = centres.get(commune.code);
    // A few islands of a collectivity say nothing about the others, a thousand kilometres away.
    if (!centre || commune.zone === "com") continue;
    const { lat, lng } = centre;
    const [south, west, north, east] = boxes.get(commune.departement) ?? [90, 180, -90, -180];
    boxes.set(commune.departement, [
      Math.min(south, lat),
      Math.min(west, lng),
      Math.max(north, lat),
      Math.max(east, lng),
    ]);
  }
  const rows = [...boxes].map(([code, box]) => `  "${code}": [${box.map((value) => +value.toFixed(3)).join(", ")}],\n`);
  return `/** Where each department's communes lie. Generated: never edited. @module */
${HEADER}
// Centres are those of La Poste's base of postal codes (2023, ODbL 1.0).

/**
 * South, west, north and east of the communes' centres in degrees, by department code. Absent overseas where the centres are
 * too few to say anything. */
export const DEPARTMENT_BOX_ROWS: Readonly<Record<string, readonly [number, number, number, number]>> = {
${rows.join("")}};
`;
}

/** TypeScript source of the postal codes whose digits give the wrong department, wholly or for some towns. */
export function renderPostalExceptions(communes: SourceCommune[]): string {
  const whole: string[] = [];
  const straddling: string[] = [];
  const pairs = communes.flatMap((commune) => commune.codesPostaux.map((postalCode) => ({ postalCode, commune })));
  for (const [postalCode, homes] of [...Map.groupBy(pairs, (pair) => pair.postalCode)].sort()) {
    const byDigits = toDepartmentByDigits(postalCode);
    const strangers = homes.filter(({ commune }) => commune.departement !== byDigits).map(({ commune }) => commune);
    const towns = strangers.map((commune) => `${toNameKey(commune.nom)}: "${commune.departement}"`);
    if (strangers.length === 0) continue;
    if (strangers.length === homes.length) whole.push(`  "${postalCode}": "${strangers[0]!.departement}",\n`);
    else straddling.push(`  "${postalCode}": { ${towns.join(", ")} },\n`);
  }
  return `/** Postal codes whose digits tell the wrong department. Generated: never edited. @module */
${HEADER}

/** Postal codes all of whose towns lie in another department. */
export const FOREIGN_POSTAL_CODES: Readonly<Record<string, string>> = {
${whole.join("")}};

/** Postal codes of two departments: the towns (by name key) that do not follow the digits. */
export const STRADDLING_TOWNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${straddling.join("")}};
`;
}
