-- History reads price_change from its index alone, which only works for pages that a vacuum has marked. The server's usual
-- rule (a fifth of the table is new) would leave out the last years of a table of decades: after 50 000 rows instead, about
-- a week of feeds. On the embedded database the same is done by `maintain`.
alter table price_change set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
