// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";
import { deepEqual, equal, match } from "../support/assert.ts";
import { openDb } from "../../lib/db/connection.ts";
import { operations } from "../../lib/operations/mod.ts";
import { createTestApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF, insertFixture } from "../support/api_fixture.ts";
import { createTestLog } from "../support/log.ts";
import { readServeFlags } from "../support/permissions.ts";
import { readMetrics } from "../support/metrics.ts";
import { startPooler } from "../support/pgbouncer.ts";
import { runProgram, until } from "../support/process.ts";
import {
  createServerUrl,
  toRoleUrl,
  withRole,
  withServerDb,
  withServerRoles,
} from "../support/server_db.ts";
import { withFixtureService } from "../support/service.ts";
import { ingestFeed, toFeed, toStations } from "../support/small_feed.ts";

const HISTORY = "/api/v1/prices/history/75015007?fuel=gazole&days=";
const NATIONAL = "/api/v1/prices/national?fuel=gazole";
const CLOCK = "2026-06-05T10:20:00Z";
const ROLES = await Deno.readTextFile(new URL("../../deploy/roles.sql", import.meta.url));

// Makes: a start
Deno.test("a start with a wrong role, a wrong database or without the rights or scripts is explained in one sentence", async () => {
  const { url, drop } = await createServerUrl({ migrated: false });
  const elsewhere = Object.assign(new URL(url), { pathname: "/no_such_database" }).href;
  await withServerRoles(() => withRole(url, "postgres", (db) => db.query({ text: ROLES })));
  const wrong: [url: string, reason: RegExp][] = [
    [toRoleUrl(url, "nobody_knows"), /^The database .* role "nobody_knows" does not exist.*\n$/],
    [elsewhere, /^The database .* database "no_such_database" does not exist.*\n$/],
    [
      toRoleUrl(url, "jauge_reader"),
      /^The database is older than this program, and its role .*\n$/,
    ],
  ];
  for (const [DATABASE_URL, reason] of wrong) {
    const { code, stderr } = await runProgram(["serve.ts"], { DATABASE_URL, PORT: "0" });
    equal(code, 1, `${DATABASE_URL}: ${stderr}`);
    match(stderr, reason);
  }
  const flags = (await readServeFlags("./.data")).map((flag) => flag.replace(".build,", ""));
  const unbuilt = await runProgram(["serve.ts"], { PORT: "0" }, { permissions: flags });
  equal(unbuilt.code, 1);
  match(
    unbuilt.stderr,
    /^The scripts of the pages are missing or old,.* run deno task build first\n$/,
  );
  await drop();
});

// Makes: the server's disk is full, or it only reads
Deno.test("a full or read-only database serves requests, and stores neither feeds nor alerts", async () => {
  const { url, drop } = await createServerUrl();
  await withRole(url, "postgres", async (db) => {
    await insertFixture(db);
    const [row] = await db.query({ text: "select current_database() as name" });
    await db.query({ text: `alter database ${row!.name} set default_transaction_read_only = on` });
  });
  await withRole(url, "postgres", async (db) => {
    const app = await createTestApp(db);
    const feed = toFeed(toStations(40, "2026-06-05 12:15:00"));
    const before = await app.json("/readyz");
    const { outcome, message, fault } = await ingestFeed(db, feed, { at: CLOCK, force: true });
    deepEqual([outcome, fault], ["failed", "database"]);
    match(message!, /25006/);
    const { ready, writable, last_run } = await app.json("/readyz");
    deepEqual([ready, writable, last_run], [true, false, before.last_run]);
    await app.json(`${HISTORY}7`);
    await db.query({ text: "set default_transaction_read_only = off" });
    await app.close();
  });
  await drop();
});

// Makes: connections are too few, or statements too slow
// Makes: answers are slow
Deno.test("a statement that holds the only connection lets others wait, and get 503; the log says how long", async () => {
  const env = {
    DB_POOL_SIZE: "1",
    DB_CONNECT_TIMEOUT_MS: "1000",
    DB_TIMEOUT_MS: "600000",
    METRICS_FROM: "127.0.0.1",
  };
  await withFixtureService(env, async ({ service, origin, url }) => {
    const read = async (path: string) => await (await fetch(origin + path)).text();
    await until(
      async () => JSON.parse(await read("/readyz")).served.from,
      (from) => from === "memory",
    );
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query("begin; lock table price_change");
    const slow = fetch(`${origin}${HISTORY}7`);
    const blocked = "select from pg_locks where not granted";
    await until(async () => (await holder.query(blocked)).rowCount, (count) => count === 1);
    const late = fetch(`${origin}${HISTORY}8`);
    const readWaiting = async () => readMetrics(await read("/metrics")).get("jauge_db_waiting")!;
    await until(readWaiting, (count) => count > 0);
    equal((await late).status, 503);
    await late.then(({ body }) => body?.cancel());
    await holder.query("commit");
    equal((await slow).status, 200);
    await (await slow).body?.cancel();
    await holder.end();
    const series = readMetrics(await read("/metrics"));
    const seconds = series.get(
      'http_request_duration_seconds_sum{method="GET",route="/api/v1/prices/history/{stationId}",status_code="200"}',
    )!;
    service.kill("SIGTERM");
    const { lines } = await service.end();
    const { ms } = lines.map((line) => JSON.parse(line))
      .find(({ path, status }) => path?.startsWith("/api/v1/prices/history") && status === 200);
    equal(seconds > 1 && ms > 1000, true, `${seconds} s, ${ms} ms`);
  });
});

