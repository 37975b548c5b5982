/** Opens the embedded PostgreSQL under the data folder. @module */

import type { Log } from "../../platform/log.ts";
import { DatabaseOpenError, EmbeddedStoppedError } from "../errors.ts";
import { takeLock } from "./lock.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";
import { type BytesReceiver, type Wire, WireStream } from "./stream.ts";

/** An open embedded database: streams for the driver, one at a time. */
export type Embedded = {
  /** A new connection in the shape the driver asks for. */
  connect(): WireStream;
  /** Flushes to disk, ends the worker and releases the lock. */
  close(): Promise<void>;
};

const POSTGRES_MAJOR = "18";
const ADVICE = "Move the directory away (a new one is made and filled by the next ingest), or use another DATA_DIR.";

/** The worker and the one session it serves. A worker that failed is replaced by the next `attach`. */
class Host implements Wire {
  #worker: Worker | null = null;
  #receiver: BytesReceiver | null = null;
  #session = 0;
  #waiting: { resolve(): void; reject(error: Error): void } | null = null;

  constructor(private readonly directory: string, private readonly log: Log) {}

  async start(): Promise<void> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "embedded database" });
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.#hear(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event.message);
    };
    this.#worker = worker;
    await this.#ask({ type: "open", directory: this.directory });
  }

  async attach(receiver: BytesReceiver): Promise<(bytes: Uint8Array<ArrayBuffer>) => void> {
    if (!this.#worker) {
      this.log.warn("The embedded database had stopped; starting it again");
      await this.start();
    }
    this.#receiver = receiver;
    const session = ++this.#session;
    this.#post({ type: "attach", session });
    return (bytes) => this.#post({ type: "bytes", session, bytes }, [bytes.buffer]);
  }

  async stop(): Promise<void> {
    if (this.#worker) await this.#ask({ type: "close" });
    this.#worker?.terminate();
    this.#worker = null;
  }

  #post(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  #ask(message: ToWorker): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#post(message);
    });
  }

  #hear(message: FromWorker): void {
    if (message.type === "bytes") this.#receive(message.session, message.bytes);
    else if (message.type === "failed") this.#fail(message.message);
    else this.#waiting?.resolve();
  }

  #receive(session: number, bytes: Uint8Array): void {
    if (session === this.#session) this.#receiver?.push(bytes);
  }

  #fail(message: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    const error = new EmbeddedStoppedError(`The embedded database has stopped: ${message}`);
    this.#waiting?.reject(error);
    this.#receiver?.destroy(error);
    this.#receiver = null;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function isEmpty(directory: string): Promise<boolean> {
  if (!await isThere(directory)) return true;
  for await (const _ of Deno.readDir(directory)) return false;
  return true;
}

/** Throws unless the directory holds a database that this version can read. */
async function checkVersion(directory: string): Promise<void> {
  const file = `${directory}/PG_VERSION`;
  if (!await isThere(file)) {
    throw new DatabaseOpenError(`${directory} holds no database (PG_VERSION is missing). ${ADVICE}`);
  }
  const version = (await Deno.readTextFile(file)).trim();
  if (version === POSTGRES_MAJOR) return;
  throw new DatabaseOpenError(
    `The embedded database in ${directory} is of PostgreSQL ${version}, this program reads ${POSTGRES_MAJOR}. ${ADVICE}`,
  );
}

/** Starts the database of a data directory. One whose making never ended (the process was killed) is made again. */
async function startIn(dataDir: string, host: Host): Promise<void> {
  const directory = `${dataDir}/pglite`;
  const making = `${dataDir}/embedded.making`;
  if (await isThere(making) && await isThere(directory)) await Deno.remove(directory, { recursive: true });
  if (!await isEmpty(directory)) {
    await checkVersion(directory);
    return await host.start();
  }
  await Deno.mkdir(directory, { recursive: true });
  await Deno.writeTextFile(making, "The database beside this file is not complete; the next start makes it again.\n");
  await host.start();
  await Deno.remove(making);
}

async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    await Deno.mkdir(dataDir, { recursive: true });
    return await Deno.realPath(dataDir);
  } catch (error) {
    throw new DatabaseOpenError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Opens (and makes, at the first start) the database under `dataDir`, a path that may be relative to the working directory.
 * Throws a {@link DatabaseOpenError} when another process has it, when it is of another version and when it does not start.
 */
export async function openEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const path = await prepareDataDir(dataDir);
  const lock = await takeLock(path);
  const host = new Host(`${path}/pglite`, log);
  try {
    await startIn(path, host);
  } catch (error) {
    lock.release();
    if (error instanceof DatabaseOpenError) throw error;
    throw new DatabaseOpenError(
      `The embedded database in ${path} does not start (${(error as Error).message}). ${ADVICE}`,
      { cause: error },
    );
  }
  return {
    connect: () => new WireStream(host),
    async close() {
      await host.stop();
      lock.release();
    },
  };
}
