/** Sends the messages of alerts that are due to the push services of browsers. @module */

import pLimit, { type LimitFunction } from "p-limit";
import { getPushKey, type PushKey } from "../../lib/db/alerts/devices.ts";
import { deleteExpired, findDueHosts, settleMessage, takeMessage } from "../../lib/db/alerts/outbox.ts";
import { PUSH_VERDICTS, type PushAnswer } from "../../lib/domain/push_answers.ts";
import type { Config } from "../../lib/platform/config.ts";
import type { IngestContext } from "../context.ts";
import { findRoute, postMessage, type PushRoute, type Resolve, resolveHost } from "./post.ts";

/** After `ending` is aborted no further message is taken. `resolve` and `pushTimeoutMs` (of one message) are for tests. */
export type SendContext = IngestContext & {
  config: Pick<Config, "vapidSubject" | "pushHosts">;
  ending: AbortSignal;
  resolve?: Resolve;
  pushTimeoutMs?: number;
};

/** Messages that one process sends at once, in all and to one host. */
const MAX_AT_ONCE = 20;
const MAX_PER_HOST = 4;
const TIMEOUT_MS = 10_000;
/** A process that has not settled a message after so long is gone. */
const TAKEN_MS = 6 * TIMEOUT_MS;
/** The first wait, which doubles with each attempt: seven attempts fit into a message's six hours. */
const FIRST_WAIT_MS = 5 * 60_000;
const MAX_WAIT_MS = 3 * 3_600_000;

/** One run of the job. `routes` has one lookup per origin; `counts` has messages by answer. */
type Run = SendContext & {
  startedAt: Date;
  key: PushKey;
  slots: LimitFunction;
  routes: Map<string, Promise<PushRoute>>;
  counts: Partial<Record<PushAnswer, number>>;
};

/** Returns when to try again: later after each attempt, and not before the push service wants it. */
function toRetryAt(nowMs: number, { attempts, retryAfter }: { attempts: number; retryAfter: string | null }): Date {
  const wantedMs = /^\d+$/.test(retryAfter ?? "") ? 1000 * Number(retryAfter) : Date.parse(retryAfter ?? "") - nowMs;
  const waitMs = Math.max(FIRST_WAIT_MS * 2 ** (attempts - 1), wantedMs || 0);
  return new Date(nowMs + Math.min(waitMs, MAX_WAIT_MS));
}

/** Takes, posts and settles one message. Returns null if no message for this host is due. */
async function sendNext(run: Run, host: string): Promise<PushAnswer | null> {
  const { db, clock, config, ending, startedAt, key, pushTimeoutMs: timeoutMs = TIMEOUT_MS } = run;
  if (ending.aborted) return null;
  const message = await takeMessage(db, { host, now: clock(), takenMs: TAKEN_MS });
  if (message === null) return null;
  const url = new URL(message.endpoint);
  const options = { resolve: run.resolve ?? resolveHost, ownHosts: config.pushHosts };
  const route = await run.routes.getOrInsertComputed(url.origin, () => findRoute(url, options));
  const { answer, retryAfter } = await postMessage(message, route, { key, subject: config.vapidSubject, timeoutMs });
  run.counts[answer] = (run.counts[answer] ?? 0) + 1;
  const now = clock();
  const retryAt = toRetryAt(now.getTime(), { attempts: message.attempts, retryAfter });
  await settleMessage(db, message, { verdict: PUSH_VERDICTS[answer], now, retryAt, startedAt });
  return answer;
}

/** Sends messages to a host one after another, until none is due; after a timeout the others wait for the next run. */
async function sendToHost(run: Run, host: string): Promise<void> {
  let answer: PushAnswer | null;
  do answer = await run.slots(() => sendNext(run, host)); while (answer !== null && answer !== "timeout");
}

/** Sends all messages that are due, to all hosts side by side. Throws if the database fails. */
export async function sendAlerts(context: SendContext): Promise<void> {
  const { db, clock, log } = context;
  const startedAt = clock();
  await deleteExpired(db, startedAt);
  const hosts = await findDueHosts(db, startedAt);
  if (hosts.length === 0) return;
  const key = await getPushKey(db);
  const run: Run = { ...context, startedAt, key, slots: pLimit(MAX_AT_ONCE), routes: new Map(), counts: {} };
  const lanes = hosts.flatMap((host) => Array.from({ length: MAX_PER_HOST }, () => sendToHost(run, host)));
  const ends = await Promise.allSettled(lanes);
  if (Object.keys(run.counts).length > 0) log.info("Alerts sent", { messages: run.counts });
  const waiting = run.counts["DNS failure"];
  if (waiting) log.warn("DNS failed; alerts are sent later", { messages: waiting });
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}
