import { deepEqual, ok } from "../support/assert.ts";
import { testApp, withSocket } from "./app.ts";
import { RUNS, runSuite } from "./conformance/run.ts";
import { APPLICABLE } from "./conformance/scenarios.ts";

testApp(
  "every applicable scenario of the conformance suite passes in both protocol eras",
  async (app) => {
    await withSocket(app, async (origin) => {
      const passed = new Set<string>();
      for (const run of RUNS) {
        const report = await runSuite(`${origin}/mcp`, run);
        deepEqual(report.faults, [], report.name);
        ok(report.passed.length >= 6, `${report.name}: ${report.passed.join(", ")}`);
        for (const scenario of report.passed) passed.add(scenario);
      }
      deepEqual(APPLICABLE.filter((scenario) => !passed.has(scenario)), []);
    });
  },
  { readers: ["snapshot"] },
);
