/** `/tendances`, in both languages: how the prices of the country and of its largest brands move. @module */

import { page, type PageProps } from "fresh";
import { TrendsPage } from "../components/trends/TrendsPage.tsx";
import TrendsChart from "../islands/TrendsChart.tsx";
import { PAGE_CACHING, toPageRequest } from "../lib/http/page_request.ts";
import type { Ctx } from "../lib/http/state.ts";
import { loadTrends, type TrendsPageData } from "../lib/pages/trends/load.ts";

export const config = { routeOverride: "{/en}?/tendances{/}?" };

export const handler = {
  async GET(ctx: Ctx) {
    return page(await loadTrends(ctx.state.service.deps, toPageRequest(ctx)), PAGE_CACHING);
  },
};

export default function Trends({ data, url }: PageProps<TrendsPageData>) {
  return <TrendsPage data={data} url={url} Chart={TrendsChart} />;
}
