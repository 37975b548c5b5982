-- What the accepted feed told of each station (see lib/db/ingest/told_stations.ts), the revision of the data that it made, and
-- the rules by which it was read. A program that does not know the columns leaves them to an older feed: what was written
-- since is in station_change.
alter table accepted_feed add column told text;
alter table accepted_feed add column revision bigint;
alter table accepted_feed add column rules text;
alter table accepted_feed alter column told set storage external;
