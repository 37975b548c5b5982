/** Counts requests, for long computations that give way to them and for an end that waits for them. @module */

/** How many requests this process (a thread of its own counts for itself) has begun to answer, and has answered. */
export const traffic = { requests: 0, answered: 0 };
