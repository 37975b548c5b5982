/** What a command line means by an archive: a file, standard input, or a year by its number. @module */

import { FIRST_YEAR } from "./backfill_year.ts";

/** One argument of the command. `year`: what a file's name promises, if anything. */
export type ArchiveArgument =
  | { kind: "year"; year: number }
  | { kind: "file"; path: string; year?: number }
  | { kind: "stdin" };

const YEAR_IN_NAME = /(?:annuel|annee)[_-]?((?:19|20)\d\d)(?!\d)/i;

/**
 * The year that a file's name promises (`PrixCarburants_annuel_2025.xml`), or undefined.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toPromisedYear("a/PrixCarburants_annuel_2025.derived.xml.xz"), 2025);
 * equal(toPromisedYear("PrixCarburants_quotidien_20161216.xml"), undefined);
 * ```
 */
export function toPromisedYear(path: string): number | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const year = YEAR_IN_NAME.exec(name)?.[1];
  return year === undefined ? undefined : Number(year);
}

/**
 * What an argument means: four digits are a year, `-` is standard input, anything else a file. Throws a RangeError with
 * what is allowed on a year outside of 2007 to `thisYear` and on an option.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(parseArchiveArgument("2025", 2026), { kind: "year", year: 2025 });
 * deepEqual(parseArchiveArgument("-", 2026), { kind: "stdin" });
 * ```
 */
export function parseArchiveArgument(text: string, thisYear: number): ArchiveArgument {
  if (text === "-") return { kind: "stdin" };
  if (text.startsWith("-")) throw new RangeError(`Unknown option ${JSON.stringify(text)}`);
  if (!/^\d+$/.test(text)) return { kind: "file", path: text, year: toPromisedYear(text) };
  const year = Number(text);
  if (text.length === 4 && year >= FIRST_YEAR && year <= thisYear) return { kind: "year", year };
  throw new RangeError(`No archive of the year ${JSON.stringify(text)}; expected ${FIRST_YEAR} to ${thisYear}`);
}
