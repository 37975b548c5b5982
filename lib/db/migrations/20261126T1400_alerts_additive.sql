-- Alerts without an account: the devices that take push messages (a subscription of the browser, no person), their rules, and
-- the messages that wait to be sent. No other table refers to them.
create table push_device (
  endpoint text primary key,
  p256dh text not null,
  auth text not null,
  lang text not null check (lang in ('fr', 'en')),
  failures smallint not null default 0,
  renewed_at timestamptz not null
);

create table alert_rule (
  id text primary key default replace(gen_random_uuid()::text, '-', ''),
  endpoint text not null references push_device on delete cascade,
  rule jsonb not null,
  -- when its last message was due, which is in the future while that waits for the morning
  fired_at timestamptz
);
create index alert_rule_endpoint on alert_rule (endpoint);

-- At most one message a rule: a newer one takes the place of an older one. `due_at` also marks a message as taken, for as long as
-- its sending may last.
create table alert_outbox (
  rule_id text primary key references alert_rule on delete cascade,
  station_id integer not null,
  fuel smallint not null,
  payload jsonb not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  attempts smallint not null default 0
);
create index alert_outbox_due on alert_outbox (due_at);

-- The key by which push services know this service; a new one makes all subscriptions void.
create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key text not null
);
