/** Counts requests a minute and client, and makes the headers that show the count. @module */

import { andThen, type Eventual } from "../shared/eventual.ts";
import { findClient, isWithin, parseNetwork, toQuotaName } from "./address.ts";
import type { HeaderRecord } from "./headers.ts";
import { WINDOW_MS } from "./kv_leases.ts";
import { type Bucket, type Counted, type Decision, type QuotaOptions, QuotaWindows } from "./quota_windows.ts";

/** Where a request comes from, as Deno.serve has it. */
export type PeerInfo = { remoteAddr: Deno.Addr };

/** Counts requests. */
export type Quota = {
  /** Counts one request; null when there is no limit for its client. Never throws: without KV it counts locally. */
  take(bucket: Bucket, req: Request, info: PeerInfo): Eventual<Decision | null>;
  /** How many requests were refused. */
  readonly refusals: Readonly<Record<Bucket, number>>;
  /** Whether the counters are shared with other instances at the moment. */
  isShared(): boolean;
  /** Counts in another KV from now on (null: locally), after unused tokens were given back to the one before. */
  use(kv: Deno.Kv | null): Promise<void>;
  /** Gives unused tokens back, so that a restart does not cost the clients any. */
  close(): Promise<void>;
};

/** Clients remembered by where their requests came from: some 5 MB at most of each bucket, and cheap to make again. */
const MAX_KNOWN = 20_000;
/** Longer lists of hops are no proxy's, and are read anew each time. */
const MAX_KEY_LENGTH = 200;

/** Finds by the address of a request what its client is counted by in a bucket; null where it has no limit. */
function createClients(
  bucket: Bucket,
  config: QuotaOptions["config"],
): (req: Request, info: PeerInfo) => Counted | null {
  const trusted = config.trustedProxies.map(parseNetwork);
  // The narrowest network first: a rule for an address goes before one for its network.
  const rules = config.quotas.filter((rule) => rule[bucket] !== null)
    .map((rule) => ({ limit: rule[bucket]!, network: parseNetwork(rule.network) }))
    .sort((a, b) => b.network[1] - a.network[1]);
  const usual = { rest: config.restLimit, mcp: config.mcpLimit }[bucket];
  const known = new Map<string, Counted | null>();

  function makeClient(peer: string, forwardedFor: string | null): Counted | null {
    const address = findClient(peer, { forwardedFor, trusted });
    const rule = address && rules.find((one) => isWithin(address, one.network));
    const limit = rule ? rule.limit : usual;
    const name = address ? toQuotaName(address) : "none";
    return limit === 0 ? null : { bucket, limit, name: `${bucket} ${name} ${limit}` };
  }

  return (req, info) => {
    const { remoteAddr } = info; // made anew each time it is read
    const peer = "hostname" in remoteAddr ? remoteAddr.hostname : "";
    const forwardedFor = trusted.length === 0 ? null : req.headers.get("x-forwarded-for");
    const key = forwardedFor === null ? peer : `${peer} ${forwardedFor}`;
    let client = known.get(key);
    if (client === undefined) {
      client = makeClient(peer, forwardedFor);
      if (known.size >= MAX_KNOWN) known.clear();
      if (key.length <= MAX_KEY_LENGTH) known.set(key, client);
    }
    return client;
  };
}

/** The quota of a process: one object for REST and MCP, each with its own bucket. */
export function createQuota(options: QuotaOptions): Quota {
  const clientOf = { rest: createClients("rest", options.config), mcp: createClients("mcp", options.config) };
  let windows = new QuotaWindows(options);
  const refusals = { rest: 0, mcp: 0 };
  const note = (decision: Decision) => {
    if (!decision.isAllowed) refusals[decision.bucket]++;
    return decision;
  };
  return {
    refusals,
    take(bucket, req, info) {
      const counted = clientOf[bucket](req, info);
      if (!counted) return null;
      return andThen(windows.take(counted), note);
    },
    isShared: () => windows.isShared(),
    async use(kv) {
      const before = windows;
      windows = new QuotaWindows({ ...options, kv });
      await before.close();
    },
    close: () => windows.close(),
  };
}

/** The headers of a counted response: `X-RateLimit-*` and the standard twins; `Retry-After` too when it was refused. */
export function quotaHeaders(decision: Decision | null): HeaderRecord {
  if (!decision) return {};
  const { bucket, limit, remaining, resetAtMs, afterS } = decision;
  const headers: HeaderRecord = {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(resetAtMs / 1000)),
    "ratelimit-policy": `"${bucket}";q=${limit};w=${WINDOW_MS / 1000}`,
    "ratelimit": `"${bucket}";r=${remaining};t=${afterS}`,
    // these headers are one client's: a cache in front of the service must not hand them to others
    "cdn-cache-control": "no-store",
  };
  if (!decision.isAllowed) headers["retry-after"] = String(afterS);
  return headers;
}
