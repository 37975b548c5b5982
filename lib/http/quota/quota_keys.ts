/**
 * Hashes clients for the quota counts that instances share, with a key that changes every minute.
 *
 * @module
 */

import { type Cipheriv, createCipheriv, hkdfSync } from "node:crypto";
import { LRUCache } from "lru-cache";

const BLOCK_BYTES = 16;
/** 48 of 128 bits, which a number can hold exactly. */
const HASH_BYTES = 6;

/** The keys, derived from a secret that is not in the store of the counts. */
export class QuotaKeys {
  /** Ciphers of the current and the previous minute. */
  readonly #ciphers = new LRUCache<number, Cipheriv>({ max: 2 });

  constructor(private readonly secret: string) {}

  /** Returns the hash of each 16-byte block with the key of a minute (minutes since 1970). */
  hash(blocks: Uint8Array, minute: number): number[] {
    const hashes = this.#getCipher(minute).update(blocks);
    return Array.from(
      { length: blocks.length / BLOCK_BYTES },
      (_, at) => hashes.readUIntLE(BLOCK_BYTES * at, HASH_BYTES),
    );
  }

  #getCipher(minute: number): Cipheriv {
    const known = this.#ciphers.get(minute);
    if (known) return known;
    const key = new Uint8Array(hkdfSync("sha256", this.secret, "", `quota ${minute}`, 32));
    const cipher = createCipheriv("aes-256-ecb", key, null);
    this.#ciphers.set(minute, cipher);
    return cipher;
  }
}
