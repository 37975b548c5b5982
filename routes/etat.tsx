/** `/etat` and `/en/status`: how old the data are, what ingests came to, and whether answers are what the feed says. @module */

import { page, type PageProps } from "fresh";
import { StatusPage } from "../components/status/StatusPage.tsx";
import { toPageRequest } from "../lib/http/page_request.ts";
import type { Ctx } from "../lib/http/state.ts";
import { loadStatus, type StatusPageData } from "../lib/pages/status/load.ts";

export const config = { routeOverride: "/:path(etat|en/status){/}?" };

// the state of the service is never the one of a minute ago
const NOT_KEPT = { headers: { "cache-control": "private, no-cache" } };

export const handler = {
  async GET(ctx: Ctx) {
    return page(await loadStatus(ctx.state.service.deps, toPageRequest(ctx)), NOT_KEPT);
  },
};

export default function Status({ data, url }: PageProps<StatusPageData>) {
  return <StatusPage data={data} url={url} />;
}
