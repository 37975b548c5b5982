/** Does long work in slices, between which the page draws and answers its visitor. @module */

/** A step is a millisecond or two: also on a phone four times as slow, a key waits for less than 100 ms. */
const SLICE_MS = 10;

type Yielding = { scheduler?: { yield?(): Promise<void> } };

/** Lets other tasks run. A timer would wait for its turn on a busy device, some fifteen times in a row. */
function pause(): Promise<void> {
  const { scheduler } = globalThis as Yielding;
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
}

/** Runs small steps to their end, a slice at a time, and answers what they return. */
export async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const began = performance.now();
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() - began < SLICE_MS);
    await pause();
  }
}
