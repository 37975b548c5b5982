/**
 * Answers methods by those that a route declares: 405, `Allow`, HEAD and OPTIONS follow.
 *
 * @module
 */

import { errorResponse, publicError } from "./errors.ts";
import type { Ctx } from "./state.ts";

/** What most routes take. */
const READ_METHODS = "GET, HEAD, OPTIONS";

type Answer = (ctx: Ctx) => Response | Promise<Response>;

/**
 * The handler of a route for all methods. Fresh itself answers 404 to a method that a route without
 * `routeOverride` does not name.
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
 * The answer to a method that a known path does not take: 405, and to OPTIONS what it takes, free
 * of quota.
 */
export function refuseMethod(method: string, allow = READ_METHODS): Response {
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  return methodResponse(method, allow);
}

/** The 405 of a method. */
export function methodResponse(method: string, allow: string): Response {
  const message = `Method ${method.slice(0, 20)} is not allowed here; expected ${allow}`;
  return errorResponse(publicError("METHOD_NOT_ALLOWED", message), { allow });
}
