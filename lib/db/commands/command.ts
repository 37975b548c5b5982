/**
 * Runs a command: reads settings and arguments, opens and closes the database, and sets the exit
 * code.
 *
 * @module
 */

import { parseArgs, type ParseArgsConfig } from "node:util";
import { type Clock, createClock } from "../../platform/clock.ts";
import { type Config, ConfigError, readConfig } from "../../platform/config.ts";
import { createLog, type Log, toPrintableLines } from "../../platform/log.ts";
import { describeDatabase, openDb } from "../connection.ts";
import { DatabaseOpenError, type Db } from "../db.ts";
import { hasEmbedded } from "../embedded/mod.ts";
import { migrate, MigrationError } from "../migrate.ts";

/** Settings, log and clock of a command. */
export type CommandSettings = { config: Config; log: Log; clock: Clock };

/** Settings, log, clock and database of a command. */
export type CommandContext = CommandSettings & { db: Db };

/**
 * A mistake that the user can fix. The message is printed without a stack, and the process exits
 * with 2.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Parses the arguments of a command. Returns null if they do not match `options`. */
export function parseCommandLine<O extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: O,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals, strict: true });
  } catch {
    return null;
  }
}

/**
 * Parses the arguments of a command whose options are whole numbers within bounds. Returns null if
 * they are not.
 */
export function parseNumberOptions<N extends string>(
  args: readonly string[],
  bounds: Readonly<Record<N, readonly [min: number, max: number]>>,
): Partial<Record<N, number>> | null {
  const names = Object.keys(bounds) as N[];
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const parsed = parseCommandLine(args, options);
  const numbers: Partial<Record<N, number>> = {};
  for (const name of names) {
    const text = parsed?.values[name];
    if (text === undefined) continue;
    const [min, max] = bounds[name];
    if (!/^\d{1,10}$/.test(text) || Number(text) < min || Number(text) > max) return null;
    numbers[name] = Number(text);
  }
  return parsed && numbers;
}

/**
 * Reads a file named on the command line. Returns its bytes and its name without folders. Throws a
 * {@link UsageError}.
 */
export async function readFileArgument(file: string): Promise<{ name: string; bytes: Uint8Array }> {
  try {
    return { name: file.split(/[\\/]/).at(-1) ?? file, bytes: await Deno.readFile(file) };
  } catch (error) {
    throw new UsageError(
      `The file ${JSON.stringify(file)} cannot be read: ${(error as Error).message}`,
    );
  }
}

const EXPLAINED = [UsageError, ConfigError, DatabaseOpenError, MigrationError];

/**
 * Returns one sentence for an error that a person can fix, and the stack of any other error, which
 * is a bug.
 */
function explain(error: unknown): string {
  if (EXPLAINED.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

/**
 * Runs a command and exits with the number that `work` returns, 2 for bad settings or usage, or 1
 * for other failures.
 */
export async function runCommand(
  work: (settings: CommandSettings) => Promise<number>,
): Promise<never> {
  try {
    const config = readConfig((name) => Deno.env.get(name), {
      isTerminal: Deno.stdout.isTerminal(),
    });
    const clock = createClock(config.clock);
    Deno.exit(await work({ config, clock, log: createLog({ clock, ...config.log }) }));
  } catch (error) {
    console.error(toPrintableLines(explain(error)));
    Deno.exit(error instanceof ConfigError || error instanceof UsageError ? 2 : 1);
  }
}

/** How {@link withDb} opens the database. */
type DbOptions = {
  /** Whether it creates an embedded database that does not exist; by default it refuses to. */
  creates?: boolean;
  /** Whether it applies missing migrations, as it does by default. */
  migrates?: boolean;
};

/** A command without the settings of the service would otherwise fill a new embedded database. */
function refuseToCreate({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || hasEmbedded(dataDir)) return;
  throw new UsageError(
    `DATABASE_URL is not set, and DATA_DIR ${dataDir} has no embedded database. ` +
      "Set one of the two as the service has it; deno task start creates an embedded database.",
  );
}

/**
 * Opens the database of the settings and logs which one, migrates it, and closes it after the work.
 * Statements have no limit of time. Throws a {@link UsageError} instead of creating an embedded
 * database, unless `creates` is set.
 */
export async function withDb<T>(
  { config, log }: CommandSettings,
  work: (db: Db) => Promise<T>,
  { creates = false, migrates = true }: DbOptions = {},
): Promise<T> {
  if (!creates) refuseToCreate(config);
  const database = describeDatabase(config);
  log.info("Opening the database", { summary: `Opening ${database}`, database });
  const db = await openDb(config, { log, statementTimeoutMs: 0 });
  try {
    if (migrates) await migrate(db, { log });
    return await work(db);
  } finally {
    await db.close();
  }
}
