/** `/stations/{id}`, in both languages: one station with everything known of it. @module */

import { page, type PageProps } from "fresh";
import type { Ctx } from "../../lib/http/state.ts";
import { pageHeaders, readForPage, toFrame } from "../(_pages)/frame.ts";
import { loadStation, type StationPageData } from "../(_pages)/load_station.ts";
import { StationPage } from "../(_pages)/station_page.tsx";

export const config = { routeOverride: "{/en}?/stations/:id" };

export const handler = {
  async GET(ctx: Ctx & { params: Record<string, string> }) {
    const { deps } = ctx.state.service;
    const data = await readForPage(() => loadStation(deps, toFrame(ctx), ctx.params.id));
    return page(data, pageHeaders(ctx));
  },
};

export default function Station({ data, url }: PageProps<StationPageData>) {
  return <StationPage data={data} url={url} />;
}
