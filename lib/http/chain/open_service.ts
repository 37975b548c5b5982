/** Opens the service on the first request. @module */

import type { Middleware } from "fresh";
import { errorResponse, publicError } from "../errors.ts";
import type { Ctx, Service, State } from "../state.ts";

/** Opens the service on the first call and returns the same one afterwards. */
export type OpenService = () => Promise<Service>;

/** Gives each request the service. Until it is open, every path but `/healthz` returns 503. */
export function openService(open: OpenService): Middleware<State> {
  let service: Service | null = null;
  const openFirst = async (ctx: Ctx) => {
    try {
      service = ctx.state.service = await open();
    } catch {
      // The process is alive although it cannot serve data yet.
      if (ctx.state.path === "/healthz") return new Response("ok\n");
      return errorResponse(
        publicError("SERVICE_UNAVAILABLE", "The service is starting; try again later"),
      );
    }
    return await ctx.next();
  };
  return (ctx) => {
    if (service === null) return openFirst(ctx);
    ctx.state.service = service;
    return ctx.next();
  };
}
