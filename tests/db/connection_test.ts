/** The driver on both databases: values, transactions, named statements, batches, errors. @module */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import geographiclib from "geographiclib-geodesic";
import { openDb } from "../../lib/db/connection.ts";
import { DatabaseOpenError, type Db, isUnavailable, readOne } from "../../lib/db/db.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";

const { Geodesic } = geographiclib;
const MARK = "insert into coverage (day, source) values ($1, 'feed')";

async function findDays(db: Db): Promise<unknown[]> {
  return (await db.query({ text: "select day from coverage order by day" })).map(({ day }) => day);
}

forEachDb("query() answers bigint as number, date as text, timestamptz as Date, numeric as text", async (_t, db) => {
  const rows = await db.query({
    text: `select 9007199254740991::bigint as big, '{1,null,2}'::bigint[] as bigs, date '2026-03-29' as day,
      '{2026-01-01,null}'::date[] as days, timestamptz '2026-06-05 10:10:00+02' as at, 1.50::numeric as price,
      '{1.20}'::numeric[] as prices, '{"a":[1]}'::jsonb as json, null as nothing, 'été' as text, true as yes,
      array['x','y,z'] as texts`,
  });
  deepEqual(rows, [{
    big: 9007199254740991,
    bigs: [1, null, 2],
    day: "2026-03-29",
    days: ["2026-01-01", null],
    at: new Date("2026-06-05T08:10:00Z"),
    price: "1.50",
    prices: ["1.20"],
    json: { a: [1] },
    nothing: null,
    text: "été",
    yes: true,
    texts: ["x", "y,z"],
  }]);
});

forEachDb("query() refuses a bigint that a number cannot hold", async (_t, db) => {
  await rejects(db.query({ text: "select 9007199254740993::bigint as big" }), RangeError);
  deepEqual(await db.query({ text: "select 1 as one" }), [{ one: 1 }]);
});

forEachDb("query() takes arrays, dates, bytes and null as values", async (_t, db) => {
  const at = new Date("2026-06-05T08:10:00.123Z");
  const values = [[1, 2], ["a", "b,'\"c"], at, new Uint8Array([0, 255]), null, [at]];
  const rows = await db.query({
    text: `select $1::int[] as ints, $2::text[] as texts, $3::timestamptz as at, encode($4::bytea, 'hex') as bytes,
      $5::text as nothing, ($6::timestamptz[])[1] as first`,
    values,
  });
  deepEqual(rows, [{ ints: [1, 2], texts: ["a", "b,'\"c"], at, bytes: "00ff", nothing: null, first: at }]);
});

forEachDb("query() answers the last of several statements", async (_t, db) => {
  deepEqual(await db.query({ text: "select 1 as a; select 2 as b" }), [{ b: 2 }]);
});

forEachDb("a named statement answers again and again, also after it failed", async (_t, db) => {
  const divide = (by: number) => db.query({ name: "divide", text: "select 10 / $1::int as result", values: [by] });
  for (let round = 0; round < 5; round++) {
    deepEqual(await divide(5), [{ result: 2 }]);
    await rejects(divide(0), { code: "22012" });
  }
});

forEachDb("two thousand refused statements leave the database answering", async (_t, db) => {
  for (let round = 0; round < 1_000; round++) {
    await rejects(db.query({ name: "bad", text: "select 1 / $1::int", values: [0] }), { code: "22012" });
    await rejects(db.query({ text: "selec" }), { code: "42601" });
  }
  deepEqual(await db.query({ text: "select 1 as one" }), [{ one: 1 }]);
});

forEachDb("many callers at once each get their own answer", async (_t, db) => {
  const ask = (number: number) => db.query({ name: "echo", text: "select $1::int as number", values: [number] });
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const answers = await Promise.all(numbers.map(ask));
  deepEqual(answers.map(([row]) => row!.number), numbers);
});

