/**
 * Counts what clients use of their minute, decides about requests by it, and shares the counts
 * through Deno KV.
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

/** The dependencies of a quota. `openKv` null: each process counts by itself. */
export type QuotaOptions = {
  config: LimitSettings;
  openKv: (() => Promise<Deno.Kv>) | null;
  /** Reads the secret of the hashes, which all instances over the KV have and the KV does not. */
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
   * Requests left in the window, this one already taken; with several instances, as far as this one
   * has read.
   */
  remaining: number;
  /** End of the window. */
  resetAtMs: number;
  /** Whole seconds until then, rounded up, at least 1. */
  afterS: number;
};

const WINDOW_MS = 60_000;
// a window takes 24 bytes, and a value of the KV may have 64 KiB
const MAX_ENTRY = 2_500;
const EXPIRY = { expireIn: 2 * WINDOW_MS };
/** SQLite refuses while another process writes, so a single failure means nothing. */
const MAX_FAILURES = 4;
const NOT_SHARED = "Quota counters are not shared: the KV does not answer; counting locally";
const LOG = "quota_counts";
const LAST = "quota_last";
const SETS = 32_768;
const WAYS = 8;

/**
 * The windows of all clients as numbers in arrays: objects that live for a minute cost more garbage
 * collection than counting.
 */
class Windows {
  /** A block of AES a place: the client's kind, its address in two numbers, and a zero. */
  readonly block = new Uint32Array(4 * SETS * WAYS);
  /** The minute of the client's hashes; 0: not made yet. */
  readonly minute = new Uint32Array(SETS * WAYS);
  /** The client's hash by the key of that minute. */
  readonly id = new Float64Array(SETS * WAYS);
  /**
   * The one by the key of the minute before, by which other instances may have sent counts of a
   * window that is running.
   */
  readonly idBefore = new Float64Array(SETS * WAYS);
  readonly startMs = new Float64Array(SETS * WAYS);
  readonly count = new Uint32Array(SETS * WAYS);
  /** Those of the counted requests that the KV does not have yet. */
  readonly unsent = new Uint32Array(SETS * WAYS);
  readonly #seed = crypto.getRandomValues(new Uint32Array(1))[0]!;

