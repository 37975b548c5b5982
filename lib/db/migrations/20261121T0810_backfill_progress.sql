-- How far archives have been loaded, by what they hold and not by name, so that a killed backfill goes on where it was.
-- A row leaves when its archive is complete: loading it again reads it again, and learns nothing.
create table backfill_progress (
  identity text primary key,
  ingest_run_id bigint not null references ingest_run (id) on delete cascade,
  stations_done integer not null,
  -- what was counted so far, for the report and for the days that the archive covers
  tally jsonb not null,
  updated_at timestamptz not null
);

-- Instant of the first feed of all: before it nobody could be missing from the feed. Null until then.
alter table data_state add column first_as_of timestamptz;
