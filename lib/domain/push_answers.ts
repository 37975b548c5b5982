/** Decides what an answer of a push service means for the message and for its device. @module */

/**
 * `message`: whether it has arrived, is sent again later, or is deleted. `device`: `failure` counts
 * once per run of the sender.
 */
export type Verdict = {
  message: "delivered" | "retry" | "dropped";
  device: "works" | "nothing" | "failure" | "gone";
};

/** Every answer, and every reason why there is none; docs/alerts.md shows this table. */
export const PUSH_VERDICTS = {
  "2xx": { message: "delivered", device: "works" },
  "3xx": { message: "retry", device: "failure" },
  // The fault is the key or the clock of this service.
  "401": { message: "retry", device: "nothing" },
  "403": { message: "retry", device: "nothing" },
  "404": { message: "dropped", device: "gone" },
  "410": { message: "dropped", device: "gone" },
  "413": { message: "dropped", device: "nothing" },
  "429": { message: "retry", device: "nothing" },
  // 400 and the others: the same request would get the same answer.
  "4xx": { message: "dropped", device: "failure" },
  "5xx": { message: "retry", device: "failure" },
  // The fault may be the network of this service.
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
 * Returns the row of an HTTP status: its own, else that of its class. A status of no class is not
 * HTTP: there was no connection.
 */
export function toPushAnswer(status: number): PushAnswer {
  const rows = [String(status), `${Math.floor(status / 100)}xx`];
  return (rows.find((row) => row in PUSH_VERDICTS) ?? "no connection") as PushAnswer;
}
