/** Reads a tool's arguments; a refusal has REST's words and says how to mend the call. @module */

import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import { type AnyOperation, parseInput } from "../operations/mod.ts";
import { isFuelWord, readFuel } from "./fuel_words.ts";
import { PLACE_READERS, type ReadPlaces, withAnswers } from "./place_arguments.ts";

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
  city: "place",
  town: "place",
  location: "place",
  near: "place",
  address: "place",
  origin: "from",
  start: "from",
  destination: "to",
  waypoints: "via",
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

function refuseUnknown(args: Record<string, unknown>, operation: AnyOperation): void {
  const names = Object.keys(toolInputOf(operation).shape);
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
function hint(args: Record<string, unknown>, error: DomainError, operation: AnyOperation): string {
  const name = /^Parameter "(\w+)"/.exec(error.message)?.[1];
  const value = name === undefined ? undefined : args[name];
  if (error.code === "MISSING_PARAMETER" && (name === "lat" || name === "lng")) {
    const place = operation.tool!.places === "point" ? "; a town or postal code can be passed as place" : "";
    return `Geocode an address first and pass lat and lng${place}.`;
  }
  if (value === null) return "Leave it out instead of passing null.";
  if (typeof value === "string" && /number/.test(error.message)) return "Pass a JSON number, not text.";
  if (typeof value === "number" && /text of/.test(error.message)) return `Pass text: "${value}".`;
  return "";
}

/** How much of each entry a list answers, an argument of the tools alone. */
const DETAIL = {
  detail: z.enum(["full", "short"]).default("full").describe("short: 5 entries unless limit is given, with few fields"),
};

/** Entries of a short answer, and lines of a text, where the caller names no limit. */
export const USUAL_LIMIT = 5;

const toolInputs = new WeakMap<z.ZodObject, z.ZodObject>();

/** What a tool takes: the input of its operation, places for coordinates, and how much to answer. */
export function toolInputOf({ input, tool }: AnyOperation): z.ZodObject {
  let whole = toolInputs.get(input);
  if (!whole) {
    const { places, shortFields, omits = [] } = tool!;
    const reader = places && PLACE_READERS[places];
    const instead: readonly string[] = reader?.instead ?? [];
    const own = Object.entries(input.shape).filter(([name]) => !omits.includes(name)).map(([name, field]) => {
      return [name, instead.includes(name) ? (field as z.ZodType).optional() : field];
    });
    const shape = { ...reader?.shape, ...Object.fromEntries(own), ...(shortFields ? DETAIL : {}) };
    toolInputs.set(input, whole = z.strictObject(shape));
  }
  return whole;
}

/** The call once its arguments are read. */
export type ReadCall = {
  /** The input of the operation. */
  input: unknown;
  /** Whether entries have few fields. */
  isShort: boolean;
  /** Lines of the text at most; null: as many as there are entries. */
  mostLines: number | null;
  /** Whether as many kilometres are to be searched as hold enough stations. */
  widens: boolean;
  /** What of the arguments was understood, for `meta` and for the text. */
  meta: ReadPlaces["meta"];
  remarks: readonly string[];
};

type Args = Record<string, unknown>;

/** Of each tool its own arguments as an operation of their own, made once: schemas cost more than a whole call. */
const ownInputs = new WeakMap<z.ZodObject, AnyOperation | null>();

/** What a tool takes beside the input of its operation; null when that is nothing. */
function ownInputOf(operation: AnyOperation): AnyOperation | null {
  let own = ownInputs.get(operation.input);
  if (own === undefined) {
    const fields = Object.entries(toolInputOf(operation).shape).filter(([name]) => !(name in operation.input.shape));
    const input = z.strictObject(Object.fromEntries(fields));
    own = fields.length === 0 ? null : { ...operation, input, crossChecks: [], canonical: (parsed: Args) => parsed };
    ownInputs.set(operation.input, own);
  }
  return own;
}

/** Reads the arguments that the tool has beside those of its operation. Throws as {@link parseInput} does. */
function readOwn(operation: AnyOperation, args: Args): Args {
  const own = ownInputOf(operation);
  return own ? parseInput(own, ({ name }) => Object.hasOwn(args, name) ? args[name] : undefined) : {};
}

/** The words for fuels as codes; what means none is left for the operation to refuse. */
function readFuels(args: Args): { args: Args; remarks: string[] } {
  const read = isFuelWord(args.fuel) ? readFuel(args.fuel) : null;
  if (!read) return { args, remarks: [] };
  return { args: { ...args, fuel: read.fuel }, remarks: read.remark === null ? [] : [read.remark] };
}

async function readPlaces(operation: AnyOperation, args: Args): Promise<ReadPlaces> {
  const { places } = operation.tool!;
  return await (places && PLACE_READERS[places].read(args)) ?? { args, meta: {}, remarks: [] };
}

/**
 * Reads a call. Throws a DomainError whose message begins with REST's words for the same fault and ends with how to mend the
 * call; unknown arguments are refused by name, and places that may be several by `AmbiguousPlaces`. `answers` are what a person
 * answered to a question about these.
 */
export async function readCall(
  operation: AnyOperation,
  { given, answers }: { given: object; answers: ReadonlyMap<string, string> },
): Promise<ReadCall> {
  const args = given as Args;
  refuseUnknown(args, operation);
  try {
    const { detail, ...own } = readOwn(operation, answers.size > 0 ? withAnswers(args, answers) : args);
    const placed = await readPlaces(operation, { ...args, ...own });
    const { args: known, remarks } = readFuels(placed.args);
    const isShort = detail === "short";
    const isLimited = args.limit !== undefined;
    if (isShort && !isLimited) known.limit = USUAL_LIMIT;
    return {
      input: parseInput(operation, ({ name }) => Object.hasOwn(known, name) ? known[name] : undefined),
      isShort,
      mostLines: isLimited ? null : USUAL_LIMIT,
      widens: placed.meta.place !== undefined && args.radius === undefined && operation.tool!.countFound !== undefined,
      meta: placed.meta,
      remarks: [...placed.remarks, ...remarks],
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const advice = hint(args, error, operation);
    if (advice === "") throw error;
    throw new DomainError(error.code, `${error.message}. ${advice}`);
  }
}
