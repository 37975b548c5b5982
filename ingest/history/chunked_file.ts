/** A file in memory, in chunks as the database stores them, and hashed as it grows. @module */

import { createHash } from "node:crypto";
import { CHUNK_BYTES } from "../../lib/db/history/history_files.ts";

/** A file to which bytes are added at its end. */
export class ChunkedFile {
  readonly #hash = createHash("sha256");
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  /** Copies `part` to the end. */
  add(part: Uint8Array): void {
    this.#hash.update(part);
    for (let at = 0; at < part.length;) {
      const used = this.#bytes % CHUNK_BYTES;
      if (used === 0) this.#chunks.push(new Uint8Array(CHUNK_BYTES));
      const piece = part.subarray(at, at + CHUNK_BYTES - used);
      this.#chunks.at(-1)!.set(piece, used);
      at += piece.length;
      this.#bytes += piece.length;
    }
  }

  /** Returns the content; nothing can be added afterwards. */
  finish() {
    const bytes = this.#bytes;
    const chunks = this.#chunks.map((chunk, number) => chunk.subarray(0, bytes - number * CHUNK_BYTES));
    return { chunks, bytes, sha256: this.#hash.digest("hex") };
  }
}

/** The content of a finished file. */
export type FileContent = ReturnType<ChunkedFile["finish"]>;
