/** Reads the secret of the quota's hashes. @module */

import { type Queryable, readOne } from "./db.ts";

/** Returns the secret, which all instances that use this database share. */
export async function getQuotaSecret(db: Queryable): Promise<string> {
  const statement = { name: "quota_secret", text: "select secret from quota_secret" };
  return (await readOne<{ secret: string }>(db, statement)).secret;
}
