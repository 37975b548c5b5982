/** Reads the secret of the quota's hashes. @module */

import { type Queryable, readOne } from "./db.ts";

/** Returns the secret, which is the same for all instances over a database. */
export async function getQuotaSecret(db: Queryable): Promise<string> {
  return (await readOne<{ secret: string }>(db, {
    name: "quota_secret",
    text: "select secret from quota_secret",
  }))
    .secret;
}
