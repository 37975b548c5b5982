/** Tries a KV operation again while another process has the file locked. @module */

/** Longest time that is tried. */
const GIVE_UP_MS = 5_000;
const PAUSE_MS = 5;

/** Whether an error means that another process is writing: it passes by itself. */
function isLocked(error: unknown): boolean {
  return /locked|busy/i.test(String(error));
}

/** A moment's pause, of random length so that two who wait do not meet again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
}

/** What `work` answers, tried again while the file is locked. Throws any other error, and that one after 5 s. */
export async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (const untilMs = performance.now() + GIVE_UP_MS;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || performance.now() > untilMs) throw error;
    }
    await pause();
  }
}
