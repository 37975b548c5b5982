/** Keeps the windows of clients as this instance sees them, so that most requests need not ask the KV. @module */

import { createHash } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import { KvGuard, whileLocked } from "./kv_guard.ts";
import { KvLeases, type Lease, type LeaseId, WINDOW_MS } from "./kv_leases.ts";

/** What is counted apart: the REST API and the MCP endpoint. */
export type Bucket = "rest" | "mcp";

/** What becomes of a counted request. */
export type Decision = {
  bucket: Bucket;
  isAllowed: boolean;
  limit: number;
  /** Requests left in the window, this one already taken. With several instances: at least so many. */
  remaining: number;
  /** End of the window. */
  resetAtMs: number;
  /** Whole seconds until then, rounded up, at least 1. */
  afterS: number;
};

/** Whose requests are counted together. */
export type Counted = {
  bucket: Bucket;
  limit: number;
  /** With the limit: an address with a quota of its own in a network that counts as one is another client. */
  name: string;
};

/** What a quota is made from. `kv` null: counts locally. */
export type QuotaOptions = {
  config: Pick<Config, "restLimit" | "mcpLimit" | "trustedProxies" | "quotas" | "deploy" | "kvUrl">;
  kv: Deno.Kv | null;
  clock: Clock;
  log: Log;
};

/** One client's window. */
type Window = {
  id: LeaseId;
  /** What is hashed into the id. */
  name: string;
  limit: number;
  endMs: number;
  /** Tokens that this instance holds. */
  tokens: number;
  /** Tokens beyond those, when last seen. */
  free: number;
  /** No more tokens can be had in this window. */
  isLast: boolean;
  waiting: ((decision: Decision) => void)[];
  /** Someone is asking the KV for it; tokens are then not to be touched. */
  isBusy: boolean;
  isRecalled: boolean;
};

const MAX_WINDOWS = 100_000;
const SWEEP_EVERY_MS = 10_000;
const KEY = ["quota_key"];

/** Takes tokens that this instance holds where there are some, and leases more where there are not. */
export class QuotaWindows {
  readonly #windows = new Map<string, Window>();
  readonly #byLease = new Map<string, Window>();
  readonly #leases: KvLeases | null = null;
  readonly #guard: KvGuard | null = null;
  #key: Promise<Uint8Array> | null = null;
  #sweptAtMs = 0;

  /** Without KV everything is counted here. */
  constructor(private readonly options: QuotaOptions) {
    const { kv, clock, log, config } = options;
    if (!kv) return;
    this.#guard = new KvGuard(kv, log);
    const canWatch = config.deploy || config.kvUrl !== null; // a local file announces nothing
    this.#leases = new KvLeases(kv, { clock, onRecall: (id) => this.#onRecall(id), canWatch });
  }

  /** Whether other instances count with this one. */
  isShared(): boolean {
    return this.#guard?.isOpen ?? false;
  }

  /** Counts a request of a client. */
  take(client: Counted): Decision | Promise<Decision> {
    const nowMs = this.options.clock().getTime();
    const window = this.#windows.get(client.name) ?? this.#open(client, nowMs);
    if (!window.isBusy && nowMs < window.endMs) {
      const decision = decide(window, nowMs);
      if (decision) return decision;
    }
    return new Promise((resolve) => {
      window.waiting.push(resolve);
      if (!window.isBusy) void this.#serve(window);
    });
  }

  /** Gives back unused tokens and stops listening. */
  async close(): Promise<void> {
    const nowMs = this.options.clock().getTime();
    const held = [...this.#windows.values()].filter(({ tokens, endMs, isBusy }) =>
      tokens > 0 && nowMs < endMs && !isBusy
    );
    await Promise.all(held.map((window) => this.#giveBack(window)));
    this.#guard?.close();
    await this.#leases?.close();
  }

  #open({ bucket, limit, name }: Counted, nowMs: number): Window {
    if (nowMs - this.#sweptAtMs > SWEEP_EVERY_MS || this.#windows.size >= MAX_WINDOWS) this.#sweep(nowMs);
    const state = {
      endMs: -Infinity,
      tokens: 0,
      free: 0,
      isLast: false,
      waiting: [],
      isBusy: false,
      isRecalled: false,
    };
    const window: Window = { id: [bucket, ""], name, limit, ...state };
    this.#windows.set(name, window);
    return window;
  }

  /** Forgets windows that are over, and all that can be when there are too many. */
  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    const isFull = this.#windows.size >= MAX_WINDOWS;
    for (const [name, window] of this.#windows) {
      if (window.isBusy || (window.endMs > nowMs && !isFull)) continue;
      this.#windows.delete(name);
      this.#byLease.delete(window.id.join(" "));
    }
  }

  /** Answers all who wait for a window, lease after lease. */
  async #serve(window: Window): Promise<void> {
    window.isBusy = true;
    while (window.waiting.length > 0) {
      const nowMs = this.options.clock().getTime();
      const decision = nowMs < window.endMs ? decide(window, nowMs) : null;
      if (decision) window.waiting.shift()!(decision);
      else await this.#refill(window, nowMs);
    }
    window.isBusy = false;
    if (window.isRecalled) await this.#giveBack(window);
  }

