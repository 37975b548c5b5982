/**
 * Counts the requests of clients per minute, decides about requests, and shares the counts through
 * Deno KV.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import {
  type Bucket,
  type Client,
  createClients,
  type LimitSettings,
  type PeerInfo,
} from "../address.ts";
import type { HeaderRecord } from "../headers.ts";
import { QuotaKeys } from "./quota_keys.ts";
import { isRunning, MAX_WINDOWS, toMinute, WINDOW_MS, Windows } from "./windows.ts";

/** The dependencies of a quota. If `openKv` is null, each process counts separately. */
export type QuotaOptions = {
  config: LimitSettings;
  openKv: (() => Promise<Deno.Kv>) | null;
  /**
   * Reads the secret of the hashes, which all instances that share the KV have and the KV does not.
   */
  readSecret: () => Promise<string>;
  clock: Clock;
  log: Log;
};

/** The decision about a counted request. */
export type Decision = {
  client: Client;
  limit: number;
  isAllowed: boolean;
  /**
   * Requests left in the window after this one. With several instances, as far as this one has read
   * their counts.
   */
  remaining: number;
  /** End of the window. */
  resetAtMs: number;
  /** Whole seconds until the end of the window, rounded up, at least 1. */
  afterS: number;
};

// A window takes 24 bytes, and a KV value may have 64 KiB.
const MAX_ENTRY = 2_500;
const EXPIRY = { expireIn: 2 * WINDOW_MS };
/** SQLite rejects requests while another process writes, so a single failure means nothing. */
const MAX_FAILURES = 4;
const NOT_SHARED = "Quota counters are not shared: the KV does not answer; counting locally";
const LOG = "quota_counts";
const LAST = "quota_last";

/**
 * The quota of a process, for all buckets. Each instance appends its counts to its own log
 * (`["quota_counts", instance, number]`, with the latest number at `["quota_last", instance]`) and
 * reads the others' logs, so no two instances write to the same key.
 */
export class Quota {
  readonly refusals: Record<Bucket, number> = { rest: 0, mcp: 0, page: 0 };
  readonly #clients;
  readonly #windows = new Windows();
  /** Places of windows that may have counts that the KV does not have yet. */
  readonly #unsent = new Set<number>();
  /** Counts of other instances by the client's hash. */
  readonly #others = new LRUCache<number, { startMs: number; count: number }>({ max: MAX_WINDOWS });
  readonly #self = crypto.randomUUID();
  /** Number of the last read entry of each other instance. */
  #read = new Map<string, number>();
  #kv: Deno.Kv | null = null;
  /**
   * The entry that is being written, with three numbers per window: hash, start, count. Retried
   * until it is stored, so that it counts once.
   */
  #entry: Float64Array | null = null;
  #number = 0;
  #keys: QuotaKeys | null = null;
  readonly #timer = setInterval(() => this.#tick(), 1_000);
  #syncing: Promise<void> | null = null;
  /** Ticks of the timer since the KV last responded. */
  #failures = 0;
  #error: unknown = "no answer";

  constructor(private readonly options: QuotaOptions) {
    this.#clients = createClients(options.config);
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  /** Whether other instances share their counts with this one at the moment. */
  get isShared(): boolean {
    return this.options.openKv !== null && this.#failures < MAX_FAILURES;
  }

  /** Counts one request, unless it exceeds the limit. Returns null if its client has no limit. */
  take(bucket: Bucket, req: Request, info: PeerInfo): Decision | null {
    const client = this.#clients[bucket](req, info);
    if (!client) return null;
    const decision = {
      client,
      isAllowed: false,
      limit: client.limit,
      remaining: 0,
      resetAtMs: 0,
      afterS: 0,
    };
    this.#use(decision, 1);
    return decision;
  }

  /**
   * Charges a counted request as `cost` requests, at most a whole window. Returns false, and the
   * request is rejected, if fewer are left.
   */
  charge(decision: Decision | null, cost: number): boolean {
    if (!decision || cost <= 1) return true;
    return this.#use(decision, Math.min(cost, decision.limit) - 1);
  }

  #use(decision: Decision, cost: number): boolean {
    const { client, limit } = decision;
    const { startMs, count, unsent } = this.#windows;
    const nowMs = this.options.clock().getTime();
    const place = this.#windows.find(client, nowMs);
    const left = limit - count[place]! - this.#countOthers(place, nowMs);
    decision.isAllowed = cost <= left;
    if (decision.isAllowed) {
      if (this.options.openKv && unsent[place] === 0) this.#unsent.add(place);
      count[place]! += cost;
      unsent[place]! += cost;
    } else this.refusals[client.bucket]++;
    decision.remaining = Math.max(0, decision.isAllowed ? left - cost : left);
    decision.resetAtMs = startMs[place]! + WINDOW_MS;
    decision.afterS = Math.max(1, Math.ceil((decision.resetAtMs - nowMs) / 1000));
    return decision.isAllowed;
  }

