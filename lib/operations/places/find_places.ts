/**
 * `GET /api/v1/places`, `find_place`: the communes, districts, departments and regions that a text
 * may refer to.
 *
 * @module
 */

import { z } from "zod";
import { CHARGES } from "../../domain/charges.ts";
import type { DataState } from "../../db/data_state.ts";
import { type PlaceEntry, placeEntrySchema } from "../../domain/place/place_wire.ts";
import { toCountryMapPath, toDepartmentPath, toTownPath } from "../../site/paths.ts";
import { isCovered } from "../../places/coverage.ts";
import { countCompared } from "../../places/find_places.ts";
import { findTerritories } from "../../places/territories.ts";
import {
  findSuggestions,
  isMotorwayArea,
  isTerritory,
  type Suggestion,
} from "../../places/suggestions.ts";
import { lazy } from "../../shared/lazy.ts";
import {
  createPlaceIndex,
  isDistrict,
  type PlaceColumns,
  type PlaceIndex,
} from "../../places/places.ts";
import { type Body, defineOperation, readState, type Result } from "../operation.ts";
import { countOf, COVERAGE, toQuoted, toToolText } from "../tool_text.ts";
import { isAbroad } from "./aliases.ts";
import { resolvePlace } from "./resolve_place.ts";

const FOLDER = new URL("../../../static/geo/", import.meta.url);

let loaded: PlaceIndex | null = null;

/** Returns all communes, indexed on the first call. */
export const placeIndex: () => Promise<PlaceIndex> = lazy(async () => {
  const texts = await Promise.all(
    ["towns.json", "villages.json"].map((name) => Deno.readTextFile(new URL(name, FOLDER))),
  );
  return loaded = createPlaceIndex(texts.map((text) => JSON.parse(text) as PlaceColumns));
});

const input = z.strictObject({
  q: z.string().min(1).max(500).describe(
    "Name, postal code or both, such as Valence 26, Valence Drôme, 75015, Lyon 3e or Bretagne. " +
      "Accents and hyphens are optional; typing errors are tolerated",
  ),
  limit: z.int().min(1).max(20).default(5).describe("Maximum number of places, 1 to 20"),
});

type Input = z.infer<typeof input>;

/** Returns 1, plus 1 for each 9 000 names compared with the text: 5 for a misspelt name. */
function toCost(index: PlaceIndex, text: string): number {
  const isExact = findTerritories(text).exact.length > 0;
  return 1 + Math.floor(countCompared(index, text, { isExact }) / CHARGES.names);
}

/**
 * Returns the cost of a request with some names: one ordinary request, plus the extra cost of each
 * name.
 */
export async function toNamesCost(names: readonly string[]): Promise<number> {
  if (names.length === 0) return 1;
  const index = await placeIndex();
  return names.reduce((cost, name) => cost + toCost(index, name) - 1, 1);
}

function toPlaceEntry(found: Suggestion): PlaceEntry[] {
  if (isMotorwayArea(found)) return [];
  const { name, code, lat: latitude, lng: longitude } = found;
  const position = { latitude, longitude, covered: isCovered(found) };
  if (isTerritory(found)) {
    const { kind } = found;
    const department = kind === "department" ? code : null;
    const area = department ?? `R${code}`;
    return [{
      name,
      kind,
      code,
      area,
      department,
      postal_codes: [],
      former_name: null,
      population: null,
      ...position,
    }];
  }
  const { department, postalCodes, population, formerName } = found;
  const kind = isDistrict(name) ? "district" : "commune";
  const own = {
    area: department,
    department,
    postal_codes: [...postalCodes],
    former_name: formerName,
    population,
  };
  return [{ name, kind, code, ...own, ...position }];
}

/** Returns whether a text names a country or a large town abroad and no place in France. */
function isOutside(index: PlaceIndex, text: string): boolean {
  return isAbroad(text) && resolvePlace(index, text).kind === "abroad";
}

function toResult(index: PlaceIndex, { q, limit }: Input, state: DataState): Result<PlaceEntry[]> {
  const data = isOutside(index, q)
    ? []
    : findSuggestions(index, q, { limit }).flatMap(toPlaceEntry);
  return { data, meta: { count: data.length }, state };
}

function toLine(place: PlaceEntry): string {
  const {
    name,
    kind,
    code,
    department,
    postal_codes: [postalCode],
    population,
    latitude,
    longitude,
  } = place;
  const where = postalCode === undefined
    ? `${kind} ${code}`
    : `${postalCode}, department ${department}`;
  const people = population === null ? "" : `, ${countOf(population, "inhabitant")}`;
  const covered = place.covered ? "" : "; not covered: the source has no stations there";
  return `${toQuoted(name, 60)} (${where}${people}): lat ${latitude}, lng ${longitude}${covered}`;
}

function toText(body: Body<PlaceEntry[]>, { q }: Input): string {
  const { data } = body;
  if (data.length === 0) {
    const outside = isAbroad(q) ? `${toQuoted(q, 60)} is outside France: ${COVERAGE}.` : null;
    return toToolText([
      outside ?? `No place in mainland France or Corsica is known by ${toQuoted(q, 60)}.`,
    ], body);
  }
  const rivals = data.filter(({ name }) => name === data[0]!.name).length;
  const advice = rivals > 1 ? [`${rivals} of them share the name: ask which one is meant.`] : [];
  return toToolText([
    `${countOf(data.length, "place")} for ${toQuoted(q, 60)}, likeliest first.`,
    ...advice,
    ...data.map(toLine),
  ], body);
}

function toPagePath({ kind, name, code, covered }: PlaceEntry): string {
  if (kind === "department") return toDepartmentPath(code);
  return kind === "region" || !covered ? toCountryMapPath() : toTownPath({ name, code });
}

/** Likeliest first: by how exactly name or postal code match, then by population. */
export const findPlacesByName = defineOperation({
  id: "findPlaces",
  tag: "Places",
  path: "/api/v1/places",
  title: "Places by name or postal code",
  description:
    "Communes, districts, departments and regions that match a text, likeliest first. Among " +
    "namesakes, places where the source has stations come first, and a region or department with " +
    "exactly the name comes before villages. Names of former communes and INSEE codes work too. " +
    "If nothing matches, names that differ by a letter or two are returned.",
  example: "/api/v1/places?q=Saint-Denis&limit=2",
  tool: {
    name: "find_place",
    description:
      "Places in mainland France and Corsica by name or postal code, also misspelt, with " +
      "coordinates. Other tools take names too; use this one if they reject a name.",
    toText,
    toPage: ({ data: [first] }) => first ? toPagePath(first) : toCountryMapPath(),
  },
  input,
  isOutside: ({ q }) => isAbroad(q),
  output: z.array(placeEntrySchema).max(20),
  meta: { count: z.int().min(0).describe("Number of entries in data") },
  cost: ({ q }) => loaded ? toCost(loaded, q) : 1,
  fromSnapshot: (snapshot, input) => loaded && toResult(loaded, input, snapshot.state),
  fromDatabase: async (backend, input) =>
    toResult(await placeIndex(), input, await readState(backend)),
});
