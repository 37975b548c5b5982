/** Builds a value on first use. A plain `??=` of a promise would keep a failure. @module */

/**
 * Returns a function that builds its value on the first call and keeps it. After a failure the next
 * call tries again.
 */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () =>
    value ??= make().catch((error) => {
      value = null;
      throw error;
    });
}
