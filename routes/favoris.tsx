/** `/favoris`, in both languages: the stations that this device keeps. @module */

import { page, type PageProps } from "fresh";
import type { Ctx } from "../lib/http/state.ts";
import { FavouritesPage } from "./(_pages)/device_pages.tsx";
import { type Frame, pageHeaders, toFrame } from "./(_pages)/frame.ts";

export const config = { routeOverride: "{/en}?/favoris" };

export const handler = {
  GET(ctx: Ctx) {
    return page(toFrame(ctx), pageHeaders(ctx));
  },
};

export default function FavouriteStations({ data, url }: PageProps<Frame>) {
  return <FavouritesPage frame={data} url={url} />;
}
