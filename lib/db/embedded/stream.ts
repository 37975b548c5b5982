/** A socket that ends in the worker, through which the driver reaches the embedded database. @module */

import { Buffer } from "node:buffer";
import { Duplex } from "node:stream";

/** Sends whole messages of PostgreSQL's protocol; responses keep their order. */
export type Send = (bytes: Uint8Array) => void;

const TERMINATE = 0x58; // the driver's goodbye, which PGlite must not get: its session outlives the connection

/** A duplex stream with the few methods of a socket that the driver calls. */
export class WireStream extends Duplex {
  readonly setNoDelay = () => this;
  readonly setKeepAlive = () => this;
  readonly ref = () => this;
  readonly unref = () => this;
  #send: Send | null = null;

  /** `attach` begins a session whose output is pushed into the stream. */
  constructor(private readonly attach: (stream: WireStream) => Promise<Send>) {
    super({ allowHalfOpen: false });
  }

  /** Begins the session and notifies the driver, as a socket would. */
  connect(): this {
    this.attach(this).then((send) => {
      this.#send = send;
      this.emit("connect");
    }).catch((error) => this.destroy(error));
    return this;
  }

  override _read(): void {}

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    const messages = chunks.map(({ chunk }) => chunk).filter((chunk) => chunk[0] !== TERMINATE);
    if (messages.length > 0) this.#send?.(Buffer.concat(messages));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }
}
