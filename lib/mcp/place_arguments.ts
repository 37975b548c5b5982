/** Turns arguments that name places into the coordinates that the operations take. @module */

import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import { NATION } from "../domain/place/area.ts";
import { placeIndex, toNamesCost } from "../operations/places/find_places.ts";
import {
  findAreaAlias,
  findLandmark,
  findPoint,
  FRANCE,
  type NamedPoint,
  type SearchArea,
} from "../operations/places/aliases.ts";
import {
  type NamedPlace,
  nameSome,
  type ResolvedPlace,
  resolvePlace,
} from "../operations/places/resolve_place.ts";
import { COVERAGE, toQuoted } from "../operations/tool_text.ts";
import { toNameWords } from "../places/place_name.ts";

/** The arguments of a tool by name. */
export type Args = Record<string, unknown>;

const MAX_NAME = 200;
const MAX_VIA = 6;

function nameParam(description: string, maxLength = MAX_NAME) {
  return z.string().min(1).max(maxLength).optional().describe(description);
}

/**
 * Resolved places: arguments of the operation, fields of `meta` and remarks for the text. `area`
 * replaces the point.
 */
export type ReadPlaces = {
  args: Args;
  meta: Record<string, object>;
  remarks: string[];
  area?: SearchArea;
};

type PlaceQuestion = {
  argument: string;
  text: string;
  resolved: Extract<ResolvedPlace, { kind: "several" }>;
};

/** Thrown for names that several places share. The user can choose one. */
export class AmbiguousPlaces extends DomainError {
  constructor(readonly questions: readonly PlaceQuestion[]) {
    const repeat = `Ask which one is meant, then repeat the call with it`;
    super("INVALID_PARAMETER", `${questions.map(toQuestionText).join(". ")}. ${repeat}`);
  }
}

/** Returns the question in words, with every place that the name may refer to. */
export function toQuestionText({ argument, text, resolved }: PlaceQuestion): string {
  const names = resolved.places.map(({ ask }) =>
    `${argument.replace(/(?<!\d)\d+$/, "")}: "${ask}"`
  );
  return `Several places are named ${toQuoted(text, 60)}: ${names.join(", ")}`;
}

/** The State's geocoder, by IGN and Géoplateforme. */
const GEOCODER_URL = "https://data.geopf.fr/geocodage/search";
/** A word for a street. Communes contain such words too (Rue, Place); they are resolved first. */
const STREET =
  /\b(?:rue|avenue?|av|boulevard|bd|blvd|impasse|quai|chemin|allees?|place|cours|route|rte|square|passage|faubourg|rond point|esplanade|sentier) [a-z]/;

function toOffer({ others }: { others: readonly NamedPlace[] }): string {
  return others.length === 0
    ? ""
    : `. Villages of the name: ${others.map(({ ask }) => `"${ask}"`).join(", ")}`;
}

function refuse(
  text: string,
  resolved: Exclude<ResolvedPlace, { kind: "place" | "several" }>,
): DomainError {
  const shown = toQuoted(text, 60);
  if (resolved.kind === "uncovered") {
    return new DomainError(
      "INVALID_PARAMETER",
      `${shown} is ${resolved.name}, overseas: ${COVERAGE}${toOffer(resolved)}`,
    );
  }
  if (resolved.kind === "abroad") {
    return new DomainError("INVALID_PARAMETER", `${shown} is outside France: ${COVERAGE}`);
  }
  if (resolved.kind === "territory") {
    const { kind, name } = resolved.territory;
    const answered = kind === "department" ? "it" : "departments";
    const advice = `Name a town in it; get_department_prices answers for ${answered}`;
    const fault = `${shown} is the ${kind} ${name}, too large to search around`;
    return new DomainError("INVALID_PARAMETER", `${fault}. ${advice}${toOffer(resolved)}`);
  }
  if (STREET.test(toNameWords(text))) {
    const fault = `${shown} is an address: geocode it first, ${GEOCODER_URL}?${new URLSearchParams({
      q: text,
    })}`;
    return new DomainError("INVALID_PARAMETER", `${fault}, and pass the coordinates instead`);
  }
  const nearest = resolved.nearest.map(({ ask }) => `"${ask}"`).join(", ");
  const advice = nearest === ""
    ? 'Pass the name of a commune, "name (department)", a postal code, or coordinates'
    : `Similar names: ${nearest}. Repeat the call with one of them only if the user wants it`;
  return new DomainError("INVALID_PARAMETER", `No place in France is named ${shown}. ${advice}`);
}

function toWirePlace({ label, code, lat, lng }: NamedPoint) {
  return { name: label, code, latitude: lat, longitude: lng };
}

/** Whether the tool takes areas, and how to charge for misspelt names. */
type ReadOptions = { takesAreas: boolean; charge(cost: number): void };

/**
 * Returns the named places in their order, with remarks on them; `area` if one is named and the
 * tool takes areas. Throws {@link AmbiguousPlaces}, or a DomainError for other faults.
 */
