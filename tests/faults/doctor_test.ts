import { deepEqual, equal, match } from "../support/assert.ts";
import { examine } from "../../tools/doctor.ts";
import { findFreePort } from "../support/cluster.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { runProgram, startServer, until } from "../support/process.ts";
import { createServerUrl, withRole } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const BAD_CHECK =
  `insert into self_check (checked_at, revision, seed, questions, differences, duration_ms)
  values ('2026-06-05T02:27:00Z', 1, 20260605, 1000, 3, 5000)`;
const NOW = new Date().toLocaleString("sv-SE", { timeZone: "Europe/Paris" });
const STATIONS = toStations(60, NOW);
const MOVED = STATIONS.map((station) => ({ ...station, latitude: 5_334_000 }));
const END_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;
const HOUR_MS = 3_600_000;

Deno.test("deno task doctor finds no fault in a healthy service, and names the faults of others", async (t) => {
  const { url, drop } = await createServerUrl();
  const { dataDir, remove } = await createDataDir();
  const feed = startFeedServer({ kind: "feed", bytes: toFeed(STATIONS) });
  const port = String(findFreePort());
  const home = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: port,
    BASE_URL: `http://127.0.0.1:${port}`,
  };
  const env = { ...home, ...feed.settings };
  const findFaults = async () => (await examine(env.BASE_URL)).filter(({ isWell }) => !isWell);
  // The service caches its status for a second.
  const waitForFault = (check: string) =>
    until(findFaults, (faults) => faults.length === 1 && faults[0]!.check === check);
  const report = async (end: "succeeded" | "failed", agoMs: number) => {
    await Deno.writeTextFile(`${dataDir}/backup_${end}`, "");
    const at = new Date(Date.now() - agoMs);
    await Deno.utime(`${dataDir}/backup_${end}`, at, at);
  };
  try {
    await report("succeeded", HOUR_MS);
    await withService(env, async (_service, origin) => {
      await waitUntilReady(origin);
      await t.step("prints a line for each check, and exits 0", async () => {
        const permissions = ["--no-prompt", "--allow-net"];
        const { code, stdout, stderr } = await runProgram(["tools/doctor.ts", origin], {}, {
          permissions,
        });
        equal(code, 0, stdout + stderr);
        match(stdout, /^ok {5}data {4}60 stations of the official feed$/m);
        match(stdout, /^ok {5}answers not compared with the feed yet$/m);
        match(stdout, /^ok {5}metrics (not )?open to this address$/m);
        for (const path of ["/ {6}", "/docs {2}", "/etat {2}"]) {
          match(
            stdout,
            new RegExp(`^ok {5}${path} served with its headers and \\d+ scripts$`, "m"),
          );
        }
        match(stdout, /\nAll is well\n$/);
      });
      await t.step("reports a service with the wrong BASE_URL, and exits 1", async () => {
        const { code, stdout } = await runProgram(["tools/doctor.ts", `http://localhost:${port}`]);
        equal(code, 1);
        match(
          stdout,
          /^FAULT {2}\/docs {3}names http:\/\/127\.0\.0\.1:\d+\/docs as its address: set BASE_URL to http:/m,
        );
        match(stdout, /\n3 of 11 checks failed\n$/);
      });
      await t.step("answers that differed from the feed", async () => {
        const change = (text: string) => withRole(url, "postgres", (db) => db.query({ text }));
        await change(BAD_CHECK);
        const detail = "3 of 1000 answers differed from the feed at 2026-06-05T02:27:00.000Z";
        deepEqual(await waitForFault("answers"), [{ check: "answers", isWell: false, detail }]);
        await change("delete from self_check");
      });
      await t.step("backups that failed, are old, or were never made", async () => {
        await report("failed", 0);
        match((await waitForFault("backup"))[0]!.detail, /^the last one failed at /);
        await Deno.remove(`${dataDir}/backup_failed`);
        await report("succeeded", 27 * HOUR_MS);
        const isOld = (detail: string) => detail.startsWith("the last one was made at ");
        await until(findFaults, (faults) => faults.length === 1 && isOld(faults[0]!.detail));
        await Deno.remove(`${dataDir}/backup_succeeded`);
        await until(findFaults, ([fault]) => fault?.detail === "none was ever made");
        await report("succeeded", HOUR_MS);
      });
      await t.step("a read-only database", async () => {
        const setReadOnly = (value: string) =>
          withRole(url, "postgres", async (db) => {
            const [row] = await db.query({ text: "select current_database() as name" });
            const set = `alter database ${row!.name} set default_transaction_read_only = ${value}`;
            await db.query({ text: `set transaction_read_only = off; ${set}` });
            await db.query({ text: END_SESSIONS });
          });
        await setReadOnly("on");
        const detail = "the database is read-only: no feed is loaded";
        deepEqual(await waitForFault("data"), [{ check: "data", isWell: false, detail }]);
        await setReadOnly("off");
        await until(findFaults, (faults) => faults.length === 0);
      });
      await t.step("a clock that is wrong, and quotas that are not shared", async () => {
        const status = await (await fetch(`${origin}/readyz`)).json();
        const time = new Date(Date.now() + HOUR_MS).toISOString();
        const other = startServer(() => Response.json({ ...status, time, quota: "local" }));
        const findings = await examine(other.url);
        await other.stop();
        const details = findings.filter(({ check }) => ["clock", "quota"].includes(check))
          .map(({ isWell, detail }) => `${isWell} ${detail}`);
        match(
          details.join(),
          /^false each instance counts .* KV is missing,false the service's clock says .* 3600 s/,
        );
      });
      await t.step("a feed that was rejected", async () => {
        feed.answer({ kind: "feed", bytes: toFeed(MOVED) });
        match((await runProgram(["ingest/commands/ingest.ts"], env)).stdout, /Ingest refused/);
        const [fault] = await waitForFault("age");
        match(
          fault!.detail,
          /was refused: Too many stations have no usable position: 60 of 60 \(100.0 %\)$/,
        );
      });
    });
    await t.step("a service that is gone", async () => {
      const findings = await examine(env.BASE_URL);
      deepEqual(findings.map(({ isWell }) => isWell), Array(11).fill(false));
    });
  } finally {
    await feed.stop();
    await remove();
    await drop();
  }
});

