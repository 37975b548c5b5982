/** Decides about requests by what their client used of its minute, and makes the headers that show the count. @module */

import { type Bucket, createClients, type PeerInfo } from "./address.ts";
import type { HeaderRecord } from "./headers.ts";
import { QuotaCounts, type Window, WINDOW_MS } from "./quota_counts.ts";

/** What becomes of a counted request. */
export type Decision = {
  bucket: Bucket;
  isAllowed: boolean;
  limit: number;
  /** Requests left in the window, this one already taken; with several instances, as far as this one has read. */
  remaining: number;
  /** End of the window. */
  resetAtMs: number;
  /** Whole seconds until then, rounded up, at least 1. */
  afterS: number;
  window: Window;
};

/** The quota of a process, of all buckets. */
export class Quota extends QuotaCounts {
  /** How many requests were refused. */
  readonly refusals: Record<Bucket, number> = { rest: 0, mcp: 0, page: 0 };
  readonly #clients = createClients(this.parts.config);

  /** Counts one request; null when there is no limit for its client. A refused one is not counted. */
  take(bucket: Bucket, req: Request, info: PeerInfo): Decision | null {
    const client = this.#clients[bucket](req, info);
    if (!client) return null;
    const nowMs = this.parts.clock().getTime();
    const window = this.find(client.name, nowMs);
    const resetAtMs = window.startMs + WINDOW_MS;
    const afterS = Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000));
    const decision = { bucket, isAllowed: false, limit: client.limit, remaining: 0, resetAtMs, afterS, window };
    this.#use(decision, 1);
    return decision;
  }

  /**
   * Counts a question that was taken as one request as the `cost` that it turned out to have, a whole window at most. Where that
   * is more than is left the question is refused: the decision says so from now on, and false is returned.
   */
  charge(decision: Decision | null, cost: number): boolean {
    if (!decision || cost <= 1) return true;
    return this.#use(decision, Math.min(cost, decision.limit) - 1);
  }

  #use(decision: Decision, count: number): boolean {
    const { window, limit, bucket } = decision;
    const left = limit - window.own - window.others;
    decision.isAllowed = count <= left;
    if (decision.isAllowed) this.use(window, count);
    else this.refusals[bucket]++;
    decision.remaining = Math.max(0, decision.isAllowed ? left - count : left);
    return decision.isAllowed;
  }
}

/** The headers of a counted response: `X-RateLimit-*` and the standard twins; `Retry-After` too when it was refused. */
export function quotaHeaders(decision: Decision | null): HeaderRecord {
  if (!decision) return {};
  const { bucket, isAllowed, limit, remaining, resetAtMs, afterS } = decision;
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(resetAtMs / 1000)),
    "ratelimit-policy": `"${bucket}";q=${limit};w=${WINDOW_MS / 1000}`,
    "ratelimit": `"${bucket}";r=${remaining};t=${afterS}`,
    // these headers are one client's: a cache in front of the service must not hand them to others
    "cdn-cache-control": "no-store",
    ...!isAllowed && { "retry-after": String(afterS) },
  };
}
