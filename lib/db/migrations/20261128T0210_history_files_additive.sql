-- Files of all past prices, so that every instance serves the same bytes. A file and its chunks are written in one transaction.
-- A versioned name contains the hash: a download of a file that was replaced finds its bytes until a later run deletes them.
create table history_file (
  versioned_name text primary key,
  -- as /data/history/index.json has it
  entry jsonb not null,
  -- differs if the file would be made from other data: its period, and how often that has changed
  origin text not null,
  -- the instant of the data that it was made from
  as_of timestamptz not null,
  -- null while it is listed
  replaced_at timestamptz
);
create unique index history_file_listed on history_file ((entry ->> 'name')) where replaced_at is null;

create table history_chunk (
  file text not null references history_file on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (file, number)
);
-- The files are compressed already, and a part of a chunk is read without the rest.
alter table history_chunk alter column bytes set storage external;

-- At most one process makes files, which renews the lease while it works. A lease and not a lock: the embedded database has one
-- connection, and poolers give each transaction another session.
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

-- Counts the facts that a statement adds or removes by their month, whoever writes. The arguments are the columns of a fact, and
-- the instant that it belongs to. A price and each of its confirmations are facts of their own: a price that is confirmed in
-- April does not change the file of March. Months are updated in order, so that two writers never wait for each other.
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
