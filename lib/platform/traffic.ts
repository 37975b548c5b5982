/** Counts requests, for long computations that give way to them and for an end that waits for them. @module */

/** How many requests this thread has received and has finished. */
export const traffic = { requests: 0, answered: 0 };
