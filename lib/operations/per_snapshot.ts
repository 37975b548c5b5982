/** Keeps what was made from a snapshot for all who ask for it again while that snapshot answers. @module */

import { LRUCache } from "lru-cache";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** Most keys of one kind: all areas for all fuels come to some hundreds, stations for all fuels to 50 000. */
const MAX_KEYS = 2_000;

/** Values by snapshot and key; they go with their snapshot, and the least recently used go when there are too many. */
export class PerSnapshot<T extends object> {
  readonly #kept = new WeakMap<Snapshot, LRUCache<string, T>>();

  /** The value of a key, made by `make` at the first call. A promise that fails is not kept. */
  get(snapshot: Snapshot, { key, make }: { key: string; make(): T }): T {
    let values = this.#kept.get(snapshot);
    if (!values) this.#kept.set(snapshot, values = new LRUCache({ max: MAX_KEYS }));
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = make();
    values.set(key, value);
    if (value instanceof Promise) value.catch(() => values.delete(key));
    return value;
  }
}
