/** Runs a route made of a handler and a component. @module */

import type { VNode } from "preact";
import { type Context, renderAny, toProps } from "./context.ts";
import type { HandlerFn, Method, PageResponse, Route } from "./define.ts";
import { HttpError } from "./http_error.ts";

/** The answer of a route; `status` is used unless the handler, or the error on an error page, says otherwise. */
export async function answerRoute(ctx: Context<unknown>, route: Route, options: { status: number }): Promise<Response> {
  const { component, config = {} } = route;
  const handler = pickHandler(ctx.req.method, route);
  const result: Response | PageResponse<unknown> = handler ? await handler(ctx) : { data: undefined };
  if (result instanceof Response) return result;
  if (!component) {
    throw new TypeError(`The handler of ${ctx.route ?? ctx.url.pathname} returned data, but no component`);
  }
  const content = await renderAny(component, toProps(ctx, result.data));
  if (content instanceof Response) return content;
  const status = result.status ?? (ctx.error instanceof HttpError ? ctx.error.status : options.status);
  return ctx.render(content as VNode, { status, headers: result.headers }, config);
}

/** The handler for a method; undefined where the component needs none. @throws HttpError 404 for a method not offered. */
function pickHandler(method: string, { handler, component, config }: Route): HandlerFn | undefined {
  const offered = config?.methods;
  if (Array.isArray(offered) && !offered.includes(method as Method)) throw new HttpError(404);
  if (typeof handler === "function") return handler;
  const chosen = handler?.[method as Method] ?? (method === "HEAD" ? handler?.GET : undefined);
  if (chosen) return chosen;
  if (component && (method === "GET" || method === "HEAD")) return undefined;
  throw new HttpError(404);
}
