/** The newest favourite stations on the home, with their price of the fuel in view. @module */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Fuel } from "../lib/shared/station/fuels.ts";
import type { toFavouriteWords } from "../lib/shared/words/device_pages.ts";
import { type Lang, toLocalPath } from "../lib/shared/words/lang.ts";

type Props = {
  fuel: Fuel;
  max: number;
  nowMs: number;
  lang: Lang;
  words: ReturnType<typeof toFavouriteWords>;
};

async function load(max: number) {
  const [{ FavouriteLines: Lines }, { createFavouriteStations }, { readDriver }] = await Promise.all([
    import("../components/home/FavouriteLines.tsx"),
    import("../lib/client/device/favourite_stations.ts"),
    import("../lib/client/device/driver.ts"),
  ]);
  return { ...createFavouriteStations(max), Lines, readDriver };
}

/** Hidden while there are no favourites. Its room is reserved by styles, which know the number before the first paint. */
export default function FavouritesAtHome({ fuel, max, nowMs, lang, words }: Props) {
  const loaded = useSignal<Awaited<ReturnType<typeof load>> | null>(null);
  useEffect(() => {
    if (document.documentElement.dataset.favourites === undefined) return;
    load(max).then((stations) => {
      stations.start();
      loaded.value = stations;
    }, () => {});
  }, []);
  const { Lines, favourites, found, readDriver } = loaded.value ?? {};
  const stations = favourites?.value?.slice(0, max) ?? [];
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
