/** Shows the metrics of all threads of the process, whichever of them is asked. @module */

import { type Metric, type Reading, toPrometheusText, toReading } from "./metrics.ts";

const CHANNEL = "metrics";

/** A thread that is busy for longer is left out of an answer. */
const PATIENCE_MS = 500;

/** A question to all other threads (`reading` null), or what one of them answers to the question of this id. */
type Message = { id: string; reading: Reading | null };

/** The metrics of this thread and, through a channel, those of the `threads - 1` others. */
export class ThreadMetrics {
  readonly #channel: BroadcastChannel | null;
  /** Takes what the others answer, by the id of the question. */
  readonly #awaited = new Map<string, (reading: Reading) => void>();

  constructor(private readonly metrics: readonly Metric[], private readonly threads: number) {
    this.#channel = threads > 1 ? new BroadcastChannel(CHANNEL) : null;
    this.#channel?.addEventListener("message", ({ data }) => this.#hear(data));
  }

  /** The metrics of all threads as Prometheus reads them. A thread that does not answer in time is missing. */
  async toPrometheusText(): Promise<string> {
    return toPrometheusText(this.metrics, [toReading(this.metrics), ...await this.#askOthers()]);
  }

  /** Answers the other threads no more. */
  close(): void {
    this.#channel?.close();
  }

  #hear({ id, reading }: Message): void {
    if (reading) this.#awaited.get(id)?.(reading);
    else this.#channel?.postMessage({ id, reading: toReading(this.metrics) } satisfies Message);
  }

  async #askOthers(): Promise<Reading[]> {
    const readings: Reading[] = [];
    if (!this.#channel) return readings;
    const id = crypto.randomUUID();
    const all = Promise.withResolvers<void>();
    this.#awaited.set(id, (reading) => {
      if (readings.push(reading) === this.threads - 1) all.resolve();
    });
    const timer = setTimeout(all.resolve, PATIENCE_MS);
    this.#channel.postMessage({ id, reading: null } satisfies Message);
    await all.promise;
    clearTimeout(timer);
    this.#awaited.delete(id);
    return readings;
  }
}
