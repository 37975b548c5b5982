/** Writes the table of postal codes that straddle departments. @module */

import { toNameKey } from "../../lib/shared/place/place_name.ts";
import { toDepartmentByDigits } from "../../lib/domain/place/location.ts";
import type { SourceCommune } from "./sources.ts";

const HEADER =
  "// Written by tools/geo from @etalab/decoupage-administratif 6.0.0 (INSEE and La Poste, Licence Ouverte 2.0).";

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
