/** Logs and measures each request. @module */

import { DomainError } from "../../domain/errors.ts";
import { describeError } from "../../db/db.ts";
import { traffic } from "../../platform/traffic.ts";
import { type Ctx, define, type Service, type State } from "../state.ts";

/**
 * The labels of a request in the metrics. `other` stands for names that clients could invent:
 * methods, files and unknown paths.
 */
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/** Routes that load balancers and Prometheus request all day. */
const PROBES = new Set(["/readyz", "/healthz", "/metrics"]);

/** What is logged and measured of a request. */
type Answered = Pick<State, "requestId" | "path" | "route" | "compressionError"> & {
  method: string;
  status: number;
  ms: number;
};

/** Logs and measures each request when it is answered. */
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
 * Counts a request in the metrics and, unless a probe succeeded, logs it. No address and no query:
 * they say who the client is, and where people are.
 */
export function recordRequest({ config, log, metrics }: Service, answered: Answered): void {
  const { requestId, method, path, route = "other", status, ms, compressionError } = answered;
  const labels = { method: METHODS.has(method) ? method : "other", route, status_code: status };
  metrics.requests.observe(labels, ms / 1000);
  const fields = { requestId, method, path: path.slice(0, 200), status, ms };
  if (compressionError) {
    log.warn("A body could not be compressed", { ...fields, error: compressionError });
  }
  const isGoodProbe = PROBES.has(route) && status < 400;
  if (config.accessLog && !isGoodProbe) log.info("request", fields);
}

/**
 * A 503 always has its reason in the log, in one line: a fault of the database, or our own refusal.
 */
function logUnavailable(
  { state: { service: { log }, unavailable: error, requestId, path } }: Ctx,
): void {
  const reason = error instanceof Error ? describeError(error) : error;
  const fields = { requestId, path: path.slice(0, 200), reason };
  if (error instanceof Error && !(error instanceof DomainError)) {
    log.warn("Database unavailable", fields);
  } else log.info("Unavailable", fields);
}
