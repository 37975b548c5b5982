/** Writes closures of stations; the table is the same whatever the order in which files tell them. @module */

import type { ClosureFact } from "../../domain/fact.ts";
import type { Queryable } from "../db.ts";
import { toArrayText, toSecondsArray, toTextArray } from "./columns.ts";
import type { DirtySpan } from "../history/price_changes.ts";

// Of several ends the latest holds, and any end holds against none: day files write the time at which they were made
// into closures that last, so the later file knows more. `permanent` holds against `temporary`.
const WRITE_SQL = `insert into closure (station_id, since, until, kind)
  select station_id, to_timestamp(since_s), to_timestamp(max(until_s)), min(kind)
  from unnest($1::int[], $2::float8[], $3::float8[], $4::text[]) n (station_id, since_s, until_s, kind)
  group by station_id, since_s
  on conflict (station_id, since) do update
    set until = greatest(closure.until, excluded.until), kind = least(closure.kind, excluded.kind)
    where (closure.until, closure.kind)
      is distinct from (greatest(closure.until, excluded.until), least(closure.kind, excluded.kind))
  returning station_id, (extract(epoch from since) * 1000)::float8 as since_ms`;

/** Records closures, in any order and as often as one likes; answers those that taught something (fuel 0: all fuels). */
export async function writeClosures(tx: Queryable, facts: readonly ClosureFact[]): Promise<DirtySpan[]> {
  if (facts.length === 0) return [];
  const rows = await tx.query<{ station_id: number; since_ms: number }>({
    name: "closures_write",
    text: WRITE_SQL,
    values: [
      toArrayText(facts.map(({ stationId }) => stationId)),
      toSecondsArray(facts.map(({ sinceMs }) => sinceMs)),
      toSecondsArray(facts.map(({ untilMs }) => untilMs)),
      toTextArray(facts.map(({ kind }) => kind)),
    ],
  });
  return rows.map(({ station_id, since_ms }) => ({ stationId: station_id, fuel: 0, fromMs: since_ms }));
}
