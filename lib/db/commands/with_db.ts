/** Runs a command that needs the database: settings, opening, closing, exit codes. @module */

import { type Clock, startClockAt, systemClock } from "../../platform/clock.ts";
import { type Config, ConfigError, readConfig } from "../../platform/config.ts";
import { createLog, type Log } from "../../platform/log.ts";
import { openDb, type OpenOptions } from "../connection.ts";
import type { Db } from "../db.ts";
import { DatabaseOpenError } from "../errors.ts";
import { migrate, MigrationError } from "../migrate.ts";

/** What a command works with. */
export type CommandContext = { db: Db; config: Config; log: Log; clock: Clock };

/** Settings of a command beside the environment's: its statements may take long, so they have no limit unless one is given. */
export type CommandOptions = Partial<Pick<OpenOptions, "poolSize" | "statementTimeoutMs">>;

/** What a person must mend is told in one sentence; anything else is a bug and shows where it happened. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseOpenError || error instanceof MigrationError) {
    return error.message;
  }
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

async function run(work: (context: CommandContext) => Promise<number>, options: CommandOptions): Promise<number> {
  const config = readConfig((name) => Deno.env.get(name));
  const clock = config.clock ? startClockAt(config.clock) : systemClock;
  const log = createLog({ clock });
  const db = await openDb(config, { log, statementTimeoutMs: 0, ...options });
  try {
    await migrate(db, { log });
    return await work({ db, config, log, clock });
  } finally {
    await db.close();
  }
}

/**
 * Runs a command on the migrated database and ends the process: with the number that `work` answers, with 2 for bad settings,
 * with 1 for everything else that fails. The database is closed in every case.
 */
export async function runWithDb(
  work: (context: CommandContext) => Promise<number>,
  options: CommandOptions = {},
): Promise<never> {
  try {
    Deno.exit(await run(work, options));
  } catch (error) {
    console.error(explain(error));
    Deno.exit(error instanceof ConfigError ? 2 : 1);
  }
}
