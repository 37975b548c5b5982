/** Tells a database that is away from a statement that is wrong. @module */

/** The database cannot be opened, and a person must act. The message says what to do; a process that meets it exits 1. */
export class DatabaseOpenError extends Error {
  override readonly name = "DatabaseOpenError";
}

/** Classes and codes of PostgreSQL's errors that pass by themselves: lost connection, shutdown, start-up, too many connections. */
const PASSING_CODES = /^(08...|57P0[1-5]|57014|53300|55P03|40001|40P01)$/;
const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOENT)$/;
const DRIVER_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/**
 * Whether an error of a query means that the database is away, busy or restarting, so that the same query can succeed
 * later (answered with SERVICE_UNAVAILABLE). False for bad SQL and everything else.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return PASSING_CODES.test(code) || NETWORK_CODES.test(code) || DRIVER_TEXTS.test(error.message) ||
    error instanceof EmbeddedStoppedError;
}

/** The embedded database stopped in the middle of its work; the next connection starts it again. */
export class EmbeddedStoppedError extends Error {
  override readonly name = "EmbeddedStoppedError";
}
