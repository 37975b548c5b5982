/** How the data are, for readiness and operators: what came last, what is still being loaded. @module */

import type { Queryable } from "../db.ts";
import { STATE_COLUMNS, type StateRow } from "./state.ts";

/** State, station count, the last run of the feed, archives under way and covered days, read at one instant. */
export type StatusRow = StateRow & {
  /** Stations that the newest feed lists. */
  stations: number;
  last_run: { outcome: string; finished_at: string; message: string | null } | null;
  backfills: { source: string; stations_done: number; updated_at: string }[];
  covered_days: number;
  /** Covered days that ended and whose means are still to be computed: the day of the newest feed has none yet. */
  owed_days: number;
};

const STATUS_SQL = `select ${STATE_COLUMNS},
  (select count(*)::int from station where left_at is null) as stations,
  (select to_json(r) from (select outcome, finished_at, message from ingest_run
    where kind = 'feed' and finished_at is not null order by id desc limit 1) r) as last_run,
  (select coalesce(json_agg(b order by b.updated_at desc), '[]') from (
    select r.source, p.stations_done, p.updated_at from backfill_progress p
    join ingest_run r on r.id = p.ingest_run_id) b) as backfills,
  (select count(*)::int from coverage) as covered_days,
  (select count(*)::int from coverage where not averaged
    and day is distinct from (as_of at time zone 'Europe/Paris')::date) as owed_days
from data_state`;

/** The status row. Throws when the database is away. */
export async function getStatusRow(db: Queryable): Promise<StatusRow> {
  const [row] = await db.query<StatusRow>({ name: "status", text: STATUS_SQL });
  return row;
}
