import { deepEqual, equal, match } from "../support/assert.ts";
import { findDifferences } from "../../tools/rehearse_backup.ts";
import { FIXTURE_AS_OF, insertFixture } from "../support/api_fixture.ts";
import { storeContent } from "../support/history_files.ts";
import { runProgram } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";

Deno.test("deno task backup:rehearse finds a restored database identical, and deletes it", async () => {
  await withServerDb(async (db, url) => {
    await insertFixture(db);
    await storeContent(db, "2024.parquet", new Uint8Array(300_000), FIXTURE_AS_OF);
    const { code, stdout, stderr } = await runProgram(
      [],
      // Not below /dev, which a process without all permissions cannot write to.
      { DATABASE_URL: url, TMPDIR: "/tmp" },
      { task: "backup:rehearse" },
    );
    equal(code, 0, stdout + stderr);
    const lines = [
      "Dumped \\S+: 0\\.\\d MB",
      "Restored next to it: (rehearsal_\\w+)",
      "Removed: \\1",
      "No difference",
    ];
    match(stdout, new RegExp(`^${lines.join("\n")}\n$`));
    const left = await db.query({
      text: "select datname from pg_database where datname like 'rehearsal%'",
    });
    deepEqual(left, []);
  });
});

/** The devices, and the tables that depend on them. */
const PERSONAL_SQL = `with recursive personal as (
    select 'push_device'::regclass::oid as oid
    union
    select c.conrelid from pg_constraint c join personal p on p.oid = c.confrelid
  )
  select oid::regclass::text as name from personal order by 1`;

Deno.test("docs/operations.md names the tables of devices, and the key that they know", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/operations.md", import.meta.url));
  const [, item] = /^- \*\*The alerts:\*\*([^]*?)^- /m.exec(page)!;
  const named = [...item!.matchAll(/`(\w+)`/g)].map(([, name]) => name!).sort();
  await withServerDb(async (db) => {
    const tables = await db.query<{ name: string }>({ text: PERSONAL_SQL });
    deepEqual(named, [...tables.map(({ name }) => name), "push_key"]);
  });
});

Deno.test("deno task backup:rehearse FILE restores that dump, whose rows may be older, and finds a schema that differs", async () => {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/jauge.dump`;
  await withServerDb(async (db, url) => {
    const rehearse = () => runProgram(["tools/rehearse_backup.ts", file], { DATABASE_URL: url });
    const dump = async () => {
      const args = ["--format=custom", `--file=${file}`, `--dbname=${url}`];
      equal((await new Deno.Command("pg_dump", { args }).output()).success, true);
    };
    await dump();
    match((await rehearse()).stderr, /^the backup has no data$/m);
    await insertFixture(db);
    await dump();
    await db.query({ text: "delete from station_brand" });
    const { code, stdout, stderr } = await rehearse();
    equal(code, 0, stdout + stderr);
    match(
      stdout,
      /^Data of 2026-\S+Z: \d+ stations, \d+ prices\nRemoved: rehearsal_\w+\nNo difference$/m,
    );
    await db.query({ text: "drop index station_position" });
    const differing = await rehearse();
    equal(differing.code, 1);
    match(differing.stderr, /^only in the copy: CREATE INDEX station_position/m);
    await Deno.truncate(file, 20_000);
    const torn = await rehearse();
    equal(torn.code, 2);
    match(torn.stderr, /^pg_restore failed: /m);
    const left = await db.query({
      text: "select datname from pg_database where datname like 'rehearsal%'",
    });
    deepEqual(left, []);
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a copy with one different price, one missing row and one missing index does not pass", async () => {
  await withServerDb(async (original, originalUrl) => {
    await withServerDb(async (copy, copyUrl) => {
      await insertFixture(original);
      await insertFixture(copy);
      await copy.query({ text: "update current_price set price_milli = price_milli + 1" });
      await copy.query({
        text:
          "delete from station_brand where station_id = (select min(station_id) from station_brand)",
      });
      await copy.query({ text: "drop index station_position" });
      const differences = await findDifferences(
        { db: original, databaseUrl: originalUrl },
        { db: copy, databaseUrl: copyUrl },
      );
      const missing = differences.filter((line) => line.startsWith("only in the original"));
      const names = missing.map((line) =>
        /^only in the original: (?:CREATE INDEX )?(\w+)/.exec(line)?.[1]
      );
      deepEqual(
        names,
        ["current_price", "station_brand", "station_change", "station_position"],
        missing.join("\n"),
      );
    });
  });
});
