/** Finds the department of a postal code. @module */

import { isDepartmentCode } from "../shared/departments.ts";
import { toNameKey } from "../shared/place_name.ts";
import { FOREIGN_POSTAL_CODES, STRADDLING_TOWNS } from "./postal_exceptions.gen.ts";

/** First postal code of Haute-Corse; the codes from 20000 below it are Corse-du-Sud's. */
const FIRST_OF_2B = "20200";

/**
 * What the digits of a postal code alone say: Corsica split at 20200, three digits overseas. Does not tell whether such
 * a department exists, and knows no exceptions: see {@link toDepartmentCode}.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toDepartmentByDigits("20260"), "2B");
 * ```
 */
export function toDepartmentByDigits(postalCode: string): string {
  if (/^9[78]/.test(postalCode)) return postalCode.slice(0, 3);
  if (!postalCode.startsWith("20")) return postalCode.slice(0, 2);
  return postalCode < FIRST_OF_2B ? "2A" : "2B";
}

/**
 * The department code of a postal code. Sixteen postal codes hold towns of two departments: there the town's name
 * decides, and a town unknown there follows the digits. Null when the text is not five digits or no such department
 * exists (00, 96, 99, Monaco's 980).
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toDepartmentCode("52100", "SAPIGNICOURT"), "51");
 * equal(toDepartmentCode("52100", "Saint-Dizier"), "52");
 * equal(toDepartmentCode("1000", "Bourg"), null);
 * ```
 */
export function toDepartmentCode(postalCode: string, town: string): string | null {
  const text = postalCode.trim();
  if (!/^\d{5}$/.test(text)) return null;
  const towns = STRADDLING_TOWNS[text];
  const code = FOREIGN_POSTAL_CODES[text] ?? towns?.[toNameKey(withoutCedex(town))] ?? toDepartmentByDigits(text);
  return isDepartmentCode(code) ? code : null;
}

function withoutCedex(town: string): string {
  return town.replace(/\bcedex\b.*$/i, "");
}
