/** `/etat` and `/en/status`: how old the data are, what ingests came to, and whether answers are what the feed says. @module */

import { page, type PageProps } from "fresh";
import { StatusPage } from "../components/status/StatusPage.tsx";
import { PAGE_CACHING, toPageRequest } from "../lib/http/page_request.ts";
import type { Ctx } from "../lib/http/state.ts";
import { loadStatus, type StatusPageData } from "../lib/pages/status/load.ts";

export const config = { routeOverride: "/:path(etat|en/status){/}?" };

export const handler = {
  async GET(ctx: Ctx) {
    return page(await loadStatus(ctx.state.service.deps, toPageRequest(ctx)), PAGE_CACHING);
  },
};

export default function Status({ data, url }: PageProps<StatusPageData>) {
  return <StatusPage data={data} url={url} />;
}
