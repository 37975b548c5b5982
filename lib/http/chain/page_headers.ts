/** Adds the security headers of HTML. @module */

import { isEmbedPath } from "../../site/paths.ts";
import {
  contentSecurityPolicy,
  isBehindTls,
  isHtml,
  PAGE_HEADERS,
  POLICY_HEADER,
  STRICT_TRANSPORT,
} from "../security.ts";
import { type Ctx, define } from "../state.ts";

/** Adds the security headers of pages, and the strict policy to HTML that Fresh did not render. */
export const pageHeaders = define.middleware((ctx) =>
  ctx.state.kind === "program" ? ctx.next() : addHeaders(ctx)
);

async function addHeaders(ctx: Ctx): Promise<Response> {
  const response = await ctx.next();
  if (!isHtml(response)) return response;
  const { headers } = response;
  const { path, service: { config } } = ctx.state;
  for (const [name, value] of PAGE_HEADERS) headers.set(name, value);
  if (isEmbedPath(path)) headers.delete("x-frame-options");
  if (!headers.has(POLICY_HEADER)) headers.set(POLICY_HEADER, contentSecurityPolicy(null, path));
  if (isBehindTls(ctx.req, { peer: ctx.info.remoteAddr, config })) {
    headers.set("strict-transport-security", STRICT_TRANSPORT);
  }
  return response;
}
