/** The departments by code, with the names of their regions. @module */

import { DEPARTMENT_ROWS, REGION_ROWS } from "./departments.gen.ts";

/** A department or an overseas collectivity. */
export type Department = {
  /** `01` to `95`, `2A`, `2B`, or three digits overseas. */
  readonly code: string;
  readonly name: string;
  readonly regionCode: string;
  readonly regionName: string;
  /** True for codes of three digits. */
  readonly overseas: boolean;
};

const regionNames = new Map(REGION_ROWS);

/** All departments in customary order: 01 … 19, 2A, 2B, 21 … 95, then overseas. */
export const DEPARTMENTS: readonly Department[] = DEPARTMENT_ROWS.map((
  [code, name, regionCode],
) => ({
  code,
  name,
  regionCode,
  regionName: regionNames.get(regionCode) ?? name,
  overseas: code.length === 3,
}));

/** The 96 departments of metropolitan France, in customary order. */
export const METROPOLITAN_DEPARTMENTS: readonly Department[] = DEPARTMENTS.filter((department) =>
  !department.overseas
);

const byCode = new Map(DEPARTMENTS.map((department) => [department.code, department]));

/**
 * Returns the department with a code (Corsica's letters in either case) or null. Its `code` is the
 * canonical form.
 */
export function getDepartment(code: string): Department | null {
  return byCode.get(code.toUpperCase()) ?? null;
}
