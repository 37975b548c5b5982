/** A file in memory, in chunks as the database stores them, and hashed as it grows. @module */

import { createHash } from "node:crypto";
import { CHUNK_BYTES } from "../../lib/db/history/history_files.ts";

/** The content of a finished file. */
export type FileContent = { chunks: Uint8Array[]; bytes: number; sha256: string };

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
  finish(): FileContent {
    const unused = this.#chunks.length * CHUNK_BYTES - this.#bytes;
    if (unused > 0) this.#chunks.push(this.#chunks.pop()!.subarray(0, CHUNK_BYTES - unused));
    return { chunks: this.#chunks, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
