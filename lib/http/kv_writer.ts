/** Writes to the KV what was changed within the same instant in one transaction, since each costs one to four milliseconds. @module */

import { pause, whileLocked } from "./kv_guard.ts";

/** Entries to set, if the entry at `key` still has this version (null: if there is none). */
export type Change = {
  key: Deno.KvKey;
  versionstamp: string | null;
  sets: readonly { key: Deno.KvKey; value: unknown }[];
  expireIn: number;
};

type Waiting = { change: Change; done: PromiseWithResolvers<boolean> };

/** Deno KV takes 100 checks and 1000 entries in one transaction. */
const [MAX_CHANGES, MAX_SETS] = [100, 1000];

/** Commits changes; those that come while a transaction is under way share the next one. */
export class KvWriter {
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(private readonly kv: Deno.Kv) {}

  /** Whether a change was made; false when its entry had another version. Throws what the KV throws. */
  commit(change: Change): Promise<boolean> {
    const done = Promise.withResolvers<boolean>();
    this.#waiting.push({ change, done });
    if (!this.#isWriting) void this.#writeAll();
    return done.promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      try {
        if (await this.#tryCommit(batch)) { for (const { done } of batch) done.resolve(true); }
        else await this.#commitApart(batch);
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    this.#isWriting = false;
  }

  /** As many as fit one transaction, one for each entry: a second one would overwrite the first unseen. */
  #takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const keys = new Set<string>();
    let sets = 0;
    for (const one of this.#waiting) {
      const key = one.change.key.join(" ");
      sets += one.change.sets.length;
      const fits = batch.length === 0 || (batch.length < MAX_CHANGES && sets <= MAX_SETS && !keys.has(key));
      (fits ? batch : later).push(one);
      keys.add(key);
    }
    this.#waiting = later;
    return batch;
  }

  async #tryCommit(batch: readonly Waiting[]): Promise<boolean> {
    const transaction = this.kv.atomic();
    for (const { change } of batch) {
      transaction.check({ key: change.key, versionstamp: change.versionstamp });
      for (const { key, value } of change.sets) transaction.set(key, value, { expireIn: change.expireIn });
    }
    return (await whileLocked(() => transaction.commit())).ok;
  }

  /** Another instance has changed one of the entries, which must not keep the others waiting. */
  async #commitApart(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 1) {
      await pause(); // so that two who compete for an entry do not meet again
      batch[0]!.done.resolve(false);
      return;
    }
    await Promise.all(batch.map(async (one) => {
      const isMade = await this.#tryCommit([one]);
      one.done.resolve(isMade);
    }));
  }
}