forEachDb("transaction() commits what was written when it resolves", async (_t, db) => {
  const answer = await db.transaction(async (tx) => {
    await tx.query({ text: MARK, values: ["2026-01-01"] });
    return "done";
  });
  equal(answer, "done");
  deepEqual(await findDays(db), ["2026-01-01"]);
});

forEachDb("transaction() undoes everything when the work throws", async (_t, db) => {
  const work = db.transaction(async (tx) => {
    await tx.query({ text: MARK, values: ["2026-01-01"] });
    throw new Error("changed my mind");
  });
  await rejects(work, { message: "changed my mind" });
  deepEqual(await findDays(db), []);
});

forEachDb("transaction() undoes everything when a statement fails, and the next one works", async (_t, db) => {
  const work = db.transaction(async (tx) => {
    await tx.query({ text: MARK, values: ["2026-01-01"] });
    await tx.query({ text: MARK, values: ["2026-01-01"] });
  });
  await rejects(work, { code: "23505" });
  await db.transaction((tx) => tx.query({ text: MARK, values: ["2026-01-02"] }));
  deepEqual(await findDays(db), ["2026-01-02"]);
});

forEachDb("transaction() refuses writes when it is read-only", async (_t, db) => {
  const work = db.transaction((tx) => tx.query({ text: MARK, values: ["2026-01-01"] }), { readOnly: true });
  await rejects(work, { code: "25006" });
  await rejects(work, isUnavailable, "a server that only reads is no fault of ours");
});

Deno.test("a full disk, too many connections and no descriptor pass by themselves, bad SQL does not", () => {
  const withCode = (code: string) => Object.assign(new Error("refused"), { code });
  deepEqual(["53100", "53300", "57P03", "EMFILE"].map((code) => isUnavailable(withCode(code))), [
    true,
    true,
    true,
    true,
  ]);
  deepEqual(["42601", "22012", "42501"].map((code) => isUnavailable(withCode(code))), [false, false, false]);
});

forEachDb("asking the database inside a transaction throws instead of waiting for ever", async (_t, db) => {
  const wrong = db.transaction(() => db.query({ text: "select 1" }));
  await rejects(wrong, TypeError);
  await rejects(db.transaction(() => db.transaction(() => Promise.resolve())), TypeError);
  deepEqual(await db.query({ text: "select 1 as one" }), [{ one: 1 }]);
});

forEachDb("transactions at once do not mix", async (_t, db) => {
  const write = (day: number) =>
    db.transaction(async (tx) => {
      await tx.query({ text: MARK, values: [`2026-01-${String(day).padStart(2, "0")}`] });
      if (day % 2 === 0) throw new Error("even");
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => write(index + 1)));
  equal(outcomes.filter(({ status }) => status === "fulfilled").length, 10);
  equal((await findDays(db)).length, 10);
});

forEachDb("stream() gives all rows in order, in batches of the given size", async (_t, db) => {
  const sizes: number[] = [];
  const seen: number[] = [];
  const statement = { text: "select i from generate_series($1::int, 2500) as i order by i", values: [1] };
  for await (const rows of db.stream<{ i: number }>(statement, { batchRows: 1_000 })) {
    sizes.push(rows.length);
    seen.push(...rows.map(({ i }) => i));
  }
  deepEqual(sizes, [1_000, 1_000, 500]);
  deepEqual(seen, Array.from({ length: 2_500 }, (_, index) => index + 1));
});

forEachDb("stream() gives the connection back when the loop is left early or fails", async (_t, db) => {
  for (let round = 0; round < 6; round++) {
    for await (const _ of db.stream({ text: "select generate_series(1, 5000)" }, { batchRows: 10 })) break;
    await rejects(async () => {
      for await (const _ of db.stream({ text: "select 1 / (3 - i) from generate_series(1, 5) as i" })) continue;
    }, { code: "22012" });
  }
  deepEqual(await db.query({ text: "select 1 as one" }), [{ one: 1 }]);
});

