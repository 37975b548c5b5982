/**
 * Reads the current state of the data for a snapshot: all of it, or only the stations that changed.
 *
 * @module
 */

import { ALL_LAND_AREAS, NATION } from "../../domain/place/area.ts";
import { CLOCK_TOLERANCE_MS } from "../../domain/price/in_force.ts";
import { toParisDay } from "../../shared/time/paris_time.ts";
import { toArrayText } from "../bulk.ts";
import { type Queryable, readBatches, readOne } from "../db.ts";
import { toPartColumns } from "../history/series.ts";
import { type DataState, getState } from "../data_state.ts";
import {
  KNOWN_STATIONS,
  type KnownRow,
  type KnownStation,
  toKnownStation,
} from "./station_rows.ts";

/**
 * The current state: listed stations with their fuels, and the means of the last seven days by
 * area, including regions (`R84`).
 */
export type CurrentState = {
  state: DataState;
  /** IDs of the stations that were read, listed or not; null if all were read. */
  changedIds: ReadonlySet<string> | null;
  /** Ordered by ID. */
  stations: KnownStation[];
  means: { area: string; fuel: number; day: string; meanMilli: number }[];
};

const STATIONS_SQL = `${KNOWN_STATIONS}
  where s.left_at is null and ($1::int[] is null or s.id = any($1))
  order by s.id::text collate "C"`;

const MEANS_SQL = `
  select n.area, fuel, day, sum(sum_milli)::float8 / sum(station_count) as "meanMilli"
  from daily_mean m
  join unnest($2::text[], $3::text[]) n (area, part) on n.part = m.area
  where day < $1::date and day >= $1::date - 7
  group by n.area, fuel, day`;

const AREA_COLUMNS = toPartColumns([NATION, ...ALL_LAND_AREAS]);

// A price too far ahead to be known becomes known as time passes, without a new revision.
const CHANGED_SQL = `
  select array_agg(station_id) as ids
  from (
    select station_id from station_change where revision > $1
    union
    select station_id from current_price where updated_at > $2
  ) changed`;

/**
 * How many revisions `station_change` keeps. The database's function `forget_station_changes`
 * deletes older ones.
 */
const CHANGE_LOG_REVISIONS = 50;

/** Returns the IDs of the stations that may have changed since a state; null means all. */
async function findChanged(
  tx: Queryable,
  { previous, now }: { previous: DataState; now: DataState },
): Promise<number[] | null> {
  const behind = now.revision - previous.revision;
  if (behind < 0 || behind > CHANGE_LOG_REVISIONS || now.asOfMs < previous.asOfMs) return null;
  const values = [previous.revision, new Date(previous.asOfMs + CLOCK_TOLERANCE_MS)];
  const statement = { name: "stations_changed", text: CHANGED_SQL, values };
  const { ids } = await readOne<{ ids: (number | null)[] | null }>(tx, statement);
  if (ids === null) return [];
  return ids.includes(null) ? null : ids as number[];
}

/**
 * Reads the current state; call it in a repeatable-read transaction. Reads only the stations that
 * changed since `previous`, if the log reaches back that far. Returns null before the first feed.
 */
export async function readCurrentState(
  tx: Queryable,
  previous: DataState | null = null,
): Promise<CurrentState | null> {
  const { asOfMs, ...rest } = await getState(tx);
  if (asOfMs === null) return null;
  const state = { ...rest, asOfMs };
  const changed = previous && await findChanged(tx, { previous, now: state });
  const stations: KnownStation[] = [];
  const values = [changed && toArrayText(changed)];
  for await (const rows of readBatches<KnownRow>(tx, { text: STATIONS_SQL, values })) {
    stations.push(...rows.map(toKnownStation));
  }
  const means: CurrentState["means"] = [];
  const lastDays = { text: MEANS_SQL, values: [toParisDay(new Date(asOfMs)), ...AREA_COLUMNS] };
  for await (const rows of readBatches<CurrentState["means"][number]>(tx, lastDays)) {
    means.push(...rows);
  }
  return { state, changedIds: changed && new Set(changed.map(String)), stations, means };
}
