/**
 * Caches values with the snapshot that they were made from, and reads what a page can do without.
 *
 * @module
 */

import { LRUCache } from "lru-cache";
import { isUnavailable } from "../db/db.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** All areas for all fuels are some hundreds of keys, stations for all fuels 50 000. */
const MAX_KEYS = 2_000;

/** Values by snapshot and key; the least recently used go when there are too many. */
export class PerSnapshot<T extends object> {
  readonly #caches = new WeakMap<Snapshot, LRUCache<string, T>>();

  /**
   * The value of a key, made by `make` at the first call, or at each call without a snapshot. A
   * promise that fails is not kept.
   */
  get(snapshot: Snapshot | null, { key, make }: { key: string; make(): T }): T {
    if (!snapshot) return make();
    const values = this.#caches.getOrInsertComputed(
      snapshot,
      () => new LRUCache({ max: MAX_KEYS }),
    );
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const value = make();
    values.set(key, value);
    if (value instanceof Promise) value.catch(() => values.delete(key));
    return value;
  }
}

/** Reads a part that a page can do without: null while the database is unavailable. */
export async function readOptional<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}
