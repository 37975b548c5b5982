/** Stores the messages that wait to be sent. One process takes each of them. @module */

import { NIGHT_FROM_H, NIGHT_TO_H, type Subscription } from "../../domain/alert_rule.ts";
import type { AlertNews } from "../../domain/alert_decision.ts";
import type { Verdict } from "../../domain/push_answers.ts";
import type { Fuel } from "../../shared/fuels.ts";
import type { Lang } from "../../words/lang.ts";
import type { Db, Queryable } from "../db.ts";
import { deleteEmptyDevices, lockDevices } from "./devices.ts";

/** Seconds for which a message is useful; also its TTL at the push service. */
export const MESSAGE_TTL_S = 6 * 3_600;

/**
 * A message that a process has taken until `takenUntil`. `news` and `payload` (its text) are null
 * if the message confirms a new rule. `attempts` includes this attempt.
 */
export type TakenMessage = Subscription & {
  ruleId: string;
  fuel: Fuel;
  lang: Lang;
  news: AlertNews | null;
  payload: unknown;
  attempts: number;
  takenUntil: Date;
};

// $1 is now. A message that a process took but did not settle is due again after `taken_until`.
// The first message of a rule is due at once: its visitor has just made the rule.
const IS_DUE_SQL = `o.due_at <= $1
    and (o.taken_until is null or o.taken_until <= $1)
    and (o.expires_at is null or o.expires_at > $1)
    and (
      not o.is_news
      or (
        (
          r.fired_at is null
          or r.fired_at <= $1::timestamptz
            - make_interval(hours => (r.rule ->> 'every_h')::int)
        )
        and (
          (r.rule ->> 'at_night')::boolean
          or extract(hour from $1::timestamptz at time zone 'Europe/Paris')
            between ${NIGHT_TO_H} and ${NIGHT_FROM_H - 1}
        )
      )
    )`;

const DUE_ORIGINS_SQL = `
  select d.origin
  from alert_outbox o
  join alert_rule r on r.id = o.rule_id
  join push_device d on d.endpoint = r.endpoint
  where ${IS_DUE_SQL}
  group by d.origin
  order by min(o.due_at)`;

/** Returns the origins of the push services with due messages, the one that waits longest first. */
export async function findDueOrigins(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ origin: string }>({ text: DUE_ORIGINS_SQL, values: [now] });
  return rows.map(({ origin }) => origin);
}

const TAKE_SQL = `
  -- The news that has been due longest, else the first message of a rule that has. Skips messages
  -- that another process is taking.
  with due as (
    select o.rule_id
    from alert_outbox o
    join alert_rule r on r.id = o.rule_id
    join push_device d on d.endpoint = r.endpoint
    where d.origin = $3
    and ${IS_DUE_SQL}
    order by o.is_news desc, o.due_at, o.rule_id
    limit 1
    for update of o skip locked
  )
  update alert_outbox o
  set taken_until = $2,
    attempts = o.attempts + 1,
    expires_at = coalesce(o.expires_at, $1::timestamptz + interval '${MESSAGE_TTL_S} seconds')
  from due
  join alert_rule r on r.id = due.rule_id
  join push_device d on d.endpoint = r.endpoint
  where o.rule_id = due.rule_id
  returning
    o.rule_id as "ruleId",
    r.rule ->> 'fuel' as fuel,
    d.lang,
    case when o.is_news then o.news end as news,
    case when o.is_news then o.payload end as payload,
    o.attempts,
    o.taken_until as "takenUntil",
    d.endpoint,
    json_build_object('p256dh', d.p256dh, 'auth', d.auth) as keys`;

/**
 * Takes a due message for `origin`, for this process only: news first, then the message that has
 * waited longest. Returns null if none is due.
 */
export async function takeMessage(
  db: Queryable,
  { origin, now, takenMs }: { origin: string; now: Date; takenMs: number },
): Promise<TakenMessage | null> {
  const values = [now, new Date(now.getTime() + takenMs), origin];
  const [message] = await db.query<TakenMessage>({ text: TAKE_SQL, values });
  return message ?? null;
}

/** Failed runs in a row after which a device is deleted. */
const MAX_FAILURES = 8;

// Counts one failure per run, which began at $3: many rules of a device meet the same outage.
const COUNT_FAILURE_SQL = `
  update push_device
  set failures = failures + 1, failed_at = $2
  where endpoint = $1 and (failed_at is null or failed_at < $3)`;

const DELETE_DEVICE_SQL =
  `delete from push_device where endpoint = $1 and ($2 or failures >= ${MAX_FAILURES})`;

const CONFIRM_SQL =
  "update alert_rule set unconfirmed_since = null where id = $1 and unconfirmed_since is not null";

// Also applies if a newer message has replaced this one, since the visitor has seen this one.
const DELIVERED_SQL = `
  update alert_rule
  set fired_at = $2,
    reference_milli = case
      when rule #>> '{when,kind}' = 'cheapest' then $3
      else reference_milli
    end,
    reference_station = case
      when rule #>> '{when,kind}' = 'cheapest' then $4
      else reference_station
    end
  where id = $1`;

