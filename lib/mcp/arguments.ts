/** Reads a tool's arguments; a refusal has REST's words and says how to mend the call. @module */

import { DomainError } from "../domain/errors.ts";
import { type Operation, paramsOf, parseInput } from "../operations/mod.ts";
import type { Fuel } from "../shared/fuels.ts";

/** What people and models write for a fuel, in lower case without spaces and hyphens. */
const FUEL_WORDS: ReadonlyMap<string, Fuel> = new Map<string, Fuel>(Object.entries({
  diesel: "gazole",
  gasoil: "gazole",
  gazoil: "gazole",
  gasoleo: "gazole",
  b7: "gazole",
  "95": "sp95",
  e5: "sp95",
  super95: "sp95",
  sanspomb95: "sp95",
  "98": "sp98",
  super98: "sp98",
  premium: "sp98",
  sp95e10: "e10",
  "95e10": "e10",
  petrol: "e10",
  gasoline: "e10",
  essence: "e10",
  unleaded: "e10",
  ethanol: "e85",
  bioethanol: "e85",
  superethanol: "e85",
  superethanole85: "e85",
  lpg: "gplc",
  gpl: "gplc",
  autogas: "gplc",
}));

/** The fuel that a word most likely means, or null. */
export function guessFuel(word: string): Fuel | null {
  const key = word.toLowerCase().replace(/[\s_-]/g, "");
  if (["gazole", "sp95", "sp98", "e10", "e85", "gplc"].includes(key)) return key as Fuel;
  return FUEL_WORDS.get(key) ?? null;
}

function toKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

const OTHER_NAMES: Record<string, string> = {
  latitude: "lat",
  lon: "lng",
  long: "lng",
  longitude: "lng",
  radiuskm: "radius",
  distance: "radius",
  fueltype: "fuel",
  fuelcode: "fuel",
  maxresults: "limit",
  count: "limit",
  station: "id",
  period: "days",
};

/** The argument that was likely meant by an unknown one: same letters, a common other name, or null. */
function guessName(unknown: string, names: readonly string[]): string | null {
  const key = toKey(unknown);
  const isIdOf = (name: string) => /^(station)?id$/.test(key) && /^(id|stationId)$/.test(name);
  return names.find((name) => toKey(name) === key || OTHER_NAMES[key] === name || isIdOf(name)) ?? null;
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function refuseUnknown(args: Record<string, unknown>, operation: Operation): void {
  const names = paramsOf(operation).map(({ name }) => name);
  const unknown = Object.keys(args).filter((key) => !names.includes(key));
  if (unknown.length === 0) return;
  const guess = unknown.map((key) => guessName(key, names)).find((name) => name !== null);
  const shown = unknown.slice(0, 5).map(quote).join(", ") + (unknown.length > 5 ? ", …" : "");
  throw new DomainError(
    "INVALID_PARAMETER",
    `Unknown argument ${shown}; ${operation.tool!.name} takes ${names.join(", ")}.` +
      (guess ? ` Did you mean "${guess}"?` : " Leave it out."),
  );
}

/** What a wrong argument most likely needs. Empty when the refusal itself says all. */
function hint(args: Record<string, unknown>, error: DomainError): string {
  const name = /^Parameter "(\w+)"/.exec(error.message)?.[1];
  const value = name === undefined ? undefined : args[name];
  if (error.code === "INVALID_FUEL" && typeof value === "string") {
    const guess = guessFuel(value);
    return guess ? `Did you mean "${guess}"?` : "";
  }
  if (error.code === "MISSING_PARAMETER" && (name === "lat" || name === "lng")) {
    return "Geocode the place first and pass lat and lng.";
  }
  if (value === null) return "Leave it out instead of passing null.";
  if (typeof value === "string" && /number/.test(error.message)) return "Pass a JSON number, not text.";
  if (typeof value === "number" && /text of/.test(error.message)) return `Pass text: "${value}".`;
  return "";
}

/**
 * The parsed input of a call. Throws a DomainError whose message begins with REST's words for the same fault and ends with
 * how to mend the call. Unknown arguments are refused by name.
 */
export function parseArguments<I>(operation: Operation<I, unknown>, given: object): I {
  const args = given as Record<string, unknown>;
  refuseUnknown(args, operation as Operation);
  try {
    return parseInput(operation, ({ name }) => Object.hasOwn(args, name) ? args[name] : undefined);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const advice = hint(args, error);
    throw new DomainError(error.code, advice === "" ? error.message : `${error.message}. ${advice}`);
  }
}
