/** Compresses bodies that are not compressed yet. @module */

import {
  chooseEncoding,
  compress,
  isCompressible,
  MIN_COMPRESSED_BYTES,
} from "../../platform/content_coding.ts";
import { LEVELS } from "../representation.ts";
import { type Ctx, define } from "../state.ts";

/** Compresses a body with the client's preferred coding. Sends it plain if that fails. */
export const compressBody = define.middleware(async (ctx) => {
  const response = await ctx.next();
  return ctx.state.isComplete ? response : await compressResponse(ctx, response);
});

async function compressResponse({ req, state }: Ctx, response: Response): Promise<Response> {
  const { headers, status, statusText } = response;
  const isFixed = headers.has("content-encoding") ||
    headers.get("cache-control")?.includes("no-transform");
  // Reading response.body turns it into a stream, which is slower to send.
  if (isFixed || !isCompressible(headers.get("content-type")) || !response.body) return response;
  if (!/accept-encoding/i.test(headers.get("vary") ?? "")) {
    headers.append("vary", "Accept-Encoding");
  }
  const encoding = chooseEncoding(req.headers.get("accept-encoding"));
  if (!encoding) return response;
  let bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length >= MIN_COMPRESSED_BYTES) {
    try {
      bytes = await compress(bytes, { encoding, level: LEVELS[encoding][1] });
      headers.set("content-encoding", encoding);
    } catch (error) {
      state.compressionError = error;
    }
    headers.delete("content-length");
    const etag = headers.get("etag");
    // The ETag covers the plain bytes, so it becomes weak.
    if (etag?.startsWith('"')) headers.set("etag", `W/${etag}`);
  }
  return new Response(bytes, { status, statusText, headers });
}
