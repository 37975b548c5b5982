/** Sends the messages of alerts to the push services of browsers (RFC 8030), which learn no more than they must. @module */

// @ts-types="@types/web-push"
import webpush from "web-push";
import { getPushKey, type PushKey } from "../../lib/db/alerts/devices.ts";
import {
  deleteExpired,
  MESSAGE_TTL_S,
  settleMessage,
  takeMessages,
  type TakenMessage,
} from "../../lib/db/alerts/outbox.ts";
import type { Db } from "../../lib/db/db.ts";
import type { Clock } from "../../lib/platform/clock.ts";
import type { Log } from "../../lib/platform/log.ts";
import { isPublicAddress } from "../../lib/platform/public_host.ts";

/** `ending` stops after the messages in progress; for tests: whether something may be sent to an address, and the time of one message. */
export type SendDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  config: { vapidSubject: string };
  ending: AbortSignal;
  isPushAddress?: (address: string) => Promise<boolean>;
  timeoutMs?: number;
};

/** Messages on their way at once, of one process. */
const MAX_AT_ONCE = 20;
const TIMEOUT_MS = 10_000;
/** A process that has not settled a message by then is gone. */
const TAKEN_MS = 6 * TIMEOUT_MS;
/** The first wait, which doubles: seven tries fit into a message's time, so that no device is lost by one message. */
const [FIRST_WAIT_MS, MAX_WAIT_MS] = [5 * 60_000, 3 * 3_600_000];

/** One run of the job. `slow`: hosts that did not answer in time, to which nothing more is sent; `allowed`: origins to which something may be sent. */
type Run = SendDeps & {
  key: PushKey;
  slow: Set<string>;
  allowed: Map<string, Promise<boolean>>;
  outcomes: Record<string, number>;
};

/** The status that a push service answers with; its body is not read. 0: it cannot be reached; -1: it may not be. */
async function post(run: Run, { endpoint, keys, ruleId, payload }: TakenMessage) {
  const { key, config, slow, isPushAddress = isPublicAddress } = run;
  const { origin, host } = new URL(endpoint);
  if (!await run.allowed.getOrInsertComputed(origin, () => isPushAddress(endpoint))) {
    return { status: -1, retryAfter: null };
  }
  try {
    const { method, headers, body } = webpush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
      vapidDetails: { subject: config.vapidSubject, ...key },
      ...{ TTL: MESSAGE_TTL_S, topic: ruleId, urgency: "normal", contentEncoding: "aes128gcm" },
    });
    const init = { method, headers: headers as Record<string, string>, body: Uint8Array.from(body!) };
    const signal = AbortSignal.timeout(run.timeoutMs ?? TIMEOUT_MS);
    const response = await fetch(endpoint, { ...init, redirect: "manual", signal });
    await response.body?.cancel();
    return { status: response.status, retryAfter: response.headers.get("retry-after") };
  } catch (error) {
    if ((error as Error).name === "TimeoutError") slow.add(host);
    return { status: 0, retryAfter: null };
  }
}

/** When to try again after so many attempts: later each time, and not before the push service wants it. */
function toRetryMs(nowMs: number, { attempts, retryAfter }: { attempts: number; retryAfter: string | null }): number {
  const wantedMs = /^\d+$/.test(retryAfter ?? "") ? 1000 * Number(retryAfter) : Date.parse(retryAfter ?? "") - nowMs;
  const waitMs = Math.max(FIRST_WAIT_MS * 2 ** (attempts - 1), wantedMs || 0);
  return nowMs + Math.min(waitMs, MAX_WAIT_MS);
}

async function send(run: Run, message: TakenMessage): Promise<void> {
  const { db, clock } = run;
  const { status, retryAfter } = await post(run, message);
  run.outcomes[status] = (run.outcomes[status] ?? 0) + 1;
  const outcome = status >= 200 && status < 300 ? "sent" : status === 404 || status === 410 ? "gone" : "failed";
  const isPassing = outcome === "failed" && (status === 0 || status === 429 || status >= 500);
  const retryMs = toRetryMs(clock().getTime(), { attempts: message.attempts, retryAfter });
  await settleMessage(db, message, { outcome, retryAt: isPassing ? new Date(retryMs) : null });
}

/** Sends all messages that are due. What fails waits for a later call; a device that is gone is deleted with its rules. */
export async function sendAlerts(deps: SendDeps): Promise<void> {
  const { db, clock, log, ending } = deps;
  await deleteExpired(db, clock());
  const run = { ...deps, slow: new Set<string>(), allowed: new Map(), outcomes: {} };
  while (!ending.aborted) {
    const now = clock();
    const until = new Date(now.getTime() + TAKEN_MS);
    const messages = await takeMessages(db, { now, until, without: run.slow, limit: MAX_AT_ONCE });
    if (messages.length === 0) break;
    const key = await getPushKey(db);
    await Promise.all(messages.map((message) => send({ ...run, key }, message)));
  }
  if (Object.keys(run.outcomes).length > 0) log.info("Alerts sent", { byStatus: run.outcomes });
}
