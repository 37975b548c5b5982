/** Stores the messages that wait to be sent; each is taken by one process. @module */

import type { Subscription } from "../../domain/alert_rule.ts";
import type { Queryable } from "../db.ts";

/** Seconds for which a message is of use; also its TTL at the push service. */
export const MESSAGE_TTL_S = 6 * 3_600;

/** A message that a process has taken, for as long as `takenUntil`; `attempts` counts this one. */
export type TakenMessage = Subscription & { ruleId: string; payload: unknown; attempts: number; takenUntil: Date };

// a message that a process took and did not settle is free again when its time is over
const TAKE_SQL = `with due as (
    select rule_id from alert_outbox o join alert_rule r on r.id = o.rule_id
    where due_at <= $1 and expires_at > $1 and split_part(endpoint, '/', 3) <> all($3::text[])
    order by due_at limit $4 for update of o skip locked
  ), taken as (update alert_outbox set due_at = $2, attempts = attempts + 1 where rule_id in (table due)
    returning rule_id, payload, attempts, due_at)
  select rule_id as "ruleId", payload, attempts, due_at as "takenUntil", endpoint,
    json_build_object('p256dh', p256dh, 'auth', auth) as keys
  from taken join alert_rule on id = rule_id join push_device using (endpoint)`;

/** Takes at most `limit` messages, those due for longest, for this process only. `without`: hosts to leave out. */
export async function takeMessages(
  db: Queryable,
  { now, until, without, limit }: { now: Date; until: Date; without: ReadonlySet<string>; limit: number },
): Promise<TakenMessage[]> {
  return await db.query<TakenMessage>({ text: TAKE_SQL, values: [now, until, [...without], limit] });
}

/**
 * Ends the sending of a message: after `gone` its device is deleted; after `failed` it waits until `retryAt` (null: it is
 * dropped), and the eighth failure in a row deletes the device. A newer message of the rule, which has another time, stays.
 */
export async function settleMessage(
  db: Queryable,
  { ruleId, takenUntil, endpoint }: TakenMessage,
  { outcome, retryAt = null }: { outcome: "sent" | "gone" | "failed"; retryAt?: Date | null },
): Promise<void> {
  const run = (text: string, ...values: unknown[]) => db.query({ text, values });
  if (outcome === "gone") return void await run("delete from push_device where endpoint = $1", endpoint);
  const failures = outcome === "sent" ? "0" : "failures + 1";
  await run(`update push_device set failures = ${failures} where endpoint = $1`, endpoint);
  await run("delete from push_device where endpoint = $1 and failures >= 8", endpoint);
  const text = retryAt === null ? "delete from alert_outbox" : "update alert_outbox set due_at = $3";
  await run(`${text} where rule_id = $1 and due_at = $2`, ruleId, takenUntil, ...retryAt === null ? [] : [retryAt]);
}

/** Deletes messages that have expired, and devices that were not renewed for a year, with their rules and messages. */
export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  await db.query({ text: "delete from alert_outbox where expires_at <= $1", values: [now] });
  const text = "delete from push_device where renewed_at < $1::timestamptz - interval '365 days'";
  await db.query({ text, values: [now] });
}
