/** Reads and writes the brands and names of stations. Writes only differences. @module */

import type { StationBrand } from "../../domain/brand/brand_rows.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { markDaysStale } from "../history/daily_means.ts";
import type { Queryable } from "../db.ts";
import { replaceSql, toArrayText, writeRows } from "../bulk.ts";

/** The stored brand and name of a station. */
export type StoredBrand = StationBrand & { stationId: number };

/** Returns all stored brands and names by station ID. */
export async function findStationBrands(db: Queryable): Promise<Map<number, StoredBrand>> {
  const rows = await db.query<StoredBrand>({
    text: `select station_id as "stationId", brand, name, brand_group as group, wikidata,
        raw_brand as "rawBrand"
      from station_brand
      order by station_id`,
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

/** Writes new and changed brands. */
export async function setStationBrands(
  tx: Queryable,
  brands: readonly StoredBrand[],
  at: Date,
): Promise<void> {
  const keys = ["stationId", "brand", "name", "group", "wikidata", "rawBrand"] as const;
  await writeRows(tx, brands, { name: "station_brands_set", text: UPSERT, keys, more: [at] });
}

/** Deletes the brands of stations that the source no longer names. */
export async function deleteStationBrands(
  tx: Queryable,
  stationIds: readonly number[],
): Promise<void> {
  const text = "delete from station_brand where station_id = any($1::int[])";
  await tx.query({ text, values: [toArrayText(stationIds)] });
}

/**
 * A change of brands changes the means of this many past days. Older means keep the brands of their
 * time.
 */
const BRAND_MEAN_DAYS = 366;

/**
 * Marks the means of the last year as stale, or of all days if brands are loaded for the first time
 * (`all`).
 */
export async function markBrandMeansStale(
  tx: Queryable,
  { now, all }: { now: Date; all: boolean },
): Promise<void> {
  const today = toParisDay(now);
  await markDaysStale(tx, all ? "2000-01-01" : addDays(today, -BRAND_MEAN_DAYS), today);
}
