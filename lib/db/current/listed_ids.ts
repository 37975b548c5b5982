/** The ids of all stations that the newest feed lists. @module */

import type { Queryable } from "../db.ts";

/** Ids ascending as text; `prefix` takes those that begin with it. */
export async function findListedIds(db: Queryable, prefix = ""): Promise<string[]> {
  const rows = await db.query<{ id: number }>({
    name: "listed_ids",
    text: "select id from station where left_at is null and id::text like $1 || '%' order by id::text collate \"C\"",
    values: [prefix],
  });
  return rows.map(({ id }) => String(id));
}
