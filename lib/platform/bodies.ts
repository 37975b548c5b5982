/** Reads the bodies of requests within bounds: bytes and time of each, and bytes of all in progress together. @module */

/** Why a body was not read to its end. */
export type BodyFault = "too long" | "too slow" | "too many";

/** What one body may take. */
export type BodyLimits = { maxBytes: number; maxMs: number };

/** Up to this a body is short, as every ordinary call is. */
const SHORT_BYTES = 16 * 1024;

/** Bytes that all short bodies in progress may take together, and all long ones. */
const TOTAL_BYTES = { short: 16 * 1024 * 1024, long: 16 * 1024 * 1024 };

type Stop = (fault: BodyFault) => void;

/** The room that bodies in progress take. */
class Room {
  readonly #short = new Map<Stop, number>();
  #shortBytes = 0;
  #longBytes = 0;

  /**
   * Takes room of a short body. When there is none, the body that takes most is given up, of equal ones the oldest: slow senders
   * make way for quick ones.
   */
  takeShort(stop: Stop, bytes: number): void {
    this.#shortBytes += bytes - (this.#short.get(stop) ?? 0);
    this.#short.set(stop, bytes);
    if (this.#shortBytes <= TOTAL_BYTES.short) return;
    const [largest] = [...this.#short].reduce((most, other) => other[1] > most[1] ? other : most);
    this.giveShort(largest);
    largest("too many");
  }

  giveShort(stop: Stop): void {
    this.#shortBytes -= this.#short.get(stop) ?? 0;
    this.#short.delete(stop);
  }

  /**
   * Takes the whole room of a long body before anything of it is read; false when there is none. No other makes way for it: the
   * HTTP server takes as much again for each body that was begun, and keeps it.
   */
  takeLong(bytes: number): boolean {
    if (this.#longBytes + bytes > TOTAL_BYTES.long) return false;
    this.#longBytes += bytes;
    return true;
  }

  giveLong(bytes: number): void {
    this.#longBytes -= bytes;
  }
}

/** One body in progress. */
class Body {
  readonly #stopped = Promise.withResolvers<BodyFault>();
  #longBytes = 0;

  constructor(private readonly room: Room, private readonly limits: BodyLimits) {}

  /** The bytes, or why they were given up. */
  async read(req: Request, stream: ReadableStream<Uint8Array>): Promise<Uint8Array | BodyFault> {
    const { maxBytes, maxMs } = this.limits;
    const declared = req.headers.get("content-length");
    const length = declared === null ? Math.min(SHORT_BYTES, maxBytes) : Number(declared);
    const timer = setTimeout(this.#stopped.resolve, maxMs, "too slow");
    try {
      if (length > maxBytes || !this.#grow(length)) {
        await stream.cancel();
        return length > maxBytes ? "too long" : "too many";
      }
      const isWhole = declared !== null && length <= SHORT_BYTES;
      // the server holds a body to the length it declared, and reading it at once costs half
      if (isWhole) return await Promise.race([req.bytes(), this.#stopped.promise]);
      return await this.#readPieces(stream, length);
    } finally {
      clearTimeout(timer);
      this.room.giveShort(this.#stopped.resolve);
      this.room.giveLong(this.#longBytes);
    }
  }

  /** Takes room for so many bytes; false when there is none. */
  #grow(bytes: number): boolean {
    if (bytes <= SHORT_BYTES) this.room.takeShort(this.#stopped.resolve, bytes);
    if (bytes <= SHORT_BYTES || this.#longBytes > 0) return true;
    if (!this.room.takeLong(this.limits.maxBytes)) return false;
    this.#longBytes = this.limits.maxBytes;
    return true;
  }

  /** Reads into one buffer, for there may be as many pieces as bytes. */
  async #readPieces(stream: ReadableStream<Uint8Array>, firstBytes: number): Promise<Uint8Array | BodyFault> {
    const reader = stream.getReader();
    let buffer = new Uint8Array(firstBytes);
    for (let length = 0;;) {
      const read = await Promise.race([reader.read(), this.#stopped.promise]);
      if (typeof read === "string") return await giveUp(reader, read);
      if (read.done) return buffer.subarray(0, length);
      const end = length + read.value.length;
      if (end > this.limits.maxBytes) return await giveUp(reader, "too long");
      if (end > buffer.length) {
        const grown = new Uint8Array(Math.min(this.limits.maxBytes, 2 * end));
        if (!this.#grow(grown.length)) return await giveUp(reader, "too many");
        grown.set(buffer.subarray(0, length));
        buffer = grown;
      }
      buffer.set(read.value, length);
      length = end;
    }
  }
}

async function giveUp(reader: ReadableStreamDefaultReader, fault: BodyFault): Promise<BodyFault> {
  await reader.cancel();
  return fault;
}

/** The bodies in progress in a process. */
export class Bodies {
  readonly #room = new Room();

  /** The text of a body, or why it was given up. Throws for what is not UTF-8, and when the client hangs up. */
  // The SDK's readRequestBody() replaces bytes that are not UTF-8 instead of refusing them, and has no bounds.
  async read(req: Request, limits: BodyLimits): Promise<{ text: string } | { fault: BodyFault }> {
    if (!req.body) return { text: "" };
    const read = await new Body(this.#room, limits).read(req, req.body);
    if (typeof read === "string") return { fault: read };
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(read) };
  }
}
