/**
 * Leases the tokens of a client from Deno KV to instances, a few at a time: so most requests cost no write (1 to 4 ms, one
 * writer), and several instances together let no more through than the limit.
 *
 * One entry per client and bucket holds when its window began, how many tokens were taken, and which instances may still
 * hold some of them unused. An instance that needs more than is left asks those holders to give back (a message under their
 * own key and a notification they listen to), waits for that, and takes what came back. So a request is refused only when every
 * token of the window was used, or was held by an instance that has died.
 * @module
 */

import type { Clock } from "../platform/clock.ts";
import { GIVE_UP_MS, whileLocked } from "./kv_guard.ts";
import { KvWriter } from "./kv_writer.ts";

/** Length of a window, milliseconds. */
export const WINDOW_MS = 60_000;

/** Part of a client's remaining tokens that an instance takes ahead: what a killed instance loses at most. */
const AHEAD = 1 / 8;
const POLL_MS = 25;
/** Where no notification has come for a window the instance is probably alone, and each look costs as much as three searches. */
const LONE_POLL_MS = 100;
const RECALL_WAIT_MS = 800;
const RECALL_POLL_MS = 10;
/** Looks that a holder gets in any case: where a look takes long, so does its answer. */
const LEAST_RECALL_POLLS = 30;
/** Values are swept after this; the window itself is read from the value, since a sweep may be a minute late. */
const EXPIRE_MS = 2 * WINDOW_MS;

/** Which client's tokens: bucket and hash of the address. */
export type LeaseId = readonly [bucket: string, client: string];

/** What was leased: tokens to use until the window ends, and how many the window had left for others then. */
export type Lease = { granted: number; free: number; endMs: number };

type Entry = {
  startMs: number;
  taken: number;
  /** Instances that may hold unused tokens, with how many they took ahead. */
  holders: Record<string, number>;
  /** Set by a recall: from then on nobody takes ahead. */
  isTight: boolean;
};

type Read = { entry: Entry; versionstamp: string | null };

/** A window that began with one request, of which no entry tells yet. */
export type Beginning = { limit: number; startMs: number; holder: string };

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Leases of one instance. */
export class KvLeases {
  readonly #kv: Deno.Kv;
  readonly #writer: KvWriter;
  readonly #clock: Clock;
  /** The name of this instance among the holders. */
  readonly self = crypto.randomUUID();
  /** Instances that did not answer a recall, and until when (by performance.now) they are not recalled again. */
  readonly #dead = new Map<string, number>();
  #seen: string | null = null;
  #notifiedAtMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: Promise<void> = Promise.resolve();
  #listenUntilMs = 0;
  #watcher: ReadableStreamDefaultReader<unknown> | null = null;

  /** `onRecall` gets the client whose unused tokens are to be given back by {@link giveBack}. */
  constructor(
    kv: Deno.Kv,
    private readonly options: { clock: Clock; onRecall(id: LeaseId): void; canWatch: boolean },
  ) {
    this.#kv = kv;
    this.#writer = new KvWriter(kv);
    this.#clock = options.clock;
  }

  /**
   * Leases at least `demand` tokens when the window has them, fewer when not. `isNew`: the client has most likely no entry yet,
   * so the first attempt reads none. `beginning`: what counts while there is none. Throws what the KV throws.
   */
  async lease(
    id: LeaseId,
    options: { limit: number; demand: number; isNew: boolean; beginning: Beginning | null },
  ): Promise<Lease> {
    const untilMs = performance.now() + GIVE_UP_MS;
    for (let isFirst = true;; isFirst = false) {
      refuseLate(untilMs);
      const { isNew, beginning } = options;
      const read = isFirst && isNew ? this.#toRead(null, beginning) : await this.#read(id, beginning);
      const free = Math.max(0, options.limit - read.entry.taken);
      const others = Object.keys(read.entry.holders).filter((holder) => holder !== this.self);
      if (free < options.demand && others.length > 0) {
        await this.#recall(id, read, others);
        continue;
      }
      const lease = await this.#grant(id, read, { ...options, free });
      if (lease) return lease;
    }
  }

