-- The truth of the service: stations, every price change, stock-outs, what each ingest did, means of past days.
-- Fuels are numbers 1 to 6 in the order gazole, sp95, sp98, e10, e85, gplc. Prices are thousandths of a euro per litre.

create extension if not exists postgis;

-- One row: what the answers are a function of. `as_of` is null until a feed was ingested.
create table data_state (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 0,
  as_of timestamptz,
  feed_at timestamptz,
  -- 'official', 'file' or 'sample': told in every answer's meta when it is the sample
  source text not null default 'official' check (source in ('official', 'file', 'sample'))
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
  -- null when the position is missing or was judged wrong; position_flag says why or what was repaired
  position geography(point, 4326),
  position_flag text,
  motorway boolean not null default false,
  automate_24_7 boolean not null default false,
  -- [{ day, closed, slots: [{ open, close }] }] for seven days, or null: unknown
  opening_hours jsonb,
  services text[] not null default '{}',
  first_seen_at timestamptz not null,
  -- the newest instant at which a feed listed the station
  last_seen_at timestamptz not null,
  -- null while the newest feed lists the station
  left_at timestamptz
);
create index station_position on station using gist (position);
-- for boxes on a map, which are bounded by parallels
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

-- A run of one price: it began at `at` and was confirmed (new time, same value, within 30 days of the fact before) at each
-- of `confirmed_at`, ascending. A confirmation after more than 30 days begins a row of its own, so that "in force" at any
-- instant can be told from the row alone.
create table price_change (
  station_id integer not null,
  fuel smallint not null check (fuel between 1 and 6),
  price_milli smallint not null check (price_milli > 0),
  at timestamptz not null,
  confirmed_at timestamptz[],
  primary key (station_id, fuel, at) include (price_milli)
);

-- The last price known of each station and fuel. `listed`: the newest feed lists it for its station.
create table current_price (
  station_id integer not null,
  fuel smallint not null check (fuel between 1 and 6),
  price_milli smallint not null,
  updated_at timestamptz not null,
  listed boolean not null,
  primary key (station_id, fuel)
);

-- until is null while the stock-out is open.
create table stock_out (
  station_id integer not null,
  fuel smallint not null check (fuel between 1 and 6),
  since timestamptz not null,
  until timestamptz,
  kind text not null check (kind in ('temporary', 'permanent')),
  primary key (station_id, fuel, since)
);
create index stock_out_open on stock_out (station_id, fuel) where until is null;

-- When a station (fuel 0) or one fuel of it was missing from the feed: from the ingest that noticed to the one that saw it again.
create table absence (
  station_id integer not null,
  fuel smallint not null check (fuel between 0 and 6),
  since timestamptz not null,
  until timestamptz,
  primary key (station_id, fuel, since)
);
create index absence_open on absence (station_id, fuel) where until is null;

-- Days (Europe/Paris) on which prices were recorded: by a feed ingested on that day or by an archive. Other days have no mean.
create table coverage (
  day date primary key,
  source text not null check (source in ('feed', 'archive'))
);

-- Mean, extremes and number of prices in force at the end of a past day. area 'FR', a department's code, or 'brand:' and a brand.
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

create table ingest_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('feed', 'archive', 'brands')),
  source text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- 'changed', 'unchanged', 'refused', 'failed'; null while running
  outcome text check (outcome in ('changed', 'unchanged', 'refused', 'failed')),
  -- newest time of a price in the feed, and SHA-256 of the unpacked XML
  feed_at timestamptz,
  content_hash text,
  -- validators of the HTTP answer, for the next conditional request
  etag text,
  last_modified text,
  counts jsonb not null default '{}',
  message text
);
create index ingest_run_recent on ingest_run (kind, id desc);

-- Rows that the check refused, as they came.
create table quarantine (
  ingest_run_id bigint not null references ingest_run (id) on delete cascade,
  station_id text not null,
  reason text not null,
  raw text not null,
  -- how often this row was refused since the run that saw it first
  seen_count integer not null default 1,
  last_seen_at timestamptz not null,
  primary key (station_id, reason, raw)
);

-- A feed refused as a whole, kept for a person; the newest few only.
create table refused_feed (
  ingest_run_id bigint primary key references ingest_run (id) on delete cascade,
  reason text not null,
  bytes bytea not null
);
