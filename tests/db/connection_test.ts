import { deepEqual, equal, match, ok, rejects } from "../support/assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import { openDb } from "../../lib/db/connection.ts";
import {
  DatabaseOpenError,
  type Db,
  isUnavailable,
  type Queryable,
  readBatches,
} from "../../lib/db/db.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";

const MARK = "insert into coverage (day, source) values ($1, 'feed')";

async function findDays(db: Db): Promise<unknown[]> {
  return (await db.query({ text: "select day from coverage order by day" })).map(({ day }) => day);
}

forEachDb(
  "query() returns bigint as number, date as text, timestamptz as Date, numeric as text",
  async (_t, db) => {
    const rows = await db.query({
      text: `select 9007199254740991::bigint as big, date '2026-03-29' as day,
      timestamptz '2026-06-05 10:10:00+02' as at, 1.50::numeric as price, '{"a":[1]}'::jsonb as json,
      null as nothing, 'été' as text, true as yes, array['x','y,z'] as texts`,
    });
    deepEqual(rows, [{
      big: 9007199254740991,
      day: "2026-03-29",
      at: new Date("2026-06-05T08:10:00Z"),
      price: "1.50",
      json: { a: [1] },
      nothing: null,
      text: "été",
      yes: true,
      texts: ["x", "y,z"],
    }]);
  },
);

forEachDb("query() throws on a bigint that a number cannot hold", async (_t, db) => {
  await rejects(db.query({ text: "select 9007199254740993::bigint as big" }), RangeError);
  deepEqual(await db.query({ text: "select 1 as one" }), [{ one: 1 }]);
});

forEachDb("query() accepts arrays, dates, bytes and null as values", async (_t, db) => {
  const at = new Date("2026-06-05T08:10:00.123Z");
  const values = [[1, 2], ["a", "b,'\"c"], at, new Uint8Array([0, 255]), null, [at]];
  const rows = await db.query({
    text:
      `select $1::int[] as ints, $2::text[] as texts, $3::timestamptz as at, encode($4::bytea, 'hex') as bytes,
      $5::text as nothing, ($6::timestamptz[])[1] as first`,
    values,
  });
  deepEqual(rows, [{
    ints: [1, 2],
    texts: ["a", "b,'\"c"],
    at,
    bytes: "00ff",
    nothing: null,
    first: at,
  }]);
});

forEachDb(
  "after hundreds of failed statements, named ones too, the database still responds",
  async (_t, db) => {
    const divide = (by: number) =>
      db.query({ name: "divide", text: "select 10 / $1::int as result", values: [by] });
    for (let round = 0; round < 200; round++) {
      deepEqual(await divide(5), [{ result: 2 }]);
      await rejects(divide(0), { code: "22012" });
      await rejects(db.query({ text: "selec" }), { code: "42601" });
    }
    deepEqual(
      await db.query({ text: "select 1 as a; select 2 as b" }),
      [{ b: 2 }],
      "the last of several statements",
    );
  },
);

forEachDb("many concurrent callers each get their own result", async (_t, db) => {
  const ask = (number: number) =>
    db.query({ name: "echo", text: "select $1::int as number", values: [number] });
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const answers = await Promise.all(numbers.map(ask));
  deepEqual(answers.map(([row]) => row!.number), numbers);
});

forEachDb(
  "transaction() commits everything when it resolves, and nothing when work or a statement fails",
  async (_t, db) => {
    const write = (day: string, end: (tx: Queryable) => Promise<unknown>) =>
      db.transaction(async (tx) => {
        await tx.query({ text: MARK, values: [day] });
        return await end(tx);
      });
    await rejects(
      write("2026-01-01", () => Promise.reject(new Error("changed my mind"))),
      /changed my mind/,
    );
    await rejects(write("2026-01-01", (tx) => tx.query({ text: MARK, values: ["2026-01-01"] })), {
      code: "23505",
    });
    equal(await write("2026-01-02", () => Promise.resolve("done")), "done");
    deepEqual(await findDays(db), ["2026-01-02"]);
  },
);

forEachDb("transaction() rejects writes when it is read-only", async (_t, db) => {
  const work = db.transaction((tx) => tx.query({ text: MARK, values: ["2026-01-01"] }), {
    readOnly: true,
  });
  await rejects(work, { code: "25006" });
  await rejects(work, isUnavailable, "a read-only server is not our fault");
});

