/** Wraps the app to do what no Fresh middleware can do. @module */

import { recordRequest } from "./chain/access_log.ts";
import { toRequestId } from "./chain/identify.ts";
import type { OpenService } from "./chain/open_service.ts";
import { undecodableResponse } from "./errors.ts";
import { COMMON_HEADERS } from "./headers.ts";

/** Handles a request, as Deno.serve calls it. */
export type Handler = (req: Request, info: Deno.ServeHandlerInfo) => Promise<Response>;

/**
 * Rejects a path parameter with invalid percent-encoding. Fresh's own handler throws on it before
 * any middleware runs.
 */
export function aroundApp(app: Handler, open: OpenService): Handler {
  return async (req, info) => {
    try {
      return await app(req, info);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      return await refuseUndecodable(req, open);
    }
  };
}

/** Returns the 400 with the headers of every response, and records it like any request. */
async function refuseUndecodable(
  { method, url, headers: given }: Request,
  open: OpenService,
): Promise<Response> {
  const response = undecodableResponse();
  const requestId = toRequestId(given.get("x-request-id"));
  for (const [name, value] of COMMON_HEADERS) response.headers.set(name, value);
  response.headers.set("x-request-id", requestId);
  const service = await open().catch(() => null);
  if (service) {
    recordRequest(service, {
      requestId,
      method,
      path: new URL(url).pathname,
      status: response.status,
      ms: 0,
    });
  }
  return response;
}
