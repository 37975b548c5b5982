-- All tables of the service. Fuels are the numbers 1 to 6 in the order gazole, sp95, sp98, e10, e85, gplc.
-- Prices are thousandths of a euro per litre. `deno task db:reset` drops tables but not functions: hence `or replace`.

create extension if not exists postgis;

-- ===== Current data =====

-- One row: every answer is a function of it. `as_of` is null until a feed was ingested.
create table data_state (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 0,
  as_of timestamptz,
  feed_at timestamptz,
  -- Every answer's meta says so if it is 'sample'.
  source text not null default 'official' check (source in ('official', 'file', 'sample')),
  -- The instant of the first feed: before it no station or price can be missing from a feed.
  first_as_of timestamptz
);
insert into data_state default values;

create table station (
  id integer primary key check (id > 0),
  postal_code text,
  department text,
  address text,
  city text,
  raw_address text not null default '',
  raw_city text not null default '',
  raw_latitude text not null default '',
  raw_longitude text not null default '',
  -- Null if the position is missing or was judged wrong; position_flag says why, or what was repaired.
  position geography(point, 4326),
  position_flag text,
  motorway boolean not null default false,
  automate_24_7 boolean not null default false,
  -- [{ day, closed, slots: [{ open, close }] }] for seven days; null if unknown.
  opening_hours jsonb,
  services text[] not null default '{}',
  first_seen_at timestamptz not null,
  -- The newest instant at which a feed listed the station.
  last_seen_at timestamptz not null,
  -- Null while the newest feed lists the station.
  left_at timestamptz,
  -- When a feed first listed the station; null if only archives have it. The fields of a feed win over those of archives,
  -- whichever is loaded first.
  first_listed_at timestamptz
);
create index station_position on station using gist (position);
-- For boxes on a map, which are bounded by parallels.
create index station_box on station using gist ((position::geometry));
create index station_department on station (department);

-- Brands and names come from another source and survive its outages; rows may precede their station.
create table station_brand (
  station_id integer primary key,
  brand text,
  name text,
  brand_group text check (brand_group in ('oil_company', 'supermarket', 'independent')),
  wikidata text,
  raw_brand text,
  updated_at timestamptz not null
);
create index station_brand_brand on station_brand (brand);

-- The last known price of each station and fuel.
create table current_price (
  station_id integer not null,
  fuel smallint not null check (fuel between 1 and 6),
  price_milli smallint not null,
  updated_at timestamptz not null,
  -- Whether the newest feed lists it for its station.
  listed boolean not null,
  -- When a feed first listed a price of this fuel for the station; null if only archives have one. Earlier prices of an
  -- archive must not count at a time when the feeds did not list them, whichever is loaded first.
  first_listed_at timestamptz,
  -- Far from the market and not confirmed by its station: shown on the station, counted nowhere.
  suspect boolean not null default false,
  primary key (station_id, fuel)
);
create index current_price_newly_listed on current_price (station_id) where listed and first_listed_at is null;

-- Prices of archives that are newer than every feed. They are history at once, but become a last known price only when a
-- feed reaches their instant: a feed that then does not list them makes them missing.
create table pending_price (
  station_id integer not null,
  fuel smallint not null check (fuel between 1 and 6),
  at timestamptz not null,
  price_milli smallint not null,
  primary key (station_id, fuel, at)
);

-- `until` is null while the stock-out is open.
create table stock_out (
  station_id integer not null,
  fuel smallint not null check (fuel between 1 and 6),
  since timestamptz not null,
  until timestamptz,
  kind text not null check (kind in ('temporary', 'permanent')),
  primary key (station_id, fuel, since)
);
create index stock_out_open on stock_out (station_id, fuel) where until is null;

-- Closures of whole stations, from day and year files. A closure interrupts all fuels of its station: prices reported at
-- its beginning or before do not count while it lasts. `until` is null while no end is known.
create table closure (
  station_id integer not null,
  since timestamptz not null,
  until timestamptz,
  kind text not null check (kind in ('temporary', 'permanent')),
  primary key (station_id, since)
);
create index closure_open on closure (station_id) where until is null;

