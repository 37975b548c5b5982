/** Opens the database, a server or the embedded one, with one driver for both. @module */

// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";
import { AsyncLocalStorage } from "node:async_hooks";
import { Socket } from "node:net";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Config, SERVER_DEFAULTS } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import {
  DatabaseOpenError,
  type Db,
  describeError,
  isDamage,
  isDriverTimeout,
  NoConnectionError,
  type Queryable,
  type Row,
  type Statement,
  type TransactionOptions,
} from "./db.ts";
import { openEmbedded } from "./embedded/mod.ts";

/** Options that do not come from the settings. */
export type OpenOptions = {
  log: Log;
  /**
   * Maximum number of connections to a server, in place of the setting. The embedded database
   * always has one.
   */
  poolSize?: number;
  /**
   * Longest time of one statement on a server, in milliseconds, in place of the setting; 0 means no
   * limit.
   */
  statementTimeoutMs?: number;
  /** Once aborted, the server is no longer waited for, and running statements fail. */
  signal?: AbortSignal;
};

/** The settings of a database; those of a server default to `SERVER_DEFAULTS`. */
type DbConfig =
  & Pick<Config, "databaseUrl" | "dataDir" | "deploy">
  & Partial<Pick<Config, "server">>;

/** How much longer the driver waits than the server's statement timeout. */
const GRACE_MS = 1_000;
const NO_LIMIT_MS = 2 ** 31 - 1;
/** Idle time after which the system checks that the server still exists. */
const KEEP_ALIVE_MS = 10_000;
/**
 * Longest wait for connections to close cleanly. Then `close` destroys their sockets, because the
 * server may be gone.
 */
const CLOSE_MS = 500;

/** The driver's parsers, except that bigints become numbers and dates stay text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return parseBigint;
    if (oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Returns a bigint as number. Throws a RangeError above 2^53, where numbers are inexact. */
