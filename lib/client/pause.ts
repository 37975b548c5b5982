/** Divides long work into turns. @module */

/** Lets the browser do what waits, such as answering a finger. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
