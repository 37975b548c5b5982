/** Keeps the windows of clients as this instance sees them, so that most requests need not ask the KV. @module */

import { hash } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Eventual } from "../shared/eventual.ts";
import type { Log } from "../platform/log.ts";
import { KvAlone } from "./kv_alone.ts";
import { KvGuard, whileLocked } from "./kv_guard.ts";
import { type Beginning, KvLeases, type Lease, type LeaseId, WINDOW_MS } from "./kv_leases.ts";

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
  /** Milliseconds of a clock that is never set; the process's unless given. */
  elapsed?: () => number;
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
  /** It was begun while this instance counted alone, and no entry of its own tells of it yet. */
  isBegun: boolean;
  /** Tokens that were used and could not be written down: they are part of the next lease. */
  owed: number;
  waiting: ((decision: Decision) => void)[];
  /** Someone is asking the KV for it; tokens are then not to be touched. */
  isBusy: boolean;
  isRecalled: boolean;
};

const MAX_WINDOWS = 200_000;
const SWEEP_EVERY_MS = 10_000;
const KEY = ["quota_key"];

/** Takes tokens that this instance holds where there are some, and leases more where there are not. */
export class QuotaWindows {
  readonly #windows = new Map<string, Window>();
  readonly #leases: KvLeases | null = null;
  readonly #guard: KvGuard | null = null;
  /** Null where other instances are likely: on Deno Deploy and in fleets. */
  readonly #alone: KvAlone | null = null;
  /** Hashed with names; null before it was read. */
  #key: string | null = null;
  #sweptAtMs = 0;

  /** Without KV everything is counted here. */
  constructor(private readonly options: QuotaOptions) {
    const { kv, clock, log, config } = options;
    if (!kv) return;
    this.#guard = new KvGuard(kv, log);
    const canWatch = config.deploy || config.kvUrl !== null; // a local file announces nothing
    const leases = new KvLeases(kv, { clock, onRecall: (id) => this.#onRecall(id), canWatch });
    this.#leases = leases;
    const elapsed = options.elapsed ?? (() => performance.now());
    const { self: holder } = leases;
    if (!canWatch) this.#alone = new KvAlone(kv, { guard: this.#guard, holder, windowMs: WINDOW_MS, elapsed });
  }

  /** Whether other instances count with this one. */
  isShared(): boolean {
    return this.#guard?.isOpen ?? false;
  }

  /** Counts a request of a client. */
  take(client: Counted): Eventual<Decision> {
    const nowMs = this.options.clock().getTime();
    const window = this.#windows.get(client.name) ?? this.#open(client, nowMs);
    if (!window.isBusy) {
      if (nowMs >= window.endMs && this.#alone?.isAlone) this.#begin(window, nowMs);
      const decision = nowMs < window.endMs ? decide(window, nowMs) : null;
      if (decision) return decision;
    }
    return new Promise((resolve) => {
      window.waiting.push(resolve);
      if (window.isBusy) void this.#alone?.flush();
      else void this.#serve(window);
    });
  }

  /** Gives back unused tokens and stops listening. */
  async close(): Promise<void> {
    await this.#alone?.flush();
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
      isBegun: false,
      owed: 0,
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
    if (isFull) this.#alone?.forget();
    for (const [name, window] of this.#windows) {
      if (window.isBusy || (window.endMs > nowMs && !isFull)) continue;
      this.#windows.delete(name);
    }
  }

  /**
   * Nobody else counts, so nothing of a window that begins here was used anywhere: one request is answered at once. The
   * others wait until the lease is written down, and if that fails the one is part of the next lease.
   */
  #begin(window: Window, startMs: number): void {
    if (!this.#key) return; // read with the first lease
    const id = this.#identify(window, this.#key);
    const lease = this.#leases!.begin(window.limit, startMs);
    hold(window, { ...lease, granted: 1, free: window.limit - 1 });
    window.isBusy = true;
    const onDone = (isWritten: boolean) => {
      window.isBegun = isWritten;
      if (isWritten) hold(window, { ...lease, granted: lease.granted - 1 });
      else window.owed = 1;
      void this.#serve(window);
    };
    this.#alone!.begin({ id, limit: window.limit, startMs, onDone });
  }

  /** Answers all who wait for a window, lease after lease. */
  async #serve(window: Window): Promise<void> {
    window.isBusy = true;
    while (window.waiting.length > 0 || window.owed > 0) {
      const nowMs = this.options.clock().getTime();
      const decision = nowMs < window.endMs && window.owed === 0 ? decide(window, nowMs) : null;
      if (decision) window.waiting.shift()?.(decision);
      else await this.#refill(window, nowMs);
    }
    window.isBusy = false;
    if (window.isRecalled) await this.#giveBack(window);
  }

  /** A lease from the KV, or, while that is away, the rest of the window all for this instance. */
  async #refill(window: Window, nowMs: number): Promise<void> {
    await this.#alone?.flush();
    const { owed } = window;
    const demand = window.waiting.length + owed;
    const lease = await this.#lease(window, demand);
    window.owed = 0;
    if (lease) {
      hold(window, lease);
      window.isLast = lease.granted < demand;
      window.tokens = Math.max(0, lease.granted - owed);
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
    const giveBack = ({ granted, endMs }: Lease) =>
      leases.giveBack(window.id, { unused: granted, endMs, beginning: null });
    return this.#guard.run(async () => {
      this.#key ??= await readKey(this.options.kv!);
      await this.#alone?.note();
      const isNew = window.id[1] === "";
      const id = this.#identify(window, this.#key);
      const lease = await leases.lease(id, {
        limit: window.limit,
        demand,
        isNew,
        beginning: this.#beginningOf(window),
      });
      window.isBegun = false;
      return lease;
    }, giveBack);
  }

  /** How a window began of which no entry may tell: by a request here, or by one that another process answered. */
  #beginningOf({ id, limit, endMs, isBegun }: Window): Beginning | null {
    if (!isBegun) return this.#alone?.find(id) ?? null;
    return { limit, startMs: endMs - WINDOW_MS, holder: this.#leases!.self };
  }

  /** The id of a client in the KV: a hash under a key that only this service's KV holds, so addresses cannot be read back. */
  #identify(window: Window, key: string): LeaseId {
    if (window.id[1] === "") {
      // the key is secret, of one length, and goes first, so it serves as well as an HMAC, at a tenth of the time
      window.id = [window.id[0], hash("sha256", key + window.name, "hex").slice(0, 22)];
    }
    return window.id;
  }

  #onRecall(id: LeaseId): void {
    // looked for and not indexed: one client in thousands is recalled, once in a window at most
    const window = this.#windows.values().find((one) => one.id[1] === id[1] && one.id[0] === id[0]);
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
    const beginning = this.#beginningOf(window);
    const work = () => this.#leases!.giveBack(window.id, { unused, endMs, beginning }).then(() => true);
    if (await this.#guard!.run(work)) window.isBegun = false;
    window.isBusy = false;
    if (window.waiting.length > 0) await this.#serve(window);
  }
}

/** A window as it is with a new lease. */
function hold(window: Window, lease: Lease): void {
  window.tokens = lease.granted;
  window.free = lease.free;
  window.endMs = lease.endMs;
  window.isLast = false;
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

async function readKey(kv: Deno.Kv): Promise<string> {
  for (;;) {
    const { value } = await whileLocked(() => kv.get<Uint8Array>(KEY));
    if (value) return value.toHex();
    const made = crypto.getRandomValues(new Uint8Array(32));
    await whileLocked(() => kv.atomic().check({ key: KEY, versionstamp: null }).set(KEY, made).commit());
  }
}
