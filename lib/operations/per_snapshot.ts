/** Keeps what was made from a snapshot for all who ask for it again while that snapshot answers. @module */

import type { Snapshot } from "../snapshot/snapshot.ts";

/** Values by snapshot and key; they go with their snapshot. */
export class PerSnapshot<T> {
  readonly #kept = new WeakMap<Snapshot, Map<string, T>>();

  /** The value of a key, made by `make` at the first call. A promise that fails is not kept. */
  get(snapshot: Snapshot, { key, make }: { key: string; make(): T }): T {
    let values = this.#kept.get(snapshot);
    if (!values) this.#kept.set(snapshot, values = new Map());
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = make();
    values.set(key, value);
    if (value instanceof Promise) value.catch(() => values.delete(key));
    return value;
  }
}
