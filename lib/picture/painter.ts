/** Paints pictures one at a time in a thread that ends when it is idle. @module */

import type { Log } from "../platform/log.ts";
import type { SharePicture } from "./share_picture.ts";

/** Pictures that wait at most, how long an idle thread lives, and how long one picture may take. */
const BOUNDS = { waiting: 16, idleMs: 60_000, patienceMs: 10_000 };

/** Paints pictures. Neither thread nor code is loaded before the first one. */
export class Painter {
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly log: Pick<Log, "warn">, private readonly bounds = BOUNDS) {}

  get isAwake(): boolean {
    return this.#worker !== null;
  }

  /** A picture as PNG; null when too many wait, or it cannot be painted. */
  async paint(picture: SharePicture): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.#waiting >= this.bounds.waiting) return null;
    this.#waiting++;
    clearTimeout(this.#idle);
    const painted = this.#last.then(() => this.#paintNow(picture));
    this.#last = painted;
    const png = await painted;
    if (--this.#waiting === 0) {
      this.#idle = setTimeout(() => this.close(), this.bounds.idleMs);
      Deno.unrefTimer(Number(this.#idle));
    }
    return png;
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #paintNow(picture: SharePicture): Promise<Uint8Array<ArrayBuffer> | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const worker = this.#worker ??= new Worker(new URL("./worker.ts", import.meta.url), {
        type: "module",
        name: "pictures",
      });
      return await new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new Error("It takes too long")), this.bounds.patienceMs);
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error(event.message));
        };
        worker.postMessage(picture);
      });
    } catch (error) {
      this.log.warn("A picture could not be painted", { error: String(error) });
      this.close();
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}
