/** Defines which texts from callers may reach the database. @module */

import { z } from "zod";

/** A PostgreSQL index rejects keys of 2 704 bytes and more. */
const MAX_KEY_BYTES = 2_700;

/**
 * Returns whether PostgreSQL can store a text and find it by an index: it has no NUL and fits into
 * a key.
 */
export function isKeyText(text: string): boolean {
  return !text.includes("\0") && new TextEncoder().encode(text).length <= MAX_KEY_BYTES;
}

/** A text that is stored or looked up in the database unchanged. */
export const keyText = z.string().refine(
  isKeyText,
  `text without NUL, of at most ${MAX_KEY_BYTES} bytes`,
);