-- When a station (fuel 0) or one fuel of it was missing from the feed: from the ingest that noticed until the ingest that
-- found it again.
create table absence (
  station_id integer not null,
  fuel smallint not null check (fuel between 0 and 6),
  since timestamptz not null,
  until timestamptz,
  primary key (station_id, fuel, since)
);
create index absence_open on absence (station_id, fuel) where until is null;

-- ===== History =====

-- A period of one price: it began at `at` and was confirmed (new time, same value, within 30 days of the fact before) at
-- each of `confirmed_at`, ascending. A confirmation after more than 30 days begins a new row, so that the row alone says
-- whether its price was in force at an instant.
create table price_change (
  station_id integer not null,
  fuel smallint not null check (fuel between 1 and 6),
  price_milli smallint not null check (price_milli > 0),
  at timestamptz not null,
  confirmed_at timestamptz[],
  primary key (station_id, fuel, at) include (price_milli)
);
-- History reads price_change from its index alone, which only works for pages that a vacuum has marked. The server's usual
-- rule (a fifth of the table is new) would leave out the last years of a table of decades: after 50 000 rows instead, about
-- a week of feeds. On the embedded database `maintain` does the same.
alter table price_change set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);

-- Reports that were suspect when they were made, by the market of their day and their station's past: judged once with the
-- means of the day; current marks, means and history read the verdict.
create table suspect_price (
  station_id integer not null,
  fuel smallint not null check (fuel between 1 and 6),
  at timestamptz not null,
  day date not null,
  -- The start of the day (Europe/Paris) from which the price counts, since other stations or the market confirmed it.
  counts_from timestamptz,
  primary key (station_id, fuel, at)
);
create index suspect_price_day on suspect_price (day);

-- Days (Europe/Paris) with prices: by a feed ingested on that day or by an archive. Other days have no mean.
create table coverage (
  day date primary key,
  source text not null check (source in ('feed', 'archive')),
  -- The means of the day are stored, and no fact of the day was learned since. An archive clears the mark in the transaction
  -- that changes the day, so that the means survive a killed backfill as owed.
  averaged boolean not null default false,
  -- Whether the stock-outs of the day are known: a feed of that day, or an archive, reports some.
  stock_outs boolean not null default false
);
create index coverage_owed on coverage (day) where not averaged;

-- Mean, extremes and number of the prices in force at the end of a past day.
create table daily_mean (
  area text not null,
  fuel smallint not null check (fuel between 1 and 6),
  day date not null,
  sum_milli bigint not null,
  min_milli smallint not null,
  max_milli smallint not null,
  station_count integer not null check (station_count > 0),
  primary key (area, fuel, day)
);
comment on column daily_mean.area is
  'FR, a department''s code, brand: and a brand, or - for the stations of no known department (part of FR)';
-- All areas of one day or month, for replacing them: the rows of a time lie together, so a small index is enough.
create index daily_mean_day on daily_mean using brin (day) with (pages_per_range = 16);

-- ===== Ingests =====

create table ingest_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('feed', 'archive', 'brands')),
  source text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Null while it runs; 'busy' if another ingest was at work.
  outcome text check (outcome in ('changed', 'unchanged', 'refused', 'failed', 'busy')),
  -- The newest time of a price in the feed, and the SHA-256 of the unpacked XML.
  feed_at timestamptz,
  content_hash text,
  -- Validators of the HTTP response, for the next conditional request.
  etag text,
  last_modified text,
  counts jsonb not null default '{}',
  message text
);
create index ingest_run_recent on ingest_run (kind, id desc);

-- Rows that the check refused, as they came.
create table quarantine (
  ingest_run_id bigint not null references ingest_run on delete cascade,
  station_id text not null,
  reason text not null,
  raw text not null,
  -- How often this row was refused since the first run that refused it.
  seen_count integer not null default 1,
  last_seen_at timestamptz not null,
  primary key (station_id, reason, raw)
);
comment on column quarantine.ingest_run_id is 'the run that saw the row last';
create index quarantine_run on quarantine (ingest_run_id);

