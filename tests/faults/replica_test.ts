import { deepEqual, equal } from "../support/assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Row } from "../../lib/db/db.ts";
import { migrate } from "../../lib/db/migrate.ts";
import { type Cluster, startCluster, startReplica } from "../support/cluster.ts";
import { until } from "../support/process.ts";
import { readServerWarnings, toRoleUrl, withRole } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";
import { ingestFeed, toFeed, toStations } from "../support/small_feed.ts";

const CLOCK = "2026-06-05T10:20:00Z";
const ROLES = await Deno.readTextFile(new URL("../../deploy/roles.sql", import.meta.url));
/** Longer than the service's interval between checks for a new revision. */
const LOOKED_MS = 1500;

async function ask(cluster: Cluster, text: string): Promise<Row> {
  return await withRole(
    cluster.adminUrl,
    "postgres",
    async (db) => (await db.query<Row>({ text }))[0]!,
  );
}

async function ingest(primary: Cluster, minute: number, value: string): Promise<void> {
  const at = `2026-06-05 12:0${minute}:00`;
  const stations = toStations(
    40,
    at,
    (station) => ({ ...station, prices: [{ fuel: "Gazole", at, value }] }),
  );
  const bytes = toFeed(stations);
  const { outcome } = await withRole(
    primary.adminUrl,
    "jauge_writer",
    (db) => ingestFeed(db, bytes, { at: CLOCK }),
  );
  equal(outcome, "changed");
}

async function readServed(origin: string) {
  const { revision, served } = await (await fetch(`${origin}/readyz`)).json();
  const response = await fetch(`${origin}/api/v1/stations/75012001`);
  equal(response.status, 200);
  return { revision, served: served.revision, price: (await response.json()).data.prices[0].price };
}

async function waitForPrice(origin: string, price: string): Promise<void> {
  await until(() => readServed(origin), (served) => served.price === price);
}

async function checkReplica(primary: Cluster, replica: Cluster, origin: string): Promise<void> {
  await waitUntilReady(origin);
  const first = await readServed(origin);
  equal(first.price, "1.700");

  await ingest(primary, 1, "1.711");
  await waitForPrice(origin, "1.711");

  await ask(replica, "select pg_wal_replay_pause()");
  // The service caches its status for a second.
  const before = await until(
    () => readServed(origin),
    ({ revision, served }) => revision === served,
  );
  await ingest(primary, 2, "1.722");
  const { lsn } = await ask(primary, "select pg_current_wal_flush_lsn()::text as lsn");
  await until(
    () => ask(replica, `select pg_last_wal_receive_lsn() >= '${lsn}' as received`),
    (row) => !!row.received,
  );
  await delay(LOOKED_MS);
  deepEqual(
    await readServed(origin),
    before,
    "data that are not replayed must not be served, and all other data must be",
  );

  await ask(replica, "select pg_wal_replay_resume()");
  await waitForPrice(origin, "1.722");
  const after = await until(() => readServed(origin), ({ revision }) => revision > before.revision);
  equal(after.served, after.revision);
}

Deno.test("a read-only service on a streaming replica serves what the primary ingests, and responds through a pause", async () => {
  const primary = await startCluster();
  let replica: Cluster | null = null;
  try {
    await withRole(primary.adminUrl, "postgres", (db) => db.query({ text: ROLES }));
    await withRole(primary.adminUrl, "jauge_owner", (db) => migrate(db));
    await ingest(primary, 0, "1.700");
    replica = await startReplica(primary);
    const on = replica;
    const env = { DATABASE_URL: toRoleUrl(on.adminUrl, "jauge_reader"), INGEST: "off", CLOCK };
    await withService(env, (_service, origin) => checkReplica(primary, on, origin));
    deepEqual(await readServerWarnings(primary.adminUrl), []);
    deepEqual(await readServerWarnings(on.adminUrl), []);
  } finally {
    await replica?.stop();
    await primary.stop();
  }
});
