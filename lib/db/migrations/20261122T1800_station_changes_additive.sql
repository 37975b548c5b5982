-- Which stations each revision of the data changed, so that an instance renews only those in memory. Triggers note them,
-- whoever writes; an id of null stands for all stations. Fifty revisions are kept: an instance looks every second.
create table station_change (
  revision bigint not null,
  station_id integer
);
create index station_change_revision on station_change (revision);

-- The argument is the column with the station's id. What is written belongs to the revision that the transaction will make.
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

do $$
declare
  noted record;
begin
  for noted in values ('station', 'id'), ('station_brand', 'station_id'), ('current_price', 'station_id'),
    ('stock_out', 'station_id'), ('closure', 'station_id')
  loop
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
