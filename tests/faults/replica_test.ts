/** A service on a streaming replica: it serves what is ingested on the primary, stays when replication does, and catches up. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { runIngest } from "../../ingest/run.ts";
import { openDb } from "../../lib/db/connection.ts";
import type { Db, Row } from "../../lib/db/db.ts";
import { migrate } from "../../lib/db/migrate.ts";
import { type Cluster, startCluster, startReplica } from "../support/cluster.ts";
import { createTestLog } from "../support/log.ts";
import { readServerWarnings } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const CLOCK = "2026-06-05T10:20:00Z";
const ROLES = await Deno.readTextFile(new URL("../../deploy/roles.sql", import.meta.url));
const PATIENCE_MS = 20_000;
/** Longer than the service takes to look for a new revision. */
const LOOKED_MS = 1500;

async function withRole<T>(cluster: Cluster, role: string, work: (db: Db) => Promise<T>): Promise<T> {
  const url = new URL(cluster.adminUrl);
  url.username = role;
  const db = await openDb({ databaseUrl: url.href, dataDir: "", deploy: false }, { log: createTestLog().log });
  return await work(db).finally(() => db.close());
}

async function ask(cluster: Cluster, text: string): Promise<Row> {
  return await withRole(cluster, "postgres", async (db) => (await db.query<Row>({ text }))[0]!);
}

/** Ingests forty stations at a price of so many euros. */
async function ingest(primary: Cluster, minute: number, value: string): Promise<void> {
  const at = `2026-06-05 12:0${minute}:00`;
  const stations = toStations(40, at, (station) => ({ ...station, prices: [{ fuel: "Gazole", at, value }] }));
  const { outcome } = await withRole(primary, "jauge_writer", (db) => {
    const parts = { db, log: createTestLog().log, clock: () => new Date(CLOCK) };
    return runIngest(parts, { kind: "file", name: "feed.xml", bytes: toFeed(stations) });
  });
  equal(outcome, "changed");
}

/** The revisions of database and memory, and the price answered. */
async function readServed(origin: string) {
  const { revision, served } = await (await fetch(`${origin}/readyz`)).json();
  const response = await fetch(`${origin}/api/v1/stations/75012001`);
  equal(response.status, 200);
  return { revision, served: served.revision, price: (await response.json()).data.prices[0].price };
}

/** Milliseconds until the price is served. */
async function waitForPrice(origin: string, price: string): Promise<number> {
  const beganMs = performance.now();
  for (;;) {
    if ((await readServed(origin)).price === price) return Math.round(performance.now() - beganMs);
    ok(performance.now() - beganMs < PATIENCE_MS, `${price} is not served`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until the replica has received all that the primary has written, replayed or not. */
async function waitUntilReceived(primary: Cluster, replica: Cluster): Promise<void> {
  const { lsn } = await ask(primary, "select pg_current_wal_flush_lsn()::text as lsn");
  const text = `select pg_last_wal_receive_lsn() >= '${lsn}' as received`;
  for (const deadline = performance.now() + PATIENCE_MS; !(await ask(replica, text)).received;) {
    ok(performance.now() < deadline, "the replica receives nothing");
  }
}

async function checkReplica(primary: Cluster, replica: Cluster, origin: string): Promise<void> {
  await waitUntilReady(origin);
  const first = await readServed(origin);
  equal(first.price, "1.700");

  await ingest(primary, 1, "1.711");
  const servedMs = await waitForPrice(origin, "1.711");
  const lag = await ask(
    primary,
    `select (sent_lsn - replay_lsn)::int as bytes, extract(milliseconds from replay_lag)::float8 as ms, usename as role
      from pg_stat_replication`,
  );
  console.log(`an ingest is served ${servedMs} ms after its end; the replica's last lag was ${lag.ms} ms`);

  await ask(replica, "select pg_wal_replay_pause()");
  const before = await readServed(origin);
  await ingest(primary, 2, "1.722");
  await waitUntilReceived(primary, replica);
  await new Promise((resolve) => setTimeout(resolve, LOOKED_MS));
  deepEqual(await readServed(origin), before, "what is not replayed is not served, and the rest is");

  await ask(replica, "select pg_wal_replay_resume()");
  console.log(`after a pause the newest is served ${await waitForPrice(origin, "1.722")} ms after it ended`);
  const after = await readServed(origin);
  ok(after.revision > before.revision);
  equal(after.served, after.revision);
}

Deno.test("a service of the reading role on a streaming replica serves what the primary ingests, and answers through a pause", async () => {
  const primary = await startCluster();
  let replica: Cluster | null = null;
  try {
    await withRole(primary, "postgres", (db) => db.query({ text: ROLES }));
    await withRole(primary, "jauge_owner", (db) => migrate(db));
    await ingest(primary, 0, "1.700");
    replica = await startReplica(primary);
    const on = replica;
    const url = new URL(on.adminUrl);
    url.username = "jauge_reader";
    const env = { DATABASE_URL: url.href, INGEST: "off", CLOCK };
    await withService(env, (_service, origin) => checkReplica(primary, on, origin));
    deepEqual(await readServerWarnings(primary.adminUrl), []);
    deepEqual(await readServerWarnings(on.adminUrl), []);
  } finally {
    await replica?.stop();
    await primary.stop();
  }
});