const RETRY_SQL =
  "update alert_outbox set taken_until = null, due_at = $3 where rule_id = $1 and taken_until = $2";
const DELETE_MESSAGE_SQL = "delete from alert_outbox where rule_id = $1 and taken_until = $2";

/**
 * Settles a message by the `verdict` on the response. A message to retry is due again at `retryAt`;
 * `startedAt` is the start of the run. Leaves a newer message of the rule alone, and a second call
 * changes nothing more.
 */
export async function settleMessage(
  db: Db,
  { ruleId, takenUntil, endpoint, news }: TakenMessage,
  { verdict, now, retryAt, startedAt }: {
    verdict: Verdict;
    now: Date;
    retryAt: Date;
    startedAt: Date;
  },
): Promise<void> {
  const { message, device } = verdict;
  await db.transaction(async (tx) => {
    const run = (text: string, ...values: unknown[]) => tx.query({ text, values });
    await lockDevices(tx, [endpoint]);
    if (device === "works") {
      await run("update push_device set failures = 0 where endpoint = $1", endpoint);
    }
    if (device === "failure") await run(COUNT_FAILURE_SQL, endpoint, now, startedAt);
    await run(DELETE_DEVICE_SQL, endpoint, device === "gone");
    if (message === "delivered") await run(CONFIRM_SQL, ruleId);
    if (message === "delivered" && news) {
      await run(DELIVERED_SQL, ruleId, now, news.priceMilli, news.stationId);
    }
    if (message === "retry") await run(RETRY_SQL, ruleId, takenUntil, retryAt);
    // If the device is gone but the rule has moved to another one, the message is sent there.
    else if (device !== "gone") await run(DELETE_MESSAGE_SQL, ruleId, takenUntil);
  });
}

const DELETE_EXPIRED_SQL = `
  delete from alert_outbox
  where rule_id in (
    select rule_id
    from alert_outbox
    where expires_at <= $1 and (taken_until is null or taken_until <= $1)
    for update skip locked
  )`;

// Takes few at a time, since their rules are locked. The next runs delete the others.
const STALE_DEVICES_SQL = `
  select endpoint
  from push_device
  where renewed_at < $1::timestamptz - interval '365 days'
  limit 1000`;

/** A new rule is deleted if no push service accepts one of its messages within this many hours. */
const CONFIRM_WITHIN_H = 6;
/** Maximum number of rules that wait for that. The oldest ones are deleted first. */
const MAX_UNCONFIRMED = 200_000;

const UNCONFIRMED_SQL = `
  select id, endpoint
  from alert_rule
  where unconfirmed_since <= greatest(
    $1::timestamptz - interval '${CONFIRM_WITHIN_H} hours',
    (
      select unconfirmed_since
      from alert_rule
      where unconfirmed_since is not null
      order by unconfirmed_since desc
      offset ${MAX_UNCONFIRMED}
      limit 1
    )
  )
  limit 10000`;

const LOCK_MESSAGES_SQL = `
  select rule_id as id, coalesce(taken_until > $2, false) as "isInFlight"
  from alert_outbox
  where rule_id = any($1)
  order by rule_id
  for update`;

const DELETE_UNCONFIRMED_SQL =
  "delete from alert_rule where id = any($1) and unconfirmed_since is not null";

async function deleteStaleDevices(tx: Queryable, now: Date): Promise<void> {
  const stale = await tx.query<{ endpoint: string }>({ text: STALE_DEVICES_SQL, values: [now] });
  const endpoints = stale.map(({ endpoint }) => endpoint);
  await lockDevices(tx, endpoints);
  await tx.query({ text: `delete from push_device where endpoint = any($1)`, values: [endpoints] });
}

/** Locks the messages of rules, and returns the rules whose message is being sent at the moment. */
async function findInFlight(
  tx: Queryable,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Set<string>> {
  const messages = await tx.query<{ id: string; isInFlight: boolean }>({
    text: LOCK_MESSAGES_SQL,
    values: [ids, now],
  });
  return new Set(messages.filter(({ isInFlight }) => isInFlight).map(({ id }) => id));
}

async function deleteUnconfirmed(tx: Queryable, now: Date): Promise<void> {
  const rules = await tx.query<{ id: string; endpoint: string }>({
    text: UNCONFIRMED_SQL,
    values: [now],
  });
  const endpoints = rules.map(({ endpoint }) => endpoint);
  await lockDevices(tx, endpoints);
  const ids = rules.map(({ id }) => id);
  const inFlight = await findInFlight(tx, { ids, now });
  const values = [ids.filter((id) => !inFlight.has(id))];
  await tx.query({ text: DELETE_UNCONFIRMED_SQL, values });
  await deleteEmptyDevices(tx, endpoints);
}

/**
 * Deletes expired messages, devices that were not renewed for a year, and rules without a message
 * that a push service accepted in time; and with them their rules, messages and devices.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.query({ text: DELETE_EXPIRED_SQL, values: [now] });
  await db.transaction((tx) => deleteStaleDevices(tx, now));
  await db.transaction((tx) => deleteUnconfirmed(tx, now));
}
