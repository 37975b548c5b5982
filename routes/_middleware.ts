/** For every page: turns an error of its loader into an error page. @module */

import { toErrorPage } from "../lib/http/page_request.ts";

/** Routes of the API answer their errors themselves. */
export function handler(ctx: { req: Request; route: string | null; next(): Promise<Response> }): Promise<Response> {
  if (ctx.route?.startsWith("/api/")) return ctx.next();
  return ctx.next().catch((error) => toErrorPage(error, ctx.req));
}
