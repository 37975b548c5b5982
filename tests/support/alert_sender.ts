/** A process that sends the alerts of a database (the first argument) as of an instant (the second), also to this machine. @module */

import { sendAlerts } from "../../ingest/alerts/send.ts";
import { openDb } from "../../lib/db/connection.ts";
import { createTestLog } from "./log.ts";

const [databaseUrl, now] = Deno.args as [string, string];
const { log } = createTestLog();
const db = await openDb({ databaseUrl, dataDir: "", deploy: false }, { log });
await sendAlerts({
  ...{ db, log, clock: () => new Date(now), config: { vapidSubject: "https://fuel.example" } },
  isPushAddress: () => Promise.resolve(true),
  ending: new AbortController().signal,
});
await db.close();
