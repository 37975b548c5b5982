/** Logs and measures each request. @module */

import { DomainError } from "../../domain/errors.ts";
import { describeError } from "../../db/db.ts";
import { traffic } from "../../platform/traffic.ts";
import { type Ctx, define, type Service, type State } from "../state.ts";

/**
 * The methods that metrics name. Clients can invent methods, files and paths. All of these count as
 * `other`.
 */
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/** Routes that load balancers and Prometheus request all day. */
const PROBES = new Set(["/readyz", "/healthz", "/metrics"]);

/** The logged and measured fields of a request. */
type RequestRecord = Pick<State, "requestId" | "path" | "route" | "compressionError"> & {
  method: string;
  status: number;
  ms: number;
};

/** Logs and measures each request once its response is ready. */
export const accessLog = define.middleware(async (ctx) => {
  const startedAt = performance.now();
  traffic.requests++;
  const response = await ctx.next();
  traffic.answered++;
  const { status } = response;
  if (status === 503) logUnavailable(ctx);
  const { requestId, path, route, compressionError, service } = ctx.state;
  recordRequest(service, {
    requestId,
    method: ctx.req.method,
    path,
    route: route ?? ctx.route ?? undefined,
    status,
    ms: Math.round((performance.now() - startedAt) * 100) / 100,
    compressionError,
  });
  return response;
});

/**
 * Counts a request in the metrics and, unless a probe succeeded, logs it. Leaves out the address
 * and the query, because they reveal the client and its location.
 */
export function recordRequest({ config, log, metrics }: Service, record: RequestRecord): void {
  const { requestId, method, path, route = "other", status, ms, compressionError } = record;
  const labels = { method: METHODS.has(method) ? method : "other", route, status_code: status };
  metrics.requests.observe(labels, ms / 1000);
  const fields = { requestId, method, path: path.slice(0, 200), status, ms };
  if (compressionError) {
    log.warn("A body could not be compressed", { ...fields, error: compressionError });
  }
  const isGoodProbe = PROBES.has(route) && status < 400;
  if (config.accessLog && !isGoodProbe) log.info("request", fields);
}

/** Logs the reason for a 503 in one line: a database failure or our own rejection. */
function logUnavailable(
  { state: { service: { log }, unavailable: error, requestId, path } }: Ctx,
): void {
  const reason = error instanceof Error ? describeError(error) : error;
  const fields = { requestId, path: path.slice(0, 200), reason };
  if (error instanceof Error && !(error instanceof DomainError)) {
    log.warn("Database unavailable", fields);
  } else log.info("Unavailable", fields);
}
