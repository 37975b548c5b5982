/** Serves the metrics to Prometheus. @module */

import { HttpError } from "fresh";
import { isWithin, parseAddress, parseNetwork } from "./address.ts";
import type { Ctx } from "./state.ts";

/**
 * `GET /metrics`, for the addresses and networks of `METRICS_FROM` without a proxy in between:
 * behind a proxy, any client can have its address. All others get a 404.
 */
export async function metricsRoute({ req, info, state: { service } }: Ctx): Promise<Response> {
  const peer = "hostname" in info.remoteAddr ? parseAddress(info.remoteAddr.hostname) : null;
  const isKnown = peer !== null &&
    service.config.metricsFrom.some((network) => isWithin(peer, parseNetwork(network)));
  const isDirect = !["x-forwarded-for", "forwarded", "via"].some((name) => req.headers.has(name));
  if (!isKnown || !isDirect) throw new HttpError(404);
  const { registry } = service.metrics;
  const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
  return new Response(await registry.metrics(), { headers });
}
