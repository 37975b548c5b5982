/** `deno task backup:rehearse` on a small database, and what it says of a copy that differs. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { operations } from "../../lib/operations/mod.ts";
import { findDifferences } from "../../tools/rehearse_backup.ts";
import { FIXTURE_AS_OF, insertFixture } from "../support/api_fixture.ts";
import { testConfig } from "../support/api_app.ts";
import { createTestLog } from "../support/log.ts";
import { runProgram } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";

Deno.test("deno task backup:rehearse finds a restored database alike, and removes it", async () => {
  await withServerDb(async (db, url) => {
    await insertFixture(db);
    const { code, stdout, stderr } = await runProgram(["tools/rehearse_backup.ts"], { DATABASE_URL: url });
    equal(code, 0, stdout + stderr);
    const lines = [
      "Dumped \\S+: 0\\.\\d MB",
      "Restored beside it: (rehearsal_\\w+)",
      "\\d+ tables compared",
      `\\d+ random questions of ${operations.length} operations, [1-9]\\d* with data`,
      "Removed: \\1",
      "No difference",
    ];
    match(stdout, new RegExp(`^${lines.join("\n")}\n$`));
    const left = await db.query({ text: "select datname from pg_database where datname like 'rehearsal%'" });
    deepEqual(left, []);
  });
});

Deno.test("a copy in which one price differs and one row is missing does not pass", async () => {
  await withServerDb(async (one) => {
    await withServerDb(async (other) => {
      await insertFixture(one);
      await insertFixture(other);
      await other.query({ text: "update current_price set price_milli = price_milli + 1" });
      await other.query({
        text: "delete from station_brand where station_id = (select min(station_id) from station_brand)",
      });
      const settings = { config: testConfig(), log: createTestLog().log, clock: () => FIXTURE_AS_OF };
      const found = await findDifferences(one, other, settings);
      ok(found.some((line) => /^station_brand: \d+ rows, not so in the copy$/.test(line)), found.join("\n"));
      ok(found.some((line) => line.startsWith("another answer: /api/v1/stations/")), found.join("\n"));
    });
  });
});
