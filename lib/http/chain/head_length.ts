/** Gives a HEAD response the length of the GET body. @module */

import { type Ctx, define } from "../state.ts";

/** Measures the body of a HEAD response. Fresh drops it without a length. */
export const headLength = define.middleware((ctx) =>
  ctx.req.method === "HEAD" ? measure(ctx) : ctx.next()
);

async function measure(ctx: Ctx): Promise<Response> {
  const response = await ctx.next();
  const { status, body, headers } = response;
  if (body === null || headers.has("content-length")) return response;
  headers.set("content-length", String((await response.arrayBuffer()).byteLength));
  return new Response(null, { status, headers });
}
