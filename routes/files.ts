/** `/data/current.csv` and the other files of data, and the feeds `/feeds/search.atom`, `/feeds/stations.json` … @module */

import { httpRoute, unknownPathResponse } from "../lib/http/route.ts";
import type { Ctx } from "../lib/http/state.ts";
import { allOperations, feeds } from "../lib/operations/mod.ts";

export const config = { routeOverride: "/:folder(data|feeds)/:file" };

const served = [...allOperations.filter(({ kind }) => kind === "file"), ...feeds];
const handlers = new Map(served.map((operation) => [operation.path, httpRoute(operation)]));

export const handler = (ctx: Ctx) => handlers.get(ctx.url.pathname)?.(ctx) ?? unknownPathResponse(ctx.url.pathname);