-- A feed that was refused as a whole, for a person to look at; the newest few only.
create table refused_feed (
  ingest_run_id bigint primary key references ingest_run on delete cascade,
  reason text not null,
  bytes bytea not null
);

-- How far archives have been loaded, by their content and not by name, so that a killed backfill continues where it was.
-- A row is deleted when its archive is complete: loading it again reads it again, and changes nothing.
create table backfill_progress (
  identity text primary key,
  ingest_run_id bigint not null references ingest_run on delete cascade,
  stations_done integer not null,
  -- The counts so far, for the report and for the days that the archive covers.
  tally jsonb not null,
  updated_at timestamptz not null
);

-- The bytes of the last feed that changed the data, which the self-check compares answers with. `as_of` is the instant by
-- which its rows were checked.
create table accepted_feed (
  only_row boolean primary key default true check (only_row),
  content_hash text not null,
  as_of timestamptz not null,
  stored_at timestamptz not null,
  bytes bytea not null
);
-- The bytes are compressed already.
alter table accepted_feed alter column bytes set storage external;

-- Results of self-checks. `examples` has the first differences, in our own words and numbers.
create table self_check (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  revision bigint not null,
  feed_at timestamptz,
  seed integer not null,
  questions integer not null check (questions > 0),
  differences integer not null check (differences >= 0),
  examples jsonb not null default '[]',
  duration_ms integer not null
);

-- ===== Which stations a revision changed =====

-- Triggers write it for every writer, so that an instance reads only those stations again. A null ID stands for all
-- stations. Fifty revisions are kept: an instance checks every second.
create table station_change (
  revision bigint not null,
  station_id integer
);
create index station_change_revision on station_change (revision);

-- The argument is the column with the station's ID. The rows belong to the revision that the transaction will make.
-- After thousands of rows at once it is as cheap to read everything.
create or replace function note_station_changes() returns trigger language plpgsql as $$
declare
  next bigint;
  is_many boolean := true;
begin
  select coalesce(max(revision), 0) + 1 into next from data_state;
  if tg_op <> 'TRUNCATE' then
    is_many := exists (select from changed offset 5000);
  end if;
  if is_many then
    insert into station_change (revision) values (next);
  else
    execute format('insert into station_change select distinct $1, %I from changed', tg_argv[0]) using next;
  end if;
  return null;
end $$;

-- A writer holds a share of the writers' lock (WRITER_LOCK in lib/db/data_state.ts) until it commits. So the revision that
-- note_station_changes() reads is still the last one at the commit: a write by hand waits for a running ingest, the next
-- ingest waits for it, and no running snapshot misses it.
create or replace function share_writer_lock() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(52843);
  return null;
end $$;

do $$
declare
  noted record;
