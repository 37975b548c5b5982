/**
 * Writes lines in blocks, so that a line costs a request a memory copy instead of a system call.
 * Repeated searches are 1.5 times as fast as with `console.log` (55 instead of 81 µs of processor
 * time, nine pairs of `bench:http repeated`).
 *
 * @module
 */

import { systemClock } from "./clock.ts";

/** Longest time in milliseconds that a line waits for more lines. */
const GATHER_MS = 100;
/** Characters that are written without waiting for more. */
const BLOCK_LENGTH = 64 * 1024;
/** Maximum characters that wait while the reader is slow. Further lines are dropped and counted. */
const MAX_LENGTH = 8 * 1024 * 1024;

const encoder = new TextEncoder();

/** Collects lines and writes them to `output` in blocks, one after another. */
export class LineWriter {
  #gathered = "";
  #dropped = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | null = null;

  constructor(private readonly output: { write(bytes: Uint8Array): Promise<number> }) {}

  write(line: string): void {
    if (this.#gathered.length + line.length > MAX_LENGTH) {
      this.#dropped += 1;
      return;
    }
    this.#gathered += line + "\n";
    if (this.#gathered.length >= BLOCK_LENGTH) void this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Resolves when all earlier lines are written, or cannot be. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#gathered !== "" || this.#writing !== null) {
      this.#writing ??= this.#writeAll().finally(() => this.#writing = null);
      await this.#writing;
    }
  }

  async #writeAll(): Promise<void> {
    while (this.#gathered !== "") {
      const text = this.#gathered;
      this.#gathered = "";
      try {
        for (let bytes = encoder.encode(text); bytes.length > 0;) {
          bytes = bytes.subarray(await this.output.write(bytes));
        }
      } catch {
        return; // The reader is gone; the service works without a log.
      }
      if (this.#dropped > 0) this.#reportDropped();
    }
  }

  #reportDropped(): void {
    const warning = {
      at: systemClock().toISOString(),
      level: "warn",
      message: "Lines of the log were dropped",
    };
    this.#gathered += `${JSON.stringify({ ...warning, lines: this.#dropped })}\n`;
    this.#dropped = 0;
  }
}
