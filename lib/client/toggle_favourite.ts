/** Makes stations favourites of this device. @module */

import { type Favourite, FAVOURITES_KEY } from "../shared/favourites.ts";
import { FAVOURITES_CHANGED, MAX_FAVOURITES, readFavourites, writeCount } from "./favourites.ts";

/** Makes a station a favourite, or no longer one; true when it is one afterwards. */
export function toggleFavourite(station: Favourite): boolean {
  const others = readFavourites().filter(({ id }) => id !== station.id);
  const isFavouriteNow = others.length === readFavourites().length;
  try {
    localStorage.setItem(
      FAVOURITES_KEY,
      JSON.stringify((isFavouriteNow ? [station, ...others] : others).slice(0, MAX_FAVOURITES)),
    );
  } catch {
    return false;
  }
  writeCount();
  dispatchEvent(new Event(FAVOURITES_CHANGED));
  return isFavouriteNow;
}
