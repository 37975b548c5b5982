/** A socket that ends in the worker, through which the driver reaches the embedded database. @module */

import { Duplex } from "node:stream";

/** What a stream needs from its database. */
export type Wire = {
  /** Begins a session for `receiver` and answers how to send whole messages, which are answered in order. */
  attach(receiver: BytesReceiver): Promise<(bytes: Uint8Array<ArrayBuffer>) => void>;
};

/** Where the answers of a session go. */
export type BytesReceiver = { push(bytes: Uint8Array): unknown; destroy(error?: Error): unknown };

/** Joins chunks into one buffer of its own, which may be handed to another thread. */
function join(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

const TERMINATE = 0x58; // the driver's goodbye, which PGlite must not hear: its session outlives the connection

/** A duplex stream with the few methods of a socket that the driver calls. */
export class WireStream extends Duplex {
  #send: (bytes: Uint8Array<ArrayBuffer>) => void = () => {
    throw new Error("Nothing can be sent before the session began");
  };

  constructor(private readonly wire: Wire) {
    super({ allowHalfOpen: false });
  }

  /** Begins the session and notifies the driver, as a socket would. */
  connect(): this {
    this.wire.attach(this).then((send) => {
      this.#send = send;
      this.emit("connect");
    }).catch((error) => this.destroy(error));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    if (chunk[0] !== TERMINATE) this.#send(join([chunk]));
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    const bytes = join(chunks.map(({ chunk }) => chunk).filter((chunk) => chunk[0] !== TERMINATE));
    if (bytes.length > 0) this.#send(bytes);
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }
}
