-- The bytes of the last feed that changed the data, for the self-check to compare answers with. `as_of` is the instant by
-- which its rows were checked. Packed already: the server need not try again.
create table accepted_feed (
  only_row boolean primary key default true check (only_row),
  content_hash text not null,
  as_of timestamptz not null,
  stored_at timestamptz not null,
  bytes bytea not null
);
alter table accepted_feed alter column bytes set storage external;

-- What self-checks found. `examples` holds the first differences, in our own words and numbers.
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