Deno.test("a full disk, too many connections and no descriptor are transient, and bad SQL is not", () => {
  const withCode = (code: string) => Object.assign(new Error("refused"), { code });
  for (const code of ["53100", "53300", "57P03", "58030", "XX001", "EMFILE"]) {
    ok(isUnavailable(withCode(code)), code);
  }
  for (const code of ["42601", "22012", "42501"]) ok(!isUnavailable(withCode(code)), code);
});

forEachDb("concurrent transactions do not mix", async (_t, db) => {
  const write = (day: number) =>
    db.transaction(async (tx) => {
      await tx.query({ text: MARK, values: [`2026-01-${String(day).padStart(2, "0")}`] });
      if (day % 2 === 0) throw new Error("even");
    });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => write(index + 1)),
  );
  equal(outcomes.filter(({ status }) => status === "fulfilled").length, 10);
  equal((await findDays(db)).length, 10);
});

forEachDb(
  "a query on the database itself inside a transaction throws if it would deadlock",
  async (_t, db) => {
    const query = () => db.query({ text: "select 1 as one" });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const working = db.transaction(() => released);
    const waiting = query();
    release();
    await working;
    deepEqual(await waiting, [{ one: 1 }]);
    await db.transaction(async (tx) => {
      if (db.kind === "embedded") await rejects(query(), /^TypeError: In a transaction use tx/);
      else deepEqual(await query(), [{ one: 1 }]);
      deepEqual(await tx.query({ text: "select 2 as two" }), [{ two: 2 }]);
    });
    deepEqual(await query(), [{ one: 1 }]);
  },
);

forEachDb("readBatches() returns all rows in order, however many there are", async (_t, db) => {
  const seen: number[] = [];
  const statement = {
    text: "select i from generate_series($1::int, 2500) as i order by i",
    values: [1],
  };
  await db.transaction(async (tx) => {
    for await (const rows of readBatches<{ i: number }>(tx, statement)) {
      seen.push(...rows.map(({ i }) => i));
    }
  });
  deepEqual(seen, Array.from({ length: 2500 }, (_, index) => index + 1));
});

forEachDb(
  "readBatches() throws when a later batch fails, and leaves the connection usable",
  async (_t, db) => {
    const read = (text: string, work: () => Promise<void>) =>
      db.transaction(async (tx) => {
        for await (const _rows of readBatches(tx, { text })) await work();
      });
    await rejects(
      read("select 1 / (i - 500) from generate_series(1, 5000) i", () => delay(20)),
      /division by zero/,
    );
    const fail = () => Promise.reject(new Error("of the user"));
    await rejects(
      read("select repeat('x', 1000) from generate_series(1, 5000)", fail),
      /of the user/,
    );
    deepEqual(await db.query({ text: "select 1 as one" }), [{ one: 1 }]);
  },
);

Deno.test("a terminated server connection is replaced, and the loss is reported as transient", async () => {
  await withServerDb(async (db, url) => {
    const { log, at } = createTestLog();
    const other = await openDb({ databaseUrl: url, dataDir: "", deploy: false }, {
      log,
      poolSize: 1,
    });
    const endOthers = () =>
      db.query({
        text: `select pg_terminate_backend(pid)
            from pg_stat_activity
            where datname = current_database()
              and pid <> pg_backend_pid()`,
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
    const options = { log: createTestLog().log, statementTimeoutMs: 50 };
    const limited = await openDb({ databaseUrl: url, dataDir: "", deploy: false }, options);
    await rejects(limited.query({ text: "select pg_sleep(20)" }), { code: "57014" });
    const sleep = { text: "select pg_sleep(0.2)" };
    equal(
      (await limited.transaction((tx) => tx.query(sleep), { statementTimeoutMs: 0 })).length,
      1,
    );
    await limited.close();
  });
});

Deno.test("openDb() reports which server is unreachable, without the password", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const databaseUrl = `postgres://someone:verysecret@127.0.0.1:${port}/fuel`;
  await rejects(
    openDb({ databaseUrl, dataDir: "", deploy: false }, { log: createTestLog().log }),
    (error: Error) => {
      ok(error instanceof DatabaseOpenError);
      match(
        error.message,
        new RegExp(`127\\.0\\.0\\.1:${port}/fuel cannot be reached.*ECONNREFUSED`),
      );
      ok(!error.message.includes("verysecret"));
      return true;
    },
  );
});

Deno.test("openDb() throws on Deno Deploy without a server", async () => {
  const opening = openDb({ databaseUrl: null, dataDir: "/nowhere", deploy: true }, {
    log: createTestLog().log,
  });
  await rejects(opening, { name: "DatabaseOpenError", message: /DATABASE_URL is not set/ });
});
