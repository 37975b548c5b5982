/** Sends due messages of alerts to the push services of browsers. @module */

import { setTimeout as delay } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { getPushKey, type PushKey } from "../../lib/db/alerts/devices.ts";
import {
  deleteExpired,
  findDueOrigins,
  settleMessage,
  takeMessage,
} from "../../lib/db/alerts/outbox.ts";
import { PUSH_VERDICTS, type PushAnswer } from "../../lib/domain/push_answers.ts";
import type { Config } from "../../lib/platform/config.ts";
import { toCreatedMessage } from "../../lib/site/news.ts";
import type { IngestContext } from "../context.ts";
import { findRoute, postMessage, type PushRoute, type Resolve, resolveHost } from "./post.ts";

/**
 * Context of a run. Once `ending` is aborted, no further message is taken. For tests: `resolve`,
 * `pushTimeoutMs` (for one message) and `budgetMs` (for a run).
 */
export type SendContext = IngestContext & {
  config: Pick<Config, "vapidSubject" | "pushHosts">;
  ending: AbortSignal;
  resolve?: Resolve;
  pushTimeoutMs?: number;
  budgetMs?: number;
};

/** How many messages a process sends at once: in all, and to one push service. */
const MAX_AT_ONCE = 100;
const MAX_PER_SERVICE = 4;
/** How long a run takes messages. It ends before the job's next run, a minute later. */
const BUDGET_MS = 40_000;
/** How often a run looks for push services with new due messages. */
const POLL_MS = 1_000;
const TIMEOUT_MS = 10_000;
/** A process that has not settled a message after this time has died. */
const TAKEN_MS = 6 * TIMEOUT_MS;
/**
 * The first wait, which doubles with each attempt: seven attempts fit into a message's six hours.
 */
const FIRST_WAIT_MS = 5 * 60_000;
const MAX_WAIT_MS = 3 * 3_600_000;

/**
 * One run of the job. `finished` has the origins that get no further message in this run, `counts`
 * the messages by outcome, `errors` the errors of the database.
 */
type Run = SendContext & {
  startedAt: Date;
  deadlineMs: number;
  key: PushKey;
  slots: LimitFunction;
  finished: Set<string>;
  counts: Partial<Record<PushAnswer, number>>;
  errors: unknown[];
};

/** Returns when to retry: later after each attempt, and not before the push service allows it. */
function toRetryAt(
  nowMs: number,
  { attempts, retryAfter }: { attempts: number; retryAfter: string | null },
): Date {
  const wantedMs = /^\d+$/.test(retryAfter ?? "")
    ? 1000 * Number(retryAfter)
    : Date.parse(retryAfter ?? "") - nowMs;
  const waitMs = Math.max(FIRST_WAIT_MS * 2 ** (attempts - 1), wantedMs || 0);
  return new Date(nowMs + Math.min(waitMs, MAX_WAIT_MS));
}

/** Returns true if the run takes no further message: its time is up, or the process ends. */
function isOver({ ending, deadlineMs }: Run): boolean {
  return ending.aborted || performance.now() >= deadlineMs;
}

/**
 * Takes, posts and settles one message. Returns null if none is due for this push service, or if
 * the run is over.
 */
async function sendNext(run: Run, origin: string, route: PushRoute): Promise<PushAnswer | null> {
  const { db, clock, config, startedAt, key, pushTimeoutMs: timeoutMs = TIMEOUT_MS } = run;
  if (isOver(run)) return null;
  const message = await takeMessage(db, { origin, now: clock(), takenMs: TAKEN_MS });
  if (message === null) return null;
  const payload = message.payload ??
    toCreatedMessage(message.fuel, { rule: message.ruleId, lang: message.lang });
  const { answer, retryAfter } = await postMessage({ ...message, payload }, route, {
    key,
    subject: config.vapidSubject,
    timeoutMs,
  });
  run.counts[answer] = (run.counts[answer] ?? 0) + 1;
  const now = clock();
  const retryAt = toRetryAt(now.getTime(), { attempts: message.attempts, retryAfter });
  await settleMessage(db, message, { verdict: PUSH_VERDICTS[answer], now, retryAt, startedAt });
  return answer;
}

/**
 * Sends messages one after another until none is due. After a timeout the others wait for the next
 * run.
 */
async function sendOneByOne(run: Run, origin: string, route: PushRoute): Promise<void> {
  let answer: PushAnswer | null;
  do {
    answer = await run.slots(() => sendNext(run, origin, route));
  } while (answer !== null && answer !== "timeout");
  if (answer === "timeout") run.finished.add(origin);
}

/**
 * Sends the due messages of a push service. Does not hold a slot while it waits for DNS. Never
 * throws.
 */
async function sendToService(run: Run, origin: string): Promise<void> {
  try {
    const options = { resolve: run.resolve ?? resolveHost, ownHosts: run.config.pushHosts };
    const route = await findRoute(new URL(origin), options);
    await Promise.all(
      Array.from({ length: MAX_PER_SERVICE }, () => sendOneByOne(run, origin, route)),
    );
  } catch (error) {
    run.errors.push(error);
    run.finished.add(origin);
  }
}

/**
 * Starts to send to each origin with due messages, unless it is in `active` or in `finished`
 * already.
 */
async function startServices(run: Run, active: Map<string, Promise<void>>): Promise<void> {
  if (isOver(run)) return;
  for (const origin of await findDueOrigins(run.db, run.clock())) {
    if (active.has(origin) || run.finished.has(origin)) continue;
    active.set(origin, sendToService(run, origin).finally(() => active.delete(origin)));
  }
}

/**
 * Sends to all push services at the same time, including those that get due messages in the
 * meantime, so that none waits for another.
 */
async function sendToAll(run: Run): Promise<void> {
  const active = new Map<string, Promise<void>>();
  do {
    await startServices(run, active).catch((error) => run.errors.push(error));
    const waiting = new AbortController();
    const poll = delay(POLL_MS, null, { signal: waiting.signal }).catch(() => {});
    await Promise.race([poll, Promise.all(active.values())]);
    waiting.abort();
  } while (active.size > 0);
}

/** Sends the messages that are due. Throws if the database fails. */
export async function sendAlerts(context: SendContext): Promise<void> {
  const { db, clock, log, budgetMs = BUDGET_MS } = context;
  const startedAt = clock();
  const run: Run = {
    ...context,
    startedAt,
    deadlineMs: performance.now() + budgetMs,
    key: await getPushKey(db),
    slots: pLimit(MAX_AT_ONCE),
    finished: new Set(),
    counts: {},
    errors: [],
  };
  await sendToAll(run);
  // Deletes only now, so that messages that waited while no process was running got their attempt.
  await deleteExpired(db, clock());
  if (Object.keys(run.counts).length > 0) log.info("Alerts sent", { messages: run.counts });
  const waiting = run.counts["DNS failure"];
  if (waiting) log.warn("DNS failed; alerts are sent later", { messages: waiting });
  if (run.errors.length > 0) throw run.errors[0];
}
