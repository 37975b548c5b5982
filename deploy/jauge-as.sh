#!/bin/sh
# Runs a command as a role of the database, with the settings of the service: `jauge-as writer deno task ingest`.
# Roles: owner and writer (see roles.sql), admin (PostgreSQL's superuser, for psql), none (no database).
# Without a command it opens a shell. docs/server.md installs it as /usr/local/bin/jauge-as.
set -eu
role=${1:-}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- sh
user=jauge
home=/var/cache/jauge
files=
case $role in
owner | writer)
  files="/etc/jauge.env /etc/jauge-$role.env"
  # for an embedded database
  export DATA_DIR=/var/lib/jauge
  ;;
admin)
  user=postgres
  home=/var/lib/postgresql
  export ADMIN_URL=postgresql:///jauge
  ;;
none) ;;
*)
  echo "Usage: jauge-as owner|writer|admin|none [COMMAND …]" >&2
  exit 2
  ;;
esac
# Parses NAME=value and NAME="value" like systemd. A shell would run the words after a space.
for file in $files; do
  [ -f "$file" ] || continue
  while IFS= read -r line; do
    [ -z "$line" ] || export "$line"
  done <<LINES
$(sed -nE "s/^([A-Z_]+)=(['\"]?)(.*)\2\$/\1=\3/p" "$file")
LINES
done
# uses the release in the current folder, else the running one
[ -f deno.json ] || cd /opt/jauge
exec runuser -u "$user" -- env HOME="$home" DENO_DIR="$home" "$@"
