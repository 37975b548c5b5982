/** The snapshot in memory follows the database by itself, and reports an outage once. @module */

import { deepEqual, equal } from "node:assert/strict";
import type { Db } from "../../lib/db/db.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { insertFixture, moveFixture } from "../support/api_fixture.ts";
import { prepareServer, withServerDb } from "../support/server_db.ts";

Deno.test.beforeAll(prepareServer);

const CHECK_MS = 5;

/** A database whose statements can be made to fail, and that tells how each ended. */
function watchable(db: Db): { db: Db; fail(isFailing: boolean): void; next(): Promise<"checked" | "failed"> } {
  let isFailing = false;
  let waiting: ((end: "checked" | "failed") => void)[] = [];
  const notify = (end: "checked" | "failed") => {
    const notified = waiting;
    waiting = [];
    // After whoever awaits the statement has gone on.
    setTimeout(() => notified.forEach((resolve) => resolve(end)));
  };
  return {
    db: {
      ...db,
      query: async (statement) => {
        if (isFailing) {
          notify("failed");
          throw new Error("away");
        }
        const rows = await db.query(statement);
        notify("checked");
        return rows as never;
      },
      transaction: (work, options) => db.transaction(work, options),
    },
    fail: (fails) => isFailing = fails,
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

Deno.test("a watched source holds the new revision before anybody asks", async () => {
  await withServerDb(async (db) => {
    await insertFixture(db);
    let onSwap = () => {};
    const source = createSnapshotSource(db, { checkMs: CHECK_MS, onSwap: () => onSwap() });
    const before = (await source.refresh())!;
    const swapped = new Promise<void>((resolve) => onSwap = resolve);
    const unwatch = source.watch();
    await moveFixture(db, 600_000);
    await swapped;
    unwatch();
    deepEqual(source.current()!.asOfMs, before.asOfMs + 600_000);
    await source.refresh();
  });
});

Deno.test("a watched source tells of each outage once", async () => {
  await withServerDb(async (db) => {
    await insertFixture(db);
    const watched = watchable(db);
    let reports = 0;
    const source = createSnapshotSource(watched.db, { checkMs: CHECK_MS, onError: () => reports++ });
    await source.refresh();
    const unwatch = source.watch();
    for (const outages of [1, 2]) {
      watched.fail(true);
      for (let failures = 0; failures < 3;) if (await watched.next() === "failed") failures++;
      equal(reports, outages);
      watched.fail(false);
      while (await watched.next() !== "checked");
    }
    unwatch();
    await source.refresh();
  });
});
