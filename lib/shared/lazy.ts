/**
 * Makes a value when it is first needed: a plain `??=` of a promise would keep a failure.
 *
 * @module
 */

/**
 * A function that makes its value on the first call and keeps it. A failure is forgotten, so the
 * next call tries again.
 */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () =>
    value ??= make().catch((error) => {
      value = null;
      throw error;
    });
}
