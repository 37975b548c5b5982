/** Reads a tool's arguments. Errors have REST's message and say how to fix the call. @module */

import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import { parseInput, quoteValue } from "../operations/input.ts";
import type { AnyOperation } from "../operations/operation.ts";
import { isFuel } from "../shared/fuels.ts";
import { readFuel } from "./fuel_words.ts";
import { type Args, PLACE_READERS, type ReadPlaces, withAnswers } from "./place_arguments.ts";

function toKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Other common names of arguments, in lower case without signs. */
const OTHER_NAMES: Record<string, string> = {
  lat: "latitude",
  lng: "lon long longitude",
  radius: "radiuskm distance",
  fuel: "fueltype fuelcode",
  limit: "maxresults count",
  place: "city town location near address",
  from: "origin start",
  to: "destination",
  via: "waypoints",
  id: "station",
  days: "period",
};

/**
 * Returns the likeliest argument for an unknown name, by the same letters or a common other name;
 * null if none matches.
 */
function guessName(unknown: string, names: readonly string[]): string | null {
  const key = toKey(unknown);
  const isIdOf = (name: string) => /^(station)?id$/.test(key) && /^(id|stationId)$/.test(name);
  return names.find((name) =>
    toKey(name) === key || OTHER_NAMES[name]?.split(" ").includes(key) || isIdOf(name)
  ) ??
    null;
}

function refuseUnknown(args: Args, operation: AnyOperation): void {
  const names = Object.keys(toolInputOf(operation).whole.shape);
  const unknown = Object.keys(args).filter((key) => !names.includes(key));
  if (unknown.length === 0) return;
  const guess = unknown.map((key) => guessName(key, names)).find((name) => name !== null);
  const shown = unknown.slice(0, 5).map(quoteValue).join(", ") + (unknown.length > 5 ? ", …" : "");
  const advice = guess ? `Did you mean "${guess}"?` : "Leave it out.";
  const fault = `Unknown argument ${shown}; ${operation.tool!.name} takes ${
    names.join(", ")
  }. ${advice}`;
  throw new DomainError("INVALID_PARAMETER", fault);
}

function toAdvice(args: Args, error: DomainError, operation: AnyOperation): string {
  const name = /^Parameter "(\w+)"/.exec(error.message)?.[1];
  const value = name === undefined ? undefined : args[name];
  if (error.code === "MISSING_PARAMETER" && (name === "lat" || name === "lng")) {
    const place = operation.tool!.places === "point"
      ? "; a town or postal code can be passed as place"
      : "";
    return `Geocode an address first and pass lat and lng${place}.`;
  }
  if (value === null) return "Leave it out instead of passing null.";
  if (typeof value === "string" && /number/.test(error.message)) {
    return "Pass a JSON number, not text.";
  }
  if (typeof value === "number" && /text of/.test(error.message)) return `Pass text: "${value}".`;
  return "";
}

/** Entries of a short result and lines of a text if the caller gives no limit. */
const USUAL_LIMIT = 5;

/**
 * The whole input of a tool. `extra` is an operation whose input has only the arguments that the
 * tool adds (places, detail).
 */
type ToolInput = { whole: z.ZodObject; extra: AnyOperation };

/** Built once per operation: building schemas costs more than a whole call. */
const toolInputs = new WeakMap<z.ZodObject, ToolInput>();

function createToolInput(operation: AnyOperation): ToolInput {
  const { places, shortFields, omits = [] } = operation.tool!;
  const { shape } = operation.input;
  const reader = places && PLACE_READERS[places];
  const instead: readonly string[] = reader?.instead ?? [];
  const kept = Object.entries(shape).filter(([name]) => !omits.includes(name)).map(
    ([name, field]) => {
      return [name, instead.includes(name) ? (field as z.ZodType).optional() : field];
    },
  );
  const detail = z.enum(["full", "short"]).default("full").describe("short: few fields, 5 entries");
  const whole = z.strictObject({
    ...reader?.shape,
    ...Object.fromEntries(kept),
    ...(shortFields ? { detail } : {}),
  });
  const extra = Object.entries(whole.shape).filter(([name]) => !(name in shape));
  const input = z.strictObject(Object.fromEntries(extra));
  return {
    whole,
    extra: { ...operation, input, crossChecks: [], canonical: (parsed: Args) => parsed },
  };
}

