import { deepEqual, equal, match, ok, rejects } from "../support/assert.ts";
import { makeHistory } from "../../ingest/history/make_history.ts";
import type { Db } from "../../lib/db/db.ts";
import { migrate, type Migration, readMigrations } from "../../lib/db/migrate.ts";
import { operations } from "../../lib/operations/mod.ts";
import { ingestAndDecide } from "../support/alerts.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { readRows } from "../support/load.ts";
import { readMetrics } from "../support/metrics.ts";
import { readServeFlags } from "../support/permissions.ts";
import { runProgram, startProgram } from "../support/process.ts";
import { createRandom } from "../support/random_state.ts";
import { makeRoadGraph } from "../support/road_graph.ts";
import { startRoutingServer } from "../support/routing_server.ts";
import {
  createServerUrl,
  readServerWarnings,
  toRoleUrl,
  withRole,
  withServerRoles,
} from "../support/server_db.ts";
import { assertEnds, findOrigin, withService } from "../support/service.ts";
import { ingestFeed, toFeed, toStations } from "../support/small_feed.ts";

const CLOCK = "2026-06-05T10:20:00Z";
const FEED = toFeed(toStations(40, "2026-06-05 12:00:00"));
/** So many prices at once create new statistics. */
const LARGE_FEED = toFeed(toStations(5_000, "2026-06-05 12:05:00"));
const ROLES = await Deno.readTextFile(new URL("../../deploy/roles.sql", import.meta.url));
/**
 * Lists tables that the reader must not see, and those with a column of a push subscription or key.
 */
const ALERT_TABLES_SQL = `select distinct c.relname
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p', 'v', 'm')
    and (c.relname ~ '^(alert|push)_' or a.attname in ('endpoint', 'p256dh', 'auth', 'private_key'))`;
const NEWER = "99990101T0000_later_additive.sql";

const PARIS = { south: 48.78, west: 2.26, rows: 6, columns: 6, stepLat: 0.025, stepLng: 0.035 };

/** Not /dev/shm: without full permissions Deno writes nothing below /dev. */
const DIR = "/tmp";

function makeRoles(url: string): Promise<unknown> {
  return withServerRoles(() => withRole(url, "postgres", (db) => db.query({ text: ROLES })));
}

async function findFaults(origin: string): Promise<string[]> {
  const faults: string[] = [];
  for (const path of ["/", "/stations/75012001", ...operations.map(({ example }) => example)]) {
    const response = await fetch(origin + path);
    const text = await response.text();
    if (response.status !== 200 && response.status !== 404) {
      faults.push(`${response.status} ${path} ${text}`);
    }
  }
  return faults;
}

function insertRecord(db: Db, name: string): Promise<unknown> {
  return db.query({
    text: "insert into migration (name, checksum) values ($1, 'x')",
    values: [name],
  });
}

