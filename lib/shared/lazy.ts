/** Makes a value when it is first needed. @module */

/**
 * A function that makes its value on the first call and returns the same one from then on. A failure is forgotten, so the next
 * call tries again.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * let made = 0;
 * const count = lazy(() => Promise.resolve(++made));
 * equal(await count(), 1);
 * equal(await count(), 1);
 * ```
 */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () =>
    value ??= make().catch((error) => {
      value = null;
      throw error;
    });
}