begin
  for noted in values
    ('station', 'id'),
    ('station_brand', 'station_id'),
    ('current_price', 'station_id'),
    ('stock_out', 'station_id'),
    ('closure', 'station_id')
  loop
    execute format('create trigger share_lock before insert or update or delete or truncate on %I
      for each statement execute function share_writer_lock()', noted.column1);
    execute format('create trigger note_inserted after insert on %I referencing new table as changed
      for each statement execute function note_station_changes(%L)', noted.column1, noted.column2);
    execute format('create trigger note_updated after update on %I referencing new table as changed
      for each statement execute function note_station_changes(%L)', noted.column1, noted.column2);
    execute format('create trigger note_deleted after delete on %I referencing old table as changed
      for each statement execute function note_station_changes(%L)', noted.column1, noted.column2);
    execute format('create trigger note_truncated after truncate on %I
      for each statement execute function note_station_changes()', noted.column1);
  end loop;
end $$;

create or replace function forget_station_changes() returns trigger language plpgsql as $$
begin
  delete from station_change where revision <= new.revision - 50;
  return null;
end $$;

create trigger forget_changes after update of revision on data_state
  for each row execute function forget_station_changes();

-- ===== Alerts =====

-- Alerts need no account: a device that takes push messages is a subscription of a browser, not a person.
create table push_device (
  endpoint text primary key,
  p256dh text not null,
  auth text not null,
  lang text not null check (lang in ('fr', 'en')),
  failures smallint not null default 0,
  renewed_at timestamptz not null,
  -- When its last failure was counted: each run of the sender counts at most one.
  failed_at timestamptz,
  -- Scheme, host and port of the push service, in lower case: the sender has slots and a list of due messages for each.
  origin text not null generated always as (lower(split_part(endpoint, '/', 1) || '//' || split_part(endpoint, '/', 3))) stored
);
create index push_device_origin on push_device (origin);

create table alert_rule (
  id text primary key default replace(gen_random_uuid()::text, '-', ''),
  endpoint text not null references push_device on delete cascade,
  rule jsonb not null,
  -- When the push service accepted the last message of the rule.
  fired_at timestamptz,
  -- data_state.revision when the rule was made: its visitor has seen that market.
  created_revision bigint not null default 0,
  -- For `cheapest`: the lowest price and its station that the visitor knows, at first those when the rule was made.
  -- The first decision sets them; afterwards the sender does, when the push service has accepted a message.
  reference_milli smallint,
  reference_station integer,
  -- When the rule was made; null once the push service has accepted a message of it. Only such rules count.
  unconfirmed_since timestamptz
);
create index alert_rule_endpoint on alert_rule (endpoint);
create index alert_rule_unconfirmed on alert_rule (unconfirmed_since) where unconfirmed_since is not null;

-- Alerts are decided after the ingest has committed, by a job of their own. It compares the market now with the market at
-- its last decision, and writes that market, the messages and the revision in one transaction: a decision that fails, is
-- late or runs twice loses nothing and repeats nothing.

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
  -- data_state.revision of alert_market.
  revision bigint not null default 0,
  -- data_state.source of alert_market; null before the first decision.
  source text
);
insert into alert_decision default values;

-- At most one message per rule; each decision replaces it, so a message that waits is true and was not sent. A transaction
-- that locks a rule and its message locks the rule first, and several rules in the order of their IDs.
create table alert_outbox (
  rule_id text primary key references alert_rule on delete cascade,
  -- The content of the message: {kind, stationId, fuel, priceMilli, oldMilli}. The first message of a rule says that it
  -- was made: {"kind": "created"}, and the sender writes its text. News replaces it and comes before it.
  news jsonb not null,
  is_news boolean not null generated always as (news ->> 'kind' is distinct from 'created') stored,
  -- The text of the message.
  payload jsonb not null,
  -- Not sent before.
  due_at timestamptz not null,
  -- Six hours after the first attempt; null until then.
  expires_at timestamptz,
  -- A process is sending it until then.
  taken_until timestamptz,
  attempts smallint not null default 0
);
create index alert_outbox_order on alert_outbox (is_news desc, due_at);

-- The key by which push services know this service; a new one makes all subscriptions void.
create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key text not null
);

-- A role that only reads serves no alerts: it sees no subscription, rule or key (deploy/roles.sql).
do $$
begin
  if exists (select from pg_roles where rolname = 'jauge_reader') then
    revoke all on push_device, push_key, alert_rule, alert_outbox, alert_market, alert_decision from jauge_reader;
  end if;
end $$;

-- ===== Quotas =====

-- Instances share counts of clients by hashed addresses, in a store of their own. The keys of the hashes come from this
-- secret, which that store never has.
create table quota_secret (
  only_row boolean primary key default true check (only_row),
  secret text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into quota_secret default values;

-- ===== Files of past prices =====

-- Every instance serves the same bytes. The chunks of a file are stored while it is written, under the name of a draft.
-- One transaction lists the file and gives them to it.
-- A versioned name contains the hash: a download of a file that was replaced finds its bytes until a later run deletes them.
create table history_file (
  versioned_name text primary key,
  -- As in /data/history/index.json.
  entry jsonb not null,
  -- Differs if the file would be made from other data: its period, and how often that has changed.
  origin text not null,
  -- The instant of the data that it was made from.
  as_of timestamptz not null,
  -- Null while it is listed.
  replaced_at timestamptz
);
create unique index history_file_listed on history_file ((entry ->> 'name')) where replaced_at is null;

create table history_chunk (
  file text not null references history_file on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (file, number)
);
-- The bytes are compressed already, and a part of a chunk is read without the rest.
alter table history_chunk alter column bytes set storage external;

-- At most one process makes files, which renews the lease while it works. A lease and not a lock: the embedded database has
-- one connection, and poolers give each transaction another session.
create table history_lease (
  only_row boolean primary key default true check (only_row),
  holder text not null,
  expires_at timestamptz not null
);

-- How often the past of a month (in Paris time) changed: a file is up to date if its months have not changed since.
create table price_month_changes (
  month date primary key,
  changes bigint not null
);

-- Counts the facts that a statement adds or removes by their month, for every writer. The arguments are the columns of a
-- fact, and its instant. A price and each of its confirmations are separate facts: a price that is confirmed in April does
-- not change the file of March. Months are updated in order, so that two writers never deadlock.
create or replace function count_month_changes() returns trigger language plpgsql as $$
declare
  old_facts text := format('select %s, %s as fact_at from old_rows', tg_argv[0], tg_argv[1]);
  new_facts text := format('select %s, %s as fact_at from new_rows', tg_argv[0], tg_argv[1]);
  changed_facts text := case tg_op
    when 'INSERT' then new_facts
    when 'DELETE' then old_facts
    else format('(%1$s except %2$s) union all (%2$s except %1$s)', old_facts, new_facts)
  end;
begin
  if tg_op = 'TRUNCATE' then
    update price_month_changes set changes = changes + 1;
    return null;
  end if;
  -- Months of Paris begin at whole hours, which are far fewer than the facts.
  execute format('with hours as (
      select date_bin(''1 hour'', fact_at, ''2000-01-01Z'') as hour, count(*) as facts from (%s) f group by 1
    )
    insert into price_month_changes as m (month, changes)
    select date_trunc(''month'', hour at time zone ''Europe/Paris'')::date as month, sum(facts) from hours group by 1 order by 1
    on conflict (month) do update set changes = m.changes + excluded.changes', changed_facts);
  return null;
end $$;

do $$
declare
  counted record;
begin
  for counted in values
    ('price_change', 'station_id, fuel, at, price_milli', 'unnest(at || confirmed_at)'),
    ('suspect_price', 'station_id, fuel', 'at')
  loop
    execute format('create trigger count_inserted after insert on %I referencing new table as new_rows
      for each statement execute function count_month_changes(%L, %L)', counted.column1, counted.column2, counted.column3);
    execute format('create trigger count_updated after update on %I referencing old table as old_rows new table as new_rows
      for each statement execute function count_month_changes(%L, %L)', counted.column1, counted.column2, counted.column3);
    execute format('create trigger count_deleted after delete on %I referencing old table as old_rows
      for each statement execute function count_month_changes(%L, %L)', counted.column1, counted.column2, counted.column3);
    execute format('create trigger count_truncated after truncate on %I
      for each statement execute function count_month_changes()', counted.column1);
  end loop;
end $$;

-- ===== Housekeeping =====

-- New statistics of the service's tables, for roles that only read and write rows: `analyze` needs a table's owner.
create or replace function analyze_tables() returns void language plpgsql security definer as $$
declare
  tables text;
begin
  select string_agg(c.oid::regclass::text, ', ') into tables from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'usage')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e');
  execute 'analyze ' || tables;
end $$;

-- A function that runs as its owner finds tables in one schema, and never a caller's temporary ones before them.
do $$
begin
  execute format('alter function analyze_tables() set search_path = %I, pg_temp', current_schema());
end $$;