  /**
   * The place of a client's window, which starts now if none is running. Of eight that are taken,
   * the oldest is forgotten.
   */
  find({ kind, high, low }: Client, nowMs: number): number {
    const mixed = Math.imul(Math.imul(low ^ this.#seed, 0x9e3779b1) ^ high, 0x85ebca6b) ^ kind;
    const first = ((mixed ^ (mixed >>> 15)) & (SETS - 1)) * WAYS;
    let place = first;
    for (let at = first; at < first + WAYS; at++) {
      const isClient = this.block[4 * at + 2] === low && this.block[4 * at + 1] === high &&
        this.block[4 * at] === kind;
      if (isClient && isRunning(this.startMs[at]!, nowMs)) return at;
      if (this.startMs[at]! < this.startMs[place]!) place = at;
    }
    [this.block[4 * place], this.block[4 * place + 1], this.block[4 * place + 2]] = [
      kind,
      high,
      low,
    ];
    [this.minute[place], this.startMs[place], this.count[place], this.unsent[place]] = [
      0,
      nowMs,
      0,
      0,
    ];
    return place;
  }

  /** Fills in the hashes of places' clients by the keys of a minute and of the one before. */
  identify(places: readonly number[], keys: QuotaKeys, minute: number): void {
    const blocks = new Uint32Array(4 * places.length);
    for (let at = 0; at < blocks.length; at++) {
      blocks[at] = this.block[4 * places[at >> 2]! + (at & 3)]!;
    }
    const bytes = new Uint8Array(blocks.buffer);
    const ids = keys.hash(bytes, minute);
    const idsBefore = keys.hash(bytes, minute - 1);
    places.forEach((place, at) => {
      this.id[place] = ids[at]!;
      this.idBefore[place] = idsBefore[at]!;
      this.minute[place] = minute;
    });
  }
}

/**
 * The quota of a process, of all buckets. Each instance appends its counts to a log
 * (`["quota_counts", instance, number]`, the newest number at `["quota_last", instance]`) and reads
 * the others' logs, so that no two instances write to one key.
 */
export class Quota {
  readonly refusals: Record<Bucket, number> = { rest: 0, mcp: 0, page: 0 };
  readonly #clients;
  readonly #windows = new Windows();
  /** Places of windows that the KV does not have in full. */
  #unsent: number[] = [];
  /** Counts of other instances by the client's hash. */
  readonly #others = new LRUCache<number, { startMs: number; count: number }>({ max: SETS * WAYS });
  readonly #self = crypto.randomUUID();
  /** Number of the last entry read of each other instance. */
  #read = new Map<string, number>();
  #kv: Deno.Kv | null = null;
  /**
   * The entry being written, three numbers a window: hash, start, count. Repeated until it is
   * stored, so that it counts once.
   */
  #entry: Float64Array | null = null;
  #number = 0;
  #keys: QuotaKeys | null = null;
  readonly #timer = setInterval(() => this.#tick(), 1_000);
  #syncing: Promise<void> | null = null;
  /** Ticks of the timer since the KV last answered. */
  #failures = 0;
  #error: unknown = "no answer";

  constructor(private readonly options: QuotaOptions) {
    this.#clients = createClients(options.config);
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  /** Whether other instances count with this one at the moment. */
  get isShared(): boolean {
    return this.options.openKv !== null && this.#failures < MAX_FAILURES;
  }

  /**
   * Counts one request; null when there is no limit for its client. A refused one is not counted.
   */
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
   * Counts a taken request as `cost` requests, a window at most. When less is left, it is refused:
   * false is returned.
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
      if (this.options.openKv && unsent[place] === 0) this.#unsent.push(place);
      count[place]! += cost;
      unsent[place]! += cost;
    } else this.refusals[client.bucket]++;
    decision.remaining = Math.max(0, decision.isAllowed ? left - cost : left);
    decision.resetAtMs = startMs[place]! + WINDOW_MS;
    decision.afterS = Math.max(1, Math.ceil((decision.resetAtMs - nowMs) / 1000));
    return decision.isAllowed;
  }

  /**
   * Returns what other instances counted for a place's client; its window begins with the first of
   * all instances.
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
   * Shares this instance's counts and reads those of the others, which a timer does once a second.
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

  /** Notes a KV that has failed or been silent for several seconds. */
  #tick(): void {
    if (this.#unsent.length === 0 && !this.#entry && !this.#syncing) return;
    const nowMs = this.options.clock().getTime();
    this.#unsent = this.#unsent.filter((place) => isRunning(this.#windows.startMs[place]!, nowMs));
    if (++this.#failures === MAX_FAILURES) {
      this.options.log.warn(NOT_SHARED, { error: this.#error });
    }
    void this.sync();
  }

  async #trySync(): Promise<void> {
    if (!this.options.openKv) return;
    try {
      const kv = this.#kv ??= await this.options.openKv();
      this.#keys ??= new QuotaKeys(await this.options.readSecret());
      await this.#readOthers(kv);
      for (let left = this.#unsent.length; left > 0 || this.#entry; left -= MAX_ENTRY) {
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
      if (!before || !isRunning(before.startMs, nowMs)) this.#others.set(id, { startMs, count });
      else {Object.assign(before, {
          startMs: Math.min(before.startMs, startMs),
          count: before.count + count,
        });}
    }
  }

  async #send(kv: Deno.Kv): Promise<void> {
    const { id, startMs, unsent } = this.#windows;
    if (!this.#entry) {
      const places = this.#unsent.splice(-MAX_ENTRY);
      this.#windows.identify(places, this.#keys!, toMinute(this.options.clock().getTime()));
      this.#entry = new Float64Array(3 * places.length);
      places.forEach((place, at) =>
        this.#entry!.set([id[place]!, startMs[place]!, unsent[place]!], 3 * at)
      );
      for (const place of places) unsent[place] = 0;
    }
    const number = this.#number + 1;
    const entry = kv.atomic().set([LOG, this.#self, number], this.#entry, EXPIRY);
    await entry.set([LAST, this.#self], number, EXPIRY).commit();
    [this.#number, this.#entry] = [number, null];
  }
}

function toMinute(ms: number): number {
  return Math.floor(ms / 60_000);
}

/**
 * False also for a window that starts a minute ahead: it was counted by a clock that has been set
 * back.
 */
function isRunning(startMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - startMs) < WINDOW_MS;
}

/**
 * The headers of a counted response: `X-RateLimit-*` and the standard twins; `Retry-After` too when
 * it was refused.
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
    // these headers are one client's: a cache in front of the service must not hand them to others
    "cdn-cache-control": "no-store",
  };
  if (!isAllowed) headers["retry-after"] = String(afterS);
  return headers;
}
