/** Opens the embedded PostgreSQL in the data folder, for one process at a time. @module */

import { Buffer } from "node:buffer";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Duplex } from "node:stream";
import { DatabaseOpenError, EmbeddedStoppedError } from "../db.ts";
import { makeDataDir } from "../../platform/data_dir.ts";
import type { Log } from "../../platform/log.ts";
import type { FromWorker, ToWorker } from "./worker.ts";

/**
 * The lock and its holder are two files, since on some systems other processes cannot read a locked
 * file.
 */
const LOCK_FILE = "embedded.lock";
const HOLDER_FILE = "embedded.holder.json";

function describeHolder(dataDir: string): string {
  try {
    const { pid, command } = JSON.parse(Deno.readTextFileSync(`${dataDir}/${HOLDER_FILE}`));
    return `process ${pid} (${command})`;
  } catch {
    return "another process"; // It has not written the file yet, or died while writing it.
  }
}

/**
 * Takes the lock of a data directory, which the process holds until it ends. Throws a {@link
 * DatabaseOpenError} that names the other holder.
 */
async function takeLock(dataDir: string): Promise<{ release(): void }> {
  const file = await Deno.open(`${dataDir}/${LOCK_FILE}`, { create: true, write: true });
  if (!await file.tryLock(true)) {
    file.close();
    const holder = describeHolder(dataDir);
    throw new DatabaseOpenError(
      `The embedded database in ${dataDir} is in use by ${holder}. ` +
        "Only one process can open it: stop that process first, choose another DATA_DIR, " +
        "or set DATABASE_URL to use a PostgreSQL server.",
    );
  }
  const script = Deno.mainModule.startsWith("file:")
    ? decodeURIComponent(new URL(Deno.mainModule).pathname)
    : "deno";
  const command = [script.split("/").slice(-3).join("/"), ...Deno.args].join(" ");
  await Deno.writeTextFile(`${dataDir}/${HOLDER_FILE}`, JSON.stringify({ pid: Deno.pid, command }));
  return {
    release() {
      try {
        Deno.removeSync(`${dataDir}/${HOLDER_FILE}`);
      } catch { /* removed with the whole directory */ }
      file.close();
    },
  };
}

const POSTGRES_MAJOR = "18";
/**
 * Longest time to open: creating a database takes five seconds, and replaying a large log after a
 * kill a minute.
 */
const OPEN_MS = 180_000;
const MIN_FREE_MB = 100;
const DISK_FAULT =
  /no space left|quota exceeded|file too large|read-only file system|permission denied|input\/output error/i;

/** Returns what to do about a database that cannot be used; the text ends with a command. */
function advise(dataDir: string): string {
  return "Move the directory away (the next start creates and fills a new one), " +
    "use another DATA_DIR, or delete everything in it and create it again: " +
    `DATA_DIR=${JSON.stringify(dataDir)} deno task db:reset --yes`;
}

/** Explains why the database in `dataDir` does not open. */
function explain(error: unknown, dataDir: string): DatabaseOpenError {
  if (error instanceof DatabaseOpenError) return error;
  const reason = (error as Error).message;
  const message = DISK_FAULT.test(reason)
    ? `DATA_DIR ${dataDir} cannot be used: ${reason}. ` +
      `It must be writable and have ${MIN_FREE_MB} MB free.`
    : `The embedded database in ${dataDir} does not start (${reason}). ${advise(dataDir)}`;
  return new DatabaseOpenError(message, { cause: error });
}

/** Sends whole messages of PostgreSQL's protocol. Responses arrive in the same order. */
type Send = (bytes: Uint8Array) => void;

// The driver's last message. PGlite must not get it, since its session outlives the connection.
const TERMINATE = 0x58;

/** A duplex stream with the methods of a socket that the driver calls. */
class WireStream extends Duplex {
  readonly setNoDelay = () => this;
  readonly setKeepAlive = () => this;
  readonly ref = () => this;
  readonly unref = () => this;
  #send: Send | null = null;

  /** `attach` starts a session, whose output is pushed into the stream. */
  constructor(private readonly attach: (stream: WireStream) => Promise<Send>) {
    super({ allowHalfOpen: false });
  }

  /** Starts the session and notifies the driver, as a socket does. */
  connect(): this {
    this.attach(this).then((send) => {
      this.#send = send;
      this.emit("connect");
    }).catch((error) => this.destroy(error));
    return this;
  }

  override _read(): void {}

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    const messages = chunks.map(({ chunk }) => chunk).filter((chunk) => chunk[0] !== TERMINATE);
    if (messages.length > 0) this.#send?.(Buffer.concat(messages));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }
}

type EmbeddedOptions = { log: Log; openMs?: number };

/**
 * The worker and the one session that it serves. The next `attach` replaces a worker that failed.
 */