  /** The first lease of a window that nobody knows. */
  begin(limit: number, startMs: number): Lease {
    const { lease, next } = toBegun({ limit, startMs, holder: this.self });
    if (this.self in next.holders) this.#listen();
    return lease;
  }

  /** Returns unused tokens to the window they came from; does nothing when that is over. Throws what the KV throws. */
  async giveBack(
    id: LeaseId,
    lease: { unused: number; endMs: number; beginning: Beginning | null },
  ): Promise<void> {
    for (const untilMs = performance.now() + GIVE_UP_MS;;) {
      refuseLate(untilMs);
      const { entry, versionstamp } = await this.#read(id, lease.beginning);
      if (entry.startMs + WINDOW_MS !== lease.endMs) return;
      const { [this.self]: _mine, ...holders } = entry.holders;
      const next = { ...entry, holders, taken: entry.taken - lease.unused };
      if (await this.#commit(id, { versionstamp, next })) return;
    }
  }

  /** Stops listening. Give back all leases before. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#listenUntilMs = -1;
    await this.#looking;
    await this.#watcher?.cancel().catch(() => {});
  }

  async #read(id: LeaseId, beginning: Beginning | null): Promise<Read> {
    return this.#toRead(await whileLocked(() => this.#kv.get<Entry>(["quota", ...id])), beginning);
  }

  #toRead(found: { value: Entry | null; versionstamp: string | null } | null, beginning: Beginning | null): Read {
    const nowMs = this.#clock().getTime();
    // One that begins a window ahead is of a clock that ran elsewhere: a replay that was started anew.
    const isRunning = ({ startMs }: { startMs: number }) => Math.abs(nowMs - startMs) < WINDOW_MS;
    const { value = null, versionstamp = null } = found ?? {};
    if (value && isRunning(value)) return { entry: value, versionstamp };
    const entry = beginning && isRunning(beginning) ? toBegun(beginning).next : startWindow(nowMs);
    return { entry, versionstamp };
  }

  async #grant(
    id: LeaseId,
    { entry, versionstamp }: Read,
    { free, demand }: { free: number; demand: number },
  ): Promise<Lease | null> {
    if (free === 0) return { granted: 0, free: 0, endMs: entry.startMs + WINDOW_MS };
    const { lease, next } = take(entry, { free, demand, holder: this.self });
    if (this.self in next.holders) this.#listen();
    return await this.#commit(id, { versionstamp, next }) ? lease : null;
  }

  /** Asks holders to give back and waits until they have, or are taken for dead: their tokens then count as used. */
  async #recall(id: LeaseId, { entry, versionstamp }: Read, holders: string[]): Promise<void> {
    const recalled = holders.filter((holder) => !this.#isDead(holder));
    if (!await this.#commit(id, { versionstamp, next: { ...entry, isTight: true }, recall: recalled })) return;
    const silent = ({ entry: now }: Read) =>
      now.startMs === entry.startMs ? recalled.filter((holder) => holder in now.holders) : [];
    const startedAt = performance.now();
    let read = await this.#read(id, null); // there is one: it was written above
    const mayAnswer = (polls: number) => polls < LEAST_RECALL_POLLS || performance.now() - startedAt < RECALL_WAIT_MS;
    for (let polls = 0; silent(read).length > 0 && mayAnswer(polls); polls++) {
      await sleep(RECALL_POLL_MS);
      read = await this.#read(id, null);
    }
    for (const holder of silent(read)) this.#dead.set(holder, performance.now() + WINDOW_MS);
    if (read.entry.startMs !== entry.startMs) return;
    const left = Object.entries(read.entry.holders).filter(([holder]) => !this.#isDead(holder));
    const next = { ...read.entry, holders: Object.fromEntries(left) };
    await this.#commit(id, { versionstamp: read.versionstamp, next });
  }

  #isDead(holder: string): boolean {
    const untilMs = this.#dead.get(holder);
    if (untilMs === undefined) return false;
    if (performance.now() < untilMs) return true;
    this.#dead.delete(holder);
    return false;
  }

  /** Writes one client's entry, and messages to the instances of `recall`, unless the entry has changed meanwhile. */
  async #commit(
    id: LeaseId,
    { versionstamp, next, recall = [] }: { versionstamp: string | null; next: Entry; recall?: string[] },
  ): Promise<boolean> {
    const key = ["quota", ...id];
    const messages = recall.flatMap((holder) => [
      { key: ["quota_recall", holder, ...id], value: true },
      { key: ["quota_bell", holder], value: crypto.randomUUID() },
    ]);
    const sets = [{ key, value: next }, ...messages];
    return await this.#writer.commit({ key, versionstamp, sets, expireIn: EXPIRE_MS });
  }

  /** Listens for recalls as long as this instance may hold unused tokens. */
  #listen(): void {
    const isListening = this.#listenUntilMs > 0;
    if (this.#listenUntilMs < 0) return;
    this.#listenUntilMs = performance.now() + WINDOW_MS + RECALL_WAIT_MS;
    if (isListening) return;
    if (this.options.canWatch) void this.#watch();
    else this.#poll();
  }

  #poll(): void {
    const isAlone = performance.now() - this.#notifiedAtMs > WINDOW_MS;
    this.#timer = setTimeout(async () => {
      this.#looking = this.#readRecalls().catch(() => {}); // the KV being away is noticed and logged where it matters
      await this.#looking;
      if (this.#listenUntilMs < 0) return;
      if (performance.now() < this.#listenUntilMs) this.#poll();
      else this.#listenUntilMs = 0;
    }, isAlone ? LONE_POLL_MS : POLL_MS);
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  /** Deno Deploy announces changes across instances and charges for reads; a local file does not announce them. */
  async #watch(): Promise<void> {
    try {
      this.#watcher = this.#kv.watch([["quota_bell", this.self]]).getReader();
      while (!(await this.#watcher.read()).done) await this.#readRecalls();
    } catch {
      this.#listenUntilMs = Math.min(this.#listenUntilMs, 0); // begins again with the next lease
    }
  }

  async #readRecalls(): Promise<void> {
    const { versionstamp } = await this.#kv.get(["quota_bell", this.self]);
    if (versionstamp === this.#seen) return;
    this.#notifiedAtMs = performance.now();
    const messages = this.#kv.list({ prefix: ["quota_recall", this.self] });
    for await (const { key } of messages) {
      await whileLocked(() => this.#kv.delete(key));
      this.options.onRecall([String(key[2]), String(key[3])]);
    }
    // Only now: what failed above is looked at again.
    this.#seen = versionstamp;
  }
}

function refuseLate(untilMs: number): void {
  if (performance.now() > untilMs) throw new Error(`No lease within ${GIVE_UP_MS} ms`);
}

/** What is leased from a window with free tokens, and its entry after that. */
function take(
  entry: Entry,
  { free, demand, holder }: { free: number; demand: number; holder: string },
): { lease: Lease; next: Entry } {
  const ahead = entry.isTight ? 0 : Math.ceil(free * AHEAD);
  const granted = Math.min(free, Math.max(demand, ahead));
  const { [holder]: _used, ...holders } = entry.holders;
  if (granted > demand) holders[holder] = granted - demand;
  const next = { ...entry, holders, taken: entry.taken + granted };
  return { lease: { granted, free: free - granted, endMs: entry.startMs + WINDOW_MS }, next };
}

/** The first lease of a window. */
function toBegun({ limit, startMs, holder }: Beginning): { lease: Lease; next: Entry } {
  return take(startWindow(startMs), { free: limit, demand: 1, holder });
}

function startWindow(nowMs: number): Entry {
  return { startMs: nowMs, taken: 0, holders: {}, isTight: false };
}
