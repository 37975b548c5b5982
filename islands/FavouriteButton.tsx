/** The heart of a station: kept on the device, so only a script can set it. @module */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../components/Icon.tsx";
import { type Favourite, hasFavourite, toggleFavourite, watchFavourites } from "../lib/client/favourites.ts";

type Props = { station: Favourite; label: string };

/** A toggle; absent without scripts. */
export default function FavouriteButton({ station, label }: Props) {
  const isKept = useSignal(false);
  useEffect(() => {
    const look = () => isKept.value = hasFavourite(station.id);
    look();
    return watchFavourites(look);
  }, []);
  return (
    <button
      type="button"
      class="button js-only favourite"
      aria-pressed={isKept.value}
      onClick={() => isKept.value = toggleFavourite(station)}
    >
      <Icon name="heart" filled={isKept.value} /> {label}
    </button>
  );
}
