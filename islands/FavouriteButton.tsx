/** The button that makes a station a favourite; favourites are stored on the device, so it needs a script. @module */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../components/Icon.tsx";
import { readFavourites, toggleFavourite, watchFavourites } from "../lib/client/device/favourites.ts";
import type { Favourite } from "../lib/shared/station/favourites.ts";

/** A toggle; absent without scripts. */
export default function FavouriteButton({ station, label }: { station: Favourite; label: string }) {
  const isFavourite = useSignal(false);
  useEffect(() => {
    const look = () => isFavourite.value = readFavourites().some(({ id }) => id === station.id);
    look();
    watchFavourites(look);
  }, []);
  return (
    <button
      type="button"
      class="button js-only favourite"
      aria-pressed={isFavourite.value}
      onClick={() => isFavourite.value = toggleFavourite(station)}
    >
      <Icon name="heart" filled={isFavourite.value} /> {label}
    </button>
  );
}
