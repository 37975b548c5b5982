/** Tells the threads of a process apart. @module */

/** The name of this thread; null in the first one, which starts the others and runs the jobs. */
export const threadName: string | null = "DedicatedWorkerGlobalScope" in globalThis ? self.name : null;
