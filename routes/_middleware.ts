/** For every page: turns an error of its loader into an error page. @module */

import { HttpError } from "fresh";
import { toBusyPage, toErrorPageStatus } from "../lib/http/page_request.ts";

/** An unavailable database is a 503 and an unknown thing a 404; a bug stays what it is. */
function toErrorPage(error: unknown, req: Request): Response {
  const busy = toBusyPage(error, req);
  if (busy) return busy;
  const status = error instanceof HttpError ? null : toErrorPageStatus(error, req);
  throw status === null ? error : new HttpError(status);
}

/** Routes of the API answer their errors themselves. */
export function handler(ctx: { req: Request; route: string | null; next(): Promise<Response> }): Promise<Response> {
  if (ctx.route?.startsWith("/api/")) return ctx.next();
  return ctx.next().catch((error) => toErrorPage(error, ctx.req));
}
