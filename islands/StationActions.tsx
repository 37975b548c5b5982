/**
 * The parts of a station's page that need a script: favourite, alerts, directions with the device's
 * own app.
 *
 * @module
 */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { AlertButton } from "../components/alerts/AlertButton.tsx";
import { DirectionsButton, OtherDirections } from "../components/Directions.tsx";
import { HEART, Icon } from "../components/Icon.tsx";
import {
  readFavourites,
  toggleFavourite,
  watchFavourites,
} from "../lib/client/device/favourites.ts";
import { keepPrices } from "../lib/client/device/price_memory.ts";
import type { Station } from "../lib/domain/wire.ts";
import type { Favourite, ShownStation } from "../lib/site/favourites.ts";
import type { Fuel } from "../lib/shared/fuels.ts";
import type { Lang } from "../lib/words/lang.ts";
import type { CommonWords } from "../lib/words/mod.ts";

type FavouriteProps = {
  station: Favourite;
  current: ShownStation;
  shown: Parameters<typeof keepPrices>[1];
  label: string;
};

/** A toggle for a favourite, which is stored on the device. Hidden without scripts. */
export function FavouriteButton({ station, current, shown, label }: FavouriteProps) {
  const isFavourite = useSignal(false);
  useEffect(() => {
    const look = () => isFavourite.value = readFavourites().some(({ id }) => id === station.id);
    look();
    watchFavourites(look);
  }, []);
  const toggle = () => {
    isFavourite.value = toggleFavourite(station);
    if (isFavourite.value) keepPrices(current, shown);
  };
  return (
    <button
      type="button"
      class="button js-only favourite"
      aria-pressed={isFavourite.value}
      onClick={toggle}
    >
      <Icon path={HEART} filled={isFavourite.value} /> {label}
    </button>
  );
}

type AlertProps = {
  station: Favourite;
  fuel: Fuel;
  offers: Station["prices"];
  lang: Lang;
  common: Pick<CommonWords, "alert" | "fuels">;
};

/** "M’avertir" of the station. */
export function StationAlert({ station, fuel, offers, lang, common }: AlertProps) {
  const load = async () =>
    (await import("../lib/client/alerts/alerts.ts")).toStationAlert([station], {
      fuel,
      offers,
      lang,
    });
  return <AlertButton load={load} lang={lang} common={common} text={common.alert} />;
}

// Islands, because only the browser knows its device.
export { DirectionsButton, OtherDirections };
