/** Lets so many pieces of work run at a time, and so many others wait. @module */

/** Slots for work in progress. */
export class Slots {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<(isGiven: boolean) => void>();

  constructor(count: number, { maxWaiting = Infinity } = {}) {
    this.#free = count;
    this.#maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Waits for a slot until an instant of `performance.now()`; false when there is none by then, or too many wait already. */
  async take(untilMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    if (this.#waiting.size >= this.#maxWaiting) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.add(resolve);
    const timer = setTimeout(() => {
      this.#waiting.delete(resolve);
      resolve(false);
    }, Math.max(0, untilMs - performance.now()));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Does some work in a slot, for which it waits as {@link take} does; `refuse` makes the error where there is none. */
  async run<T>(untilMs: number, work: () => Promise<T>, refuse: () => Error): Promise<T> {
    if (!await this.take(untilMs)) throw refuse();
    try {
      return await work();
    } finally {
      this.give();
    }
  }

  /** Gives a slot back, to the one that has waited longest. */
  give(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next(true);
  }
}
