/** Reads and writes which brand and name a station has; only what differs is written. @module */

import type { StationBrand } from "../../domain/brand/brand_rows.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { markDaysStale } from "../history/daily_means.ts";
import type { Queryable } from "../db.ts";
import { replaceSql, toArrayText, writeRows } from "../bulk.ts";

/** Brand and name of a station as stored. */
export type StoredBrand = StationBrand & { stationId: number };

/** All brands and names stored, by station id. */
export async function findStationBrands(db: Queryable): Promise<Map<number, StoredBrand>> {
  const rows = await db.query<StoredBrand>({
    text:
      `select station_id as "stationId", brand, name, brand_group as group, wikidata, raw_brand as "rawBrand"
      from station_brand order by station_id`,
  });
  return new Map(rows.map((row) => [row.stationId, row]));
}

const UPSERT =
  `insert into station_brand (station_id, brand, name, brand_group, wikidata, raw_brand, updated_at)
  select station_id, brand, name, brand_group, wikidata, raw_brand, $7::timestamptz
  from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    n (station_id, brand, name, brand_group, wikidata, raw_brand)
  on conflict (station_id) do update set ${
    replaceSql("brand, name, brand_group, wikidata, raw_brand, updated_at")
  }`;

/** Writes brands that are new or differ. */
export async function setStationBrands(
  tx: Queryable,
  brands: readonly StoredBrand[],
  at: Date,
): Promise<void> {
  const keys = ["stationId", "brand", "name", "group", "wikidata", "rawBrand"] as const;
  await writeRows(tx, brands, { name: "station_brands_set", text: UPSERT, keys, more: [at] });
}

/** Forgets the brands of stations that the source no longer names. */
export async function deleteStationBrands(
  tx: Queryable,
  stationIds: readonly number[],
): Promise<void> {
  const text = "delete from station_brand where station_id = any($1::int[])";
  await tx.query({ text, values: [toArrayText(stationIds)] });
}

/**
 * Means of brands follow a change of brands back to so many days; older ones keep the brands of
 * their time.
 */
const BRAND_MEAN_DAYS = 366;

/**
 * Marks the brands' means of the last year as stale, or (`all`, when brands come for the first
 * time) of all days.
 */
export async function markBrandMeansStale(
  tx: Queryable,
  { now, all }: { now: Date; all: boolean },
): Promise<void> {
  const today = toParisDay(now);
  await markDaysStale(tx, all ? "2000-01-01" : addDays(today, -BRAND_MEAN_DAYS), today);
}
