#!/bin/sh
# Writes a backup into a folder and keeps the newest 14: of the server's database, or of the embedded one, which keeps running.
set -eu
umask 077
mkdir -p "$1"
cd "$1"
name=jauge-$(date -u +%Y%m%dT%H%M%SZ)
if [ -e /etc/jauge-writer.env ]; then
  file=$name.dump
  (cd / && runuser -u postgres -- pg_dump -Fc jauge) >unfinished
else
  file=$name.tar.gz
  # Files of a frozen process are those of a killed one, from which the database recovers. Requests wait for the copy.
  trap 'systemctl thaw jauge@8000' EXIT
  rm -rf copy
  systemctl freeze jauge@8000
  cp -a --reflink=auto "${DATA_DIR:-/var/lib/jauge}/pglite" copy
  systemctl thaw jauge@8000
  tar -czf unfinished -C copy .
  rm -rf copy
fi
mv unfinished "$file"
ls | grep '^jauge-' | head -n -14 | xargs -r rm
