/** Adds the headers of every response: version, request ID, CORS, quota. @module */

import { API_LINK, COMMON_HEADERS } from "../headers.ts";
import { isApi } from "../paths.ts";
import { quotaHeaders } from "../quota/quota.ts";
import { define, type State } from "../state.ts";

/** Adds missing headers. Errors are never cached. */
export const responseHeaders = define.middleware(async (ctx) => {
  const response = await ctx.next();
  // Reading the headers of a complete response would be slow.
  if (!ctx.state.isComplete) addHeaders(response, ctx.state);
  return response;
});

function addHeaders({ headers, status }: Response, { requestId, path, quota }: State): void {
  for (const [name, value] of COMMON_HEADERS) headers.set(name, value);
  headers.set("x-request-id", requestId);
  if (status >= 400 && !headers.get("cache-control")?.includes("no-store")) {
    headers.set("cache-control", "no-store");
  }
  if (isApi(path)) headers.set("link", API_LINK);
  if (quota) {
    for (const [name, value] of Object.entries(quotaHeaders(quota))) headers.set(name, value);
  }
}
