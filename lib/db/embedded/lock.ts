/** Lets one process at a time open an embedded database: two would corrupt the folder in silence. @module */

import { DatabaseOpenError } from "../errors.ts";

/** A lock that is held until `release` is called or the process ends, however it ends. */
export type DirectoryLock = { release(): void };

type Holder = { pid: number; command: string };

/** Two files: on some systems a locked file cannot be read by others. */
const LOCK_FILE = "embedded.lock";
const HOLDER_FILE = "embedded.holder.json";

function describeProcess(): Holder {
  const script = Deno.mainModule.startsWith("file:") ? decodeURIComponent(new URL(Deno.mainModule).pathname) : "deno";
  return { pid: Deno.pid, command: [script.split("/").slice(-3).join("/"), ...Deno.args].join(" ") };
}

function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(Deno.readTextFileSync(`${dataDir}/${HOLDER_FILE}`)) as Holder;
  } catch {
    return null; // the holder has not written it yet, or died while writing
  }
}

function refuse(dataDir: string): never {
  const holder = readHolder(dataDir);
  const who = holder ? `process ${holder.pid} (${holder.command})` : "another process";
  throw new DatabaseOpenError(
    `The embedded database in ${dataDir} is in use by ${who}. Only one process can open it: stop that one first, ` +
      "choose another DATA_DIR, or use a PostgreSQL server by DATABASE_URL.",
  );
}

/**
 * Takes the lock of a data directory, which must exist. The system drops the lock with the process, so that one that was
 * killed never blocks. Throws a {@link DatabaseOpenError} that names the holder when another one (or this process) has it.
 */
export async function takeLock(dataDir: string): Promise<DirectoryLock> {
  const file = await Deno.open(`${dataDir}/${LOCK_FILE}`, { create: true, write: true });
  if (!await file.tryLock(true)) {
    file.close();
    refuse(dataDir);
  }
  await Deno.writeTextFile(`${dataDir}/${HOLDER_FILE}`, JSON.stringify(describeProcess()));
  return {
    release() {
      try {
        Deno.removeSync(`${dataDir}/${HOLDER_FILE}`);
      } catch { /* removed with the whole directory */ }
      file.close();
    },
  };
}