Deno.test("deno task start serves from the embedded database with its exact permissions, and ends with SIGTERM", async () => {
  const seed = await createDataDir({ dir: DIR });
  const dataDir = `${seed.dataDir} with a space`;
  await Deno.rename(seed.dataDir, dataDir);
  const env = { PORT: "0", DATA_DIR: dataDir, INGEST: "off", CLOCK, METRICS_FROM: "127.0.0.1" };
  const service = startProgram([], env, { task: "start" });
  try {
    const origin = await findOrigin(service);
    equal((await fetch(`${origin}/healthz`)).status, 200);
    const ready = await (await fetch(`${origin}/readyz`)).json();
    deepEqual([ready.ready, ready.database, ready.quota], [false, "up", "shared"]);
    const metrics = readMetrics(await (await fetch(`${origin}/metrics`)).text());
    const ofProcess = [
      "cpu_seconds_total",
      "start_time_seconds",
      "resident_memory_bytes",
      "open_fds",
    ];
    deepEqual(
      ofProcess.filter((name) => !metrics.get(`process_${name}`)),
      [],
      "unreadable values",
    );
  } finally {
    service.kill("SIGTERM");
    const { stderr } = await service.end();
    // It was closed, not killed.
    await rejects(Deno.stat(`${dataDir}/embedded.holder.json`), Deno.errors.NotFound, stderr);
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("the writer creates new statistics, and PostgreSQL's log stays clean", async () => {
  const { url, drop } = await createServerUrl({ migrated: false });
  const findStatistics = (db: Db) =>
    db.query({
      text: `select distinct tablename
          from pg_stats
          where tablename in ('station', 'migration')
          order by 1`,
    });
  try {
    await withRole(url, "postgres", (db) => migrate(db)); // before the roles are created
    await makeRoles(url);
    await withRole(url, "jauge_writer", async (db) => {
      equal((await ingestFeed(db, LARGE_FEED, { at: CLOCK })).outcome, "changed");
      deepEqual(await findStatistics(db), [{ tablename: "migration" }, { tablename: "station" }]);
      await db.maintain();
    });
    deepEqual(await readServerWarnings(url), []);
  } finally {
    await drop();
  }
});

// Makes: a start
Deno.test("three roles work: one migrates, one ingests, and a read-only one serves, also over a newer schema", async (t) => {
  const { url, drop } = await createServerUrl({ migrated: false });
  const { dataDir, remove } = await createDataDir({ dir: DIR });
  const env = {
    DATABASE_URL: toRoleUrl(url, "jauge_reader"),
    DATA_DIR: dataDir,
    INGEST: "off",
    CLOCK,
  };
  const permissions = await readServeFlags(dataDir);
  try {
    await makeRoles(url);
    await t.step("the owner migrates, and the roles can be created again", async () => {
      await withRole(url, "jauge_owner", (db) => migrate(db));
      const mayRead = "select has_table_privilege('push_key', 'select')";
      await withRole(
        url,
        "jauge_reader",
        async (db) => deepEqual(await readRows(db, mayRead), [[false]]),
      );
      await makeRoles(url);
    });
    await t.step(
      "the writer ingests, decides about alerts and changes no table",
      () =>
        withRole(url, "jauge_writer", async (db) => {
          deepEqual(await migrate(db), []);
          equal((await ingestAndDecide(db, FEED, { at: CLOCK })).outcome, "changed");
          deepEqual(await readRows(db, "select count(*)::int from alert_market"), [[40]]);
          ok(await makeHistory(db, { now: new Date(CLOCK) }));
          deepEqual(await readServerWarnings(url), []);
          await rejects(db.query({ text: "drop table price_change" }), { code: "42501" });
          await rejects(db.query({ text: "create table other (id int)" }), { code: "42501" });
        }),
    );
    await t.step(
      "the reader writes nothing, and gets an error if the database is older than the program",
      () =>
        withRole(url, "jauge_reader", async (db) => {
          deepEqual(await migrate(db), []);
          await rejects(db.query({ text: "update data_state set revision = 0" }), {
            code: "42501",
          });
          const tables = (await readRows(db, ALERT_TABLES_SQL)).flat().map(String);
          ok(
            tables.includes("push_device") && tables.includes("push_key") && tables.length >= 6,
            tables.join(),
          );
          for (const table of tables) {
            await rejects(db.query({ text: `select from ${table}` }), { code: "42501" }, table);
          }
          const later: Migration = { name: NEWER, sql: "select 1", checksum: "x" };
          await rejects(migrate(db, { migrations: [...await readMigrations(), later] }), {
            name: "MigrationError",
            message:
              /^The database is older than this program, .* Run deno task migrate as the owner of the tables\.$/,
          });
        }),
    );
    await t.step(
      "a service of the reader, with the task's permissions, responds over a newer schema",
      async () => {
        await withRole(url, "jauge_owner", (db) => insertRecord(db, NEWER));
        const engine = startRoutingServer(makeRoadGraph(PARIS, createRandom(1)));
        const alerts = { ALERTS: "on", VAPID_SUBJECT: "mailto:operator@fuel.example" };
        const settings = { ...env, ...alerts, ROUTING_URL: engine.url };
        await withService(settings, async (service, origin) => {
          deepEqual(await findFaults(origin), []);
          const ready = await (await fetch(`${origin}/readyz`)).json();
          deepEqual([ready.ready, ready.stations, ready.quota], [true, 40, "shared"]);
          const route = "/api/v1/stations/route?fuel=gazole&points=48.81,2.3;48.87,2.4";
          const { data, meta } = await (await fetch(origin + route)).json();
          deepEqual([data.length, meta.route.quality], [40, "routed"]);
          const file = await fetch(`${origin}/data/history/stations.parquet`);
          deepEqual([file.status, (await file.bytes()).length > 0], [200, true]);
          match(await assertEnds(service), /ALERTS is on, but the database's role may not use the/);
        }, { permissions }).finally(() => engine.stop());
      },
    );
    await t.step(
      "over an incompatible newer schema it reports that and exits",
      async () => {
        await withRole(url, "jauge_owner", (db) => insertRecord(db, "99990102T0000_other.sql"));
        const { code, stderr } = await runProgram(["serve.ts"], { PORT: "0", ...env }, {
          permissions,
        });
        equal(code, 1);
        match(
          stderr,
          /^The database is newer than this program: it has the migration 99990102T0000_other\.sql.*$/m,
        );
      },
    );
  } finally {
    await remove();
    await drop();
  }
});
