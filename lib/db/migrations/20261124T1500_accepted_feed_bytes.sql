-- A feed is read whole: what the accepted one said of each station is no longer kept.
alter table accepted_feed drop column told;
alter table accepted_feed drop column revision;
alter table accepted_feed drop column rules;