  /** A lease from the KV, or, while that is away, the rest of the window all for this instance. */
  async #refill(window: Window, nowMs: number): Promise<void> {
    const demand = window.waiting.length;
    const lease = await this.#lease(window, demand);
    if (lease) {
      window.isLast = lease.granted < demand;
      window.tokens = lease.granted;
      window.free = lease.free;
      window.endMs = lease.endMs;
      return;
    }
    const isRunning = nowMs < window.endMs;
    window.tokens = isRunning ? window.free : window.limit;
    window.free = 0;
    window.isLast = true;
    if (!isRunning) window.endMs = nowMs + WINDOW_MS;
  }

  #lease(window: Window, demand: number): Promise<Lease | null> | null {
    const leases = this.#leases;
    if (!leases || !this.#guard) return null;
    const giveBack = (lease: Lease) => leases.giveBack(window.id, { unused: lease.granted, endMs: lease.endMs });
    return this.#guard.run(async () => {
      const isNew = window.id[1] === "";
      if (isNew) {
        window.id = [window.id[0], await this.#hash(window.name)];
        this.#byLease.set(window.id.join(" "), window);
      }
      return await leases.lease(window.id, { limit: window.limit, demand, isNew });
    }, giveBack);
  }

  /** A hash under a key that only this service's KV holds: addresses cannot be read back from it. */
  async #hash(name: string): Promise<string> {
    this.#key ??= readKey(this.options.kv!);
    try {
      // the key is secret, of one length, and goes first, so it serves as well as an HMAC, at a third of the time
      return createHash("sha256").update(await this.#key).update(name).digest("base64url").slice(0, 22);
    } catch (error) {
      this.#key = null; // read again the next time
      throw error;
    }
  }

  #onRecall(id: LeaseId): void {
    const window = this.#byLease.get(id.join(" "));
    if (!window) return;
    if (window.isBusy) window.isRecalled = true;
    else void this.#giveBack(window);
  }

  async #giveBack(window: Window): Promise<void> {
    window.isRecalled = false;
    if (!this.isShared()) return;
    const { tokens: unused, endMs } = window;
    window.isBusy = true;
    // Out of reach of requests before they go into the KV, and not back if that fails: never in both places.
    window.tokens = 0;
    await this.#guard!.run(() => this.#leases!.giveBack(window.id, { unused, endMs }));
    window.isBusy = false;
    if (window.waiting.length > 0) await this.#serve(window);
  }
}

/** Takes a token that is held, or refuses when no more can be had; null when more must be leased. */
function decide(window: Window, nowMs: number): Decision | null {
  if (window.tokens === 0 && !window.isLast) return null;
  const isAllowed = window.tokens > 0;
  if (isAllowed) window.tokens -= 1;
  return {
    bucket: window.id[0] as Bucket,
    isAllowed,
    limit: window.limit,
    remaining: window.tokens + window.free,
    resetAtMs: window.endMs,
    afterS: Math.max(1, Math.ceil((window.endMs - nowMs) / 1000)),
  };
}

async function readKey(kv: Deno.Kv): Promise<Uint8Array> {
  for (;;) {
    const { value } = await whileLocked(() => kv.get<Uint8Array>(KEY));
    if (value) return value;
    const made = crypto.getRandomValues(new Uint8Array(32));
    await whileLocked(() => kv.atomic().check({ key: KEY, versionstamp: null }).set(KEY, made).commit());
  }
}
