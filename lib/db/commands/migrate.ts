/**
 * `deno task migrate [--pending]`: brings a database up to date before the new release starts.
 *
 * @module
 */

import { findPending, type PendingMigration } from "../migrate.ts";
import { parseCommandLine, runCommand, UsageError, withDb } from "./command.ts";

const USAGE = `Usage: deno task migrate [--pending]

  --pending  lists the migrations that would run, and changes nothing

Exit: 0 done, or only additive migrations are pending, 1 failed, 2 bad usage or settings,
3 a pending migration is not additive: the way back is to restore a backup.`;

function describe({ name, isAdditive }: PendingMigration): string {
  const effect = isAdditive
    ? "additive, the older release works with it"
    : "not additive, the older release does not start with it";
  return `${name}: ${effect}`;
}

await runCommand(async (settings) => {
  const parsed = parseCommandLine(Deno.args, { pending: { type: "boolean" } });
  if (parsed === null) throw new UsageError(USAGE);
  if (parsed.values.pending) {
    return await withDb(settings, async (db) => {
      const pending = await findPending(db);
      console.log(pending.map(describe).join("\n") || "No migration is pending");
      return pending.every(({ isAdditive }) => isAdditive) ? 0 : 3;
    }, { migrates: false });
  }
  return await withDb(settings, (db) => {
    console.log(`The ${db.kind} database is up to date: all migrations are applied`);
    return Promise.resolve(0);
  });
});
