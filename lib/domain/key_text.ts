/** Defines which texts of callers the database may get. @module */

import { z } from "zod";

/** An index of PostgreSQL refuses keys of 2 704 bytes and more. */
const MAX_KEY_BYTES = 2_700;

/**
 * Whether PostgreSQL can store a text and find it by an index: it has no NUL and fits into a key.
 */
export function isKeyText(text: string): boolean {
  return !text.includes("\0") && new TextEncoder().encode(text).length <= MAX_KEY_BYTES;
}

/** A text that is stored or looked up in the database as it came. */
export const keyText = z.string().refine(
  isKeyText,
  `text without NUL, of at most ${MAX_KEY_BYTES} bytes`,
);
