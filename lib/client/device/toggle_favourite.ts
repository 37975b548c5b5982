/** Makes stations favourites of this device. @module */

import { type Favourite, FAVOURITES_KEY } from "../../shared/station/favourites.ts";
import { writeStored } from "../browser.ts";
import { MAX_FAVOURITES, readFavourites, sayChanged, writeCount } from "./favourites.ts";

/** Makes a station a favourite, or no longer one; true when it is one afterwards. */
export function toggleFavourite(station: Favourite): boolean {
  const before = readFavourites();
  const others = before.filter(({ id }) => id !== station.id);
  const isFavouriteNow = others.length === before.length;
  const favourites = (isFavouriteNow ? [station, ...others] : others).slice(0, MAX_FAVOURITES);
  if (!writeStored(FAVOURITES_KEY, JSON.stringify(favourites))) return false;
  writeCount();
  sayChanged();
  return isFavouriteNow;
}
