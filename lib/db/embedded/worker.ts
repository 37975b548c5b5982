/** Runs PGlite in a thread of its own, since it blocks its thread. @module */

import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { type Extension, PGlite } from "@electric-sql/pglite";
import { postgis } from "@electric-sql/pglite-postgis";

/**
 * To the worker. `bytes` are PostgreSQL's wire messages; responses carry their `session`: those of
 * a connection given up never reach the next.
 */
export type ToWorker =
  | { type: "open"; directory: string }
  | { type: "attach"; session: number }
  | { type: "bytes"; session: number; bytes: Uint8Array }
  | { type: "close" };

/**
 * From the worker. `done`: it is open, or closed; `failed` is the last message of a worker that
 * cannot go on.
 */
export type FromWorker =
  | { type: "done" }
  | { type: "bytes"; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: "failed"; message: string };

/**
 * What geography needs: the library itself, its projections, and the script that makes the
 * extension.
 */
const KEPT =
  /^(lib\/postgresql\/postgis-3\.so|share\/proj\/.*|share\/postgresql\/extension\/postgis(\.control|--\d+\.\d+\.\d+\.sql))$/;

const BLOCK = 512; // headers and contents of a tar file fill whole blocks
const FASTEST = 1; // the file is written once and read at every start

function readText(header: Uint8Array, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/**
 * Name and size in a tar header (POSIX ustar); a block of zeros, which ends the file, has neither.
 */
function readHeader(header: Uint8Array): { name: string; paddedSize: number } {
  const prefix = readText(header, 345, 155);
  const name = readText(header, 0, 100);
  const size = parseInt(readText(header, 124, 12).trim() || "0", 8);
  return { name: prefix ? `${prefix}/${name}` : name, paddedSize: Math.ceil(size / BLOCK) * BLOCK };
}

/** The entries of a tar stream that are kept, as a tar stream. */
async function* filterTar(chunks: AsyncIterable<Uint8Array>) {
  let header = new Uint8Array(0);
  let remaining = 0; // bytes of the present entry still to come
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
      [keep, remaining] = [KEPT.test(entry.name), entry.paddedSize];
      if (keep) yield header;
      header = new Uint8Array(0);
    }
  }
  yield new Uint8Array(2 * BLOCK);
}

/**
 * The path of the slim bundle made from the package's (a gzipped tar), kept in `folder`; one of
 * another size, which a new version has, is made again.
 */
async function provideSlimBundle(bundle: URL, folder: string): Promise<string> {
  const { size } = await Deno.stat(bundle);
  const place = `${folder}/postgis-${size}.tar.gz`;
  if (existsSync(place)) return place;
  // renamed when complete: a broken-off one is never taken for the bundle
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
/** Messages are handled strictly one after the other. */
let last: Promise<void> = Promise.resolve();

/**
 * The package's extension with a bundle of the parts that are used here, which is stored next to
 * the database.
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
 * PGlite lists all 15 000 exports of a library for each of its 750 functions: half of the time in
 * which a database is made. They never change.
 */
function listExportsOnce(): void {
  const listKeys = Object.keys;
  const listed = new WeakMap<object, string[]>();
  Object.keys = (object: object) => {
    // no library of PostgreSQL
    if (!Object.hasOwn(object, "Pg_magic_func")) return listKeys(object);
    const keys = listed.get(object) ?? listKeys(object);
    listed.set(object, keys);
    return keys;
  };
}

/**
 * PostgreSQL's reason for ending, from its log; null while it runs. PGlite would let its callers
 * wait for ever.
 */
let fatal: string | null = null;

function noteFatal(line: string): boolean {
  fatal = /\b(?:FATAL|PANIC): +(.+)/.exec(line)?.[1] ?? fatal;
  return true;
}

async function open(directory: string): Promise<void> {
  listExportsOnce();
  const extensions = { postgis: toSlim(postgis, dirname(directory)) };
  database = await PGlite.create(directory, { extensions, onStderr: noteFatal });
  post({ type: "done" });
}

/**
 * PGlite has one session for all connections: what the previous one left must not reach the next.
 */
async function attach(session: number): Promise<void> {
  current = session;
  if (database.isInTransaction()) await database.exec("rollback");
  await database.exec("discard all");
}

async function execute(session: number, bytes: Uint8Array): Promise<void> {
  if (session !== current) return;
  await database.execProtocolRawStream(bytes, {
    // the bytes are a view of PGlite's own memory, so they are copied before they are handed over
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

/** The texts of the error numbers of WebAssembly's file system (WASI's `errno`). */
const DISK_FAULTS: Partial<Record<number, string>> = {
  2: "Permission denied",
  19: "Disk quota exceeded",
  22: "File too large",
  29: "Input/output error",
  51: "No space left on device",
  69: "Read-only file system",
};

type WasmError = { name?: string; message?: string; status?: number; errno?: number };

/** WebAssembly's own errors are objects with a name and a status or number, not an Error. */
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
