/** A process that holds the embedded database of DATA_DIR and writes for ever: something to be refused by, and to kill. @module */

import { openDb } from "../../lib/db/connection.ts";
import { createTestLog } from "./log.ts";

/** Prints `open`, then the number of each row once it is committed. Ends by being killed. */
async function hold(dataDir: string): Promise<never> {
  const db = await openDb({ databaseUrl: null, dataDir, deploy: false }, { log: createTestLog().log });
  console.log("open");
  const text = "insert into coverage (day, source) values (date '2026-01-01' + $1::int, 'feed')";
  for (let number = 0;; number++) {
    await db.query({ name: "hold", text, values: [number] });
    console.log(number);
  }
}

if (import.meta.main) await hold(Deno.args[0]!);
