/** Counts requests in the quota of their client, and rejects those over it. @module */

import { DomainError } from "../../domain/errors.ts";
import type { Bucket } from "../address.ts";
import { errorResponse, publicError } from "../errors.ts";
import { isRead } from "../paths.ts";
import { plainPage } from "../plain_page.ts";
import type { Ctx } from "../state.ts";

/** Counts a request in a bucket. Returns false if there were too many. */
export function countRequest({ req, info, state }: Ctx, bucket: Bucket): boolean {
  const decision = state.service.quota.take(bucket, req, info);
  if (decision === null) return true;
  state.quota = decision;
  return decision.isAllowed;
}

/** Charges `cost` requests. Returns false if fewer are left. */
export function charge({ state: { quota, service } }: Ctx, cost: number): boolean {
  return quota === undefined || service.quota.charge(quota, cost);
}

/** Charges `cost` requests. Throws RATE_LIMITED if fewer are left. */
export function requireCharge(ctx: Ctx, cost: number): void {
  if (!charge(ctx, cost)) throw new DomainError("RATE_LIMITED", describeLimit(ctx));
}

/**
 * Charges `cost` requests of a bucket for a request whose path is free. Throws RATE_LIMITED if
 * fewer are left.
 */
export function requireRequests(ctx: Ctx, bucket: Bucket, cost: number): void {
  if (!countRequest(ctx, bucket)) throw new DomainError("RATE_LIMITED", describeLimit(ctx));
  requireCharge(ctx, cost);
}

/** Returns the 429 of a request over the limit, as a page or in the API's error shape. */
export function refuseRate(ctx: Ctx): Response {
  const { quota, kind, path } = ctx.state;
  if (kind === "page" && isRead(ctx.req.method)) {
    return plainPage("tooMany", { path, status: 429, n: quota?.afterS });
  }
  return errorResponse(publicError("RATE_LIMITED", describeLimit(ctx)));
}

function describeLimit({ state: { quota } }: Ctx): string {
  if (!quota) return "Too many requests";
  const { limit, remaining, afterS } = quota;
  const reason = remaining === 0
    ? " reached"
    : `: this request costs more than the ${remaining} that are left`;
  return `Limit of ${limit} requests a minute${reason}; try again in ${afterS} s`;
}
