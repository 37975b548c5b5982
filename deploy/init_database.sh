#!/bin/sh
# Creates the roles with their passwords. Runs once, when the database's container creates an empty database.
set -eu
alias run='psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB"'
run -f /roles.sql
run -v owner="$OWNER_PASSWORD" -v writer="$WRITER_PASSWORD" -v reader="$READER_PASSWORD" <<'SQL'
alter role jauge_owner password :'owner';
alter role jauge_writer password :'writer';
alter role jauge_reader password :'reader';
SQL
