/**
 * What callers may do with a database connection, and its errors, whichever database runs.
 *
 * @module
 */

/**
 * One statement. A `name` (at most 63 bytes) makes it a prepared one, whose text must always be the
 * same. Without name and values the text may hold several statements; the last one's rows answer. A
 * value for json or jsonb must be text already.
 */
export type Statement = {
  name?: string;
  text: string;
  values?: readonly unknown[];
  /** Longest wait for the answer of a server, in milliseconds, instead of the connection's. */
  timeoutMs?: number;
};

/** A row by column name. */
export type Row = Record<string, unknown>;

/** Runs statements: a pool or an open transaction. Rows are plain objects by column name. */
export type Queryable = {
  /**
   * The rows: bigint as number, date and numeric as text, timestamptz as Date. Throws the driver's
   * error (see `isUnavailable`).
   */
  query<R extends Row = Row>(statement: Statement): Promise<R[]>;
};

/** How a transaction behaves. */
export type TransactionOptions = {
  /**
   * Nothing can be written, and all statements see the database as of the first one (repeatable
   * read).
   */
  readOnly?: boolean;
  /**
   * Longest time of one statement on a server, in milliseconds, instead of the connection's; 0: no
   * limit.
   */
  statementTimeoutMs?: number;
};

/** An open database. */
export type Db = Queryable & {
  readonly kind: "server" | "embedded";
  /**
   * Runs `work` in one transaction, rolled back when it throws. Inside use only `tx`: the embedded
   * database has one connection, so `db` throws a TypeError.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * The connections of this process at the moment, how many callers wait for one, and the most
   * there may be.
   */
  connections(): { inUse: number; idle: number; waiting: number; size: number };
  /**
   * Housekeeping that a server does by itself and the embedded database does not (checkpoint,
   * vacuum analyze).
   */
  maintain(): Promise<void>;
  /** Ends all connections; the embedded database is flushed and its lock released. */
  close(): Promise<void>;
};

/**
 * The database cannot be opened, and a person must act. The message says what to do; a process that
 * meets it exits 1.
 */
export class DatabaseOpenError extends Error {
  override readonly name = "DatabaseOpenError";
}

/**
 * PostgreSQL's errors that pass by themselves: lost connection, shutdown, start-up, a full disk or
 * memory, too many connections, read-only.
 */
const PASSING_CODES = /^(08...|57P0[1-5]|57014|53[1-3]00|55P03|40001|40P01|25006)$/;
/** PostgreSQL's errors of damaged or unreadable files, which a person must repair. */
const DAMAGE_CODES = /^(58...|XX00[12])$/;
const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOENT|EMFILE)$/;
const DRIVER_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether the driver has given up waiting for an answer. */
export function isDriverTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/**
 * Whether an error means that the database is unreachable, busy, restarting or damaged, or refuses
 * the connection, so that the same query can succeed later (SERVICE_UNAVAILABLE).
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return PASSING_CODES.test(code) || NETWORK_CODES.test(code) || isDamage(error) ||
    DRIVER_TEXTS.test(error.message) || isDriverTimeout(error) ||
    error instanceof EmbeddedStoppedError || error instanceof NoConnectionError;
}

/** Whether the database's files are damaged or unreadable. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && DAMAGE_CODES.test(String(error.code));
}

/** The message of an error, or those of all in an aggregate. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && !error.message) {
    return error.errors.map(describeError).join("; ");
  }
  return error instanceof Error ? error.message : String(error);
}

/** The embedded database stopped in the middle of its work; the next connection starts it again. */
export class EmbeddedStoppedError extends Error {
  override readonly name = "EmbeddedStoppedError";
}

/**
 * The database gives no connection: it is away, or it refuses (another password, another name, no
 * right to connect).
 */
export class NoConnectionError extends Error {
  override readonly name = "NoConnectionError";

  constructor(override readonly cause: unknown) {
    super(describeError(cause));
  }
}

/**
 * The row of a statement that always has one, such as an aggregate. Throws a RangeError when there
 * is none.
 */
export async function readOne<R extends Row>(db: Queryable, statement: Statement): Promise<R> {
  return firstOf(await db.query<R>(statement));
}

/** The first row of a statement that always has one. Throws a RangeError when there is none. */
export function firstOf<R>(rows: readonly R[]): R {
  const [row] = rows;
  if (row === undefined) throw new RangeError("The statement gave no row");
  return row;
}

/**
 * Rows read at once from a big result: they take the driver a few milliseconds, for which requests
 * wait.
 */
const BATCH_ROWS = 200;

let cursorCount = 0;

/**
 * The rows of a big result in batches, by a cursor, each read while the one before is in use: `tx`
 * must be an open transaction.
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
    rows.catch(() => {}); // a failure is thrown where the rows are awaited
    return rows;
  };
  for (let next: Promise<R[]> | null = fetchNext(); next;) {
    const rows: R[] = await next;
    next = rows.length < BATCH_ROWS ? null : fetchNext();
    if (rows.length > 0) yield rows;
  }
  await tx.query({ text: `close ${cursor}` });
}
