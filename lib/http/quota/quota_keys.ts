/**
 * Hashes the clients of the quota for counts that instances share, by a key that changes each
 * minute.
 *
 * @module
 */

import { type Cipheriv, createCipheriv, hkdfSync } from "node:crypto";
import { LRUCache } from "lru-cache";

const BLOCK_BYTES = 16;
/** 48 of 128 bits, which a number holds exactly. */
const HASH_BYTES = 6;

/** The keys, derived from a secret that the store of the counts does not have. */
export class QuotaKeys {
  /** By minute: the present one and the one before. */
  readonly #ciphers = new LRUCache<number, Cipheriv>({ max: 2 });

  constructor(private readonly secret: string) {}

  /** Returns the hash of each block of 16 bytes by the key of a minute (minutes since 1970). */
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
