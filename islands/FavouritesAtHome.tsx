/** The newest favourite stations on the home, with their price of the fuel in view. @module */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { FAVOURITES_AT_HOME } from "../lib/shared/station/favourites.ts";
import type { Fuel } from "../lib/shared/station/fuels.ts";
import type { toFavouriteWords } from "../lib/shared/words/device_pages.ts";
import { type Lang, toLocalPath } from "../lib/shared/words/lang.ts";

type Props = { fuel: Fuel; nowMs: number; lang: Lang; words: ReturnType<typeof toFavouriteWords> };

async function load() {
  const [{ FavouriteLines: Lines }, { createFavouriteStations }, { readDriver }] = await Promise.all([
    import("../components/home/FavouriteLines.tsx"),
    import("../lib/client/device/favourite_stations.ts"),
    import("../lib/client/device/driver.ts"),
  ]);
  return { ...createFavouriteStations(FAVOURITES_AT_HOME), Lines, readDriver };
}

/** Hidden while there are no favourites. Its room is reserved by styles, which know the number before the first paint. */
export default function FavouritesAtHome({ fuel, nowMs, lang, words }: Props) {
  const loaded = useSignal<Awaited<ReturnType<typeof load>> | null>(null);
  useEffect(() => {
    if (document.documentElement.dataset.favourites === undefined) return;
    load().then((stations) => {
      stations.start();
      loaded.value = stations;
    }, () => {});
  }, []);
  const { Lines, favourites, found, readDriver } = loaded.value ?? {};
  const stations = favourites?.value?.slice(0, FAVOURITES_AT_HOME) ?? [];
  return (
    <section class="home-favourites" aria-labelledby="home-favourites">
      <div class="home-favourites-head">
        <h2 id="home-favourites">{words.title}</h2>
        <span>{words.fuel}</span>
        <a href={toLocalPath("/favoris", lang)}>{words.all}</a>
      </div>
      <ul class="home-favourites-list" aria-busy={!found?.value}>
        {Lines && readDriver && (
          <Lines driver={readDriver()} found={found?.value ?? null} {...{ stations, fuel, nowMs, lang, words }} />
        )}
      </ul>
    </section>
  );
}
