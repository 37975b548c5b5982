/** `deno task migrate`: brings a database up to date before the new release starts. @module */

import { readMigrations } from "../migrate.ts";
import { runCommand, withDb } from "./command.ts";

if (import.meta.main) {
  if (Deno.args.length > 0) {
    console.error("Usage: deno task migrate, without arguments");
    Deno.exit(2);
  }
  await runCommand((settings) =>
    withDb(settings, async (db) => {
      const { length } = await readMigrations();
      console.log(`The ${db.kind} database is up to date: all ${length} migrations are applied`);
      return 0;
    })
  );
}
