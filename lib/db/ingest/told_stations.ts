/** Keeps what the last accepted feed told of each station, so that one told in the same words need not be read again. @module */

import type { Queryable } from "../db.ts";
import { TOLD_REVISIONS } from "../current/snapshot_rows.ts";

/** What a feed tells of a station. */
export type ToldStation = {
  id: number;
  /** Of its words; null when it must be read again even if they are the same. */
  hash: string | null;
  /** Rows, those refused included. */
  prices: number;
  stockOuts: number;
  /** Price rows that write the number of the month where the minutes belong. */
  monthInMinutes: number;
  newestPriceMs: number | null;
};

/** What the last accepted feed told, and what else was written since. */
export type LastFeed = {
  /** All its stations, by id. */
  told: Map<number, ToldStation>;
  /** Stations of which somebody else wrote something since. */
  changedIds: ReadonlySet<number>;
};

/** As JSON has it: names would double the text. */
type Tuple = [id: number, hash: string | null, ...counts: [number, number, number], newestPriceMs: number | null];

function toTuple({ id, hash, prices, stockOuts, monthInMinutes, newestPriceMs }: ToldStation): Tuple {
  return [id, hash, prices, stockOuts, monthInMinutes, newestPriceMs];
}

function fromTuple([id, hash, prices, stockOuts, monthInMinutes, newestPriceMs]: Tuple): ToldStation {
  return { id, hash, prices, stockOuts, monthInMinutes, newestPriceMs };
}

const LAST_SQL = `select told, array(select station_id from station_change c where c.revision > f.revision) as ids
  from accepted_feed f, data_state d where f.rules = $1 and d.revision - f.revision between 0 and ${TOLD_REVISIONS}`;

/**
 * The last accepted feed when it was read by the same rules, and what was written since is known; else null. Call it under the
 * writers' lock, after the writes that come before the comparison.
 */
export async function getLastFeed(tx: Queryable, rules: string): Promise<LastFeed | null> {
  type LastRow = { told: string; ids: (number | null)[] };
  const [row] = await tx.query<LastRow>({ name: "last_feed", text: LAST_SQL, values: [rules] });
  if (!row || row.ids.includes(null)) return null;
  const told = (JSON.parse(row.told) as Tuple[]).map(fromTuple);
  return { told: new Map(told.map((station) => [station.id, station])), changedIds: new Set(row.ids as number[]) };
}

/** Keeps what the feed just stored tells. Call it when its bytes and the state of the data are written. */
export async function keepTold(
  tx: Queryable,
  { rules, told }: { rules: string; told: Iterable<ToldStation> },
): Promise<void> {
  await tx.query({
    name: "told_keep",
    text: "update accepted_feed set rules = $1, told = $2, revision = (select revision from data_state)",
    values: [rules, JSON.stringify(Array.from(told, toTuple))],
  });
}
