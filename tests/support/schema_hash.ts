/**
 * Names the state of the migrations: test databases are reused only while it stays the same.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readMigrations } from "../../lib/db/migrate.ts";

/** Returns sixteen hexadecimal digits that change with any migration. */
export async function hashMigrations(): Promise<string> {
  const checksums = (await readMigrations()).map(({ checksum }) => checksum);
  return createHash("sha256").update(checksums.join(" ")).digest("hex").slice(0, 16);
}
