/** The official suites of both eras and the inspector's strict mode, against the app on a socket. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { prepareServer, withServerDb } from "../support/server_db.ts";
import { createMcpApp, withSocket } from "./app.ts";
import { inspect, RUNS, runSuite } from "./conformance/run.ts";
import { APPLICABLE } from "./conformance/scenarios.ts";
import { fillDatabase } from "./fixture.ts";

Deno.test.beforeAll(prepareServer);

async function withUrl(work: (url: string) => Promise<void>): Promise<void> {
  await withServerDb(async (db) => {
    await fillDatabase(db);
    const app = await createMcpApp(db);
    await withSocket(app, (origin) => work(`${origin}/mcp`));
    await app.close();
  });
}

Deno.test("every applicable scenario of the conformance suites passes", async () => {
  await withUrl(async (url) => {
    const passed = new Set<string>();
    for (const run of RUNS) {
      const report = await runSuite(url, run);
      deepEqual(report.faults, [], report.name);
      ok(report.passed.length >= 6, `${report.name}: ${report.passed.join(", ")}`);
      for (const scenario of report.passed) passed.add(scenario);
    }
    deepEqual(APPLICABLE.filter((scenario) => !passed.has(scenario)), []);
  });
});

Deno.test("the inspector's strict mode has nothing to say about the tools", async () => {
  await withUrl(async (url) => {
    const { code, tools, findings } = await inspect(url);
    equal(findings, "");
    equal(code, 0);
    equal(tools.length, 9);
  });
});
