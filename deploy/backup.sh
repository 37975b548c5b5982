#!/bin/sh
# Writes a backup into an existing folder and keeps the newest 14. For the server's database: `backup.sh dump FOLDER`.
# For the embedded one: `backup.sh copy FOLDER`, then `backup.sh pack FOLDER`. The systemd units of this folder run it.
set -eu
umask 077
cd "$2"
name=jauge-$(date -u +%Y%m%dT%H%M%SZ)
case $1 in
dump)
  file=$name.dump
  pg_dump -Fc jauge >unfinished
  ;;
copy)
  rm -rf copy
  cp -a --reflink=auto "${DATA_DIR:-/var/lib/jauge}/pglite" copy
  exit
  ;;
pack)
  file=$name.tar.gz
  tar -czf unfinished -C copy .
  rm -rf copy
  ;;
esac
mv unfinished "$file"
ls | grep '^jauge-' | head -n -14 | xargs -r rm
