/** Reads the values whose form differs from the driver's own. @module */

// @ts-types="@types/pg"
import pg from "pg";

/** Numbers of the types whose form differs from the driver's own, in PostgreSQL's catalog `pg_type`. */
const OID = { int8: 20, date: 1082, int8Array: 1016, textArray: 1009, dateArray: 1182, numericArray: 1231 } as const;

/** A bigint as a number. Throws a RangeError above 2^53, where a number would be silently wrong. */
function parseBigint(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint ${text} does not fit a number`);
  return number;
}

const keepText = (text: string) => text;

/** The elements of a one-dimensional array literal without quoting: numbers and dates never need it. */
function parsePlainArray<T>(text: string, parse: (item: string) => T): (T | null)[] {
  if (text === "{}") return [];
  return text.slice(1, -1).split(",").map((item) => item === "NULL" ? null : parse(item));
}

/** An element of an array literal: in quotes, or plain. */
const ELEMENT = /"((?:[^"\\]|\\.)*)(?:"|\\?$)|[^",{}]+/gs;

/** The texts of a one-dimensional array literal; the driver's own reader goes character by character. */
function parseTextArray(text: string): (string | null)[] {
  return Array.from(text.matchAll(ELEMENT), ([plain, quoted]) => {
    if (quoted === undefined) return plain === "NULL" ? null : plain;
    return quoted.includes("\\") ? quoted.replace(/\\(.)/gs, "$1") : quoted;
  });
}

const PARSERS = new Map<number, (text: string) => unknown>([
  [OID.int8, parseBigint],
  [OID.date, keepText],
  [OID.int8Array, (text) => parsePlainArray(text, parseBigint)],
  [OID.textArray, parseTextArray],
  [OID.dateArray, (text) => parsePlainArray(text, keepText)],
  [OID.numericArray, (text) => parsePlainArray(text, keepText)],
]);

/** The driver's table of parsers with the house's own before it. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
};
