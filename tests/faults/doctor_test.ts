/** `deno task doctor` on a real service, well and not well, and on none. @module */

import { deepEqual, equal, match } from "node:assert/strict";
import { openDb } from "../../lib/db/connection.ts";
import { examine } from "../../tools/doctor.ts";
import { findFreePort } from "../support/cluster.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { createTestLog } from "../support/log.ts";
import { runProgram } from "../support/process.ts";
import { createServerUrl } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const BAD_CHECK = `insert into self_check (checked_at, revision, seed, questions, differences, duration_ms)
  values ('2026-06-05T02:27:00Z', 1, 20260605, 1000, 3, 5000)`;
const STATIONS = toStations(60, "2026-06-05 12:00:00");
/** The same with every latitude moved by 4.5 degrees. */
const MOVED = STATIONS.map((station) => ({ ...station, latitude: 5_334_000 }));
const CLOCK = "2026-06-05T10:20:00Z";

async function change(databaseUrl: string, text: string): Promise<void> {
  const db = await openDb({ databaseUrl, dataDir: "", deploy: false }, { log: createTestLog().log });
  await db.query({ text }).finally(() => db.close());
}

Deno.test("deno task doctor finds nothing at a service that is well, and names what is not", async (t) => {
  const { url, drop } = await createServerUrl();
  const { dataDir, remove } = await createDataDir();
  const feed = startFeedServer();
  feed.answer({ kind: "feed", bytes: toFeed(STATIONS) });
  const nowhere = `${feed.url}/nowhere`;
  const port = String(findFreePort());
  const sources = { FEED_URL: feed.url, ARCHIVE_URL: nowhere, BRANDS_URL: nowhere };
  const env = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    CLOCK,
    PORT: port,
    BASE_URL: `http://127.0.0.1:${port}`,
    ...sources,
  };
  try {
    await withService(env, async (_service, origin) => {
      await waitUntilReady(origin);
      await t.step("a line for each check, and exit 0", async () => {
        const { code, stdout, stderr } = await runProgram(["tools/doctor.ts", origin], {}, {
          permissions: ["--no-prompt", "--allow-net"],
        });
        equal(code, 0, stdout + stderr);
        match(stdout, /^ok {5}data {6}60 stations of the official feed$/m);
        match(stdout, /^ok {5}answers {3}not compared with the feed yet$/m);
        match(stdout, /^ok {5}mcp {7}\d+ tools$/m);
        match(stdout, /^ok {5}page {6}served with its headers and scripts$/m);
        match(stdout, /\nAll is well\n$/);
      });
      await t.step("a service that believes to be somewhere else, and exit 1", async () => {
        const { code, stdout } = await runProgram(["tools/doctor.ts", `http://localhost:${port}`]);
        equal(code, 1);
        deepEqual(stdout.match(/^FAULT .*$/gm)?.map((line) => line.slice(0, 15)), ["FAULT  base url"]);
        match(stdout, /\n1 of 12 are not well\n$/);
      });
      await t.step("answers that differed from the feed", async () => {
        await change(url, BAD_CHECK);
        const faults = (await examine(origin, Date.now)).filter(({ isWell }) => !isWell);
        deepEqual(faults, [{
          check: "answers",
          isWell: false,
          detail: "3 of 1000 answers differed from the feed at 2026-06-05T02:27:00.000Z",
        }]);
        await change(url, "delete from self_check");
      });
      await t.step("a clock that is wrong", async () => {
        const findings = await examine(origin, () => Date.now() + 60_000);
        const faults = findings.filter(({ isWell }) => !isWell);
        deepEqual(faults.map(({ check }) => check), ["clock"]);
        match(faults[0]!.detail, /differ by -(59|6\d) s/);
      });
      await t.step("a feed that was refused", async () => {
        feed.answer({ kind: "feed", bytes: toFeed(MOVED) });
        const { stdout } = await runProgram(["ingest/commands/ingest.ts"], env);
        match(stdout, /Ingest refused/);
        const faults = (await examine(origin, Date.now)).filter(({ isWell }) => !isWell);
        deepEqual(faults.map(({ check }) => check), ["age"]);
        match(faults[0]!.detail, /was refused: Too many stations have no usable position: 60 of 60 \(100.0 %\)$/);
      });
    });
    await t.step("a service that is gone", async () => {
      const findings = await examine(env.BASE_URL, Date.now);
      deepEqual(findings.filter(({ isWell }) => isWell).map(({ check }) => check), ["tls"]);
    });
  } finally {
    await feed.stop();
    await remove();
    await drop();
  }
});

/** A page with the headers of the service and a body that Fresh's own server would write. */
function servePage(body: string): Deno.HttpServer<Deno.NetAddr> {
  const names = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"];
  const headers = { "content-type": "text/html", ...Object.fromEntries(names.map((name) => [name, "x"])) };
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/") return new Response(`<html><body>${body}</body></html>`, { headers });
    return new Response(null, { status: pathname.endsWith("runtime.js") ? 200 : 404 });
  });
}

Deno.test("deno task doctor looks at the scripts that Fresh imports inside its pages", async () => {
  const runtime = '<script type="module" nonce="x">import { boot } from "/_fresh/js/b1/fresh-runtime.js";';
  const island = 'import Explorer from "/_fresh/js/b1/Explorer.js";boot({Explorer},"[]");</script>';
  for (
    const [body, isWell, detail] of [
      [`${runtime}</script>`, true, /^served with its headers and scripts$/],
      [runtime + island, false, /^\/_fresh\/js\/b1\/Explorer\.js answers 404/],
      ["<p>Prices</p>", false, /^\/ names no script/],
    ] as const
  ) {
    const server = servePage(body);
    const findings = await examine(`http://127.0.0.1:${server.addr.port}`, Date.now);
    await server.shutdown();
    const page = findings.find(({ check }) => check === "page")!;
    equal(page.isWell, isWell, page.detail);
    match(page.detail, detail);
  }
});

Deno.test("deno task doctor explains itself without an address, and exits 2", async () => {
  const { code, stderr } = await runProgram(["tools/doctor.ts", "fuel.example"]);
  equal(code, 2);
  match(stderr, /^Usage: deno task doctor URL/);
});
