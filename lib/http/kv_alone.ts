/**
 * Lets an instance that counts alone answer first and write afterwards, so that a client's first request waits for no transaction.
 *
 * Each instance notes under one key that it counts, before its first lease and then at most every ten seconds. Who finds no
 * note of another for longer than a window and a note last has seen every request of every window that is still running: a
 * window that is not known here has not begun anywhere. The windows that begin then are written by the hundred, in one entry,
 * since an entry for each of them would cost as much as a search; each write checks that no other note has come meanwhile.
 * Whoever finds that another has noted itself reads them before it leases anything.
 * @module
 */

import { GIVE_UP_MS, type KvGuard, whileLocked } from "./kv_guard.ts";
import type { LeaseId } from "./kv_leases.ts";

const KEY = ["quota_counting"];
const BEGUN = "quota_begun";
/** How long a note holds. */
const NOTE_MS = 10_000;
/** Windows begun within this time share a transaction; what a killed instance forgets at most. */
const GATHER_MS = 10;
/** Windows of one entry, which may take 64 kB. */
const MAX_WINDOWS = 500;
/** While more wait to be written, nobody is answered first. */
const MAX_WAITING = 10_000;

/** A window that began with a client's first request. */
export type BegunWindow = { id: LeaseId; limit: number; startMs: number };

/** What an instance writes of windows that began: its name among the holders, and bucket, client, limit and start of each. */
type BegunEntry = { holder: string; windows: [bucket: string, client: string, limit: number, startMs: number][] };

/** One to be written. `onDone` gets false when another instance has counted meanwhile or the KV is away. */
type Begun = BegunWindow & { onDone(isWritten: boolean): void };

type Options = {
  guard: KvGuard;
  /** The name of this instance among the holders of leases. */
  holder: string;
  /** A note and all that was leased under it are over after so many milliseconds. */
  windowMs: number;
  /** Milliseconds of a clock that is never set. */
  elapsed: () => number;
};

/** What one instance knows about being alone. */
export class KvAlone {
  readonly #self = crypto.randomUUID();
  readonly #aloneAfterMs: number;
  /** Version of this instance's last note. */
  #note: string | null = null;
  #notedAtMs = -Infinity;
  #aloneSinceMs = Infinity;
  #noting: Promise<void> | null = null;
  /** What instances, also this one, had written when it was last read, by bucket and client. */
  #read = new Map<string, BegunWindow & { holder: string }>();
  #entries = 0;
  #begun: Begun[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly kv: Deno.Kv, private readonly options: Options) {
    // whoever noted itself may lease for as long as the note holds, and a lease may take until it is given up
    this.#aloneAfterMs = options.windowMs + NOTE_MS + GIVE_UP_MS;
  }

  /** Whether a window that is not known here has not begun anywhere. */
  get isAlone(): boolean {
    const nowMs = this.options.elapsed();
    return nowMs - this.#aloneSinceMs >= this.#aloneAfterMs && nowMs - this.#notedAtMs < NOTE_MS &&
      this.#begun.length < MAX_WAITING && this.options.guard.isOpen;
  }

  /** Notes that this instance counts, unless it has lately. Throws what the KV throws. */
  async note(): Promise<void> {
    if (this.options.elapsed() - this.#notedAtMs < NOTE_MS) return;
    this.#noting ??= this.#write().finally(() => this.#noting = null);
    await this.#noting;
  }

  /** Forgets to have been alone: windows are known no more, or another instance counts. */
  forget(): void {
    this.#aloneSinceMs = Infinity;
    this.#notedAtMs = -Infinity;
    this.#note = null;
  }

  /** The last window of a client that was begun in this way and is not known to this instance from its own requests. */
  find(id: LeaseId): (BegunWindow & { holder: string }) | null {
    return this.#read.get(id.join(" ")) ?? null;
  }

  /** Writes a window within some milliseconds. */
  begin(begun: Begun): void {
    this.#begun.push(begun);
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Writes all that was begun. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      while (this.#begun.length > 0) await this.#commit(this.#begun.splice(0, MAX_WINDOWS));
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    for (;;) {
      const nowMs = this.options.elapsed();
      const { versionstamp } = await whileLocked(() => this.kv.get(KEY));
      const transaction = this.kv.atomic().check({ key: KEY, versionstamp }).set(KEY, this.#self);
      const noted = await whileLocked(() => transaction.commit());
      if (versionstamp !== this.#note) end(this.#begun.splice(0), false); // another has counted since they began
      if (versionstamp !== this.#note || this.#aloneSinceMs === Infinity) this.#aloneSinceMs = nowMs;
      if (!noted.ok) continue;
      // after the note, for whoever would begin another one checks for it
      if (versionstamp !== this.#note) this.#read = await whileLocked(() => this.#readBegun());
      this.#note = noted.versionstamp;
      this.#notedAtMs = nowMs;
      return;
    }
  }

  async #readBegun(): Promise<Map<string, BegunWindow & { holder: string }>> {
    const begun = new Map<string, BegunWindow & { holder: string }>();
    for await (const { value } of this.kv.list<BegunEntry>({ prefix: [BEGUN] })) {
      for (const [bucket, client, limit, startMs] of value.windows) {
        const key = `${bucket} ${client}`;
        if (startMs < (begun.get(key)?.startMs ?? -Infinity)) continue;
        begun.set(key, { id: [bucket, client], limit, startMs, holder: value.holder });
      }
    }
    return begun;
  }

  async #commit(batch: readonly Begun[]): Promise<void> {
    const { holder, windowMs, guard } = this.options;
    const windows = batch.map(({ id: [bucket, client], limit, startMs }) => [bucket, client, limit, startMs]);
    const transaction = this.kv.atomic().check({ key: KEY, versionstamp: this.#note })
      .set([BEGUN, holder, this.#entries++], { holder, windows }, { expireIn: 2 * windowMs });
    const result = await guard.run(() => whileLocked(() => transaction.commit()));
    const isWritten = result?.ok === true;
    if (!isWritten) this.forget();
    end(batch, isWritten);
  }
}

function end(batch: readonly Begun[], isWritten: boolean): void {
  for (const { onDone } of batch) onDone(isWritten);
}
