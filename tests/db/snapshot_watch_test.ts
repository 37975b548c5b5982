import { equal } from "../support/assert.ts";
import type { Db, Statement } from "../../lib/db/db.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { insertFixture, moveFixture } from "../support/api_fixture.ts";
import { until } from "../support/process.ts";
import { prepareServer, withServerDb } from "../support/server_db.ts";

Deno.test.beforeAll(prepareServer);

Deno.test("a watched source reads each new revision by itself, and reports each outage once", async () => {
  await withServerDb(async (db) => {
    await insertFixture(db);
    let isAway = false;
    let failures = 0;
    let reports = 0;
    const query = ((statement: Statement) => {
      if (!isAway) return db.query(statement);
      failures++;
      return Promise.reject(new Error("away"));
    }) as Db["query"];
    const watched: Db = {
      ...db,
      query,
      transaction: (work, options) => db.transaction(work, options),
    };
    const source = createSnapshotSource(watched, { checkMs: 5, onError: () => reports++ });
    const { asOfMs } = (await source.refresh())!;
    const unwatch = source.watch();
    for (const outages of [1, 2]) {
      isAway = true;
      const before = failures;
      await until(() => failures >= before + 3);
      equal(reports, outages);
      isAway = false;
      await moveFixture(db, outages * 600_000);
      await until(() => source.current()!.asOfMs === asOfMs + outages * 600_000);
    }
    unwatch();
    await source.refresh();
  });
});
