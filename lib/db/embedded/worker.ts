/** Runs PGlite in a thread of its own, since it blocks its thread. @module */

import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { type Extension, PGlite } from "@electric-sql/pglite";
import { postgis } from "@electric-sql/pglite-postgis";
import { provideSlimBundle } from "./slim_bundle.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";

type WorkerScope = {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
};
const scope = self as unknown as WorkerScope;

let database: PGlite | null = null;
let current = 0;
/** Messages are handled strictly one after the other. */
let last: Promise<void> = Promise.resolve();

function requireDatabase(): PGlite {
  if (!database) throw new Error("The embedded database is not open");
  return database;
}

/** The package's extension with a bundle of what the house uses, which lies beside the database. */
function toSlim(extension: Extension, folder: string): Extension {
  return {
    name: extension.name,
    async setup(...given) {
      const result = await extension.setup(...given);
      if (!result.bundlePath) return result;
      return { ...result, bundlePath: pathToFileURL(await provideSlimBundle(result.bundlePath, folder)) };
    },
  };
}

async function open(directory: string): Promise<void> {
  database = await PGlite.create(directory, { extensions: { postgis: toSlim(postgis, dirname(directory)) } });
  scope.postMessage({ type: "opened" });
}

/** PGlite has one session for all connections: what the one before left must not reach the next. */
async function attach(session: number): Promise<void> {
  const db = requireDatabase();
  current = session;
  if (db.isInTransaction()) await db.exec("rollback");
  await db.exec("discard all");
}

async function execute(session: number, bytes: Uint8Array): Promise<void> {
  if (session !== current) return;
  await requireDatabase().execProtocolRawStream(bytes, {
    // the bytes are a view of PGlite's own memory, so they are copied before they are handed over
    onRawData: (data) => {
      const copy = data.slice() as Uint8Array<ArrayBuffer>;
      scope.postMessage({ type: "bytes", session, bytes: copy }, [copy.buffer]);
    },
  });
}

async function close(): Promise<void> {
  await database?.exec("checkpoint");
  await database?.close();
  database = null;
  scope.postMessage({ type: "closed" });
}

function handle(message: ToWorker): Promise<void> {
  if (message.type === "open") return open(message.directory);
  if (message.type === "attach") return attach(message.session);
  if (message.type === "bytes") return execute(message.session, message.bytes);
  return close();
}

/** WebAssembly's own way of ending is an object with a name and a status, not an Error. */
function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  const { name, message, status } = error as { name?: string; message?: string; status?: number };
  return message ?? (name ? `${name} ${status ?? ""}`.trim() : String(error));
}

scope.onmessage = ({ data }) => {
  last = last.then(() => handle(data)).catch((error) => {
    scope.postMessage({ type: "failed", message: describe(error) });
  });
};
