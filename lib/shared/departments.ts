/** Departments and regions by code: without it names and codes would be spelt in every layer. @module */

import { DEPARTMENT_ROWS, REGION_ROWS } from "./departments.gen.ts";

/** A region. Collectivities that belong to no region are their own (`975` Saint-Pierre-et-Miquelon). */
export type Region = { readonly code: string; readonly name: string };

/** A department or an overseas collectivity. */
export type Department = {
  /** `01` to `95`, `2A`, `2B`, or three digits overseas. */
  readonly code: string;
  readonly name: string;
  readonly regionCode: string;
  readonly regionName: string;
  /**
   * Definite article of the name in French: `le`, `la`, `les`, `l'`, or empty (`Paris`, `Ille-et-Vilaine`,
   * `La Réunion`). */
  readonly article: string;
  /** True for codes of three digits. */
  readonly overseas: boolean;
};

/** All regions, by code. */
export const REGIONS: readonly Region[] = REGION_ROWS.map(([code, name]) => ({ code, name }));

const regionNames = new Map(REGION_ROWS);

/** All departments in customary order: 01 … 19, 2A, 2B, 21 … 95, then overseas. */
export const DEPARTMENTS: readonly Department[] = DEPARTMENT_ROWS.map(([code, name, regionCode, article]) => ({
  code,
  name,
  regionCode,
  regionName: regionNames.get(regionCode) ?? name,
  article,
  overseas: code.length === 3,
}));

/** The 96 departments of metropolitan France, in customary order. */
export const METROPOLITAN_DEPARTMENTS: readonly Department[] = DEPARTMENTS.filter((department) => !department.overseas);

const byCode = new Map(DEPARTMENTS.map((department) => [department.code, department]));

/**
 * The department of a code, Corsica's letters in either case; null when there is none. Its `code` is the canonical form.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(getDepartment("2a")?.code, "2A");
 * equal(getDepartment("20"), null);
 * ```
 */
export function getDepartment(code: string): Department | null {
  return byCode.get(code.toUpperCase()) ?? null;
}

/**
 * Whether a text is the code of a department, Corsica's letters in either case. `getDepartment(text)?.code` is canonical.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(isDepartmentCode("2b"), true);
 * equal(isDepartmentCode("1"), false);
 * ```
 */
export function isDepartmentCode(code: string): boolean {
  return getDepartment(code) !== null;
}

/**
 * The departments of a region in customary order; empty when no region has the code.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(findDepartmentsOfRegion("94").map((department) => department.code), ["2A", "2B"]);
 * ```
 */
export function findDepartmentsOfRegion(regionCode: string): readonly Department[] {
  return DEPARTMENTS.filter((department) => department.regionCode === regionCode);
}
