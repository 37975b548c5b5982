/** Searches communes and rest areas in the browser, in our own files; loaded when the visitor begins to type. @module */

import type { PlaceFiles, Point } from "../shared/url_state.ts";
import { isCovered } from "../shared/coverage.ts";
import { findPlaceAtEnd } from "../shared/find_places.ts";
import { isAreaQuery, type MotorwayArea } from "../shared/motorway_areas.ts";
import { buildPlaceIndex, type FoundPlace, type PlaceColumns, type PlaceIndex } from "../shared/places.ts";
import { findSuggestions, type Suggestion } from "../shared/suggestions.ts";
import { runInSlices } from "./in_slices.ts";

/** Looks places up by what was typed. */
export type PlaceFinder = {
  /**
   * Best first. The larger file is fetched only when the towns alone give no exact name and fewer than `limit` hits; until
   * it is there the towns' hits are the answer. Typing errors are forgiven when all communes are known.
   */
  find(text: string, options: { limit: number; near: Point | null }): Promise<Suggestion[]>;
  /** The place named at the end of a text, such as an address; null when there is none. */
  findAtEnd(text: string): Promise<FoundPlace | null>;
};

const MIN_LETTERS_FOR_VILLAGES = 3;

const AREAS_URL = "/data/motorway-areas.json";

async function read<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.json();
}

function hasEnough(found: readonly Suggestion[], text: string, limit: number): boolean {
  const [first] = found;
  // A village may have the name of a town overseas, where the source has no stations.
  if (first && "lat" in first && !isCovered(first)) return false;
  if (text.trim().length < MIN_LETTERS_FOR_VILLAGES) return true;
  const typed = text.trim().toLowerCase();
  return found.length >= limit || isAreaQuery(text) && found.length > 0 ||
    found.some(({ name }) => name?.toLowerCase() === typed);
}

/** Begins to load the towns at once. A file that fails is fetched again at the next search. */
export function createPlaceFinder(files: PlaceFiles): PlaceFinder {
  const parts: Partial<Record<keyof PlaceFiles, Promise<PlaceColumns>>> = {};
  const load = (name: keyof PlaceFiles) =>
    parts[name] ??= read<PlaceColumns>(files[name]).catch((error) => {
      delete parts[name];
      throw error;
    });
  let towns: Promise<PlaceIndex> | undefined;
  let all: Promise<PlaceIndex> | undefined;
  const forget = (error: unknown) => {
    towns = all = undefined;
    throw error;
  };
  const loadTowns = () => towns ??= load("towns").then((part) => runInSlices(buildPlaceIndex([part]))).catch(forget);
  const loadAll = () =>
    all ??= Promise.all([load("towns"), load("villages")]).then((both) => runInSlices(buildPlaceIndex(both)))
      .catch(forget);
  // Without them the search finds all the rest.
  let motorway: Promise<MotorwayArea[]> | undefined;
  const loadAreas = () =>
    motorway ??= read<MotorwayArea[]>(AREAS_URL).catch(() => {
      motorway = undefined;
      return [];
    });
  loadTowns().catch(() => {});
  loadAreas();
  return {
    async find(text, { limit, near }) {
      const [towns, areas] = await Promise.all([loadTowns(), loadAreas()]);
      const options = { limit, areas, near };
      const found = findSuggestions(towns, text, { ...options, isExact: true });
      if (all === undefined && hasEnough(found, text, limit)) return found;
      return await loadAll().then(
        (index) => findSuggestions(index, text, options),
        () => findSuggestions(towns, text, options),
      );
    },
    async findAtEnd(text) {
      return findPlaceAtEnd(await loadAll().catch(loadTowns), text);
    },
  };
}
