/** Distinguishes the threads of a process. @module */

type Thread = {
  /** 1 in the first thread, which starts the others and runs the jobs. */
  number: number;
  /** The port on which the first thread listens; null in the first thread. */
  port: number | null;
};

/** This thread. A thread gets its name, as JSON, from the thread that starts it. */
export const thread: Thread = "DedicatedWorkerGlobalScope" in globalThis
  ? JSON.parse(self.name)
  : { number: 1, port: null };

/** True in the thread that starts the others and runs the jobs. */
export const isFirstThread = thread.number === 1;
