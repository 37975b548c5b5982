/** Reads a stream into memory, within a bound. @module */

import { Buffer } from "node:buffer";

/**
 * The bytes of a stream. Throws what `refuse` returns once there are more than `maxBytes`, of a
 * response's body when it is unpacked.
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
    chunks.push(part.slice()); // a few bytes of an unpacked body may hold a buffer of 64 kB
  }
  return Buffer.concat(chunks);
}
