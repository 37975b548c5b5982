/** Reads rules for a decision, and stores the messages that wait to be sent; each is taken by one process. @module */

import type { AlertRule, Subscription } from "../../domain/alert_rule.ts";
import type { Lang } from "../../shared/words/lang.ts";
import { writeRows } from "../bulk.ts";
import { type Queryable, readBatches } from "../db.ts";
import { msSql } from "../current/station_rows.ts";
import { forEachInSlices } from "../slices.ts";

/** Whether there is any rule. */
export async function hasRules(db: Queryable): Promise<boolean> {
  return (await db.query({ text: "select from alert_rule limit 1" })).length > 0;
}

/** A rule as a decision needs it. */
export type WaitingRule = { id: string; lang: Lang; firedAtMs: number | null; rule: AlertRule };

// Many rules as one text, by the start of their ids: the driver spends most of its time on single values.
const RULES_SQL = `select '[' || string_agg(concat('{"id":"', r.id, '","lang":"', d.lang, '","firedAtMs":',
    coalesce(${msSql("r.fired_at")}::text, 'null'), ',"rule":', r.rule, '}'), ',') || ']' as page
  from alert_rule r join push_device d on d.endpoint = r.endpoint group by left(r.id, 3)`;

/** Hands all rules to `work`, in slices. `tx` must be an open transaction. */
export async function forEachRule(tx: Queryable, work: (rule: WaitingRule) => void): Promise<void> {
  for await (const rows of readBatches<{ page: string }>(tx, { text: RULES_SQL })) {
    await forEachInSlices(rows, ({ page }) => (JSON.parse(page) as WaitingRule[]).forEach(work));
  }
}

/** A message for the outbox; its station and fuel (1 to 6) are what it is about. */
export type NewMessage = {
  ruleId: string;
  stationId: string;
  fuel: number;
  payload: string;
  dueAtMs: number;
};

/** Seconds for which a message is of use; also its TTL at the push service. */
export const MESSAGE_TTL_S = 6 * 3_600;

const QUEUE_SQL = `with message as (
    select id, station_id, fuel, payload::jsonb, to_timestamp(due_s) as due_at
    from unnest($1::text[], $2::int[], $3::smallint[], $4::text[], $5::float8[]) m (id, station_id, fuel, payload, due_s)
  ), fired as (update alert_rule r set fired_at = m.due_at from message m where r.id = m.id)
  insert into alert_outbox (rule_id, station_id, fuel, payload, due_at, expires_at)
  select id, station_id, fuel, payload, due_at, due_at + interval '${MESSAGE_TTL_S} seconds' from message
  on conflict (rule_id) do update set station_id = excluded.station_id, fuel = excluded.fuel, payload = excluded.payload,
    due_at = excluded.due_at, expires_at = excluded.expires_at, attempts = 0`;

/** Stores messages, each in place of an older one of its rule, and notes when the rules fired. */
export async function queueMessages(tx: Queryable, messages: readonly NewMessage[]): Promise<void> {
  const keys = ["ruleId", "stationId", "fuel", "payload", "dueAtMs"] as const;
  await writeRows(tx, messages, { name: "alert_queue", text: QUEUE_SQL, keys });
}

const OUTDATED_SQL = `with gone as (
    delete from alert_outbox o using unnest($1::int[], $2::smallint[]) n (station_id, fuel)
    where o.station_id = n.station_id and o.fuel = n.fuel returning rule_id
  ) update alert_rule set fired_at = null where id in (table gone)`;

/** Deletes messages about stations and fuels that have changed since; their rules may fire again at once. */
export async function dropOutdated(
  tx: Queryable,
  changed: readonly { stationId: string; fuel: number }[],
): Promise<void> {
  await writeRows(tx, changed, { name: "alert_outdated", text: OUTDATED_SQL, keys: ["stationId", "fuel"] });
}

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
