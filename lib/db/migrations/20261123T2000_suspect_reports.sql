-- Reports that were suspect when they were made, by the market of their day and their station's past: judged once with the
-- means of the day, read by current marks, means and history alike.
create table suspect_price (
  station_id integer not null,
  fuel smallint not null,
  at timestamp with time zone not null,
  day date not null,
  constraint suspect_price_pkey primary key (station_id, fuel, at),
  constraint suspect_price_fuel_check check (fuel between 1 and 6)
);
create index suspect_price_day on suspect_price using btree (day);

-- Past days were judged by the market of every day anew: they are judged again.
update coverage set averaged = false;