const RUNTIME =
  '<script type="module" nonce="x">import { boot } from "/_fresh/js/b1/fresh-runtime.js";';
const ISLAND = 'import Explorer from "/_fresh/js/b1/Explorer.js";boot({Explorer},"[]");';
const PAGES: [body: string, isWell: boolean, detail: RegExp][] = [
  [`${RUNTIME}</script>`, true, /^served with its headers and 1 scripts$/],
  [
    `${RUNTIME}${ISLAND}</script>`,
    false,
    /^its script \/_fresh\/js\/b1\/Explorer\.js returned 404$/,
  ],
  ["<p>Prices</p>", false, /^has no script/],
];

Deno.test("deno task doctor checks the scripts that Fresh imports inside its pages", async () => {
  const names = [
    "content-security-policy",
    "x-content-type-options",
    "x-frame-options",
    "referrer-policy",
  ];
  const headers = {
    "content-type": "text/html",
    ...Object.fromEntries(names.map((name) => [name, "x"])),
  };
  for (const [body, isWell, detail] of PAGES) {
    const server = startServer(({ url }) => {
      const { pathname, origin } = new URL(url);
      const head = `<link rel="canonical" href="${origin}/">`;
      if (pathname === "/") {
        return new Response(`<html><head>${head}</head><body>${body}</body></html>`, { headers });
      }
      return new Response(null, { status: pathname.endsWith("runtime.js") ? 200 : 404 });
    });
    const page = (await examine(server.url)).find(({ check }) => check === "/")!;
    await server.stop();
    equal(page.isWell, isWell, page.detail);
    match(page.detail, detail);
  }
});

Deno.test("deno task doctor without an address prints its usage and exits 2", async () => {
  const { code, stderr } = await runProgram(["tools/doctor.ts", "fuel.example"]);
  equal(code, 2);
  match(stderr, /^Usage: deno task doctor URL/);
});