// Makes: a pooler changes sessions
Deno.test("behind a pooler in transaction mode prepared statements fail, and DB_PREPARE=off is the cure", async () => {
  const { url, drop } = await createServerUrl();
  await withRole(url, "postgres", insertFixture);
  const pooler = await startPooler(url, 2);
  const { log } = createTestLog();
  const db = await openDb({ databaseUrl: pooler.url, dataDir: "", deploy: false }, { log });
  const app = await createTestApp(db, { reader: "PostGIS", clock: () => FIXTURE_AS_OF });
  const examples = operations.filter(({ kind }) => kind === "api").map(({ example }) => example);
  const ask = () => Promise.all(examples.map(async (path) => (await app.read(path)).status));
  await until(ask, (statuses) => statuses.includes(500));
  const reasons = app.log.at("error").map(({ error }) => (error as Error).message);
  const isOfPooler = (reason: string) =>
    /prepared statement ".*" (does not exist|already exists)/.test(reason);
  deepEqual(reasons.filter((reason) => !isOfPooler(reason)), []);
  await app.service.close();
  await db.close();
  await pooler.stop();
  await drop();
});

// Makes: a role lacks a right
Deno.test("an ingest of a role without a right fails with 42501, and roles.sql gives the right back", async () => {
  await withServerDb(async (admin, url) => {
    const makeRoles = () => withServerRoles(() => admin.query({ text: ROLES }));
    await makeRoles();
    await admin.query({ text: "revoke insert on price_change from jauge_writer" });
    const feed = toFeed(toStations(40, "2026-06-05 12:15:00"));
    const ingest = () => withRole(url, "jauge_writer", (db) => ingestFeed(db, feed, { at: CLOCK }));
    equal((await ingest()).outcome, "failed");
    const app = await createTestApp(admin, { clock: () => new Date(CLOCK) });
    const { last_run: { outcome, message } } = JSON.parse((await app.read("/readyz")).text);
    deepEqual([outcome, message], ["failed", "The database failed with the code 42501"]);
    await app.close();
    await makeRoles();
    equal((await ingest()).outcome, "changed");
  });
});

// Makes: the client's address is unknown
Deno.test("behind a proxy that TRUSTED_PROXIES lacks the visitors use up one quota, and the log names the proxy", async () => {
  await withServerDb(async (db) => {
    await insertFixture(db);
    const askAs = async (trusted: string) => {
      const env = { REST_LIMIT: "2", TRUSTED_PROXIES: trusted };
      const app = await createTestApp(db, { env });
      const statuses: number[] = [];
      for (const visitor of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
        const headers = { "x-forwarded-for": visitor };
        statuses.push((await app.read(NATIONAL, { from: "10.0.0.5", headers })).status);
      }
      await app.service.close();
      return { statuses, warnings: app.log.at("warn").map(({ message }) => message) };
    };
    deepEqual(await askAs(""), {
      statuses: [200, 200, 429],
      warnings: ["A proxy is not in TRUSTED_PROXIES: all its visitors share one quota"],
    });
    deepEqual(await askAs("10.0.0.5"), { statuses: [200, 200, 200], warnings: [] });
  });
});

// Makes: the public address is unknown
Deno.test("without BASE_URL, MCP refuses the public host, and links lead to the one of the request", async () => {
  await withServerDb(async (db) => {
    await insertFixture(db);
    const ask = async (env: Record<string, string>) => {
      const app = await createTestApp(db, { env });
      const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
      const headers = { "content-type": "application/json", host: "fuel.example" };
      const call = new Request("http://fuel.example/mcp", { method: "POST", headers, body });
      const { status } = await app.fetch(call);
      const page = await (await app.fetch("http://other.example/stations/75015007")).text();
      await app.close();
      return [status, /<link rel="canonical" href="([^"]*)"/.exec(page)?.[1]];
    };
    deepEqual(await ask({}), [403, "http://other.example/stations/75015007"]);
    const known = { BASE_URL: "https://fuel.example", ALERTS: "off" };
    deepEqual(await ask(known), [200, "https://fuel.example/stations/75015007"]);
  });
});
