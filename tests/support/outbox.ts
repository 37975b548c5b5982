/** Puts alert messages into the outbox, and sends them as the job does. @module */

import { sendAlerts, type SendContext } from "../../ingest/alerts/send.ts";
import { changeDevice, getPushKey } from "../../lib/db/alerts/devices.ts";
import type { Db } from "../../lib/db/db.ts";
import { alertRule, type Subscription } from "../../lib/domain/alert_rule.ts";
import { readRows } from "./load.ts";
import { createTestLog, type TestLog } from "./log.ts";
import type { PushService } from "./push_service.ts";

/** Noon in Paris. */
export const NOON = Date.parse("2026-06-05T10:00:00Z");

/** Returns the instant a number of minutes after {@link NOON}. */
export function toInstant(minute: number): Date {
  return new Date(NOON + 60_000 * minute);
}

type QueueOptions = { rules?: number; rule?: object; dueMinute?: number };

/** Adds rules to a device, each confirmed and with a due message. Returns the IDs of the rules. */
export async function queueMessages(
  db: Db,
  subscription: Subscription,
  { rules = 1, rule = {}, dueMinute = 0 }: QueueOptions = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < rules; at++) {
    const when = { kind: "at_most", price_milli: 1_700 + at };
    const parsed = alertRule.parse({ fuel: "gazole", where: { ids: ["75012001"] }, when, ...rule });
    const { added } = await changeDevice(db, {
      subscription,
      rule: parsed,
      lang: "fr",
      now: toInstant(0),
    });
    await db.query({
      text: "update alert_rule set unconfirmed_since = null where id = $1",
      values: [added],
    });
    ids.push(added!);
    await queueNews(db, added!, { dueMinute });
  }
  return ids;
}

/** Queues a message of a rule, replacing one that waits or is being sent. */
export async function queueNews(
  db: Db,
  ruleId: string,
  { dueMinute = 0, priceMilli = 1_650 } = {},
): Promise<void> {
  const news = {
    kind: "at_most",
    stationId: "75012001",
    fuel: "gazole",
    priceMilli,
    oldMilli: 1_750,
  };
  await db.query({
    text: `insert into alert_outbox (rule_id, news, payload, due_at)
      values ($1, $2, $3, $4)
      on conflict (rule_id) do update
        set news = excluded.news, payload = excluded.payload, due_at = excluded.due_at,
          taken_until = null, expires_at = null, attempts = 0`,
    values: [ruleId, news, { rule: ruleId, title: String(priceMilli) }, toInstant(dueMinute)],
  });
}

/** Adds a device of a push service for each of `count` messages. */
export async function queueForDevices(
  db: Db,
  push: PushService,
  count: number,
  options: QueueOptions = {},
) {
  const { publicKey } = await getPushKey(db);
  for (let at = 0; at < count; at++) {
    await queueMessages(db, await push.createSubscription({ serverKey: publicKey }), options);
  }
}

/** Runs the sender once, as of a minute. Returns its log. */
export async function send(
  db: Db,
  minute: number,
  options: Partial<SendContext> = {},
): Promise<TestLog> {
  const clock = () => toInstant(minute);
  const testLog = createTestLog(clock);
  const config = { vapidSubject: "https://fuel.example", pushHosts: ["127.0.0.1"] };
  await sendAlerts({
    db,
    clock,
    log: testLog.log,
    config,
    ending: new AbortController().signal,
    ...options,
  });
  return testLog;
}

/**
 * Counts the stored messages and devices, and returns the failures of each device in ascending
 * order.
 */
export async function countStored(
  db: Db,
): Promise<{ messages: number; rules: number; failures: number[] }> {
  const [row] = await readRows(
    db,
    `select (select count(*)::int from alert_outbox) as messages,
      (select count(*)::int from alert_rule) as rules,
      (select coalesce(json_agg(failures order by failures), '[]') from push_device) as failures`,
  );
  const [messages, rules, failures] = row as [number, number, number[]];
  return { messages, rules, failures };
}
