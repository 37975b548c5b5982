/** Distinguishes the threads of a process. @module */

type Thread = {
  /** 1 in the first thread, which starts the others and runs the jobs. */
  number: number;
  /** The port that the first thread listens on; null in that one itself. */
  port: number | null;
};

/** This thread; the one that starts another gives it its name as JSON. */
export const thread: Thread = "DedicatedWorkerGlobalScope" in globalThis
  ? JSON.parse(self.name)
  : { number: 1, port: null };

/** Whether this is the thread that starts the others and runs the jobs. */
export const isFirstThread = thread.number === 1;