function parseBigint(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint ${text} does not fit a number`);
  return number;
}

/** The lease in whose transaction the current code runs. */
const surrounding = new AsyncLocalStorage<Lease>();

/** An open pool, with the differences between the two kinds of database. */
type Opened = Pick<Db, "kind" | "maintain" | "close"> & {
  pool: pg.Pool;
  prepares: boolean;
  log: Log;
};

/** A connection taken from the pool. It remembers whether it must not be used again. */
class Lease implements Queryable {
  #failure: Error | undefined;
  #limitMs: number | undefined;
  readonly #listen = (error: Error) => this.#failure = error;
  isOpen = true;

  constructor(private readonly client: pg.PoolClient, readonly opened: Opened) {
    // A lost connection is also an event, which ends the process if no listener handles it.
    client.on("error", this.#listen);
  }

  async query<R extends Row>({ name, text, values, timeoutMs }: Statement): Promise<R[]> {
    const { kind, prepares } = this.opened;
    const query = {
      text,
      values: values as unknown[] | undefined,
      name: prepares ? name : undefined,
      query_timeout: kind === "server" ? timeoutMs ?? this.#limitMs : undefined,
    };
    try {
      // Several statements in one text have several results.
      const result: pg.QueryResult | pg.QueryResult[] = await this.client.query(query);
      return ((Array.isArray(result) ? result.at(-1) : result)?.rows ?? []) as R[];
    } catch (error) {
      // The response may still arrive, so this connection must not be used again.
      if (isDriverTimeout(error)) this.#failure ??= error as Error;
      // Logs it here, because a page just omits what it cannot read.
      if (isDamage(error)) this.opened.log.error("The database cannot read its files", { error });
      throw error;
    }
  }

  /** Runs `work` in one transaction. Discards the connection if it cannot roll back. */
  async transaction<T>(
    work: (tx: Queryable) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    try {
      await this.#begin(options);
      const result = await surrounding.run(this, work, this);
      await this.query({ text: "commit" });
      return result;
    } catch (error) {
      if (!this.#failure) {
        await this.query({ text: "rollback" }).catch((failure) => this.#failure ??= failure);
      }
      throw error;
    }
  }

  async #begin({ readOnly, statementTimeoutMs }: TransactionOptions): Promise<void> {
    await this.query({
      text: readOnly ? "begin isolation level repeatable read read only" : "begin",
    });
    if (statementTimeoutMs === undefined || this.opened.kind !== "server") return;
    const timeoutMs = Math.round(statementTimeoutMs);
    await this.query({ text: `set local statement_timeout = ${timeoutMs}` });
    this.#limitMs = toClientLimit(timeoutMs);
  }

  release(): void {
    this.isOpen = false;
    this.client.off("error", this.#listen);
    this.client.release(this.#failure);
  }
}

function createDb(opened: Opened): Db {
  const { kind, pool, maintain, close } = opened;
  async function withLease<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    const outer = surrounding.getStore();
    if (kind === "embedded" && outer?.isOpen && outer.opened === opened) {
      throw new TypeError(
        "In a transaction use tx: the embedded database has only one connection",
      );
    }
    // The pool's own query() discards the connection after every rejected statement.
    const client = await pool.connect().catch((cause) => {
      throw new NoConnectionError(cause);
    });
    const lease = new Lease(client, opened);
    return await work(lease).finally(() => lease.release());
  }
  return {
    kind,
    maintain,
    close,
    query: (statement) => withLease((lease) => lease.query(statement)),
    transaction: (work, options = {}) => withLease((lease) => lease.transaction(work, options)),
    connections() {
      const { totalCount, idleCount: idle, waitingCount: waiting, options } = pool;
      return { inUse: totalCount - idle, idle, waiting, size: options.max };
    },
  };
}

function createPool(options: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ types, idleTimeoutMillis: 0, ...options });
  // Not a warning: the next statement gets another connection, or logs that it gets none.
  pool.on(
    "error",
    (error) => log.info("A database connection was lost", { reason: describeError(error) }),
  );
  return pool;
}

function toClientLimit(statementTimeoutMs: number): number {
  return statementTimeoutMs === 0 ? NO_LIMIT_MS : statementTimeoutMs + GRACE_MS;
}

function openServer(databaseUrl: string, server: Config["server"], options: OpenOptions): Opened {
  const timeoutMs = options.statementTimeoutMs ?? server.statementTimeoutMs;
  const sockets = new Set<Socket>();
  const pool = createPool({
    connectionString: databaseUrl,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
    max: options.poolSize ?? server.poolSize,
    connectionTimeoutMillis: server.connectTimeoutMs,
    query_timeout: toClientLimit(timeoutMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Uses statements, since connection poolers reject start-up parameters.
    onConnect: async (client) => {
      await client.query(`set statement_timeout = ${timeoutMs}; set timezone = 'UTC'`);
    },
  }, options.log);
  const close = async () => {
    await Promise.race([pool.end(), delay(CLOSE_MS, undefined, { ref: false })]);
    for (const socket of sockets) socket.destroy();
  };
  options.signal?.addEventListener("abort", close, { once: true });
  return {
    kind: "server",
    prepares: server.prepares,
    log: options.log,
    pool,
    maintain: () => pool.query("select analyze_tables()").then(() => {}),
    close,
  };
}

async function openPglite(dataDir: string, options: OpenOptions): Promise<Opened> {
  const embedded = await openEmbedded(dataDir, options);
  const settings: pg.PoolConfig = {
    max: 1,
    user: "postgres",
    database: "postgres",
    stream: () => embedded.connect(),
  };
  const pool = createPool(settings, options.log);
  return {
    kind: "embedded",
    prepares: true,
    log: options.log,
    pool,
    async maintain() {
      await pool.query("vacuum analyze");
      await pool.query("checkpoint");
    },
    async close() {
      await pool.end();
      await embedded.close();
    },
  };
}

/** Returns host, port and name of a connection string, without its secrets. */
export function describeServer(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  return `${url.host || url.searchParams.get("host") || "localhost"}${url.pathname}`;
}

/** Names the database of the settings, and the role on a server, without secrets: for messages. */
export function describeDatabase(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
): string {
  if (!databaseUrl) return `the embedded database in ${resolve(dataDir)}`;
  const url = new URL(databaseUrl);
  const role = url.username || url.searchParams.get("user");
  return `the database ${describeServer(databaseUrl)}${role ? ` as ${role}` : ""}`;
}

async function tryServer(pool: pg.Pool, databaseUrl: string): Promise<void> {
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end().catch(() => {}); // An abort may have closed it already.
    const message =
      `The database ${describeServer(databaseUrl)} cannot be reached: ${describeError(error)}. ` +
      "Check DATABASE_URL and that the server runs.";
    throw new DatabaseOpenError(message, { cause: error });
  }
}

/**
 * Opens the database that the settings name, and checks that it responds. Run {@link migrate}
 * before use. Throws a {@link DatabaseOpenError} that says what to do.
 */
export async function openDb(config: DbConfig, options: OpenOptions): Promise<Db> {
  if (config.databaseUrl) {
    const opened = openServer(config.databaseUrl, config.server ?? SERVER_DEFAULTS, options);
    await tryServer(opened.pool, config.databaseUrl);
    return createDb(opened);
  }
  if (config.deploy) {
    throw new DatabaseOpenError(
      "DATABASE_URL is not set; Deno Deploy needs a PostgreSQL server with PostGIS",
    );
  }
  return createDb(await openPglite(config.dataDir, options));
}
