/** Makes the files of past prices of a server's database in a process of its own, whose memory is then theirs. @module */

import { openDb } from "../../../lib/db/connection.ts";
import { createTestLog } from "../../support/log.ts";
import { tellMaking, tellStored } from "./history_files.ts";

const [databaseUrl, year] = Deno.args as [string, string];
const db = await openDb({ databaseUrl, dataDir: "", deploy: false }, {
  log: createTestLog().log,
  statementTimeoutMs: 0,
});
await tellMaking(db, year);
await tellStored(db);
await db.close();
