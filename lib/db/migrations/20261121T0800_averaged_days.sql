-- A covered day is averaged once its means are stored and nothing was learned about it since. An archive takes the mark
-- from the days it touches in the transaction that touches them, so that a killed backfill is known to owe their means.
alter table coverage add column averaged boolean not null default false;
create index coverage_owed on coverage (day) where not averaged;

-- All areas of one day or month, for replacing them; the rows of a time lie together, so a few pages tell.
create index daily_mean_day on daily_mean using brin (day) with (pages_per_range = 16);

comment on column daily_mean.area is
  'FR, a department''s code, brand: and a brand, or - for the stations of no known department (part of FR)';
