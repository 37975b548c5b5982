/** Counts requests, so that a service that shuts down waits for those in progress. @module */

/** How many requests this thread has received and finished. */
export const traffic = { requests: 0, answered: 0 };
