/** Starts, controls and kills instances of the service. @module */

import { setTimeout as delay } from "node:timers/promises";
import type { JobName } from "../../ingest/jobs.ts";
import type { Conditions, NumberedOrder, Order, Reply } from "./messages.ts";

/** All jobs that another job may have started. */
const STARTED_JOBS: JobName[] = [
  "decide_alerts",
  "send_alerts",
  "brands",
  "archive",
  "means",
  "history_files",
  "sample",
];

type Ended = Extract<Reply, { ended: string }>;

/** One process. Orders to a killed process resolve too, since it is unknown how far they came. */
export class Instance {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<number, () => void>();
  readonly #ended: Promise<void>;
  #lastId = 0;
  /** The runs of jobs that ended, in order. */
  readonly runs: Ended[] = [];

  constructor() {
    const args = [
      "run",
      "-A",
      "--quiet",
      "--no-check",
      new URL("instance.ts", import.meta.url).pathname,
    ];
    const options = { args, stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
    this.#process = new Deno.Command(Deno.execPath(), options).spawn();
    this.#writer = this.#process.stdin.getWriter();
    this.#ended = this.#read();
  }

  async #read(): Promise<void> {
    let rest = "";
    for await (const text of this.#process.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#hear(JSON.parse(line));
    }
    for (const finish of this.#waiting.values()) finish();
  }

  #hear(reply: Reply): void {
    if ("ended" in reply) this.runs.push(reply);
    else this.#waiting.get(reply.done)?.();
  }

  #order(order: Order): Promise<void> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(id, resolve);
    const text = JSON.stringify({ id, ...order } satisfies NumberedOrder);
    // The pipe of a killed process is broken.
    this.#writer.write(new TextEncoder().encode(`${text}\n`)).catch(resolve);
    return promise.finally(() => this.#waiting.delete(id));
  }

  open(env: Record<string, string>): Promise<void> {
    return this.#order({ env });
  }

  run(job: JobName, conditions: Conditions): Promise<void> {
    return this.#order({ job, ...conditions });
  }

  /** Waits for the jobs that other jobs started. `isLast` also closes the database. */
  settle({ isLast }: { isLast: boolean }): Promise<void> {
    return this.#order({ settle: STARTED_JOBS, isLast });
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#process.status;
    await this.#ended;
    await this.#writer.close().catch(() => {});
  }
}

/** A fixed number of instances. Killed ones are replaced by others that have already started. */
export class Pool {
  #spare: Instance | null = null;
  instances: Instance[];

  constructor(count: number) {
    this.instances = Array.from({ length: count }, () => new Instance());
  }

  /** Kills an instance after `afterMs`, and returns its replacement. */
  async kill(
    index: number,
    { afterMs, env }: { afterMs: number; env: Record<string, string> },
  ): Promise<void> {
    const killed = this.instances[index]!;
    await delay(afterMs);
    await killed.kill();
    const next = this.#spare ?? new Instance();
    next.runs.push(...killed.runs);
    await next.open(env);
    this.instances[index] = next;
    this.#spare = new Instance();
  }

  async stop(): Promise<void> {
    for (const instance of [...this.instances, ...this.#spare ? [this.#spare] : []]) {
      await instance.kill();
    }
  }
}
