-- Rules that count: those of which a push service accepted a message. Rules of older programs do.
alter table alert_rule
  -- When the rule was made; null once the push service has accepted a message of it.
  add column unconfirmed_since timestamptz;
create index alert_rule_unconfirmed on alert_rule (unconfirmed_since) where unconfirmed_since is not null;

-- The first message of a rule says that it was made: its `news` is {"kind": "created"}, and the sender writes its text.
-- News replaces it and comes before it.
alter table alert_outbox
  add column is_news boolean not null generated always as (news ->> 'kind' is distinct from 'created') stored;
create index alert_outbox_order on alert_outbox (is_news desc, due_at);
drop index alert_outbox_due;
