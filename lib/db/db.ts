/** Defines how callers use a database, and its errors, for both kinds of database. @module */

/**
 * A statement. A `name` (at most 63 bytes) makes it a prepared one, whose text must never change.
 * Without name and values the text may have several statements, and the rows of the last one are
 * returned. Values for json or jsonb must be texts.
 */
export type Statement = {
  name?: string;
  text: string;
  values?: readonly unknown[];
  /** Longest wait for a server, in milliseconds, in place of the connection's limit. */
  timeoutMs?: number;
};

/** A row, by column name. */
export type Row = Record<string, unknown>;

/** Runs statements: a pool or an open transaction. */
export type Queryable = {
  /**
   * Returns the rows: bigint as number, date and numeric as text, timestamptz as Date. Throws the
   * driver's error (see `isUnavailable`).
   */
  query<R extends Row = Row>(statement: Statement): Promise<R[]>;
};

/** Options of a transaction. */
export type TransactionOptions = {
  /**
   * Rejects writes, and shows all statements the database as of the first one (repeatable read).
   */
  readOnly?: boolean;
  /**
   * Longest time of one statement on a server, in milliseconds, in place of the connection's limit;
   * 0 means no limit.
   */
  statementTimeoutMs?: number;
};

/** An open database. */
export type Db = Queryable & {
  readonly kind: "server" | "embedded";
  /**
   * Runs `work` in one transaction, and rolls back if it throws. Inside of it use only `tx`: the
   * embedded database has one connection, so `db` throws a TypeError there.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * The current connections of this process, the callers that wait for one, and the maximum number
   * of connections.
   */
  connections(): { inUse: number; idle: number; waiting: number; size: number };
  /**
   * Does what a server does by itself and the embedded database does not: checkpoint, vacuum
   * analyze.
   */
  maintain(): Promise<void>;
  /** Closes all connections. Flushes the embedded database and releases its lock. */
  close(): Promise<void>;
};

/**
 * The database cannot be opened, and a person must act. The message says what to do, and the
 * process exits with 1.
 */
export class DatabaseOpenError extends Error {
  override readonly name = "DatabaseOpenError";
}

/**
 * PostgreSQL's codes of temporary errors: lost connection, shutdown, start-up, a full disk or
 * memory, too many connections, read-only.
 */
const PASSING_CODES = /^(08...|57P0[1-5]|57014|53[1-3]00|55P03|40001|40P01|25006)$/;
/** PostgreSQL's codes of damaged or unreadable files, which a person must repair. */
const DAMAGE_CODES = /^(58...|XX00[12])$/;
const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOENT|EMFILE)$/;
const DRIVER_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Returns true if the driver stopped waiting for the server. */
export function isDriverTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/**
 * Returns true if the database is unreachable, busy, restarting or damaged, or refuses the
 * connection, so that the same query may succeed later (SERVICE_UNAVAILABLE).
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return PASSING_CODES.test(code) || NETWORK_CODES.test(code) || isDamage(error) ||
    DRIVER_TEXTS.test(error.message) || isDriverTimeout(error) ||
    error instanceof EmbeddedStoppedError || error instanceof NoConnectionError;
}

/** Returns true if the files of the database are damaged or unreadable. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && DAMAGE_CODES.test(String(error.code));
}

/** Returns the message of an error, or all messages of an aggregate. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && !error.message) {
    return error.errors.map(describeError).join("; ");
  }
  return error instanceof Error ? error.message : String(error);
}

/** The embedded database stopped while it was working. The next connection starts it again. */
export class EmbeddedStoppedError extends Error {
  override readonly name = "EmbeddedStoppedError";
}

/**
 * No connection could be made: the database is unreachable or refuses (wrong password, wrong name,
 * no right to connect).
 */
export class NoConnectionError extends Error {
  override readonly name = "NoConnectionError";

  constructor(override readonly cause: unknown) {
    super(describeError(cause));
  }
}

/**
 * Returns the row of a statement that always has one, such as an aggregate. Throws a RangeError if
 * it has none.
 */
export async function readOne<R extends Row>(db: Queryable, statement: Statement): Promise<R> {
  return firstOf(await db.query<R>(statement));
}

/** Returns the first row of a statement that always has one. Throws a RangeError if it has none. */
export function firstOf<R>(rows: readonly R[]): R {
  const [row] = rows;
  if (row === undefined) throw new RangeError("The statement returned no row");
  return row;
}

/**
 * Rows per batch of a large result. Reading them takes a few milliseconds, for which requests wait.
 */
const BATCH_ROWS = 200;

let cursorCount = 0;

/**
 * Yields the rows of a large result in batches, read by a cursor. The next batch is fetched while
 * the caller uses the last one. `tx` must be an open transaction.
 */
export async function* readBatches<R extends Row>(
  tx: Queryable,
  statement: Statement,
): AsyncGenerator<R[]> {
  const cursor = `batch_${cursorCount++}`;
  await tx.query({
    text: `declare ${cursor} no scroll cursor for ${statement.text}`,
    values: statement.values,
  });
  const fetchNext = () => {
    const rows = tx.query<R>({ text: `fetch forward ${BATCH_ROWS} from ${cursor}` });
    rows.catch(() => {}); // Awaiting the rows throws the failure.
    return rows;
  };
  for (let next: Promise<R[]> | null = fetchNext(); next;) {
    const rows: R[] = await next;
    next = rows.length < BATCH_ROWS ? null : fetchNext();
    if (rows.length > 0) yield rows;
  }
  await tx.query({ text: `close ${cursor}` });
}
