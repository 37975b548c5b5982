-- Prices that an archive told of instants which no feed has reached yet. They are history at once, but a last known price
-- only when a feed gets there: one that then does not list them has to notice that they are missing.
create table price_ahead (
  station_id int not null,
  fuel smallint not null check (fuel between 1 and 6),
  at timestamptz not null,
  price_milli smallint not null,
  primary key (station_id, fuel, at)
);
