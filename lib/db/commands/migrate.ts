/** `deno task migrate`: brings a database up to date before the new release starts. @module */

import { runCommand, UsageError, withDb } from "./command.ts";

await runCommand(async (settings) => {
  if (Deno.args.length > 0) throw new UsageError("Usage: deno task migrate, without arguments");
  return await withDb(settings, (db) => {
    console.log(`The ${db.kind} database is up to date: all migrations are applied`);
    return Promise.resolve(0);
  });
});
