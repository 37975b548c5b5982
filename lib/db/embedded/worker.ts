/** Runs PGlite in its own thread, since it blocks the thread it runs in. @module */

import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { type Extension, PGlite } from "@electric-sql/pglite";
import { postgis } from "@electric-sql/pglite-postgis";

/**
 * Messages to the worker. `bytes` are messages of PostgreSQL's protocol. Responses carry the
 * `session`, so that those of an abandoned connection never reach the next one.
 */
export type ToWorker =
  | { type: "open"; directory: string }
  | { type: "attach"; session: number }
  | { type: "bytes"; session: number; bytes: Uint8Array }
  | { type: "close" };

/**
 * Messages from the worker. `done` follows `open` and `close`; `failed` is the last message of a
 * worker that cannot continue.
 */
export type FromWorker =
  | { type: "done" }
  | { type: "bytes"; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: "failed"; message: string };

/**
 * The files that geography needs: the library, its projections, and the script that creates the
 * extension.
 */
const KEPT =
  /^(lib\/postgresql\/postgis-3\.so|share\/proj\/.*|share\/postgresql\/extension\/postgis(\.control|--\d+\.\d+\.\d+\.sql))$/;

const BLOCK = 512; // Headers and contents of a tar file fill whole blocks.
const FASTEST = 1; // The file is written once and read at every start.

function readText(header: Uint8Array, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/**
 * Reads name and size from a tar header (POSIX ustar). A block of zeros, which ends the file, has
 * neither.
 */
function readHeader(header: Uint8Array): { name: string; paddedSize: number } {
  const prefix = readText(header, 345, 155);
  const name = readText(header, 0, 100);
  const size = parseInt(readText(header, 124, 12).trim() || "0", 8);
  return { name: prefix ? `${prefix}/${name}` : name, paddedSize: Math.ceil(size / BLOCK) * BLOCK };
}

/** Yields a tar stream with only the entries to keep. */
async function* filterTar(chunks: AsyncIterable<Uint8Array>) {
  let header = new Uint8Array(0);
  let remaining = 0; // bytes left of the current entry
  let keep = false;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + (remaining > 0 ? remaining : BLOCK - header.length));
      at += part.length;
      if (remaining > 0) {
        remaining -= part.length;
        if (keep) yield part;
        continue;
      }
      header = new Uint8Array([...header, ...part]);
      if (header.length < BLOCK) continue;
      const entry = readHeader(header);
      keep = KEPT.test(entry.name);
      remaining = entry.paddedSize;
      if (keep) yield header;
      header = new Uint8Array(0);
    }
  }
  yield new Uint8Array(2 * BLOCK);
}

/**
 * Returns the path of the slim bundle in `folder`, and makes it from the bundle of the package (a
 * gzipped tar) if it is missing. A new version of the package has another size, so it gets a new
 * slim bundle.
 */
async function provideSlimBundle(bundle: URL, folder: string): Promise<string> {
  const { size } = await Deno.stat(bundle);
  const place = `${folder}/postgis-${size}.tar.gz`;
  if (existsSync(place)) return place;
  // Renamed when complete, so that a partial file is never taken for the bundle.
  const draft = `${place}.draft`;
  await pipeline(
    createReadStream(bundle),
    createGunzip(),
    filterTar,
    createGzip({ level: FASTEST }),
    createWriteStream(draft),
  );
  await Deno.rename(draft, place);
  return place;
}

function post(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

let database: PGlite;
let current = 0;
/** Settles when the last message is handled: they are handled one after another. */
let last: Promise<void> = Promise.resolve();

/**
 * Returns the extension of the package with a slim bundle, which is stored next to the database.
 */
function toSlim(extension: Extension, folder: string): Extension {
  return {
    name: extension.name,
    async setup(...given) {
      const result = await extension.setup(...given);
      if (!result.bundlePath) return result;
      return {
        ...result,
        bundlePath: pathToFileURL(await provideSlimBundle(result.bundlePath, folder)),
      };
    },
  };
}

/**
 * Caches `Object.keys` for PostgreSQL's libraries. PGlite lists all 15 000 exports of a library for
 * each of its 750 functions, which takes nine tenths of creating the tables (PGlite 0.5.12). The
 * exports never change, and PGlite gives no other access to them.
 */
function cacheExportNames(): void {
  const listKeys = Object.keys;
  const listed = new WeakMap<object, string[]>();
  Object.keys = (object: object) => {
    // Every library of PostgreSQL exports this name.
    if (!Object.hasOwn(object, "Pg_magic_func")) return listKeys(object);
    const keys = listed.get(object) ?? listKeys(object);
    listed.set(object, keys);
    return keys;
  };
}

/**
 * PostgreSQL's reason for ending, from its log; null while it runs. PGlite itself would leave its
 * callers waiting for ever.
 */
let fatal: string | null = null;

function recordFatal(line: string): boolean {
  fatal = /\b(?:FATAL|PANIC): +(.+)/.exec(line)?.[1] ?? fatal;
  return true;
}

async function open(directory: string): Promise<void> {
  cacheExportNames();
  const extensions = { postgis: toSlim(postgis, dirname(directory)) };
  database = await PGlite.create(directory, { extensions, onStderr: recordFatal });
  post({ type: "done" });
}

/**
 * Resets the one session that PGlite has for all connections, so that no state of the previous one
 * remains.
 */
async function attach(session: number): Promise<void> {
  current = session;
  if (database.isInTransaction()) await database.exec("rollback");
  await database.exec("discard all");
}

async function execute(session: number, bytes: Uint8Array): Promise<void> {
  if (session !== current) return;
  await database.execProtocolRawStream(bytes, {
    // The bytes are a view of PGlite's memory, so they are copied before they are sent.
    onRawData: (data) => {
      const copy = data.slice() as Uint8Array<ArrayBuffer>;
      post({ type: "bytes", session, bytes: copy }, [copy.buffer]);
    },
  });
  if (fatal !== null) throw new Error(fatal);
}

async function close(): Promise<void> {
  await database.exec("checkpoint");
  await database.close();
  post({ type: "done" });
}

function handle(message: ToWorker): Promise<void> {
  if (message.type === "open") return open(message.directory);
  if (message.type === "attach") return attach(message.session);
  if (message.type === "bytes") return execute(message.session, message.bytes);
  return close();
}

/** Messages for the error numbers of WebAssembly's file system (WASI's `errno`). */
const DISK_FAULTS: Partial<Record<number, string>> = {
  2: "Permission denied",
  19: "Disk quota exceeded",
  22: "File too large",
  29: "Input/output error",
  51: "No space left on device",
  69: "Read-only file system",
};

type WasmError = { name?: string; message?: string; status?: number; errno?: number };

/**
 * Describes an error. WebAssembly throws objects with a name and a status or number instead of an
 * Error.
 */
function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  const { name, message, status, errno } = error as WasmError;
  return DISK_FAULTS[errno ?? 0] ?? message ??
    (name ? `${name} ${status ?? errno ?? ""}`.trim() : String(error));
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  last = last.then(() => handle(data)).catch((error) => {
    post({ type: "failed", message: fatal ?? describe(error) });
  });
};
