/**
 * Reads the bodies of requests within limits: bytes and time of each, and bytes of all in progress
 * together.
 *
 * @module
 */

import { BODY_LIMITS } from "../limits.ts";

/** The reason why a body was not read to its end. */
export type BodyFault = "too long" | "too slow" | "too many";

/** The limits of a body. */
export type BodyLimits = { maxBytes: number; maxMs: number };

type Stop = (fault: BodyFault) => void;

/**
 * The state of reading a body. `take` reserves room for its buffer, and returns false if there is
 * none. `stopped` resolves when reading is given up.
 */
type Reading = { maxBytes: number; stopped: Promise<BodyFault>; take(bytes: number): boolean };

/**
 * The buffers of bodies in progress. When the room is full, the oldest body is given up, but not
 * within its first `keepMs`.
 */
class Room {
  readonly #taken = new Map<Stop, { bytes: number; sinceMs: number }>();
  #bytes = 0;

  constructor(private readonly keepMs: number) {}

  take(stop: Stop, bytes: number): boolean {
    const nowMs = performance.now();
    for (const [oldest, { sinceMs }] of this.#taken) {
      if (this.#bytes + bytes <= BODY_LIMITS.roomBytes) break;
      if (nowMs - sinceMs < this.keepMs) return false;
      this.give(oldest);
      oldest("too many");
    }
    this.#bytes += bytes;
    this.#taken.set(stop, { bytes, sinceMs: nowMs });
    return true;
  }

  give(stop: Stop): void {
    this.#bytes -= this.#taken.get(stop)?.bytes ?? 0;
    this.#taken.delete(stop);
  }
}

/**
 * The bodies in progress in a process. Long bodies have their own room, so that they cannot
 * displace ordinary calls.
 */
export class Bodies {
  readonly #short = new Room(0);
  readonly #long: Room;

  constructor({ keepMs = BODY_LIMITS.keepMs }: { keepMs?: number } = {}) {
    this.#long = new Room(keepMs);
  }

  /**
   * Returns the text of a body, or why it was given up. Throws if it is not UTF-8, or if the client
   * disconnects.
   */
  // The SDK's readRequestBody() has no limits, and replaces bytes that are not UTF-8 instead of
  // rejecting them.
  async read(
    req: Request,
    { maxBytes, maxMs }: BodyLimits,
  ): Promise<{ text: string } | { fault: BodyFault }> {
    if (!req.body) return { text: "" };
    const { promise: stopped, resolve: stop } = Promise.withResolvers<BodyFault>();
    const take = (bytes: number) =>
      (bytes <= BODY_LIMITS.shortBytes ? this.#short : this.#long).take(stop, bytes);
    const timer = setTimeout(stop, maxMs, "too slow");
    try {
      const read = await readBytes(req, req.body, { maxBytes, stopped, take });
      if (typeof read === "string") return { fault: read };
      return { text: new TextDecoder("utf-8", { fatal: true }).decode(read) };
    } finally {
      clearTimeout(timer);
      this.#short.give(stop);
      this.#long.give(stop);
    }
  }
}

/** Returns the bytes of a body, or why they were given up. */
async function readBytes(
  req: Request,
  stream: ReadableStream<Uint8Array>,
  { maxBytes, stopped, take }: Reading,
): Promise<Uint8Array | BodyFault> {
  const declared = req.headers.get("content-length");
  const length = declared === null ? maxBytes : Number(declared);
  if (length > maxBytes) {
    await stream.cancel();
    return "too long";
  }
  const firstBytes = Math.min(length, BODY_LIMITS.shortBytes);
  take(firstBytes);
  // The server enforces the declared length, and reading the body at once takes half the time.
  const isWhole = declared !== null && length === firstBytes;
  if (isWhole) return await Promise.race([req.bytes(), stopped]);
  return await readPieces(stream, firstBytes, { maxBytes: length, stopped, take });
}

/**
 * Reads into one buffer, since a body may have as many pieces as bytes. Reserves the room of a long
 * body only when more than a short one has arrived, so a declared length alone takes no memory. The
 * HTTP server needs the same memory again for the bytes it reads.
 */
async function readPieces(
  stream: ReadableStream<Uint8Array>,
  firstBytes: number,
  { maxBytes, stopped, take }: Reading,
): Promise<Uint8Array | BodyFault> {
  const reader = stream.getReader();
  const giveUp = async (fault: BodyFault) => {
    await reader.cancel();
    return fault;
  };
  let buffer = new Uint8Array(firstBytes);
  for (let length = 0;;) {
    const read = await Promise.race([reader.read(), stopped]);
    if (typeof read === "string") return await giveUp(read);
    if (read.done) return buffer.subarray(0, length);
    const end = length + read.value.length;
    if (end > maxBytes) return await giveUp("too long");
    if (end > buffer.length) {
      if (!take(maxBytes)) return await giveUp("too many");
      const grown = new Uint8Array(maxBytes);
      grown.set(buffer.subarray(0, length));
      buffer = grown;
    }
    buffer.set(read.value, length);
    length = end;
  }
}
