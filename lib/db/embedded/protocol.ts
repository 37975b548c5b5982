/** Messages between the process and the worker that runs PGlite. @module */

/**
 * To the worker. `attach` begins session number `session` afresh; `bytes` are whole messages of PostgreSQL's wire protocol.
 * The number comes back with the answers, so that those of a connection that was given up never reach the next one.
 */
export type ToWorker =
  | { type: "open"; directory: string }
  | { type: "attach"; session: number }
  | { type: "bytes"; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: "close" };

/** From the worker. `failed` is the last message of a worker that cannot go on. */
export type FromWorker =
  | { type: "opened" }
  | { type: "bytes"; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: "closed" }
  | { type: "failed"; message: string };
