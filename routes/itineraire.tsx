/** `/itineraire` and `/en/route`: the stations along a route, and where to stop. @module */

import { page, type PageProps } from "fresh";
import { RoutePage } from "../components/route/RoutePage.tsx";
import RoutePlanner from "../islands/RoutePlanner.tsx";
import { requireCharge } from "../lib/http/quota/count.ts";
import { PAGE_CACHING, toPageRequest } from "../lib/http/page_request.ts";
import { define } from "../lib/http/state.ts";
import { loadRoute, type RoutePageData, toRoutePageCost } from "../lib/pages/route/load.ts";

export const config = { routeOverride: "/:path(itineraire|en/route){/}?" };

export const handler = define.handlers({
  async GET(ctx) {
    requireCharge(ctx, await toRoutePageCost(ctx.url));
    return page(
      await loadRoute(ctx.state.service.backend, toPageRequest(ctx), ctx.url),
      PAGE_CACHING,
    );
  },
});

export default function Route({ data, url }: PageProps<RoutePageData>) {
  return <RoutePage data={data} url={url} Planner={RoutePlanner} />;
}
