/** Searches communes in the browser, in our own files; loaded when the visitor begins to type. @module */

import type { PlaceFiles } from "../shared/url_state.ts";
import { findPlaceAtEnd } from "../shared/find_places.ts";
import { buildPlaceIndex, type FoundPlace, type PlaceColumns, type PlaceIndex } from "../shared/places.ts";
import { findSuggestions, type Suggestion } from "../shared/suggestions.ts";
import { runInSlices } from "./in_slices.ts";

/** Looks places up by what was typed. */
export type PlaceFinder = {
  /**
   * Best first. The larger file is fetched only when the towns alone give no exact name and fewer than `limit` hits; until
   * it is there the towns' hits are the answer. Typing errors are forgiven when all communes are known.
   */
  find(text: string, limit: number): Promise<Suggestion[]>;
  /** The place named at the end of a text, such as an address; null when there is none. */
  findAtEnd(text: string): Promise<FoundPlace | null>;
};

const MIN_LETTERS_FOR_VILLAGES = 3;

async function read(url: string): Promise<PlaceColumns> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.json();
}

function hasEnough(found: readonly Suggestion[], text: string, limit: number): boolean {
  if (text.trim().length < MIN_LETTERS_FOR_VILLAGES) return true;
  const typed = text.trim().toLowerCase();
  return found.length >= limit || found.some(({ name }) => name.toLowerCase() === typed);
}

/** Begins to load the towns at once. A file that fails is fetched again at the next search. */
export function createPlaceFinder(files: PlaceFiles): PlaceFinder {
  const parts: Partial<Record<keyof PlaceFiles, Promise<PlaceColumns>>> = {};
  const load = (name: keyof PlaceFiles) =>
    parts[name] ??= read(files[name]).catch((error) => {
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
  loadTowns().catch(() => {});
  return {
    async find(text, limit) {
      const towns = await loadTowns();
      const found = findSuggestions(towns, text, { limit, isExact: true });
      if (all === undefined && hasEnough(found, text, limit)) return found;
      return await loadAll().then(
        (index) => findSuggestions(index, text, { limit }),
        () => findSuggestions(towns, text, { limit }),
      );
    },
    async findAtEnd(text) {
      return findPlaceAtEnd(await loadAll().catch(loadTowns), text);
    },
  };
}
