/** Reads the favourite stations, which are stored on the device alone. @module */

import { type Favourite, FAVOURITES_AT_HOME, FAVOURITES_KEY } from "../shared/favourites.ts";

export type { Favourite } from "../shared/favourites.ts";

/** More are not stored. */
export const MAX_FAVOURITES = 60;

/** Sent to `window` whenever the list changes, here or in another tab. */
export const FAVOURITES_CHANGED = "favouriteschange";

function isFavourite(value: unknown): value is Favourite {
  const { id, title, town } = (value ?? {}) as Record<string, unknown>;
  return typeof id === "string" && /^\d{1,9}$/.test(id) && typeof title === "string" &&
    (town === null || typeof town === "string");
}

/** The favourites, newest first; empty when the browser refuses storage. */
export function readFavourites(): Favourite[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(FAVOURITES_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isFavourite).slice(0, MAX_FAVOURITES) : [];
  } catch {
    // Storage is refused or holds something else: there are no favourites then.
    return [];
  }
}

/** Whether a station is a favourite. */
export function hasFavourite(id: string): boolean {
  return readFavourites().some((favourite) => favourite.id === id);
}

/** Writes the number of favourites on the document, as the page's first script does: styles reserve room by it. */
export function writeCount(): void {
  const { dataset } = document.documentElement;
  const { length } = readFavourites();
  if (length === 0) delete dataset.favourites;
  else dataset.favourites = String(Math.min(length, FAVOURITES_AT_HOME));
}

/** Calls back on every change of the list, and whenever another tab stores something: what the visitor pays counts as well. Returns what ends that. */
export function watchFavourites(onChange: (event: Event) => void): () => void {
  const onStorage = (event: Event) => {
    writeCount();
    onChange(event);
  };
  addEventListener(FAVOURITES_CHANGED, onChange);
  addEventListener("storage", onStorage);
  return () => {
    removeEventListener(FAVOURITES_CHANGED, onChange);
    removeEventListener("storage", onStorage);
  };
}
