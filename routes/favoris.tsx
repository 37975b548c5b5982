/** `/favoris`, in both languages: the favourite stations of this device. @module */

import { DEFAULT_FUEL } from "../lib/shared/fuels.ts";
import type { PageProps } from "fresh";
import { FavouritesPage } from "../components/DevicePages.tsx";
import Favourites from "../islands/Favourites.tsx";
import { pageRoute } from "../lib/http/page_request.ts";
import type { PageRequest } from "../lib/site/metadata.ts";
import { deviceWords } from "../lib/words/device_pages.ts";
import { commonWords } from "../lib/words/mod.ts";

export const config = { routeOverride: "{/en}?/favoris{/}?" };

export const handler = pageRoute((_deps, request) => request);

export default function FavouriteStations({ data, url }: PageProps<PageRequest>) {
  const { lang, nowMs } = data;
  const own = { fuel: DEFAULT_FUEL, lang, nowMs };
  return (
    <FavouritesPage data={data} url={url}>
      <Favourites {...own} words={deviceWords[lang].favourites} common={commonWords[lang]} />
    </FavouritesPage>
  );
}
