/** `/itineraire` and `/en/route`: the stations along a route, and where to stop. @module */

import { page, type PageProps } from "fresh";
import { RoutePage } from "../components/route/RoutePage.tsx";
import RoutePlanner from "../islands/RoutePlanner.tsx";
import { PAGE_CACHING, toPageRequest } from "../lib/http/page_request.ts";
import { chargePage } from "../lib/http/page_quota.ts";
import type { Ctx } from "../lib/http/state.ts";
import { loadRoute, type RoutePageData, toRoutePageCost } from "../lib/pages/route/load.ts";

export const config = { routeOverride: "/:path(itineraire|en/route){/}?" };

export const handler = {
  async GET(ctx: Ctx) {
    const refusal = chargePage(ctx, await toRoutePageCost(ctx.url));
    if (refusal) return refusal;
    return page(await loadRoute(ctx.state.service.deps, toPageRequest(ctx), ctx.url), PAGE_CACHING);
  },
};

export default function Route({ data, url }: PageProps<RoutePageData>) {
  return <RoutePage {...{ data, url }} Planner={RoutePlanner} />;
}
