/**
 * `deno task db:reset --yes`: deletes everything in the database that the settings name, and
 * creates its tables again.
 *
 * @module
 */

import { describeDatabase, openDb } from "../connection.ts";
import type { Db } from "../db.ts";
import { removeEmbedded } from "../embedded/mod.ts";
import { parseCommandLine, runCommand, UsageError, withDb } from "./command.ts";

const USAGE = `Usage: deno task db:reset --yes

Deletes everything in the database that DATABASE_URL names, or in the embedded one under DATA_DIR,
and creates its tables again.

Exit: 0 done, 1 failed, 2 bad usage or settings, or --yes is missing.`;

/** SQL for the names of all tables except those of extensions such as PostGIS. */
export const TABLES_SQL = `
  select c.relname as name
  from pg_class c
  where c.relkind in ('r', 'p')
    and c.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname`;

/**
 * Drops the tables of a database on a server. Throws a {@link UsageError} if they are not the
 * tables of this service.
 */
async function dropTables(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const names = (await tx.query<{ name: string }>({ text: TABLES_SQL })).map(({ name }) => name);
    if (names.length === 0) return;
    if (!names.includes("migration") || !names.includes("data_state")) {
      const shown = names.slice(0, 5).join(", ");
      throw new UsageError(
        `The database holds tables (${shown}) but not this service's; nothing was deleted`,
      );
    }
    await tx.query({ text: `drop table ${names.map((name) => `"${name}"`).join(", ")} cascade` });
  });
}

if (import.meta.main) {
  await runCommand(async (settings) => {
    const parsed = parseCommandLine(Deno.args, { yes: { type: "boolean" } });
    if (parsed === null) throw new UsageError(USAGE);
    const { config, log } = settings;
    const { databaseUrl } = config;
    const what = describeDatabase(config);
    if (!parsed.values.yes) {
      throw new UsageError(`This deletes everything in ${what}. To do so, add --yes.`);
    }
    if (databaseUrl) {
      const db = await openDb(config, { log, statementTimeoutMs: 0 });
      await dropTables(db).finally(() => db.close());
    } else await removeEmbedded(config.dataDir);
    await withDb(settings, () => Promise.resolve(), { creates: true });
    console.log(
      `Created empty: ${what}. ` +
        "Load the feed with deno task ingest, or a sample with deno task db:seed",
    );
    return 0;
  });
}
