/**
 * Reports faults of the service, and their end, to the operator's webhook (Slack, Mattermost,
 * ntfy).
 *
 * @module
 */

import type { Backend } from "../operations/operation.ts";
import { findBackupFault } from "../operations/backups.ts";
import { readStatus, type Status } from "../operations/status.ts";
import type { Log } from "../platform/log.ts";

const MAX_AGE_S = 3_600;
/** An uncaught error counts as a fault for this time. */
const UNCAUGHT_MS = 3_600_000;
const TIMEOUT_MS = 10_000;
const RECOVERED = "Recovered";

/**
 * The dependencies of the alarm. `findJobFaults` returns a sentence for each background job that
 * was given up.
 */
type AlarmOptions = Backend & { log: Log; findJobFaults?(): string[] };

/**
 * The input of the alarm. `uncaught` is the last error that no code handled, or empty if there was
 * none lately.
 */
type Findings = { status: Status; uncaught: string; jobFaults: readonly string[] };

/**
 * Functions that look for faults, by title. Each returns a text if there is a fault, an empty text
 * if there is none, and null if it cannot know. Null leaves the report as it is.
 */
const FAULTS: Record<string, (findings: Findings) => string | null> = {
  "The data are old": ({ status: { as_of, as_of_age_s: age } }) => {
    if (age === null) return null;
    return age > MAX_AGE_S ? `the last good ingest was at ${as_of}` : "";
  },
  "An ingest was refused": ({ status: { last_run: run } }) => {
    if (run?.outcome === "refused") return `${run.message}; the data stay as they were`;
    // A failed or busy run had no feed to judge.
    return run?.outcome.endsWith("changed") ? "" : null;
  },
  "Answers differ from the feed": ({ status: { self_check: check } }) =>
    check &&
    (check.differences > 0
      ? `${check.differences} of ${check.questions} answers at ${check.at}`
      : ""),
  "A backup is missing": ({ status: { backup, time } }) =>
    backup?.succeeded_at || backup?.failed_at ? findBackupFault(backup, new Date(time)) : null,
  "An error was not handled": ({ uncaught }) => uncaught,
  "A background job hangs": ({ jobFaults }) => jobFaults.join("; "),
};

/**
 * Sends a message. Returns the status of the response, or 0 without one in time. Does not follow
 * redirects.
 */
async function post(
  address: string,
  { title, text }: { title: string; text: string },
): Promise<number> {
  const topic = new URL(address).searchParams.get("topic") ?? undefined;
  // Slack and Mattermost read `text`, ntfy the rest.
  const body = {
    text,
    title,
    message: text,
    tags: [title === RECOVERED ? "white_check_mark" : "warning"],
    topic,
  };
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const request = {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    redirect: "manual",
    signal,
  } as const;
  const response = await fetch(address, request).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? 0;
}

/**
 * Reports each fault once, and once more when all have ended. The process forgets them when it
 * ends.
 */
export class Alarm {
  readonly #reported = new Set<string>();
  readonly #uncaught = { text: "", atMs: 0 };
  #isRefused = false;
  #checking: Promise<void> = Promise.resolve();

  constructor(private readonly address: string, private readonly options: AlarmOptions) {}

  /**
   * Compares the faults of the service with those reported. A message that is not accepted is sent
   * again at the next call.
   */
  async check(): Promise<void> {
    // Runs checks one after another: two at once would report a fault twice.
    this.#checking = this.#checking.catch(() => {}).then(() => this.#check());
    await this.#checking;
  }

  /**
   * Reports an error that reached no `catch`. Further ones belong to the same fault until an hour
   * passes without any.
   */
  async reportUncaught(text: string): Promise<void> {
    this.#uncaught.text = text;
    this.#uncaught.atMs = this.options.clock().getTime();
    await this.check();
  }

  #findUncaught(): string {
    const ageMs = this.options.clock().getTime() - this.#uncaught.atMs;
    return ageMs < UNCAUGHT_MS ? this.#uncaught.text : "";
  }

  async #check(): Promise<void> {
    const { data: status } = await readStatus(this.options);
    const jobFaults = this.options.findJobFaults?.() ?? [];
    const findings = { status, jobFaults, uncaught: this.#findUncaught() };
    for (const [title, find] of Object.entries(FAULTS)) {
      const text = find(findings);
      if (this.#reported.has(title)) {
        const ends = text === "" &&
          (this.#reported.size > 1 || await this.#send(RECOVERED, `data of ${status.as_of}`));
        if (ends) this.#reported.delete(title);
      } else if (text && await this.#send(title, text)) this.#reported.add(title);
    }
  }

  /**
   * Returns true if the webhook accepts a message. Logs the first refusal, without the address,
   * which is a secret.
   */
  async #send(title: string, text: string): Promise<boolean> {
    const where = this.options.baseUrl ? ` (${this.options.baseUrl})` : "";
    const status = await post(this.address, { title, text: `${title}: ${text}${where}` });
    const isAccepted = status >= 200 && status < 300;
    if (!isAccepted && !this.#isRefused) {
      this.options.log.warn("ALERT_WEBHOOK rejects messages", { status });
    }
    this.#isRefused = !isAccepted;
    return isAccepted;
  }
}
