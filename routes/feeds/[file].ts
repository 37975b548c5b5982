/** `/feeds/search.atom`, `/feeds/stations.json` …: the last changes of prices for feed readers. @module */

import { httpRoute, unknownPathResponse } from "../../lib/http/route.ts";
import type { Ctx } from "../../lib/http/state.ts";
import { feeds } from "../../lib/operations/mod.ts";

const handlers = new Map(feeds.map((feed) => [feed.id, httpRoute(feed)]));

export const handler = (ctx: Ctx & { params: { file: string } }) =>
  handlers.get(ctx.params.file)?.(ctx) ?? unknownPathResponse(ctx.url.pathname);
