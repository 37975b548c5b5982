-- The start of the day (Europe/Paris) on which other stations or the market confirmed a suspect price; null if none did.
alter table suspect_price add column confirmed_at timestamptz;
