/** Searches communes and rest areas in the browser, in our own files; loaded when the visitor begins to type. @module */

import type { PlaceFiles, Point } from "../../shared/explorer/url_state.ts";
import { isCovered } from "../../shared/place/coverage.ts";
import { findPlaceAtEnd } from "../../shared/place/find_places.ts";
import { isAreaQuery, type MotorwayArea } from "../../shared/place/motorway_areas.ts";
import { pause } from "../browser.ts";
import { lazy } from "../../shared/lazy.ts";
import { buildPlaceIndex, type FoundPlace, type PlaceColumns } from "../../shared/place/places.ts";
import { findSuggestions, type Suggestion } from "../../shared/place/suggestions.ts";

/** Looks places up by what was typed. */
type PlaceFinder = {
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

/** A step is a millisecond or two: also on a phone four times as slow, a key waits for less than 100 ms. */
const SLICE_MS = 10;

type Yielding = { scheduler?: { yield?(): Promise<void> } };

/** Runs small steps to their end, a slice at a time, between which the page draws and hears its visitor. */
async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const began = performance.now();
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() - began < SLICE_MS);
    // A timer would wait for its turn on a busy device, some fifteen times in a row.
    await ((globalThis as Yielding).scheduler?.yield?.() ?? pause());
  }
}

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
  const readTowns = lazy(() => read<PlaceColumns>(files.towns));
  const readVillages = lazy(() => read<PlaceColumns>(files.villages));
  const readAreas = lazy(() => read<MotorwayArea[]>(AREAS_URL));
  const loadTowns = lazy(async () => await runInSlices(buildPlaceIndex([await readTowns()])));
  let hasAll = false;
  const loadAll = lazy(async () => {
    const index = await runInSlices(buildPlaceIndex(await Promise.all([readTowns(), readVillages()])));
    hasAll = true;
    return index;
  });
  // Without them the search finds all the rest.
  const loadAreas = () => readAreas().catch(() => []);
  loadTowns().catch(() => {});
  loadAreas();
  return {
    async find(text, { limit, near }) {
      const [towns, areas] = await Promise.all([loadTowns(), loadAreas()]);
      const options = { limit, areas, near };
      const found = findSuggestions(towns, text, { ...options, isExact: true });
      if (!hasAll && hasEnough(found, text, limit)) return found;
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
