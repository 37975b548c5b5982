-- The start of the day (Europe/Paris) from which a suspect price counts, since other stations or the market confirmed it; null if none did.
alter table suspect_price add column counts_from timestamptz;
