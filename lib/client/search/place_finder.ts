/**
 * Searches communes and rest areas in the browser, in our own files. Loaded when the visitor starts
 * to type.
 *
 * @module
 */

import type { GeoFiles } from "../../site/explorer/url_state.ts";
import type { Point } from "../../places/point.ts";
import { isCovered } from "../../places/coverage.ts";
import { findPlaceAtEnd } from "../../places/find_places.ts";
import type { MotorwayArea } from "../../domain/bulk_files.ts";
import { isAreaQuery } from "../../places/motorway_areas.ts";
import { readJson, yieldToPage } from "../browser.ts";
import { lazy } from "../../shared/lazy.ts";
import { buildPlaceIndex, type FoundPlace, type PlaceColumns } from "../../places/places.ts";
import { findSuggestions, type Suggestion } from "../../places/suggestions.ts";

const MIN_LETTERS_FOR_VILLAGES = 3;

/**
 * A step takes a millisecond or two. Even on a phone four times as slow, a key press waits for less
 * than 100 ms.
 */
const SLICE_MS = 10;

/**
 * Runs small steps to their end, a slice at a time. Between slices the page draws and handles
 * input.
 */
async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    await yieldToPage();
    const began = performance.now();
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() - began < SLICE_MS);
  }
}

function hasEnough(found: readonly Suggestion[], text: string, limit: number): boolean {
  const [first] = found;
  // A village may share the name of a town overseas, where the source has no stations.
  if (first && "lat" in first && !isCovered(first)) return false;
  if (text.trim().length < MIN_LETTERS_FOR_VILLAGES) return true;
  const typed = text.trim().toLowerCase();
  return found.length >= limit || isAreaQuery(text) && found.length > 0 ||
    found.some(({ name }) => name?.toLowerCase() === typed);
}

/** Starts to load the towns at once. Retries a failed file at the next search. */
export function createPlaceFinder(files: GeoFiles) {
  const readTowns = lazy(() => readJson<PlaceColumns>(files.towns));
  const readVillages = lazy(() => readJson<PlaceColumns>(files.villages));
  const readAreas = lazy(() => readJson<MotorwayArea[]>("/data/motorway-areas.json"));
  const loadTowns = lazy(async () => await runInSlices(buildPlaceIndex([await readTowns()])));
  let hasAll = false;
  const loadAll = lazy(async () => {
    const index = await runInSlices(
      buildPlaceIndex(await Promise.all([readTowns(), readVillages()])),
    );
    hasAll = true;
    return index;
  });
  // Without them, the search still finds everything else.
  const loadAreas = () => readAreas().catch(() => []);
  loadTowns().catch(() => {});
  loadAreas();
  return {
    /**
     * Returns the matches, best first. Loads the larger file only if no town matches exactly and
     * there are too few hits.
     */
    async find(
      text: string,
      { limit, near }: { limit: number; near: Point | null },
    ): Promise<Suggestion[]> {
      const [towns, areas] = await Promise.all([loadTowns(), loadAreas()]);
      const options = { limit, areas, near };
      const found = findSuggestions(towns, text, { ...options, isExact: true });
      if (!hasAll && hasEnough(found, text, limit)) return found;
      return await loadAll().then(
        (index) => findSuggestions(index, text, options),
        () => findSuggestions(towns, text, options),
      );
    },
    /** Returns the place named at the end of a text, such as an address, or null. */
    async findAtEnd(text: string): Promise<FoundPlace | null> {
      return findPlaceAtEnd(await loadAll().catch(loadTowns), text);
    },
  };
}
