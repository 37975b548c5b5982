/** Finds out whether the role of the service may use the tables of alerts. @module */

import { type Queryable, readOne } from "../db.ts";

const RIGHTS_SQL = `select bool_and(has_table_privilege(c.oid, wanted)) as may
  from pg_class c
  cross join unnest(array['select', 'insert', 'update', 'delete']) wanted
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and c.relname ~ '^(alert|push)_'`;

/** Whether the role may read and write all tables of alerts. */
export async function mayUseAlerts(db: Queryable): Promise<boolean> {
  return (await readOne<{ may: boolean }>(db, { text: RIGHTS_SQL })).may;
}
