/** Counts requests in the running window of each client. @module */

import type { Client } from "../address.ts";
import type { QuotaKeys } from "./quota_keys.ts";

/** The length of a window. */
export const WINDOW_MS = 60_000;

const SETS = 32_768;
const WAYS = 8;

/** How many windows fit. */
export const MAX_WINDOWS = SETS * WAYS;

/**
 * The windows of all clients as numbers in arrays: collecting objects that live for a minute costs
 * more than counting.
 */
export class Windows {
  /** One AES block per place: the client's kind, its address in two numbers, and a zero. */
  readonly block = new Uint32Array(4 * MAX_WINDOWS);
  /** The minute of the client's hashes; 0 before they are computed. */
  readonly minute = new Uint32Array(MAX_WINDOWS);
  /** The client's hash with the key of that minute. */
  readonly id = new Float64Array(MAX_WINDOWS);
  /**
   * The client's hash with the key of the previous minute. Other instances may have sent counts of
   * a running window with it.
   */
  readonly idBefore = new Float64Array(MAX_WINDOWS);
  readonly startMs = new Float64Array(MAX_WINDOWS);
  readonly count = new Uint32Array(MAX_WINDOWS);
  /** Counted requests that the KV does not have yet. */
  readonly unsent = new Uint32Array(MAX_WINDOWS);
  readonly #seed = crypto.getRandomValues(new Uint32Array(1))[0]!;

  /**
   * Returns the place of a client's window, which starts now if none is running. If all eight
   * places of its set are taken, the oldest window is dropped.
   */
  find({ kind, high, low }: Client, nowMs: number): number {
    const mixed = Math.imul(Math.imul(low ^ this.#seed, 0x9e3779b1) ^ high, 0x85ebca6b) ^ kind;
    const first = ((mixed ^ (mixed >>> 15)) & (SETS - 1)) * WAYS;
    let place = first;
    for (let at = first; at < first + WAYS; at++) {
      const isClient = this.block[4 * at + 2] === low && this.block[4 * at + 1] === high &&
        this.block[4 * at] === kind;
      if (isClient && isRunning(this.startMs[at]!, nowMs)) return at;
      if (this.startMs[at]! < this.startMs[place]!) place = at;
    }
    this.block[4 * place] = kind;
    this.block[4 * place + 1] = high;
    this.block[4 * place + 2] = low;
    this.minute[place] = 0;
    this.startMs[place] = nowMs;
    this.count[place] = 0;
    this.unsent[place] = 0;
    return place;
  }

  /** Computes the hashes of places' clients with the keys of a minute and the previous one. */
  identify(places: readonly number[], keys: QuotaKeys, minute: number): void {
    const blocks = new Uint32Array(4 * places.length);
    for (let at = 0; at < blocks.length; at++) {
      blocks[at] = this.block[4 * places[at >> 2]! + (at & 3)]!;
    }
    const bytes = new Uint8Array(blocks.buffer);
    const ids = keys.hash(bytes, minute);
    const idsBefore = keys.hash(bytes, minute - 1);
    places.forEach((place, at) => {
      this.id[place] = ids[at]!;
      this.idBefore[place] = idsBefore[at]!;
      this.minute[place] = minute;
    });
  }
}

/** Returns the number of a minute since 1970. */
export function toMinute(ms: number): number {
  return Math.floor(ms / 60_000);
}

/**
 * Returns whether a window is running. A window that starts more than a minute ahead is not
 * running: the clock has been set back since.
 */
export function isRunning(startMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - startMs) < WINDOW_MS;
}
