/** Reads a stream into memory, up to a limit. @module */

import { Buffer } from "node:buffer";

/**
 * Returns the bytes of a stream. Throws the error that `refuse` returns if there are more than
 * `maxBytes`, counted after unpacking.
 */
export async function collect(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxBytes, refuse, onPiece }: { maxBytes: number; refuse: () => Error; onPiece?: () => void },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    onPiece?.();
    size += part.length;
    if (size > maxBytes) throw refuse();
    chunks.push(part.slice()); // A few bytes may keep a whole buffer of 64 kB in memory.
  }
  return Buffer.concat(chunks);
}
