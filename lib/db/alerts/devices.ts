/**
 * Stores the devices that receive push messages, their rules, and the key of this service.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { AlertRule, DeviceChange } from "../../domain/alert_rule.ts";
import { type Db, type Queryable, readOne } from "../db.ts";

/** The VAPID keys (RFC 8292) in base64url: a point on P-256 of 65 bytes, and its secret number. */
export type PushKey = { publicKey: string; privateKey: string };

/** Returns the keys of this service. The first call of any process creates them. */
export async function getPushKey(db: Queryable): Promise<PushKey> {
  const stored = {
    text: `select public_key as "publicKey", private_key as "privateKey" from push_key`,
  };
  const [key] = await db.query<PushKey>(stored);
  if (key) return key;
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const point = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey)).toString(
    "base64url",
  );
  const { d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const text =
    "insert into push_key (public_key, private_key) values ($1, $2) on conflict do nothing";
  await db.query({ text, values: [point, d] });
  return await readOne<PushKey>(db, stored);
}

const STORE_DEVICE_SQL = `
  insert into push_device (endpoint, p256dh, auth, lang, renewed_at)
  values ($1, $2, $3, $4, $5)
  on conflict (endpoint) do update set
    p256dh = excluded.p256dh,
    auth = excluded.auth,
    lang = excluded.lang,
    failures = 0,
    renewed_at = excluded.renewed_at`;

/** Maximum number of rules of one device. */
const MAX_DEVICE_RULES = 20;
/**
 * Maximum number of rules of all devices. A rule counts once a push service has accepted one of its
 * messages.
 */
const MAX_RULES = 200_000;

/** A device or the service would have too many rules. */
export class TooManyRulesError extends Error {
  override readonly name = "TooManyRulesError";
}

// Returns the existing rule if the device has the same one already, and no row if the service is
// full.
const ADD_RULE_SQL = `
  with same as (
    select id from alert_rule where endpoint = $1 and rule = $2::jsonb
  ), added as (
    insert into alert_rule (endpoint, rule, created_revision, unconfirmed_since)
    select $1, $2::jsonb, (select revision from data_state), $3
    where (select count(*) from alert_rule where unconfirmed_since is null) < ${MAX_RULES}
    and not exists (table same)
    returning id
  )
  table same
  union all
  table added`;

// Queues no message if the push service has already accepted one of the rule, or if one is waiting.
// The sender writes its text.
const QUEUE_FIRST_SQL = `
  insert into alert_outbox (rule_id, news, payload, due_at)
  select id, '{"kind": "created"}', '{}', $2
  from alert_rule
  where id = $1 and unconfirmed_since is not null
  on conflict do nothing`;

/** The class of the advisory locks of devices. */
const DEVICE_LOCKS = 1;

// A row cannot be locked before it exists, or once another transaction has deleted it, so devices
// share 256 advisory locks. Takes them in ascending order.
const LOCK_DEVICES_SQL = `
  select pg_advisory_xact_lock(${DEVICE_LOCKS}, number)
  from (
    select distinct hashtext(endpoint) & 255 as number
    from unnest($1::text[]) endpoint
    where endpoint is not null
    order by number
  ) lock`;

/**
 * Locks devices, also ones that do not exist yet, and then their rules in the order of their IDs.
 * Every transaction that changes a device or several rules calls this first, so that no two of them
 * deadlock.
 */
export async function lockDevices(
  tx: Queryable,
  endpoints: readonly (string | null)[],
): Promise<void> {
  const values = [endpoints];
  await tx.query({ text: LOCK_DEVICES_SQL, values });
  await tx.query({
    text: "select from alert_rule where endpoint = any($1) order by id for update",
    values,
  });
}

/** Deletes those of the devices that have no rule left. */
export async function deleteEmptyDevices(
  tx: Queryable,
  endpoints: readonly (string | null)[],
): Promise<void> {
  await tx.query({
    text: `
      delete from push_device d
      where endpoint = any($1)
      and not exists (select from alert_rule r where r.endpoint = d.endpoint)`,
    values: [endpoints],
  });
}

/**
 * Adds a rule with a message that confirms it, unless the device has the same rule already. Returns
 * the ID of the rule.
 */
async function addRule(
  tx: Queryable,
  { endpoint, rule, now }: { endpoint: string; rule: AlertRule; now: Date },
): Promise<string> {
  const values = [endpoint, JSON.stringify(rule), now];
  const [added] = await tx.query<{ id: string }>({ text: ADD_RULE_SQL, values });
  if (!added) throw new TooManyRulesError(`The service has ${MAX_RULES} rules`);
  await tx.query({ text: QUEUE_FIRST_SQL, values: [added.id, now] });
  return added.id;
}

/**
 * Changes a device, and deletes it with its last rule. Returns the IDs of its rules and that of
 * `rule` (null without one). Throws {@link TooManyRulesError} and changes nothing if a new or moved
 * rule exceeds a limit.
 */
export async function changeDevice(
  db: Db,
  { subscription, rule, ended, lang, now, ...old }: DeviceChange & { now: Date },
): Promise<{ ids: string[]; added: string | null }> {
  return await db.transaction(async (tx) => {
    const run = (text: string, ...values: unknown[]) => tx.query<{ id: string }>({ text, values });
    const before = old.endpoint ?? null;
    const endpoint = subscription?.endpoint ?? before;
    await lockDevices(tx, [before, endpoint]);
    if (subscription) {
      await run(
        STORE_DEVICE_SQL,
        endpoint,
        subscription.keys.p256dh,
        subscription.keys.auth,
        lang,
        now,
      );
      await run("update alert_rule set endpoint = $2 where endpoint = $1", before, endpoint);
    }
    const added = rule ? await addRule(tx, { endpoint: endpoint!, rule, now }) : null;
    if (ended) await run("delete from alert_rule where id = $1 and endpoint = $2", ended, endpoint);
    await deleteEmptyDevices(tx, [before, endpoint]);
    const rules = await run("select id from alert_rule where endpoint = $1 order by id", endpoint);
    if (subscription && rules.length > MAX_DEVICE_RULES) {
      throw new TooManyRulesError(`The device would have ${rules.length} rules`);
    }
    return { ids: rules.map(({ id }) => id), added };
  });
}
