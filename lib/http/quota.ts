/** Counts requests a minute and client, and makes the headers that show the count. @module */

import { findClient, isWithin, parseNetwork, toQuotaName } from "./address.ts";
import type { HeaderRecord } from "./headers.ts";
import { WINDOW_MS } from "./kv_leases.ts";
import { type Bucket, type Counted, type Decision, type QuotaOptions, QuotaWindows } from "./quota_windows.ts";

/** Where a request comes from, as Deno.serve has it. */
export type PeerInfo = { remoteAddr: Deno.Addr };

/** Counts requests. */
export type Quota = {
  /** Counts one request; null when there is no limit for its client. Never throws: without KV it counts locally. */
  take(bucket: Bucket, req: Request, info: PeerInfo): Decision | null | Promise<Decision | null>;
  /** How many requests were refused. */
  readonly refusals: Readonly<Record<Bucket, number>>;
  /** Whether the counters are shared with other instances at the moment. */
  isShared(): boolean;
  /** Counts in another KV from now on (null: locally), after unused tokens were given back to the one before. */
  use(kv: Deno.Kv | null): Promise<void>;
  /** Gives unused tokens back, so that a restart does not cost the clients any. */
  close(): Promise<void>;
};

/** What a client is counted by in each bucket; null where it has no limit. */
type Client = Record<Bucket, Counted | null>;

/** Clients remembered by where their requests came from: some 10 MB at most, and cheap to make again. */
const MAX_KNOWN = 20_000;
/** Longer lists of hops are no proxy's, and are read anew each time. */
const MAX_KEY_LENGTH = 200;

/** Finds the client of a request by its address, and what it may do. */
function createClients(config: QuotaOptions["config"]): (req: Request, info: PeerInfo) => Client {
  const trusted = config.trustedProxies.map(parseNetwork);
  // The narrowest network first: a rule for an address goes before one for its network.
  const rules = config.quotas.map((rule) => ({ ...rule, network: parseNetwork(rule.network) }))
    .sort((a, b) => b.network[1] - a.network[1]);
  const known = new Map<string, Client>();

  function makeClient(peer: string, forwardedFor: string | null): Client {
    const address = findClient(peer, { forwardedFor, trusted });
    const limits = { rest: config.restLimit, mcp: config.mcpLimit };
    for (const bucket of ["rest", "mcp"] as const) {
      const rule = address && rules.find((one) => one[bucket] !== null && isWithin(address, one.network));
      if (rule) limits[bucket] = rule[bucket]!;
    }
    const name = address ? toQuotaName(address) : "none";
    const count = (bucket: Bucket, limit = limits[bucket]) =>
      limit === 0 ? null : { bucket, limit, name: `${bucket} ${name} ${limit}` };
    return { rest: count("rest"), mcp: count("mcp") };
  }

  return (req, info) => {
    const { remoteAddr } = info; // made anew each time it is read
    const peer = "hostname" in remoteAddr ? remoteAddr.hostname : "";
    const forwardedFor = trusted.length === 0 ? null : req.headers.get("x-forwarded-for");
    const key = forwardedFor === null ? peer : `${peer} ${forwardedFor}`;
    let client = known.get(key);
    if (!client) {
      client = makeClient(peer, forwardedFor);
      if (known.size >= MAX_KNOWN) known.clear();
      if (key.length <= MAX_KEY_LENGTH) known.set(key, client);
    }
    return client;
  };
}

/** The quota of a process: one object for REST and MCP, each with its own bucket. */
export function createQuota(options: QuotaOptions): Quota {
  const clientOf = createClients(options.config);
  let windows = new QuotaWindows(options);
  const refusals = { rest: 0, mcp: 0 };
  const note = (decision: Decision) => {
    if (!decision.isAllowed) refusals[decision.bucket]++;
    return decision;
  };
  return {
    refusals,
    take(bucket, req, info) {
      const counted = clientOf(req, info)[bucket];
      if (!counted) return null;
      const taken = windows.take(counted);
      return taken instanceof Promise ? taken.then(note) : note(taken);
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
