/** The favourite stations, which are stored only on the device. @module */

import { type Favourite, FAVOURITES_AT_HOME } from "../../site/favourites.ts";
import { FAVOURITES_KEY } from "../../site/stored_keys.ts";
import { listen, readStoredJson, writeStored } from "../browser.ts";

const MAX_FAVOURITES = 60;

/** Dispatched on `window` whenever the list changes in this tab. */
const FAVOURITES_CHANGED = "favouriteschange";

function isFavourite(value: unknown): value is Favourite {
  const { id, title, town } = (value ?? {}) as Record<string, unknown>;
  return typeof id === "string" && /^\d{1,9}$/.test(id) && typeof title === "string" &&
    (town === null || typeof town === "string");
}

/** Returns the favourites, newest first, or an empty list if the browser blocks storage. */
export function readFavourites(): Favourite[] {
  const stored = readStoredJson(FAVOURITES_KEY);
  return Array.isArray(stored) ? stored.filter(isFavourite).slice(0, MAX_FAVOURITES) : [];
}

/** Writes the number of favourites to the document. Styles reserve room with it. */
export function writeCount(): void {
  const { dataset } = document.documentElement;
  const { length } = readFavourites();
  if (length === 0) delete dataset.favourites;
  else dataset.favourites = String(Math.min(length, FAVOURITES_AT_HOME));
}

/** Makes all parts of the page read the stored data again. */
export function sayChanged(): void {
  dispatchEvent(new Event(FAVOURITES_CHANGED));
}

/** Calls back on every change of the list, and whenever another tab changes the storage. */
export function watchFavourites(onChange: (event: Event) => void): void {
  listen(globalThis, {
    [FAVOURITES_CHANGED]: onChange,
    storage(event: Event) {
      writeCount();
      onChange(event);
    },
  });
}

/**
 * Makes a station a favourite, or removes it. A new favourite becomes the newest one unless `place`
 * gives its old position. Returns whether it is a favourite afterwards.
 */
export function toggleFavourite(station: Favourite, place = 0): boolean {
  const before = readFavourites();
  const others = before.filter(({ id }) => id !== station.id);
  const isFavouriteNow = others.length === before.length;
  const favourites = (isFavouriteNow ? others.toSpliced(place, 0, station) : others).slice(
    0,
    MAX_FAVOURITES,
  );
  if (!writeStored(FAVOURITES_KEY, JSON.stringify(favourites))) return false;
  writeCount();
  sayChanged();
  return isFavouriteNow;
}