class Host {
  #worker: Worker | null = null;
  #stream: WireStream | null = null;
  #session = 0;
  #waiting: PromiseWithResolvers<void> | null = null;

  constructor(private readonly directory: string, private readonly options: EmbeddedOptions) {}

  async start(): Promise<void> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      type: "module",
      name: "embedded database",
    });
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.#receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event.message);
    };
    this.#worker = worker;
    const { openMs = OPEN_MS } = this.options;
    const timer = setTimeout(() => this.#fail(`it did not open within ${openMs / 1000} s`), openMs);
    await this.#request({ type: "open", directory: this.directory }).finally(() =>
      clearTimeout(timer)
    );
  }

  async attach(stream: WireStream): Promise<Send> {
    if (!this.#worker) {
      this.options.log.warn("The embedded database had stopped; starting it again");
      await this.start();
    }
    this.#stream = stream;
    const session = ++this.#session;
    this.#post({ type: "attach", session });
    return (bytes) => this.#post({ type: "bytes", session, bytes });
  }

  async stop(): Promise<void> {
    if (this.#worker) await this.#request({ type: "close" });
    this.#worker?.terminate();
    this.#worker = null;
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #request(message: ToWorker): Promise<void> {
    this.#waiting = Promise.withResolvers();
    this.#post(message);
    return this.#waiting.promise;
  }

  #receive(message: FromWorker): void {
    if (message.type === "failed") this.#fail(message.message);
    else if (message.type === "done") this.#waiting?.resolve();
    else if (message.session === this.#session) this.#stream?.push(message.bytes);
  }

  #fail(message: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    const error = new EmbeddedStoppedError(`The embedded database has stopped: ${message}`);
    this.#waiting?.reject(error);
    this.#stream?.destroy(error);
    this.#stream = null;
  }
}

/** Throws unless `dataDir` holds a database that this version can read. */
async function checkVersion(dataDir: string): Promise<void> {
  const directory = `${dataDir}/pglite`;
  const file = `${directory}/PG_VERSION`;
  if (!existsSync(file)) {
    throw new DatabaseOpenError(
      `${directory} holds no database (PG_VERSION is missing). ${advise(dataDir)}`,
    );
  }
  const version = (await Deno.readTextFile(file)).trim();
  if (version === POSTGRES_MAJOR) return;
  throw new DatabaseOpenError(
    `The embedded database in ${directory} is of PostgreSQL ${version}; ` +
      `this program reads ${POSTGRES_MAJOR}. ${advise(dataDir)}`,
  );
}

/**
 * Starts the database of a data directory. Creates it again if an earlier process was killed while
 * it created it.
 */
async function startIn(dataDir: string, host: Host): Promise<void> {
  const directory = `${dataDir}/pglite`;
  const making = `${dataDir}/embedded.making`;
  if (existsSync(making)) await rm(directory, { recursive: true, force: true });
  if (existsSync(directory) && [...Deno.readDirSync(directory)].length > 0) {
    await checkVersion(dataDir);
    return await host.start();
  }
  await Deno.mkdir(directory, { recursive: true });
  await Deno.writeTextFile(
    making,
    "The database next to this file is incomplete; the next start creates it again.\n",
  );
  await host.start();
  await Deno.remove(making);
}

async function takeDataDir(dataDir: string): Promise<{ path: string; lock: { release(): void } }> {
  try {
    await makeDataDir(dataDir);
    const path = await Deno.realPath(dataDir);
    return { path, lock: await takeLock(path) };
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    throw new DatabaseOpenError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Whether there is an embedded database under `dataDir`, also a damaged one. */
export function hasEmbedded(dataDir: string): boolean {
  return existsSync(`${dataDir}/pglite`);
}

/**
 * Opens the database in `dataDir`, and creates it on the first start. Throws a {@link
 * DatabaseOpenError} that says what to do.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions) {
  const { path, lock } = await takeDataDir(dataDir);
  const host = new Host(`${path}/pglite`, options);
  try {
    await startIn(path, host);
  } catch (error) {
    lock.release();
    throw explain(error, path);
  }
  return {
    /** Returns a new connection in the form that the driver expects; only one at a time. */
    connect: () => new WireStream((stream) => host.attach(stream)),
    /** Flushes to disk, stops the worker and releases the lock. */
    close: () => host.stop().finally(() => lock.release()),
  };
}

/**
 * Deletes the embedded database in `dataDir`, even if it is damaged. Throws a {@link
 * DatabaseOpenError} if a process has it open.
 */
export async function removeEmbedded(dataDir: string): Promise<void> {
  const { path, lock } = await takeDataDir(dataDir);
  await rm(`${path}/pglite`, { recursive: true, force: true }).finally(() => lock.release());
}
