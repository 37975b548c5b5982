/** Counts what clients used of their minute, and shares the counts with other instances through Deno KV once a second. @module */

import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { LimitSettings } from "./address.ts";

/** Length of a window, milliseconds. */
export const WINDOW_MS = 60_000;

/** What one client used of its minute: requests counted here, those of them that the KV does not have yet, and other instances'. */
export type Window = { startMs: number; own: number; unsent: number; others: number; name: string; id: string | null };

/** What counts are made from. `openKv` null: each process counts by itself. */
export type CountParts = { config: LimitSettings; openKv: (() => Promise<Deno.Kv>) | null; clock: Clock; log: Log };

/** What an instance counted since its last entry, by the keyed hash of the client. */
type Entry = [id: string, startMs: number, count: number][];

const MAX_WINDOWS = 200_000;
const SYNC_EVERY_MS = 1_000;
/** Some 40 bytes each, of the 64 KiB that a value may have. */
const MAX_ENTRY = 1_000;
const EXPIRY = { expireIn: 2 * WINDOW_MS };
/** SQLite refuses while another process writes, so a single failure means nothing. */
const MAX_FAILURES = 4;
const CLOSE_MS = 2_000;
const [KEY, LOG, LAST] = ["quota_key", "quota", "quota_last"];

/**
 * The windows of a process. Each instance appends what it counted to a log of its own (`["quota", instance, number]`, the newest
 * number at `["quota_last", instance]`) and reads what the others appended, so that no two instances write to one key.
 */
export class QuotaCounts {
  readonly #windows = new LRUCache<string, Window>({ max: MAX_WINDOWS });
  /** What other instances counted, by the client's hash. */
  readonly #others = new LRUCache<string, { startMs: number; count: number }>({ max: MAX_WINDOWS });
  readonly #self = crypto.randomUUID();
  /** Number of the last entry read of each other instance. */
  #read = new Map<string, number>();
  #unsent: Window[] = [];
  #kv: Deno.Kv | null = null;
  /** Being written: tried again unchanged until that has succeeded, so that it counts once. */
  #entry: Entry | null = null;
  #number = 0;
  #key = "";
  readonly #timer = setInterval(() => this.#tick(), SYNC_EVERY_MS);
  #syncing: Promise<void> | null = null;
  /** Seconds since the KV last answered. */
  #failures = 0;
  #error: unknown = "no answer";

  constructor(protected readonly parts: CountParts) {
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  /** Whether other instances count with this one at the moment. */
  get isShared(): boolean {
    return this.parts.openKv !== null && this.#failures < MAX_FAILURES;
  }

  /** The running window of a client, which begins now if there is none. */
  protected find(name: string, nowMs: number): Window {
    let window = this.#windows.get(name);
    if (!window || !isRunning(window, nowMs)) {
      window = { startMs: nowMs, own: 0, unsent: 0, others: 0, name, id: null };
      this.#windows.set(name, window);
    }
    if (this.#others.size === 0) return window;
    const others = this.#others.get(window.id ??= toId(this.#key, name));
    if (others && isRunning(others, nowMs)) {
      window.startMs = Math.min(window.startMs, others.startMs);
      window.others = others.count;
    }
    return window;
  }

  /** Counts requests in a window. */
  protected use(window: Window, count: number): void {
    window.own += count;
    if (!this.parts.openKv) return;
    if (window.unsent === 0) this.#unsent.push(window);
    window.unsent += count;
  }

  /** Shares what was counted and reads what others counted, which happens by itself once a second. Never throws. */
  sync(): Promise<void> {
    return this.#syncing ??= this.#trySync().finally(() => this.#syncing = null);
  }

  /** Shares the last counts, within two seconds, and closes the KV. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const last = Promise.resolve(this.#syncing).then(() => this.sync());
    await Promise.race([last, delay(CLOSE_MS, undefined, { ref: false })]);
    this.#kv?.close();
  }

  /** Notes a KV that has failed or been silent for several seconds. */
  #tick(): void {
    if (this.#unsent.length === 0 && !this.#entry && !this.#syncing) return;
    const nowMs = this.parts.clock().getTime();
    this.#unsent = this.#unsent.filter((window) => isRunning(window, nowMs));
    if (++this.#failures === MAX_FAILURES) {
      const message = "Quota counters are not shared: the KV does not answer; counting locally";
      this.parts.log.warn(message, { error: this.#error });
    }
    void this.sync();
  }

  async #trySync(): Promise<void> {
    if (!this.parts.openKv) return;
    try {
      const kv = this.#kv ??= await this.parts.openKv();
      this.#key ||= await readKey(kv);
      await this.#readOthers(kv);
      for (let left = this.#unsent.length; left > 0 || this.#entry; left -= MAX_ENTRY) await this.#send(kv);
      if (!this.isShared) this.parts.log.info("Quota counters are shared again");
      this.#failures = 0;
    } catch (error) {
      this.#error = error;
    }
  }

  async #readOthers(kv: Deno.Kv): Promise<void> {
    const read = new Map<string, number>();
    const entries: Entry[] = [];
    for await (const { key: [, name], value: last } of kv.list<number>({ prefix: [LAST] })) {
      const instance = String(name);
      if (instance === this.#self) continue;
      const from = this.#read.get(instance) ?? 0;
      read.set(instance, last);
      const range = { start: [LOG, instance, from + 1], end: [LOG, instance, last + 1] };
      if (last > from) { for await (const { value } of kv.list<Entry>(range)) entries.push(value); }
    }
    this.#read = read;
    const nowMs = this.parts.clock().getTime();
    for (const [id, startMs, count] of entries.flat().filter(([, startMs]) => isRunning({ startMs }, nowMs))) {
      const before = this.#others.get(id);
      if (!before || !isRunning(before, nowMs)) this.#others.set(id, { startMs, count });
      else Object.assign(before, { startMs: Math.min(before.startMs, startMs), count: before.count + count });
    }
  }

  async #send(kv: Deno.Kv): Promise<void> {
    this.#entry ??= this.#unsent.splice(-MAX_ENTRY).map((window) => {
      const { id, name, startMs, unsent } = window;
      window.unsent = 0;
      return [id ?? toId(this.#key, name), startMs, unsent];
    });
    const number = this.#number + 1;
    await kv.atomic().set([LOG, this.#self, number], this.#entry, EXPIRY).set([LAST, this.#self], number, EXPIRY)
      .commit();
    [this.#number, this.#entry] = [number, null];
  }
}

/** The key of the hashes, made by the first instance. */
async function readKey(kv: Deno.Kv): Promise<string> {
  await kv.atomic().check({ key: [KEY], versionstamp: null })
    .set([KEY], crypto.getRandomValues(new Uint8Array(32))).commit();
  return (await kv.get<Uint8Array>([KEY])).value!.toHex();
}

// the key is secret, of one length, and goes first, so this serves as well as an HMAC, at a tenth of the time; hex is fastest
function toId(key: string, name: string): string {
  return hash("sha256", key + name, "hex").slice(0, 20);
}

/** A window that begins a minute ahead is of a clock that ran elsewhere: a replay that was started again. */
function isRunning({ startMs }: { startMs: number }, nowMs: number): boolean {
  return Math.abs(nowMs - startMs) < WINDOW_MS;
}
