/**
 * Sends the alerts of a database (the first argument) as of an instant (the second). The third
 * argument, a JSON object of IP addresses by host, replaces DNS.
 *
 * @module
 */

import { sendAlerts } from "../../ingest/alerts/send.ts";
import { openDb } from "../../lib/db/connection.ts";
import { readConfig } from "../../lib/platform/config.ts";
import { createTestLog } from "./log.ts";

const [databaseUrl, now, ips] = Deno.args as [string, string, string?];
const { log, lines } = createTestLog();
const db = await openDb({ databaseUrl, dataDir: "", deploy: false }, { log });
await sendAlerts({
  db,
  log,
  clock: () => new Date(now),
  config: {
    vapidSubject: "https://fuel.example",
    pushHosts: readConfig((name) => Deno.env.get(name)).pushHosts,
  },
  resolve: ips === undefined ? undefined : (host) => Promise.resolve(JSON.parse(ips)[host]),
  ending: new AbortController().signal,
});
await db.close();
console.log(lines.map((line) => JSON.stringify(line)).join("\n"));
