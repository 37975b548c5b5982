/** Counts what clients used of their minute, and shares the counts with other instances through Deno KV once a second. @module */

import { hash } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** Length of a window, milliseconds. */
export const WINDOW_MS = 60_000;

/** What one client used of its minute: requests counted here, those of them that the KV does not have yet, and other instances'. */
export type Window = { startMs: number; own: number; unsent: number; others: number; name: string; id: string | null };

/** What counts are made from. `openKv` null: each process counts by itself. */
export type CountParts = { openKv: (() => Promise<Deno.Kv>) | null; clock: Clock; log: Log };

/** What an instance counted since its last entry, by the keyed hash of the client. */
type Entry = [id: string, startMs: number, count: number][];

const MAX_WINDOWS = 200_000;
const SWEEP_EVERY_MS = 10_000;
const SYNC_EVERY_MS = 1_000;
/** Some 40 bytes each, of the 64 KiB that a value may have. */
const MAX_ENTRY = 1_000;
const EXPIRY = { expireIn: 2 * WINDOW_MS };
/** SQLite refuses while another process writes, so a single failure means nothing. */
const [TRIES, FIRST_RETRY_MS, LAST_RETRY_MS] = [4, 50, 60_000];
/** A sync that takes longer than the first is reported; a process that ends waits for the second. */
const [LATE_MS, CLOSE_MS] = [3_000, 2_000];
const [KEY, LOG, LAST] = ["quota_key", "quota", "quota_last"];

/**
 * The windows of a process. Each instance appends what it counted to a log of its own (`["quota", instance, number]`, the newest
 * number at `["quota_last", instance]`) and reads what the others have appended. So no two write to one key, entries expire
 * by themselves, and an instance that starts finds all windows that are running.
 */
export class QuotaCounts {
  readonly #windows = new Map<string, Window>();
  /** While there are other instances: the same by hash, and those of clients that only others have counted. */
  readonly #byId = new Map<string, Window>();
  readonly #self = crypto.randomUUID();
  /** Number of the last entry read of each other instance. */
  readonly #read = new Map<string, number>();
  readonly #unsent: Window[] = [];
  #kv: Deno.Kv | null = null;
  /** Being written: tried again unchanged until that has succeeded, so that it counts once. */
  #entry: Entry | null = null;
  #number = 0;
  #key: string | null = null;
  #sweptAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #syncing: Promise<void> | null = null;
  #failures = 0;
  #isDown = false;
  #isClosed = false;

  constructor(protected readonly parts: CountParts) {}

  /** Whether other instances count with this one at the moment. */
  get isShared(): boolean {
    return this.parts.openKv !== null && !this.#isDown;
  }

  /** The running window of a client, which begins now if there is none. */
  protected find(name: string, nowMs: number): Window {
    const window = this.#windows.get(name) ?? this.#open(name, nowMs);
    if (!isRunning(window, nowMs)) begin(window, nowMs);
    return window;
  }

