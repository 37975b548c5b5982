#!/bin/sh
# Writes a backup into a folder that exists and keeps the newest 14: `backup.sh dump FOLDER` of the server's database,
# `backup.sh copy FOLDER` and then `backup.sh pack FOLDER` of the embedded one. The units of systemd beside it run it.
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
