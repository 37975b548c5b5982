/** Tells which archives were loaded. @module */

import type { Queryable } from "../db.ts";

/** Whether the archive of some year, downloaded by its number, was loaded to its end. */
export async function hasYearArchive(db: Queryable): Promise<boolean> {
  const [{ found }] = await db.query<{ found: boolean }>({
    text: `select exists (select from ingest_run where kind = 'archive' and outcome in ('changed', 'unchanged')
      and source ~ '/annee/[0-9]{4}$') as found`,
  });
  return found;
}

/** Whether the loading of some archive began and did not come to its end. */
export async function hasUnfinishedArchive(db: Queryable): Promise<boolean> {
  const [{ found }] = await db.query<{ found: boolean }>({
    text: "select exists (select from backfill_progress) as found",
  });
  return found;
}
