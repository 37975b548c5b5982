/** Hashes a file and stores it in chunks while it grows. @module */

import { createHash } from "node:crypto";
import { CHUNK_BYTES } from "../../lib/db/history/history_files.ts";

/** The length of a finished file, and its hash. */
export type FileContent = { bytes: number; sha256: string };

/** A file that grows at its end. Memory holds only the bytes that are not stored yet. */
export class ChunkedFile {
  readonly #hash = createHash("sha256");
  #waiting: Uint8Array[] = [];
  #stored = 0;
  #bytes = 0;

  /** `store` stores a chunk; numbers begin at 0. */
  constructor(private readonly store: (number: number, chunk: Uint8Array) => Promise<void>) {}

  /** Copies `part` to the end. */
  add(part: Uint8Array): void {
    this.#hash.update(part);
    for (let at = 0; at < part.length;) {
      const used = this.#bytes % CHUNK_BYTES;
      if (used === 0) this.#waiting.push(new Uint8Array(CHUNK_BYTES));
      const piece = part.subarray(at, at + CHUNK_BYTES - used);
      this.#waiting.at(-1)!.set(piece, used);
      at += piece.length;
      this.#bytes += piece.length;
    }
  }

  /** Stores the chunks that are full. */
  async storeFull(): Promise<void> {
    const full = Math.floor(this.#bytes / CHUNK_BYTES);
    while (this.#stored < full) await this.#storeNext(CHUNK_BYTES);
  }

  /** Stores the rest. Nothing can be added afterwards. */
  async finish(): Promise<FileContent> {
    await this.storeFull();
    if (this.#waiting.length > 0) await this.#storeNext(this.#bytes % CHUNK_BYTES);
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }

  async #storeNext(size: number): Promise<void> {
    await this.store(this.#stored++, this.#waiting.shift()!.subarray(0, size));
  }
}
