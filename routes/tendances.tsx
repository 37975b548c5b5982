/** `/tendances`, in both languages: how the prices of the country and of its largest brands move. @module */

import { page, type PageProps } from "fresh";
import type { Ctx } from "../lib/http/state.ts";
import { pageHeaders, readForPage, toFrame } from "./(_pages)/frame.ts";
import { loadTrends, type TrendsPageData } from "./(_pages)/load_trends.ts";
import { TrendsPage } from "./(_pages)/trends_page.tsx";

export const config = { routeOverride: "{/en}?/tendances" };

export const handler = {
  async GET(ctx: Ctx) {
    const data = await readForPage(() => loadTrends(ctx.state.service.deps, toFrame(ctx)));
    return page(data, pageHeaders(ctx));
  },
};

export default function Trends({ data, url }: PageProps<TrendsPageData>) {
  return <TrendsPage data={data} url={url} />;
}
