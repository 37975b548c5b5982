/** Defines what callers may ask of a database connection, whichever database runs. @module */

/**
 * One statement. A `name` (at most 63 bytes) makes it a prepared statement, kept by the connection; the same name must
 * always carry the same text. Without name and values the text may hold several statements; the last one's rows answer.
 *
 * Values go as they are: Date, number, string, boolean, null, Uint8Array, arrays of these (as PostgreSQL arrays).
 * A value for json or jsonb must be text already (`JSON.stringify`), since an array would become a PostgreSQL array.
 */
export type Statement = { name?: string; text: string; values?: readonly unknown[] };

/** A row by column name. */
export type Row = Record<string, unknown>;

/** Something that answers statements: a pool or an open transaction. Rows are plain objects by column name. */
export type Queryable = {
  /**
   * The rows of one statement. bigint arrives as number, date as `YYYY-MM-DD` text, timestamptz as Date,
   * numeric as text. Throws the driver's error on bad SQL and on a lost connection (see `isUnavailable`).
   */
  query<R extends Row = Row>(statement: Statement): Promise<R[]>;
  /**
   * The rows of a big result in batches, in constant memory, seen as of one instant. On an open database it holds one
   * connection until the loop ends, and the embedded database has only one: take what you need and leave.
   */
  stream<R extends Row = Row>(statement: Statement, options?: StreamOptions): AsyncIterableIterator<R[]>;
};

/** How a big result is read: `batchRows` rows at a time, 1 000 by default. */
export type StreamOptions = { batchRows?: number };

/** How a transaction behaves. */
export type TransactionOptions = {
  /** Nothing can be written, and all statements see the database as of the first one (repeatable read). */
  readOnly?: boolean;
  /** Longest time of one statement on a server, in milliseconds, instead of the connection's 30 s; 0: no limit. */
  statementTimeoutMs?: number;
};

/** An open database. */
export type Db = Queryable & {
  /** Which kind answers: a PostgreSQL server, or the embedded PGlite. */
  readonly kind: "server" | "embedded";
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Inside `work` use `tx` only:
   * the embedded database has one connection, so asking `db` there would wait for ever and throws a TypeError instead.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Housekeeping that a server does by itself and the embedded database must be asked for (checkpoint, vacuum analyze). */
  maintain(): Promise<void>;
  /** Ends all connections; the embedded database is flushed and its lock released. */
  close(): Promise<void>;
};
