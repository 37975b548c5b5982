/** Opens the KV of the quota counters, and opens it anew when its file was removed. @module */

import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";

/** How often it is looked whether the file is still there. */
const LOOK_MS = 2_000;

/** The KV of a process. */
export type Counters = {
  /** Null when it could not be opened. */
  kv: Deno.Kv | null;
  /** Tells each KV that takes the place of the one before; null, waited for before that one is closed, while there is none. */
  watch(onChange: (kv: Deno.Kv | null) => Promise<void>): void;
  close(): Promise<void>;
};

type Options = { config: Pick<Config, "dataDir" | "deploy" | "kvUrl">; log: Log };

async function tryOpen(place: string | undefined, log: Log): Promise<Deno.Kv | null> {
  try {
    return await Deno.openKv(place);
  } catch (error) {
    log.warn("The counters' KV cannot be opened: each instance counts by itself", { error });
    return null;
  }
}

/** What tells the file from one that was put in its place; null when there is none. */
async function getInode(path: string): Promise<number | null> {
  return await Deno.stat(path).then(({ ino }) => ino, () => null);
}

/** A SQLite file. After its removal SQLite goes on writing to the deleted file, so each process would silently count by itself. */
class FileCounters implements Counters {
  kv: Deno.Kv | null = null;
  #inode: number | null = null;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(private readonly path: string, private readonly log: Log) {}

  async open(): Promise<void> {
    // what SQLite keeps beside a file belongs to that file alone
    if (await getInode(this.path) === null) {
      for (const end of ["-wal", "-shm"]) await Deno.remove(this.path + end).catch(() => {});
    }
    this.kv = await tryOpen(this.path, this.log);
    this.#inode = await getInode(this.path);
  }

  watch(onChange: (kv: Deno.Kv | null) => Promise<void>): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look(onChange)
        .catch((error) => this.log.warn("The counters' file cannot be opened anew", { error }))
        .finally(() => this.watch(onChange));
    }, LOOK_MS);
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    this.kv?.close();
  }

  async #look(onChange: (kv: Deno.Kv | null) => Promise<void>): Promise<void> {
    if (!this.kv || await getInode(this.path) === this.#inode) return;
    this.log.warn("The counters' file was removed or replaced: it is opened anew, and the counts begin again");
    await onChange(null);
    this.kv.close();
    await this.open();
    await onChange(this.kv);
  }
}

/**
 * Opens the KV that `KV_URL` names, the one that Deno Deploy has for all instances, or the file below `DATA_DIR`. Never throws:
 * without it each instance counts by itself.
 */
export async function openCounters({ config, log }: Options): Promise<Counters> {
  if (config.kvUrl !== null || config.deploy) {
    const kv = await tryOpen(config.kvUrl ?? undefined, log);
    return { kv, watch: () => {}, close: () => Promise.resolve(kv?.close()) };
  }
  const counters = new FileCounters(`${config.dataDir}/counters.kv`, log);
  await counters.open();
  return counters;
}