async function resolveAll(
  named: [argument: string, text: string][],
  { takesAreas, charge }: ReadOptions,
) {
  charge(await toNamesCost(named.map(([, text]) => text).filter((text) => !findPoint(text))));
  const index = await placeIndex();
  const questions: PlaceQuestion[] = [];
  const places: NamedPoint[] = [];
  const remarks: string[] = [];
  let area: SearchArea | undefined;
  for (const [argument, text] of named) {
    area = takesAreas ? findAreaAlias(text) : undefined;
    const landmark = findPoint(text) ?? findLandmark(text);
    if (landmark) places.push(landmark);
    if (area || landmark) continue;
    const resolved = resolvePlace(index, text);
    if (resolved.kind === "several") questions.push({ argument, text, resolved });
    else if (resolved.kind === "territory" && takesAreas) {
      const { kind, name, code, departments } = resolved.territory;
      area = { name: kind === "department" ? `${name} (${code})` : name, code, departments };
      if (resolved.others.length > 0) {
        remarks.push(`${area.name} is the ${kind}, not ${nameSome(resolved.others)}`);
      }
    } else if (resolved.kind !== "place") throw refuse(text, resolved);
    else {
      places.push(resolved.place);
      if (resolved.remark !== null) remarks.push(resolved.remark);
    }
  }
  if (questions.length > 0) throw new AmbiguousPlaces(questions);
  return { places, remarks, area };
}

function refuseBoth(
  args: Args,
  { name, others }: { name: string; others: readonly string[] },
): void {
  const given = others.filter((other) => args[other] !== undefined);
  if (given.length === 0) return;
  throw new DomainError(
    "INVALID_PARAMETER",
    `Pass either ${name} or ${given.join(" and ")}, not both`,
  );
}

async function readPoint(
  { place: given, ...args }: Args,
  options: ReadOptions,
): Promise<ReadPlaces | null> {
  const isRoad = options.takesAreas && args.road !== undefined && args.lat === undefined &&
    args.lng === undefined;
  const place = given ?? (isRoad ? "France" : undefined);
  if (place === undefined) return null;
  refuseBoth(args, { name: "place", others: ["lat", "lng"] });
  const { places: [point], remarks, area } = await resolveAll(
    [["place", place as string]],
    options,
  );
  // The operation parses its arguments with a point, which is then left out.
  if (area) return { args: { ...args, lat: 0, lng: 0 }, meta: { place: area }, remarks, area };
  const { lat, lng } = point!;
  return { args: { ...args, lat, lng }, meta: { place: toWirePlace(point!) }, remarks };
}

async function readRoute(
  { from, to, via, ...args }: Args,
  options: ReadOptions,
): Promise<ReadPlaces | null> {
  if (from === undefined && to === undefined && via === undefined) return null;
  for (const [name, value] of [["from", from], ["to", to]]) {
    if (value !== undefined) continue;
    throw new DomainError(
      "MISSING_PARAMETER",
      `Parameter "${name}" is missing; expected a place, like the other end`,
    );
  }
  refuseBoth(args, { name: "from and to", others: ["line", "polyline", "points"] });
  const between = splitVia(via).map((text, index): [string, string] => [`via${index + 1}`, text]);
  const { places, remarks } = await resolveAll([["from", from as string], ...between, [
    "to",
    to as string,
  ]], options);
  const points = places.map(({ lat, lng }) => `${lat},${lng}`).join(";");
  return { args: { ...args, points }, meta: { places: places.map(toWirePlace) }, remarks };
}

function splitVia(via: unknown): string[] {
  if (typeof via !== "string") return [];
  const places = via.split(";").map((text) => text.trim()).filter((text) => text !== "");
  if (places.length <= MAX_VIA) return places;
  const fault = `Parameter "via" names ${places.length} places; expected at most ${MAX_VIA}`;
  throw new DomainError("INVALID_PARAMETER", fault);
}

/**
 * Without a code the request covers all departments. The operation parses its arguments with a
 * code, which is then left out.
 */
function readDepartment(args: Args): ReadPlaces {
  if (args.code !== undefined) return { args, meta: {}, remarks: [] };
  return { args: { ...args, code: NATION.area }, meta: {}, remarks: [], area: FRANCE };
}

/** How a tool takes places: the arguments that it adds, and those that they replace. */
export const PLACE_READERS = {
  point: {
    shape: {
      place: nameParam(
        'Town ("Saint-Denis (93)"), postal or INSEE code, airport, station; in a search also department, region, France',
      ),
    },
    instead: ["lat", "lng"],
    read: readPoint,
  },
  route: {
    shape: {
      from: nameParam("Start: town or postal code, with to"),
      to: nameParam("End"),
      via: nameParam("Towns between, separated by ;", MAX_VIA * MAX_NAME),
    },
    instead: [],
    read: readRoute,
  },
  department: { shape: {}, instead: ["code"], read: readDepartment },
} as const;

/**
 * Returns the arguments with the places that the user chose: `via2` is the second place of `via`.
 */
export function withAnswers(args: Args, answers: ReadonlyMap<string, string>): Args {
  const answered = { ...args };
  for (const [argument, text] of answers) {
    const number = /^via(\d)$/.exec(argument)?.[1];
    if (number === undefined) {
      answered[argument] = text;
      continue;
    }
    const index = Number(number) - 1;
    answered.via = splitVia(answered.via).map((old, at) => at === index ? text : old).join(";");
  }
  return answered;
}