  /**
   * Returns what other instances counted for a place's client. The window starts with the earliest
   * of all instances.
   */
  #countOthers(place: number, nowMs: number): number {
    if (this.#others.size === 0) return 0;
    const { id, idBefore, startMs, minute } = this.#windows;
    if (minute[place] !== toMinute(nowMs)) {
      this.#windows.identify([place], this.#keys!, toMinute(nowMs));
    }
    let count = 0;
    for (const hash of [id[place]!, idBefore[place]!]) {
      const others = this.#others.get(hash);
      if (!others || !isRunning(others.startMs, nowMs)) continue;
      startMs[place] = Math.min(startMs[place]!, others.startMs);
      count += others.count;
    }
    return count;
  }

  /**
   * Shares this instance's counts and reads those of the others. A timer calls it once a second.
   * Never throws.
   */
  sync(): Promise<void> {
    return this.#syncing ??= this.#trySync().finally(() => this.#syncing = null);
  }

  /** Shares the last counts, within two seconds, and closes the KV. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const last = Promise.resolve(this.#syncing).then(() => this.sync());
    await Promise.race([last, delay(2_000, undefined, { ref: false })]);
    this.#kv?.close();
  }

  /**
   * Starts the next sync, and logs once if the KV has been failing or silent for several seconds.
   */
  #tick(): void {
    if (this.#unsent.size === 0 && !this.#entry && !this.#syncing) return;
    this.#forgetEnded();
    if (++this.#failures === MAX_FAILURES) {
      this.options.log.warn(NOT_SHARED, { error: this.#error });
    }
    void this.sync();
  }

  #forgetEnded(): void {
    const nowMs = this.options.clock().getTime();
    for (const place of this.#unsent) {
      if (!isRunning(this.#windows.startMs[place]!, nowMs)) this.#unsent.delete(place);
    }
  }

  async #trySync(): Promise<void> {
    if (!this.options.openKv) return;
    try {
      const kv = this.#kv ??= await this.options.openKv();
      this.#keys ??= new QuotaKeys(await this.options.readSecret());
      await this.#readOthers(kv);
      for (let left = this.#unsent.size; left > 0 || this.#entry; left -= MAX_ENTRY) {
        await this.#send(kv);
      }
      if (!this.isShared) this.options.log.info("Quota counters are shared again");
      this.#failures = 0;
    } catch (error) {
      this.#error = error;
    }
  }

  async #readOthers(kv: Deno.Kv): Promise<void> {
    const read = new Map<string, number>();
    const entries: Float64Array[] = [];
    for await (const { key: [, name], value: last } of kv.list<number>({ prefix: [LAST] })) {
      const instance = String(name);
      if (instance === this.#self) continue;
      const from = this.#read.get(instance) ?? 0;
      read.set(instance, last);
      const range = { start: [LOG, instance, from + 1], end: [LOG, instance, last + 1] };
      if (last > from) {
        for await (const { value } of kv.list<Float64Array>(range)) entries.push(value);
      }
    }
    this.#read = read;
    for (const entry of entries) this.#addOthers(entry);
  }

  #addOthers(counts: Float64Array): void {
    const nowMs = this.options.clock().getTime();
    for (let at = 0; at < counts.length; at += 3) {
      const [id = 0, startMs = 0, count = 0] = counts.subarray(at, at + 3);
      if (!isRunning(startMs, nowMs)) continue;
      const before = this.#others.get(id);
      if (before && isRunning(before.startMs, nowMs)) {
        before.startMs = Math.min(before.startMs, startMs);
        before.count += count;
      } else this.#others.set(id, { startMs, count });
    }
  }

  /** Takes the counts of unsent windows as the next entry. */
  #takeEntry(): Float64Array {
    const { id, startMs, unsent } = this.#windows;
    const places = this.#unsent.values().take(MAX_ENTRY).toArray();
    this.#windows.identify(places, this.#keys!, toMinute(this.options.clock().getTime()));
    const entry = new Float64Array(3 * places.length);
    for (const [at, place] of places.entries()) {
      entry.set([id[place]!, startMs[place]!, unsent[place]!], 3 * at);
      unsent[place] = 0;
      this.#unsent.delete(place);
    }
    return entry;
  }

  async #send(kv: Deno.Kv): Promise<void> {
    this.#entry ??= this.#takeEntry();
    const number = this.#number + 1;
    const entry = kv.atomic().set([LOG, this.#self, number], this.#entry, EXPIRY);
    await entry.set([LAST, this.#self], number, EXPIRY).commit();
    this.#number = number;
    this.#entry = null;
  }
}

/**
 * Returns the headers of a counted response: `X-RateLimit-*` and their standard equivalents, with
 * `Retry-After` if it was rejected.
 */
export function quotaHeaders(
  { client, isAllowed, limit, remaining, resetAtMs, afterS }: Decision,
): HeaderRecord {
  const { bucket } = client;
  const headers: HeaderRecord = {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(resetAtMs / 1000)),
    "ratelimit-policy": `"${bucket}";q=${limit};w=${WINDOW_MS / 1000}`,
    "ratelimit": `"${bucket}";r=${remaining};t=${afterS}`,
    // These headers belong to one client: a cache in front of the service must not send them to
    // others.
    "cdn-cache-control": "no-store",
  };
  if (!isAllowed) headers["retry-after"] = String(afterS);
  return headers;
}
