/**
 * Reads how the last backups of this machine ended: systemd touches a file in DATA_DIR for each.
 *
 * @module
 */

/** When backups last succeeded and failed, as ISO text; null if they never did. */
export type Backups = { succeeded_at: string | null; failed_at: string | null };

/** The timer of deploy/ makes a backup each night. */
const MAX_AGE_MS = 26 * 3_600_000;

async function readTime(path: string): Promise<string | null> {
  try {
    return (await Deno.stat(path)).mtime?.toISOString() ?? null;
  } catch {
    return null;
  }
}

/** Reads the times of the files `backup_succeeded` and `backup_failed`. */
export async function readBackups(dataDir: string): Promise<Backups> {
  return {
    succeeded_at: await readTime(`${dataDir}/backup_succeeded`),
    failed_at: await readTime(`${dataDir}/backup_failed`),
  };
}

/** Returns what is wrong with the backups, empty if nothing is. */
export function findBackupFault({ succeeded_at, failed_at }: Backups, now: Date): string {
  if (failed_at !== null && failed_at > (succeeded_at ?? "")) {
    return `the last one failed at ${failed_at}`;
  }
  if (succeeded_at === null) return "none was ever made";
  const isOld = now.getTime() - Date.parse(succeeded_at) > MAX_AGE_MS;
  return isOld ? `the last one was made at ${succeeded_at}` : "";
}