  /** Counts requests in a window. */
  protected use(window: Window, count: number): void {
    window.own += count;
    if (!this.parts.openKv) return;
    if (window.unsent === 0) this.#unsent.push(window);
    window.unsent += count;
    if (this.#timer === undefined && !this.#syncing) this.#schedule(0);
  }

  /** Shares what was counted and reads what others counted, which happens by itself once a second. Never throws. */
  sync(): Promise<void> {
    return this.#syncing ??= this.#trySync().finally(() => this.#syncing = null);
  }

  /** Shares the last counts, within two seconds, and closes the KV. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, CLOSE_MS);
    await Promise.race([late.promise, Promise.resolve(this.#syncing).then(() => this.sync())]);
    clearTimeout(timer);
    this.#kv?.close();
  }

  #open(name: string, nowMs: number): Window {
    const isFull = this.#byId.size + this.#windows.size >= MAX_WINDOWS;
    if (isFull || nowMs - this.#sweptAtMs > SWEEP_EVERY_MS) this.#sweep(nowMs, isFull);
    const id = this.#read.size > 0 ? toId(this.#key!, name) : null;
    const window = (id && this.#byId.get(id)) || { startMs: nowMs, own: 0, unsent: 0, others: 0, name, id };
    this.#windows.set(name, window);
    if (id) this.#byId.set(id, window);
    return window;
  }

  /** Forgets windows that are over; all of them when there are too many. */
  #sweep(nowMs: number, isFull: boolean): void {
    this.#sweptAtMs = nowMs;
    for (const map of [this.#windows, this.#byId]) {
      if (isFull) map.clear();
      else for (const [key, window] of map) if (!isRunning(window, nowMs)) map.delete(key);
    }
  }

  #schedule(waitMs: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#unsent.length > 0 || this.#entry) void this.sync();
    }, waitMs);
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  async #trySync(): Promise<void> {
    const { openKv, log } = this.parts;
    if (!openKv) return;
    const late = setTimeout(() => this.#noteDown(`No answer within ${LATE_MS} ms`), LATE_MS);
    Deno.unrefTimer(late as unknown as number);
    let waitMs = SYNC_EVERY_MS;
    try {
      const kv = this.#kv ??= await openKv();
      this.#key ??= await this.#readKey(kv);
      await this.#readOthers(kv);
      for (let left = this.#unsent.length; left > 0 || this.#entry; left -= MAX_ENTRY) await this.#send(kv);
      if (this.#isDown) log.info("Quota counters are shared again");
      this.#isDown = false;
      this.#failures = 0;
    } catch (error) {
      if (++this.#failures >= TRIES) this.#noteDown(error);
      waitMs = Math.random() * Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    }
    clearTimeout(late);
    clearTimeout(this.#timer);
    this.#schedule(waitMs);
  }

  #noteDown(error: unknown): void {
    if (this.#isDown || this.#isClosed) return;
    this.#isDown = true;
    this.parts.log.warn("Quota counters are not shared: the KV does not answer; counting locally", { error });
  }

  /** The key of the hashes, made by the first instance. */
  async #readKey(kv: Deno.Kv): Promise<string> {
    await kv.atomic().check({ key: [KEY], versionstamp: null })
      .set([KEY], crypto.getRandomValues(new Uint8Array(32))).commit();
    return (await kv.get<Uint8Array>([KEY])).value!.toHex();
  }

  async #readOthers(kv: Deno.Kv): Promise<void> {
    const gone = new Set(this.#read.keys());
    for await (const { key: [, name], value: last } of kv.list<number>({ prefix: [LAST] })) {
      const instance = String(name);
      if (instance === this.#self) continue;
      gone.delete(instance);
      if (this.#read.size === 0) this.#index(this.#key!);
      const from = this.#read.get(instance) ?? 0;
      this.#read.set(instance, from);
      const range = { start: [LOG, instance, from + 1], end: [LOG, instance, last + 1] };
      if (last > from) {
        for await (const { key, value } of kv.list<Entry>(range)) {
          this.#read.set(instance, Number(key[2]));
          this.#merge(value, this.parts.clock().getTime());
        }
      }
    }
    for (const instance of gone) this.#read.delete(instance);
  }

  #index(key: string): void {
    for (const window of this.#windows.values()) this.#byId.set(window.id ??= toId(key, window.name), window);
  }

  #merge(entry: Entry, nowMs: number): void {
    for (const [id, startMs, count] of entry) {
      if (!isRunning({ startMs }, nowMs)) continue;
      const window = this.#byId.get(id) ?? { startMs, own: 0, unsent: 0, others: 0, name: "", id };
      this.#byId.set(id, window);
      if (!isRunning(window, nowMs)) begin(window, startMs);
      window.startMs = Math.min(window.startMs, startMs);
      window.others += count;
    }
  }

  async #send(kv: Deno.Kv): Promise<void> {
    this.#entry ??= this.#unsent.splice(-MAX_ENTRY).map((window) => {
      const { id, name, startMs, unsent } = window;
      window.unsent = 0;
      return [id ?? toId(this.#key!, name), startMs, unsent];
    });
    const number = this.#number + 1;
    await kv.atomic().set([LOG, this.#self, number], this.#entry, EXPIRY).set([LAST, this.#self], number, EXPIRY)
      .commit();
    [this.#number, this.#entry] = [number, null];
  }
}

// the key is secret, of one length, and goes first, so this serves as well as an HMAC, at a tenth of the time; hex is fastest
function toId(key: string, name: string): string {
  return hash("sha256", key + name, "hex").slice(0, 20);
}

/** A window that begins a minute ahead is of a clock that ran elsewhere: a replay that was started again. */
function isRunning({ startMs }: Pick<Window, "startMs">, nowMs: number): boolean {
  return Math.abs(nowMs - startMs) < WINDOW_MS;
}

function begin(window: Window, startMs: number): void {
  Object.assign(window, { startMs, own: 0, unsent: 0, others: 0 });
}
