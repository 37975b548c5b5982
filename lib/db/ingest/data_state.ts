/** Moves the data's state and its covered days: the last thing that an ingest writes. @module */

import type { Queryable } from "../db.ts";

/** What the answers are a function of, after an ingest. */
export type NewState = { asOf: Date; feedAt: Date | null; source: "official" | "file" | "sample" };

/** Moves the state on by one revision and answers its number. A `feedAt` of null leaves the feed's time. */
export async function advanceState(tx: Queryable, { asOf, feedAt, source }: NewState): Promise<number> {
  const [row] = await tx.query<{ revision: number }>({
    name: "state_advance",
    text: `update data_state set revision = revision + 1, as_of = $1, feed_at = coalesce($2, feed_at), source = $3
      returning revision`,
    values: [asOf, feedAt, source],
  });
  return row.revision;
}

/** Records days (`YYYY-MM-DD`, Paris) as covered; known ones stay as they are. */
export async function coverDays(tx: Queryable, days: readonly string[], source: "feed" | "archive"): Promise<void> {
  await tx.query({
    name: "cover_days",
    text: "insert into coverage (day, source) select day, $2 from unnest($1::date[]) day on conflict do nothing",
    values: [`{${days.join(",")}}`, source],
  });
}

/** Tables that hold what a feed, an archive or a list of brands told. */
const TOLD = [
  ...[
    "price_change",
    "current_price",
    "stock_out",
    "closure",
    "absence",
    "coverage",
    "daily_mean",
    "station_brand",
    "quarantine",
  ],
  ...["pending_price", "station", "backfill_progress"],
];

/** Empties the database of everything told, for real data to replace a sample. Runs and the state's revision stay. */
export async function wipeTold(tx: Queryable): Promise<void> {
  for (const table of TOLD) await tx.query({ text: `delete from ${table}` });
  await tx.query({ text: "update data_state set as_of = null, feed_at = null" });
}
