/** For every page: turns an error of its loader into an error page. @module */

import { HttpError } from "fresh";
import { toBusyPage, toErrorPageStatus } from "../lib/http/page_request.ts";

/** An unavailable database is a 503 and an unknown thing a 404; a bug stays what it is. */
export async function handler(ctx: { req: Request; next(): Promise<Response> }): Promise<Response> {
  try {
    return await ctx.next();
  } catch (error) {
    const busy = toBusyPage(error, ctx.req);
    if (busy) return busy;
    const status = error instanceof HttpError ? null : toErrorPageStatus(error, ctx.req);
    throw status === null ? error : new HttpError(status);
  }
}