/** Returns the input of a tool, and that of its extra arguments. */
export function toolInputOf(operation: AnyOperation): ToolInput {
  return toolInputs.getOrInsertComputed(operation.input, () => createToolInput(operation));
}

/** A call with its arguments read. */
export type ReadCall = {
  tool: NonNullable<AnyOperation["tool"]>;
  /**
   * The operation to run and its input. For an area this is another operation than the tool's own.
   */
  operation: AnyOperation;
  input: unknown;
  isShort: boolean;
  /** Maximum lines of the text; null for one per entry. */
  maxLines: number | null;
  /** Whether to widen the radius until enough stations are found. */
  widens: boolean;
  /** How the arguments were understood, for `meta` and for the text. */
  meta: ReadPlaces["meta"];
  remarks: readonly string[];
};

const pick = (args: Args) => ({ name }: { name: string }) =>
  Object.hasOwn(args, name) ? args[name] : undefined;

/** Replaces a word for a fuel by its code. Leaves an unknown word for the operation to reject. */
function readFuelArgument(args: Args): { args: Args; remarks: string[] } {
  const { fuel } = args;
  const read = typeof fuel === "string" && !isFuel(fuel) ? readFuel(fuel) : null;
  if (!read) return { args, remarks: [] };
  return { args: { ...args, fuel: read.fuel }, remarks: read.remark === null ? [] : [read.remark] };
}

/** Replaces the arguments that name places, if the tool takes places. */
async function readPlaces(
  { tool }: AnyOperation,
  args: Args,
  charge: (cost: number) => void,
): Promise<ReadPlaces> {
  const { places, inArea } = tool!;
  const options = { takesAreas: inArea !== undefined, charge };
  const read = places && await PLACE_READERS[places].read(args, options);
  return read ?? { args, meta: {}, remarks: [] };
}

/**
 * Reads a call. Throws a DomainError whose message starts with REST's message for the same fault
 * and ends with advice. Rejects unknown arguments by name, and throws `AmbiguousPlaces` for names
 * that several places share. The map `answers` holds the user's choices among these, by argument.
 * `charge` charges the cost of misspelt names.
 */
export async function readCall(
  operation: AnyOperation,
  { given, answers, charge }: {
    given: object;
    answers: ReadonlyMap<string, string>;
    charge(cost: number): void;
  },
): Promise<ReadCall> {
  const args = given as Args;
  refuseUnknown(args, operation);
  try {
    const answered = answers.size > 0 ? withAnswers(args, answers) : args;
    const { detail, ...named }: Args = parseInput(toolInputOf(operation).extra, pick(answered));
    const placed = await readPlaces(operation, { ...args, ...named }, charge);
    const { args: values, remarks } = readFuelArgument(placed.args);
    const isShort = detail === "short";
    const isLimited = args.limit !== undefined;
    if (isShort && !isLimited) values.limit = USUAL_LIMIT;
    const input = parseInput(operation, pick(values));
    const { area } = placed;
    return {
      tool: operation.tool!,
      operation,
      input,
      ...(area && operation.tool!.inArea!(input, area.departments)),
      isShort,
      maxLines: isLimited ? null : USUAL_LIMIT,
      widens: placed.meta.place !== undefined && !area && args.radius === undefined &&
        operation.tool!.countFound !== undefined,
      meta: placed.meta,
      remarks: [...placed.remarks, ...remarks],
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const advice = toAdvice(args, error, operation);
    if (advice === "") throw error;
    throw new DomainError(error.code, `${error.message}. ${advice}`);
  }
}