forEachDb("stream() works inside a transaction beside other statements", async (_t, db) => {
  const count = await db.transaction(async (tx) => {
    let total = 0;
    for await (const rows of tx.stream({ text: "select generate_series(1, 30)" }, { batchRows: 10 })) {
      await tx.query({ text: "select 1" });
      total += rows.length;
    }
    return total;
  });
  equal(count, 30);
});

forEachDb("an advisory lock taken in a transaction ends with it", async (_t, db) => {
  const text = "select pg_try_advisory_xact_lock(42) as taken";
  for (let round = 0; round < 3; round++) {
    deepEqual(await db.transaction((tx) => tx.query({ text })), [{ taken: true }]);
  }
});

forEachDb("geography answers distances on the spheroid", async (_t, db) => {
  const text = `select st_distance('point(2.3522 48.8566)'::geography, 'point(4.8357 45.7640)'::geography) as m`;
  const { m } = await readOne<{ m: number }>(db, { text });
  const geodesic = Geodesic.WGS84.Inverse(48.8566, 2.3522, 45.7640, 4.8357);
  ok(Math.abs(m - geodesic.s12!) < 0.001, `Paris to Lyon is ${m} m, expected ${geodesic.s12}`);
});

forEachDb("maintain() leaves the rows in place", async (_t, db) => {
  await db.query({ text: MARK, values: ["2026-01-01"] });
  await db.maintain();
  deepEqual(await findDays(db), ["2026-01-01"]);
});

Deno.test("a server connection that was ended is replaced, and the loss is reported as passing", async () => {
  await withServerDb(async (db, url) => {
    const { log, at } = createTestLog();
    const other = await openDb({ databaseUrl: url, dataDir: "", deploy: false }, { log, poolSize: 1 });
    const endOthers = () =>
      db.query({
        text:
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      });
    const echo = () => other.query({ name: "echo", text: "select $1::int as number", values: [1] });
    deepEqual(await echo(), [{ number: 1 }]);
    const lost = other.transaction(async (tx) => {
      await tx.query({ text: "select 1" });
      await endOthers();
      await tx.query({ text: "select 1" });
    });
    await rejects(lost, isUnavailable);
    deepEqual(await echo(), [{ number: 1 }], "the named statement works on the new connection");
    await other.close();
    deepEqual(at("error"), []);
  });
});

Deno.test("a statement on a server ends at its time limit", async () => {
  await withServerDb(async (_db, url) => {
    const limited = await openDb({ databaseUrl: url, dataDir: "", deploy: false }, {
      log: createTestLog().log,
      statementTimeoutMs: 50,
    });
    try {
      await rejects(limited.query({ text: "select pg_sleep(20)" }), { code: "57014" });
      const unlimited = limited.transaction((tx) => tx.query({ text: "select pg_sleep(0.2)" }), {
        statementTimeoutMs: 0,
      });
      equal((await unlimited).length, 1);
    } finally {
      await limited.close();
    }
  });
});

Deno.test("openDb() says which server is away and keeps the password to itself", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const databaseUrl = `postgres://someone:verysecret@127.0.0.1:${port}/fuel`;
  await rejects(openDb({ databaseUrl, dataDir: "", deploy: false }, { log: createTestLog().log }), (error: Error) => {
    ok(error instanceof DatabaseOpenError);
    match(error.message, new RegExp(`127\\.0\\.0\\.1:${port}/fuel cannot be reached.*ECONNREFUSED`));
    ok(!error.message.includes("verysecret"));
    return true;
  });
});

Deno.test("openDb() refuses Deno Deploy without a server", async () => {
  const opening = openDb({ databaseUrl: null, dataDir: "/nowhere", deploy: true }, { log: createTestLog().log });
  await rejects(opening, { name: "DatabaseOpenError", message: /DATABASE_URL is not set/ });
});
