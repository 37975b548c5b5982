/** Allows pages of other origins to use everything that a route accepts. @module */

import { type Ctx, define } from "../state.ts";

/** Adds the preflight headers to an OPTIONS response: the methods of `Allow`, with any header. */
export const preflight = define.middleware((ctx) =>
  ctx.req.method === "OPTIONS" ? allowOrigins(ctx) : ctx.next()
);

async function allowOrigins(ctx: Ctx): Promise<Response> {
  const response = await ctx.next();
  const { headers, status } = response;
  const allow = headers.get("allow");
  if (status !== 204 || allow === null || headers.has("access-control-allow-methods")) {
    return response;
  }
  headers.set("access-control-allow-methods", allow);
  headers.set("access-control-allow-headers", "*");
  headers.set("access-control-max-age", "86400");
  return response;
}
