/**
 * `/data/current.csv` and the other files of data, `/feeds/search.atom` and the other feeds,
 * `/healthz`, `/readyz`.
 *
 * @module
 */

import { unknownPathResponse } from "../lib/http/errors.ts";
import { httpRoute } from "../lib/http/route.ts";
import type { Ctx } from "../lib/http/state.ts";
import { allOperations } from "../lib/operations/mod.ts";
import { feeds } from "../lib/operations/feeds.ts";

export const config = { routeOverride: "/:path(data/[^/]+|feeds/[^/]+|healthz|readyz)" };

const served = [...allOperations.filter(({ kind }) => kind !== "api"), ...feeds];
const handlers = new Map(served.map((operation) => [operation.path, httpRoute(operation)]));

export const handler = (ctx: Ctx) =>
  handlers.get(ctx.url.pathname)?.(ctx) ?? unknownPathResponse(ctx.url.pathname);
