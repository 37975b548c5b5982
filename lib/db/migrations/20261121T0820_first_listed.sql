-- When a feed first listed a price for its station; null while only archives told it. An archive that tells of earlier prices
-- must not make them count at a time when the feeds did not list them, whichever is loaded first.
alter table current_price add column first_listed_at timestamptz;
create index current_price_newly_listed on current_price (station_id) where listed and first_listed_at is null;
