/**
 * Reads the bodies of requests within bounds: bytes and time of each, and bytes of all in progress
 * together.
 *
 * @module
 */

import { BODY_LIMITS } from "../limits.ts";

/** Why a body was not read to its end. */
export type BodyFault = "too long" | "too slow" | "too many";

/** What one body may take. */
export type BodyLimits = { maxBytes: number; maxMs: number };

type Stop = (fault: BodyFault) => void;

/**
 * How one body is read: `take` takes room for its buffer, and returns false if there is none;
 * `stopped` gives it up.
 */
type Reading = { maxBytes: number; stopped: Promise<BodyFault>; take(bytes: number): boolean };

/**
 * The buffers of bodies in progress. When they fill their room, the oldest makes way, but not
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
 * The bodies in progress in a process. Long ones have a room of their own, so that they cannot keep
 * ordinary calls from theirs.
 */
export class Bodies {
  readonly #short = new Room(0);
  readonly #long: Room;

  constructor({ keepMs = BODY_LIMITS.keepMs }: { keepMs?: number } = {}) {
    this.#long = new Room(keepMs);
  }

  /**
   * The text of a body, or why it was given up. Throws for what is not UTF-8, and when the client
   * hangs up.
   */
  // The SDK's readRequestBody() replaces bytes that are not UTF-8 instead of refusing them, and has
  // no bounds.
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

/** The bytes of a body, or why they were given up. */
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
  // the server holds a body to the length it declared, and reading it at once costs half
  const isWhole = declared !== null && length === firstBytes;
  if (isWhole) return await Promise.race([req.bytes(), stopped]);
  return await readPieces(stream, firstBytes, { maxBytes: length, stopped, take });
}

/**
 * Reads into one buffer, for there may be as many pieces as bytes. It takes the room of a long body
 * once more than a short one has arrived: a declared length costs nothing, and the HTTP server
 * takes as much again for what it reads.
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
