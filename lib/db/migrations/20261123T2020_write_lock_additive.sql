-- A write to what station_change notes takes a share of the writers' lock (WRITER_LOCK in lib/db/state.ts) until it commits,
-- whoever writes. So the revision that note_station_changes() reads is still the last one when the note is committed: a write
-- by hand waits for a running ingest, and the next ingest for it, and no running snapshot misses it.
create or replace function share_writer_lock() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(52843);
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['station', 'station_brand', 'current_price', 'stock_out', 'closure'] loop
    execute format('create trigger share_lock before insert or update or delete or truncate on %I
      for each statement execute function share_writer_lock()', name);
  end loop;
end $$;
