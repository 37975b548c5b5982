/** Sends long bodies in pieces that responses share without copying. @module */

import { DOWNLOAD_LIMITS } from "../limits.ts";

type Bytes = Uint8Array<ArrayBuffer>;

async function* cut(bodies: Iterable<Bytes> | AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const { pieceBytes } = DOWNLOAD_LIMITS;
  for await (const body of bodies) {
    for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes);
  }
}

/**
 * Returns a stream of bodies that reads a piece when the client has taken the last one. A body that
 * is handed over whole would be copied for each response. If the client takes no piece within
 * `pieceMs`, the stream closes. The response is then shorter than its `Content-Length`, so Deno
 * ends the connection.
 */
export function toPieces(
  bodies: Iterable<Bytes> | AsyncIterable<Bytes>,
  { pieceMs = DOWNLOAD_LIMITS.pieceMs }: { pieceMs?: number } = {},
): ReadableStream<Bytes> {
  const pieces = cut(bodies);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = async () => {
    clearTimeout(timer);
    await pieces.return(undefined);
  };
  return new ReadableStream<Bytes>({
    async pull(controller) {
      clearTimeout(timer);
      const { done, value } = await pieces.next();
      if (done) return controller.close();
      controller.enqueue(value);
      timer = setTimeout(() => {
        controller.close();
        void end();
      }, pieceMs);
      Deno.unrefTimer(timer);
    },
    cancel: end,
  }, { highWaterMark: 0 });
}

/** Returns true if a body of this length is sent in pieces. */
export function isLong(bytes: number): boolean {
  return bytes > DOWNLOAD_LIMITS.pieceBytes;
}

/**
 * Returns a body for a response with `Content-Length`: the bytes, or their pieces if there are
 * many.
 */
export function toBody(bytes: Bytes): Bytes | ReadableStream<Bytes> {
  return isLong(bytes.length) ? toPieces([bytes]) : bytes;
}
