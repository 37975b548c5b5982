/** Goes on with values that are mostly there already, without the turns that `await` takes even then. @module */

/** A value, or the promise of one. */
export type Eventual<T> = T | Promise<T>;

/**
 * What `next` makes of a value: at once when the value is there, else when it is.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(andThen(2, (n) => n + 1), 3);
 * equal(await andThen(Promise.resolve(2), (n) => n + 1), 3);
 * ```
 */
export function andThen<T, R>(value: Eventual<T>, next: (value: T) => Eventual<R>): Eventual<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * What `make` returns, or what `recover` makes of its failure, whether it throws or its promise is rejected.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const fail = (): number => { throw new Error("no"); };
 * equal(orElse(fail, () => 0), 0);
 * equal(await orElse(() => Promise.reject(new Error("no")), () => 0), 0);
 * ```
 */
export function orElse<T>(make: () => Eventual<T>, recover: (error: unknown) => T): Eventual<T> {
  try {
    const made = make();
    return made instanceof Promise ? made.catch(recover) : made;
  } catch (error) {
    return recover(error);
  }
}
