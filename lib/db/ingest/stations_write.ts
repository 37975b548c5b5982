/** Writes stations: new and changed ones, those that left the feed and those that came back. @module */

import type { Queryable } from "../db.ts";
import { toArrayText, toTextArray } from "./columns.ts";
import type { KnownStation } from "./known.ts";
import { upsert } from "./insert_rows.ts";

/** A station to write. */
export type StationToWrite = Omit<KnownStation, "leftAtMs">;

/** Stands between services: a control character, which no label holds, and one that needs no escape. */
const SEPARATOR = "\u007f";

const INSERT = `insert into station (id, postal_code, department, address, city, raw_address, raw_city, raw_latitude,
    raw_longitude, position, position_flag, motorway, automate_24_7, opening_hours, services, first_seen_at, last_seen_at,
    first_listed_at)
  select n.id, n.postal_code, n.department, n.address, n.city, n.raw_address, n.raw_city, n.raw_latitude, n.raw_longitude,
    st_setsrid(st_makepoint(n.lng, n.lat), 4326)::geography, n.position_flag, n.motorway, n.automate, n.hours::jsonb,
    case when n.services = '' then '{}' else string_to_array(n.services, chr(127)) end, $17::timestamptz, $18::timestamptz, $19::timestamptz
  from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::float8[], $11::float8[], $12::text[], $13::boolean[], $14::boolean[], $15::text[], $16::text[])
    n (id, postal_code, department, address, city, raw_address, raw_city, raw_latitude, raw_longitude, lat, lng,
      position_flag, motorway, automate, hours, services)`;
const REPLACE = `(id) do update set postal_code = excluded.postal_code, department = excluded.department,
    address = excluded.address, city = excluded.city, raw_address = excluded.raw_address, raw_city = excluded.raw_city,
    raw_latitude = excluded.raw_latitude, raw_longitude = excluded.raw_longitude, position = excluded.position,
    position_flag = excluded.position_flag, motorway = excluded.motorway, automate_24_7 = excluded.automate_24_7,
    opening_hours = excluded.opening_hours, services = excluded.services, last_seen_at = excluded.last_seen_at,
    first_listed_at = coalesce(station.first_listed_at, excluded.first_listed_at)`;

/**
 * Inserts or replaces stations that a feed lists at `listedAt`; null: that an archive tells of, and the caller writes when
 * they were seen. `left_at` is not touched, see {@link markReturned}.
 */
export async function upsertStations(
  tx: Queryable,
  stations: readonly StationToWrite[],
  listedAt: Date | null,
): Promise<void> {
  if (stations.length === 0) return;
  const texts = (pick: (station: StationToWrite) => string | null) => toTextArray(stations.map(pick));
  const plain = (pick: (station: StationToWrite) => number | boolean | null) => toArrayText(stations.map(pick));
  await upsert(tx, {
    table: "station",
    insert: INSERT,
    onConflict: REPLACE,
    values: [
      plain(({ id }) => id),
      texts(({ postalCode }) => postalCode),
      texts(({ department }) => department),
      texts(({ address }) => address),
      texts(({ city }) => city),
      texts(({ rawAddress }) => rawAddress),
      texts(({ rawCity }) => rawCity),
      texts(({ rawLatitude }) => rawLatitude),
      texts(({ rawLongitude }) => rawLongitude),
      plain(({ position }) => position?.lat ?? null),
      plain(({ position }) => position?.lng ?? null),
      texts(({ positionFlag }) => positionFlag),
      plain(({ motorway }) => motorway),
      plain(({ automate247 }) => automate247),
      texts(({ openingHours }) => openingHours && JSON.stringify(openingHours)),
      texts(({ services }) => services.join(SEPARATOR)),
      listedAt ?? "infinity",
      listedAt ?? "-infinity",
      listedAt,
    ],
  });
}

/** Marks stations as missing from the feed since `at`; the newest feed that listed them was that of `lastSeenAt`. */
export async function markLeft(
  tx: Queryable,
  ids: readonly number[],
  { at, lastSeenAt }: { at: Date; lastSeenAt: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query({
    name: "stations_left",
    text: `update station set left_at = $2, last_seen_at = $3 where id = any($1::int[])`,
    values: [toArrayText(ids), at, lastSeenAt],
  });
}

/** Marks stations as listed again at `at`. */
export async function markReturned(tx: Queryable, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.query({
    name: "stations_returned",
    text: `update station set left_at = null, last_seen_at = $2, first_listed_at = coalesce(first_listed_at, $2)
      where id = any($1::int[])`,
    values: [toArrayText(ids), at],
  });
}
