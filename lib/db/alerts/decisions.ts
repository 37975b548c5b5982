/** Reads the rules of alerts for a decision, and writes the messages that it changes. @module */

import type { AlertNews, Reference } from "../../domain/alert_decision.ts";
import type { Lang } from "../../words/lang.ts";
import { writeRows } from "../bulk.ts";
import { type Queryable, readBatches } from "../db.ts";
import { forEachInSlices } from "../../shared/slices.ts";
import { limitIdleTime } from "../data_state.ts";

/**
 * The last decision, made at revision `decided` with data of `source` (null before the first
 * decision). `revision` is that of the data now.
 */
export type LastDecision = { revision: number; decided: number; source: string | null };

const LOCK_DECISION_SQL = `select state.revision, last.revision as decided, last.source
  from alert_decision last
  cross join data_state state
  for update of last skip locked`;

/** Locks the decision for this transaction. Returns null if another one is deciding. */
export async function lockDecision(tx: Queryable): Promise<LastDecision | null> {
  await limitIdleTime(tx);
  const [last] = await tx.query<LastDecision>({ name: "alert_lock", text: LOCK_DECISION_SQL });
  return last ?? null;
}

/**
 * A stored rule with its news; its first message is not news. `isTaken` is true while a process
 * sends the news.
 */
export type StoredRule = {
  id: string;
  lang: Lang;
  rule: unknown;
  reference: Reference | null;
  news: AlertNews | null;
  isTaken: boolean;
};

/**
 * Selects rules: those made before `revision`, and only `ids` if given. `now` decides whether a
 * message is being sent.
 */
export type RuleFilter = { revision: number; now: Date; ids?: readonly string[] };

// Returns many rules as one text, since the driver spends most of its time on single values.
const RULES_SQL = `select string_agg(
    json_build_object(
      'id', r.id,
      'lang', d.lang,
      'rule', r.rule,
      'reference', case when r.reference_milli is not null then json_build_object(
        'stationId', r.reference_station::text, 'priceMilli', r.reference_milli
      ) end,
      'news', case when o.is_news then o.news end,
      'isTaken', coalesce(o.is_news and o.taken_until > $2, false)
    )::text, chr(10)) as page
  from alert_rule r
  join push_device d on d.endpoint = r.endpoint
  left join alert_outbox o on o.rule_id = r.id
  where r.created_revision < $1 and ($3::text[] is null or r.id = any($3))
  group by left(r.id, 3)`;

const LOCK_SQL = [
  "select from alert_rule where id = any($1::text[]) order by id for no key update",
  "select from alert_outbox where rule_id = any($1::text[]) order by rule_id for update",
];

/**
 * Calls `work` for each rule, in slices. Rules of `ids` and their messages stay locked until the
 * transaction `tx` ends.
 */
export async function forEachRule(
  tx: Queryable,
  { revision, now, ids }: RuleFilter,
  work: (rule: StoredRule) => void,
): Promise<void> {
  // Locks come first: a statement sees nothing that was committed while it waited for one.
  for (const text of ids ? LOCK_SQL : []) await tx.query({ text, values: [ids] });
  const statement = { text: RULES_SQL, values: [revision, now, ids ?? null] };
  for await (const rows of readBatches<{ page: string }>(tx, statement)) {
    await forEachInSlices(
      rows,
      ({ page }) => page.split("\n").forEach((row) => work(JSON.parse(row))),
    );
  }
}

/**
 * Changes of a rule of {@link forEachRule}. `news` and `payload` (JSON) are those of its message;
 * null removes it.
 */
export type RuleChange = {
  ruleId: string;
  news: string | null;
  payload: string | null;
  stationId: string | null;
  priceMilli: number | null;
};

// If news replaces a message in transit, the sender takes it only after that message is settled or
// given up.
const CHANGE_SQL = `with change as (
    select rule_id, news, payload, station_id, price_milli
    from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::smallint[])
      c (rule_id, news, payload, station_id, price_milli)
  ), referred as (
    -- The first references of rules.
    update alert_rule
    set reference_station = station_id, reference_milli = price_milli
    from change
    where id = rule_id and price_milli is not null
  ), dropped as (
    -- News that is no longer true. With an array the index is used for any number of messages.
    delete from alert_outbox
    where rule_id = any(array(select rule_id from change where news is null)) and is_news
  )
  insert into alert_outbox as o (rule_id, news, payload, due_at)
  select rule_id, news::jsonb, payload::jsonb, $6
  from change
  where news is not null
  on conflict (rule_id) do update set
    news = excluded.news,
    payload = excluded.payload,
    due_at = coalesce(o.taken_until, o.due_at),
    attempts = case when o.taken_until is null then o.attempts else 0 end,
    expires_at = null,
    taken_until = null`;

/** Writes changes of rules. New messages are due at `dueAt`. */
export async function changeRules(
  tx: Queryable,
  changes: readonly RuleChange[],
  dueAt: Date,
): Promise<void> {
  const keys = ["ruleId", "news", "payload", "stationId", "priceMilli"] as const;
  await writeRows(tx, changes, { name: "alert_change", text: CHANGE_SQL, keys, more: [dueAt] });
}
