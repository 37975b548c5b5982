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

/** How one body is read: `grow` takes room for so many bytes and is false when there is none; `stopped` gives it up. */
type Reading = { maxBytes: number; stopped: Promise<BodyFault>; grow(bytes: number): boolean };

/** The bodies in progress in a process. */
export class Bodies {
  readonly #short = new Map<Stop, number>();
  #shortBytes = 0;
  #longBytes = 0;

  /** The text of a body, or why it was given up. Throws for what is not UTF-8, and when the client hangs up. */
  // The SDK's readRequestBody() replaces bytes that are not UTF-8 instead of refusing them, and has no bounds.
  async read(req: Request, { maxBytes, maxMs }: BodyLimits): Promise<{ text: string } | { fault: BodyFault }> {
    if (!req.body) return { text: "" };
    const { promise: stopped, resolve: stop } = Promise.withResolvers<BodyFault>();
    let isLong = false;
    const grow = (bytes: number) => {
      if (bytes <= SHORT_BYTES) this.#takeShort(stop, bytes);
      else isLong ||= this.#takeLong(maxBytes);
      return bytes <= SHORT_BYTES || isLong;
    };
    const timer = setTimeout(stop, maxMs, "too slow");
    try {
      const read = await readBytes(req, req.body, { maxBytes, stopped, grow });
      if (typeof read === "string") return { fault: read };
      return { text: new TextDecoder("utf-8", { fatal: true }).decode(read) };
    } finally {
      clearTimeout(timer);
      this.#giveShort(stop);
      if (isLong) this.#longBytes -= maxBytes;
    }
  }

  /** When there is no room, the body that takes most is given up, of equal ones the oldest: slow senders make way. */
  #takeShort(stop: Stop, bytes: number): void {
    this.#shortBytes += bytes - (this.#short.get(stop) ?? 0);
    this.#short.set(stop, bytes);
    if (this.#shortBytes <= TOTAL_BYTES.short) return;
    const [largest] = [...this.#short].reduce((most, other) => other[1] > most[1] ? other : most);
    this.#giveShort(largest);
    largest("too many");
  }

  #giveShort(stop: Stop): void {
    this.#shortBytes -= this.#short.get(stop) ?? 0;
    this.#short.delete(stop);
  }

  /** Takes the whole room of a long body before anything of it is read: the HTTP server takes as much again, and keeps it. */
  #takeLong(bytes: number): boolean {
    if (this.#longBytes + bytes > TOTAL_BYTES.long) return false;
    this.#longBytes += bytes;
    return true;
  }
}

/** The bytes of a body, or why they were given up. */
async function readBytes(
  req: Request,
  stream: ReadableStream<Uint8Array>,
  reading: Reading,
): Promise<Uint8Array | BodyFault> {
  const declared = req.headers.get("content-length");
  const length = declared === null ? Math.min(SHORT_BYTES, reading.maxBytes) : Number(declared);
  if (length > reading.maxBytes || !reading.grow(length)) {
    await stream.cancel();
    return length > reading.maxBytes ? "too long" : "too many";
  }
  // the server holds a body to the length it declared, and reading it at once costs half
  const isWhole = declared !== null && length <= SHORT_BYTES;
  return await (isWhole ? Promise.race([req.bytes(), reading.stopped]) : readPieces(stream, length, reading));
}

/** Reads into one buffer, for there may be as many pieces as bytes. */
async function readPieces(
  stream: ReadableStream<Uint8Array>,
  firstBytes: number,
  { maxBytes, stopped, grow }: Reading,
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
      const grown = new Uint8Array(Math.min(maxBytes, 2 * end));
      if (!grow(grown.length)) return await giveUp("too many");
      grown.set(buffer.subarray(0, length));
      buffer = grown;
    }
    buffer.set(read.value, length);
    length = end;
  }
}
