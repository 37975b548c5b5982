/**
 * Names the state of the migrations: databases made for tests are used again only while it stays
 * the same.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readMigrations } from "../../lib/db/migrate.ts";

/** Sixteen hexadecimal digits that change with any migration. */
export async function hashMigrations(): Promise<string> {
  const checksums = (await readMigrations()).map(({ checksum }) => checksum);
  return createHash("sha256").update(checksums.join(" ")).digest("hex").slice(0, 16);
}
