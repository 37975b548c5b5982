/**
 * Cuts long computations into slices, between which the event loop serves requests. While 95
 * connections request route pages, a search takes 22 ms (p95) with turns and 1 147 ms without
 * (`tests/bench/crowd_bench.ts`).
 *
 * @module
 */

/** Longest slice: a request waits for it only as long as for a few searches. */
const SLICE_MS = 5;

/**
 * The last pause that was started. Others start when it ends, so that one slice runs between two
 * requests, not one of each computation.
 */
let last: Promise<unknown> = Promise.resolve();

function waitForTimer(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The slices of one computation. Check `isOver` between its steps, and then pause. */
export class Slices {
  #endsAt = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() > this.#endsAt;
  }

  /** Lets everything that is due run, then starts the next slice. */
  async pause(): Promise<void> {
    // A timer, because Deno hardly checks its sockets between turns of `setImmediate`.
    last = last.then(waitForTimer);
    await last;
    this.#endsAt = performance.now() + SLICE_MS;
  }
}

/**
 * Waits for a turn before work of some milliseconds that cannot be cut. Between two such pieces,
 * requests are served completely: accepting a connection, reading a request and sending the
 * response take one turn of the event loop each.
 */
export async function takeTurn(): Promise<void> {
  last = last.then(waitForTimer).then(waitForTimer).then(waitForTimer);
  await last;
}

/** Runs `work` with each of many items, in slices. */
export async function forEachInSlices<T>(
  items: Iterable<T>,
  work: (item: T) => void,
): Promise<void> {
  const slices = new Slices();
  for (const item of items) {
    work(item);
    if (slices.isOver) await slices.pause();
  }
}

/** Runs small steps to their end, in slices, and returns their result. */
export async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
  const slices = new Slices();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (slices.isOver) await slices.pause();
  }
}
