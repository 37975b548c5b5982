/** Maps a push service's response to what happens to the message and its device. @module */

/**
 * `message` is delivered, retried later or deleted. A device's `failure` counts once per run of the
 * sender.
 */
export type Verdict = {
  message: "delivered" | "retry" | "dropped";
  device: "works" | "nothing" | "failure" | "gone";
};

/** Every response, and every reason for a missing response. docs/alerts.md has this table. */
export const PUSH_VERDICTS = {
  "2xx": { message: "delivered", device: "works" },
  "3xx": { message: "retry", device: "failure" },
  // Caused by the key or the clock of this service.
  "401": { message: "retry", device: "nothing" },
  "403": { message: "retry", device: "nothing" },
  "404": { message: "dropped", device: "gone" },
  "410": { message: "dropped", device: "gone" },
  "413": { message: "dropped", device: "nothing" },
  "429": { message: "retry", device: "nothing" },
  // 400 and the others: the same request would get the same response.
  "4xx": { message: "dropped", device: "failure" },
  "5xx": { message: "retry", device: "failure" },
  // May be caused by the network of this service.
  "no connection": { message: "retry", device: "nothing" },
  "timeout": { message: "retry", device: "nothing" },
  "DNS failure": { message: "retry", device: "nothing" },
  "no such name": { message: "dropped", device: "failure" },
  "private address": { message: "dropped", device: "failure" },
  "unknown host": { message: "dropped", device: "failure" },
  "bad keys": { message: "dropped", device: "failure" },
} as const satisfies Record<string, Verdict>;

/** A row of the table. */
export type PushAnswer = keyof typeof PUSH_VERDICTS;

/**
 * Returns the row of an HTTP status, or of its class. A status outside all classes is not HTTP, so
 * it counts as no connection.
 */
export function toPushAnswer(status: number): PushAnswer {
  const rows = [String(status), `${Math.floor(status / 100)}xx`];
  return (rows.find((row) => row in PUSH_VERDICTS) ?? "no connection") as PushAnswer;
}
