import { deepEqual, equal } from "../support/assert.ts";
// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";
import { openDb } from "../../lib/db/connection.ts";
import { migrate } from "../../lib/db/migrate.ts";
import { FIXTURE_AS_OF, insertFixture } from "../support/api_fixture.ts";
import { startCluster } from "../support/cluster.ts";
import { createTestLog } from "../support/log.ts";
import { until } from "../support/process.ts";
import { assertEnds, waitUntilReady, withService } from "../support/service.ts";

const NATIONAL = "/api/v1/prices/national?fuel=gazole";
const HISTORY = "/api/v1/prices/history/75015007?fuel=gazole&days=";
/** Paths that are served from memory. */
const FROM_MEMORY = [NATIONAL, "/", "/departements/75", "/stations/75015007", "/data/current.json"];

const TERMINATE = `select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = 'prices'
      and pid <> pg_backend_pid()`;

/** How the server rejects the role "service" from the database "prices", and how to undo that. */
const REFUSALS: { name: string; begin: string[]; end: string[] }[] = [
  {
    name: "another password",
    begin: ["alter role service password 'two'"],
    end: ["alter role service password 'one'"],
  },
  {
    name: "a role without login",
    begin: ["alter role service nologin"],
    end: ["alter role service login"],
  },
  {
    name: "a database that takes no connections",
    begin: ["alter database prices allow_connections false"],
    end: ["alter database prices allow_connections true"],
  },
  {
    name: "no right to connect",
    begin: ["revoke connect on database prices from public"],
    end: ["grant connect on database prices to public"],
  },
  {
    name: "another name",
    begin: [
      "alter database prices allow_connections false",
      TERMINATE,
      "alter database prices rename to elsewhere",
    ],
    end: [
      "alter database elsewhere rename to prices",
      "alter database prices allow_connections true",
    ],
  },
];

/** Fills the database "prices" and gives the role "service" access with a password. */
async function prepare(admin: pg.Client, adminUrl: string): Promise<string> {
  await admin.query("create database prices");
  const url = new URL(adminUrl);
  url.pathname = "/prices";
  const db = await openDb({ databaseUrl: url.href, dataDir: "", deploy: false }, {
    log: createTestLog().log,
  });
  await migrate(db);
  await insertFixture(db);
  await db.close();
  await admin.query("create role service login password 'one'");
  await admin.query("grant pg_read_all_data, pg_write_all_data to service");
  const { rows: [{ hba_file: path }] } = await admin.query("show hba_file");
  const rules = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, `host all service 127.0.0.1/32 scram-sha-256\n${rules}`);
  await admin.query("select pg_reload_conf()");
  url.username = "service";
  url.password = "one";
  return url.href;
}

// Makes: the server refuses the running service
Deno.test("a database that rejects the service counts as down, and is used again once it accepts", async (t) => {
  const cluster = await startCluster();
  const admin = new pg.Client({ connectionString: cluster.adminUrl });
  await admin.connect();
  const url = await prepare(admin, cluster.adminUrl);
  const env = { DATABASE_URL: url, INGEST: "off", CLOCK: FIXTURE_AS_OF.toISOString() };
  await withService(env, async (service, origin) => {
    const read = async (path: string) => {
      const response = await fetch(origin + path);
      return { status: response.status, text: await response.text() };
    };
    const readReady = async () => JSON.parse((await read("/readyz")).text);
    await waitUntilReady(origin);
    await until(readReady, ({ served }) => served.from === "memory");
    let days = 30;
    const checkAway = async () => {
      await until(readReady, ({ database, served }) => database === "down" && !served.renewed);
      for (let i = 0; i < 5; i++) equal((await read("/readyz")).status, 200);
      for (const path of FROM_MEMORY) equal((await read(path)).status, 200, path);
      equal((await read(HISTORY + days++)).status, 503, "a request that no cache holds");
    };
    const checkBack = async () => {
      await until(readReady, ({ database, served }) => database === "up" && served.renewed);
      equal((await read(HISTORY + days++)).status, 200);
    };
    for (const { name, begin, end } of REFUSALS) {
      await t.step(name, async () => {
        for (const text of [...begin, TERMINATE]) await admin.query(text);
        await checkAway();
        for (const text of end) await admin.query(text);
        await checkBack();
      });
    }
    const stderr = await assertEnds(service);
    const messages = stderr.split("\n").filter((line) => line.startsWith("{")).map((line) =>
      JSON.parse(line).message
    );
    const ofOutage = ["Snapshot refresh failed", "Database unavailable"];
    deepEqual(messages.toSorted(), REFUSALS.flatMap(() => ofOutage).toSorted());
  });
  await admin.end();
  await cluster.stop();
});
