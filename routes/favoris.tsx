/** `/favoris`, in both languages: the favourite stations of this device. @module */

import { page, type PageProps } from "fresh";
import { FavouritesPage } from "../components/DevicePages.tsx";
import Favourites from "../islands/Favourites.tsx";
import { PAGE_CACHING, toPageRequest } from "../lib/http/page_request.ts";
import type { Ctx } from "../lib/http/state.ts";
import type { PageRequest } from "../lib/shared/page.ts";
import { deviceWords } from "../lib/shared/words/device_pages.ts";
import { commonWords } from "../lib/shared/words/mod.ts";

export const config = { routeOverride: "{/en}?/favoris{/}?" };

export const handler = {
  GET(ctx: Ctx) {
    return page(toPageRequest(ctx), PAGE_CACHING);
  },
};

export default function FavouriteStations({ data: request, url }: PageProps<PageRequest>) {
  const { lang, nowMs } = request;
  return (
    <FavouritesPage {...{ request, url }}>
      <Favourites {...{ lang, nowMs }} words={deviceWords(lang).favourites} common={commonWords(lang)} />
    </FavouritesPage>
  );
}
