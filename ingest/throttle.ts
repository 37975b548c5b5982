/**
 * Slows down background work, so that requests of the same process and other writers get their
 * turn.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";

/** A pause lasts as long as the step before it, within these bounds. */
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 2_000;

/**
 * Returns options for work in a running service: small steps with pauses between them. A pause
 * throws once `signal` is aborted.
 */
export function throttled(
  signal?: AbortSignal,
  { minPauseMs = MIN_PAUSE_MS }: { minPauseMs?: number } = {},
): { windowDays: number; pause: () => Promise<void> } {
  let beganMs = performance.now();
  const pause = async () => {
    const workedMs = performance.now() - beganMs;
    await delay(Math.min(MAX_PAUSE_MS, Math.max(minPauseMs, workedMs)));
    signal?.throwIfAborted();
    beganMs = performance.now();
  };
  return { windowDays: 7, pause };
}
