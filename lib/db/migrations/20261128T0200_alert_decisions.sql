-- Alerts are decided after the ingest has committed, by a job of their own. It compares the market now with the market at its
-- last decision, and writes that market, the messages and the revision in one transaction: a decision that fails, is late or
-- runs twice loses nothing and repeats nothing.

-- The market at the last decision. A fuel in stock without a price has a suspect one; a fuel without a row is not known.
-- No reference to `station`: an ingest must not wait for a decision.
create table alert_market (
  station_id integer not null,
  fuel smallint not null,
  price_milli smallint,
  in_stock boolean not null,
  primary key (station_id, fuel)
);

-- The job locks this row while it decides.
create table alert_decision (
  only_row boolean primary key default true check (only_row),
  -- data_state.revision of alert_market
  revision bigint not null default 0,
  -- data_state.source of alert_market; null before the first decision
  source text
);
insert into alert_decision default values;

alter table alert_rule
  -- data_state.revision when the rule was made: its visitor has seen that market
  add column created_revision bigint not null default 0,
  -- For `cheapest`: the lowest price and its station that the visitor was last told, at first those when the rule was made.
  -- The first decision sets them; afterwards the sender does, when the push service has accepted a message.
  add column reference_milli smallint,
  add column reference_station integer;
-- `fired_at` is now when the push service accepted the last message of the rule.
update alert_rule set fired_at = null where fired_at is not null;

-- At most one message a rule, made anew: what waits here is true and was not told yet. Whoever locks a rule and its message
-- locks the rule first, and several rules in the order of their IDs.
drop table alert_outbox;
create table alert_outbox (
  rule_id text primary key references alert_rule on delete cascade,
  -- what the message says: {kind, stationId, fuel, priceMilli, oldMilli}
  news jsonb not null,
  -- the text of the message
  payload jsonb not null,
  -- not sent before
  due_at timestamptz not null,
  -- six hours after the first attempt; null until then
  expires_at timestamptz,
  -- being sent by a process until then
  taken_until timestamptz,
  attempts smallint not null default 0
);
create index alert_outbox_due on alert_outbox (due_at);

-- A role that only reads serves no alerts: it sees no subscription, rule or key (deploy/roles.sql).
do $$
begin
  if exists (select from pg_roles where rolname = 'jauge_reader') then
    revoke all on push_device, push_key, alert_rule, alert_outbox, alert_market, alert_decision from jauge_reader;
  end if;
end $$;
