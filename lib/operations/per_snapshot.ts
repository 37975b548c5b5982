/**
 * Caches values together with the snapshot they were made from, and reads the optional parts of
 * pages.
 *
 * @module
 */

import { LRUCache } from "lru-cache";
import { isUnavailable } from "../db/db.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** All areas for all fuels need some hundreds of keys, all stations for all fuels 50 000. */
const MAX_KEYS = 2_000;

/** Caches values by snapshot and key, and evicts the least recently used. */
export class PerSnapshot<T extends object> {
  readonly #caches = new WeakMap<Snapshot, LRUCache<string, T>>();

  /**
   * Returns the value of a key. `make` builds it on the first call, or on each call without a
   * snapshot. A rejected promise is not cached.
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

/** Reads an optional part of a page. Returns null while the database is unavailable. */
export async function readOptional<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}
