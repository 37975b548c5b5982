/** A station's price changes over a window. @module */

import type { Observation } from "../../domain/locf.ts";
import type { Queryable } from "../db.ts";
import { isKnownSql } from "../current/station_rows.ts";
import { STATE_COLUMNS, type StateRow } from "../current/state.ts";

// A window's rows and the last one before it, in one index-only scan each; the state comes from the same statement.
const HISTORY_SQL = `select ${STATE_COLUMNS}, h.* from data_state left join lateral (
  (select (extract(epoch from c.at) * 1000)::float8 as at_ms, c.price_milli from price_change c
    where c.station_id = $1 and c.fuel = $2 and c.at < $3 order by c.at desc limit 1)
  union all
  (select (extract(epoch from c.at) * 1000)::float8, c.price_milli from price_change c
    where c.station_id = $1 and c.fuel = $2 and c.at >= $3 and ${isKnownSql("c.at", "data_state.as_of")} order by c.at)
) h on true order by h.at_ms`;

type Row = StateRow & { at_ms: number | null; price_milli: number };

/** Changes of one station and fuel from `from` up to the last one known, ascending, with the last one before `from`. */
export async function findChanges(
  db: Queryable,
  options: { stationId: number; fuel: number; from: Date },
): Promise<{ state: StateRow; observations: Observation[] }> {
  const values = [options.stationId, options.fuel, options.from];
  const rows = await db.query<Row>({ name: "history", text: HISTORY_SQL, values });
  const [{ revision, as_of_ms, feed_at_ms, source }] = rows;
  const known = rows.filter((row) => row.at_ms !== null);
  return {
    state: { revision, as_of_ms, feed_at_ms, source },
    observations: known.map((row) => ({ atMs: Math.round(row.at_ms!), priceMilli: row.price_milli })),
  };
}
