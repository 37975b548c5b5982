/** Which revision of the data the database holds: what answers, ETags and snapshots hang on. @module */

import type { Queryable } from "../db.ts";

/** The one row of data_state as it came. Times in ms since 1970; `as_of_ms` null until a feed was ingested. */
export type StateRow = {
  revision: number;
  as_of_ms: number | null;
  feed_at_ms: number | null;
  source: "official" | "file" | "sample";
};

/** The columns of {@link StateRow}, for statements that read answers and their state at one instant. */
export const STATE_COLUMNS = `revision, (extract(epoch from as_of) * 1000)::float8 as as_of_ms,
  (extract(epoch from feed_at) * 1000)::float8 as feed_at_ms, source`;

/** The state of the data now. */
export async function getStateRow(db: Queryable): Promise<StateRow> {
  const [row] = await db.query<StateRow>({ name: "state", text: `select ${STATE_COLUMNS} from data_state` });
  return row;
}
