#!/bin/sh
# Restores a dump of the server's database as PostgreSQL's superuser: `restore.sh <FILE`. Ends the database's sessions
# and keeps it as jauge_before. A failed restore does not change the database.
set -eu
if psql -d postgres -Atc "select datname from pg_database where datname = 'jauge_before'" | grep -q .; then
  echo "jauge_before exists from an earlier restore. If you no longer need it: dropdb jauge_before" >&2
  exit 1
fi
dropdb --if-exists jauge_restored
createdb --template=template0 jauge_restored
pg_restore --exit-on-error -d jauge_restored
psql -q -d postgres -v ON_ERROR_STOP=1 <<'SQL'
begin;
-- if the database was lost, there is none to keep
select exists(select from pg_database where datname = 'jauge') as is_there \gset
\if :is_there
select count(pg_terminate_backend(pid, 10000)) as ended_sessions from pg_stat_activity where datname = 'jauge';
alter database jauge rename to jauge_before;
\endif
alter database jauge_restored rename to jauge;
commit;
SQL
