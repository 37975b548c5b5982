/** Counts requests, so that a service that ends waits for those in progress. @module */

/** How many requests this thread has received and has finished. */
export const traffic = { requests: 0, answered: 0 };
