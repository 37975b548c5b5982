/**
 * Dispatches requests by the methods that a route declares, and derives 405, `Allow`, HEAD and
 * OPTIONS.
 *
 * @module
 */

import { errorResponse, publicError } from "./errors.ts";
import type { Ctx } from "./state.ts";

/** The methods of most routes. */
const READ_METHODS = "GET, HEAD, OPTIONS";

type Answer = (ctx: Ctx) => Response | Promise<Response>;

/**
 * Returns the handler of a route for all methods. Fresh itself would return 404 for a method that
 * the route does not declare.
 */
export function byMethod(handlers: { GET: Answer; POST?: Answer }): Answer {
  const allow = handlers.POST ? "GET, HEAD, POST, OPTIONS" : READ_METHODS;
  return (ctx) => {
    const { method } = ctx.req;
    if (method === "GET" || method === "HEAD") return handlers.GET(ctx);
    return method === "POST" && handlers.POST ? handlers.POST(ctx) : refuseMethod(method, allow);
  };
}

/**
 * Handles a method that a known path does not declare: returns 405, or for OPTIONS the allowed
 * methods, free of quota.
 */
export function refuseMethod(method: string, allow = READ_METHODS): Response {
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  return methodResponse(method, allow);
}

/** Returns the 405 for a method. */
export function methodResponse(method: string, allow: string): Response {
  const message = `Method ${method.slice(0, 20)} is not allowed here; expected ${allow}`;
  return errorResponse(publicError("METHOD_NOT_ALLOWED", message), { allow });
}
