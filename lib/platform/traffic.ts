/** Tells long computations whether anybody is being served. @module */

/** `requests`: how many this process (a thread of its own counts for itself) has begun to answer. */
export const traffic = { requests: 0 };
