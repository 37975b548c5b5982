/** A whole instance as a process of its own, for tests with several: prints its port, ends on SIGTERM. @module */

import { openDb } from "../../lib/db/connection.ts";
import { systemClock } from "../../lib/platform/clock.ts";
import { createApiHandler } from "./api_app.ts";
import { createLog } from "../../lib/platform/log.ts";

const [databaseUrl = "", kvPath = ""] = Deno.args;
const log = createLog({ clock: systemClock, level: "warn" });
const db = await openDb({ databaseUrl, dataDir: "", deploy: false }, { log });
const openKv = () => Deno.openKv(kvPath);
const env = { REST_LIMIT: "60", TRUSTED_PROXIES: "127.0.0.1" };
const { service, handler } = await createApiHandler(db, { openKv, clock: systemClock, env, log });

const server = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(port),
}, handler);
Deno.addSignalListener("SIGTERM", async () => {
  await server.shutdown();
  await service.close();
  await db.close();
  Deno.exit(0);
});
