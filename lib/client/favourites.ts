/** Stations that a visitor keeps, on the device alone: without it every island would spell the store by itself. @module */

import { type Favourite, FAVOURITES_AT_HOME, FAVOURITES_KEY } from "../shared/favourites.ts";

export type { Favourite } from "../shared/favourites.ts";

const MOST = 60;

/** Told on `window` whenever the list changes, here or in another tab. */
const FAVOURITES_CHANGED = "favouriteschange";

function isFavourite(value: unknown): value is Favourite {
  const { id, title, town } = (value ?? {}) as Record<string, unknown>;
  return typeof id === "string" && /^\d{1,9}$/.test(id) && typeof title === "string" &&
    (town === null || typeof town === "string");
}

/** The kept stations, newest first; empty when the browser keeps nothing for us. */
export function readFavourites(): Favourite[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(FAVOURITES_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isFavourite).slice(0, MOST) : [];
  } catch {
    // Storage is refused or holds something else: then nothing is kept.
    return [];
  }
}

/** Whether a station is kept. */
export function hasFavourite(id: string): boolean {
  return readFavourites().some((kept) => kept.id === id);
}

/** Says on the document how many are kept, as the page's first script does: room and signs hang on it. */
function tellStyles(): void {
  const { dataset } = document.documentElement;
  const { length } = readFavourites();
  if (length === 0) delete dataset.kept;
  else dataset.kept = String(Math.min(length, FAVOURITES_AT_HOME));
}

/** Keeps a station, or lets it go; true when it is kept afterwards. */
export function toggleFavourite(station: Favourite): boolean {
  const others = readFavourites().filter(({ id }) => id !== station.id);
  const isKept = others.length === readFavourites().length;
  try {
    localStorage.setItem(FAVOURITES_KEY, JSON.stringify((isKept ? [station, ...others] : others).slice(0, MOST)));
  } catch {
    return false;
  }
  tellStyles();
  dispatchEvent(new Event(FAVOURITES_CHANGED));
  return isKept;
}

/** Calls back on every change, also in other tabs; the answer ends it. */
export function watchFavourites(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== FAVOURITES_KEY && event.key !== null) return;
    tellStyles();
    onChange();
  };
  addEventListener(FAVOURITES_CHANGED, onChange);
  addEventListener("storage", onStorage);
  return () => {
    removeEventListener(FAVOURITES_CHANGED, onChange);
    removeEventListener("storage", onStorage);
  };
}
