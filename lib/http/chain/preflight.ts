/** Lets pages of other origins ask whatever a route takes. @module */

import { define } from "../state.ts";

/** Adds to an answer to OPTIONS what a preflight asks: the methods of `Allow`, with any header. */
export const preflight = define.middleware(async (ctx) => {
  if (ctx.req.method !== "OPTIONS") return await ctx.next();
  const response = await ctx.next();
  const { headers, status } = response;
  const allow = headers.get("allow");
  if (status !== 204 || allow === null || headers.has("access-control-allow-methods")) return response;
  headers.set("access-control-allow-methods", allow);
  headers.set("access-control-allow-headers", "*");
  headers.set("access-control-max-age", "86400");
  return response;
});
