import { Buffer } from "node:buffer";
import { deepEqual, equal, match, ok, rejects } from "../support/assert.ts";
import type { Db, Statement } from "../../lib/db/db.ts";
import { CHUNK_BYTES, deleteReplaced, PART_BYTES } from "../../lib/db/history/history_files.ts";
import { createTestApp, type TestApp, withTestApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { insertFixture } from "../support/api_fixture.ts";
import { storeContent } from "../support/history_files.ts";
import { startServer } from "../support/process.ts";
import { createRandom } from "../support/random_state.ts";
import { prepareServer, withServerDb } from "../support/server_db.ts";

Deno.test.beforeAll(prepareServer);

const NOW = new Date("2026-06-05T10:10:00Z");
const LATER = new Date("2026-06-06T10:10:00Z");
const NAME = "2024.parquet";
const PATH = `/data/history/${NAME}`;
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Three chunks, the last of them short. */
const SIZE = 2 * CHUNK_BYTES + 70_001;

function invent(seed: number, size = SIZE): Uint8Array<ArrayBuffer> {
  const random = createRandom(seed);
  return Uint8Array.from({ length: size }, () => Math.floor(random() * 256));
}

const CONTENT = invent(1);
const NEWER = invent(2, SIZE - 5);

const isEqual = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

/** Runs `work` with a stored file and its immutable address. */
async function withFile(
  work: (app: TestApp, db: Db, versionedPath: string) => Promise<void>,
  expected: string[] = [],
): Promise<void> {
  await withTestApp(async (app, db) => {
    const versionedName = await storeContent(db, NAME, CONTENT, NOW);
    await work(app, db, `/data/history/${versionedName}`);
  }, { readers: ["snapshot"], expected });
}

// Proves docs/data.md#files-of-past-prices
Deno.test("a range of a file is served across the borders of its chunks", () =>
  withFile(async (app, _db, versionedPath) => {
    const border = CHUNK_BYTES;
    const ranges: [range: string, first: number, end: number][] = [
      ["bytes=0-0", 0, 1],
      [`bytes=${border - 1}-${border}`, border - 1, border + 1],
      [`bytes=${border}-${2 * border - 1}`, border, 2 * border],
      [`bytes=${border - 3}-${2 * border + 3}`, border - 3, 2 * border + 4],
      [`bytes=${2 * border}-`, 2 * border, SIZE],
      [`bytes=-${SIZE - border}`, border, SIZE],
      [`bytes=0-${SIZE + 5}`, 0, SIZE],
    ];
    const etag = (await app.read(PATH, { method: "HEAD" })).headers.get("etag")!;
    for (const path of [PATH, versionedPath]) {
      for (const [range, first, end] of ranges) {
        const response = await app.fetch(path, { headers: { range, "if-range": etag } });
        equal(response.status, 206, range);
        equal(response.headers.get("content-range"), `bytes ${first}-${end - 1}/${SIZE}`);
        equal(response.headers.get("content-length"), String(end - first));
        ok(isEqual(await response.bytes(), CONTENT.subarray(first, end)), range);
      }
      const whole = await app.fetch(path, {
        headers: { range: "bytes=0-3", "if-range": '"other"' },
      });
      equal(whole.status, 200);
      ok(isEqual(await whole.bytes(), CONTENT));
      for (const range of ["bytes=0-3,8-9", "bytes=9-3", "lines=0-3", "bytes=-"]) {
        const response = await app.fetch(path, { headers: { range } });
        equal(response.status, 200, `${range} requests nothing that exists`);
        ok(isEqual(await response.bytes(), CONTENT), range);
      }
      for (const range of [`bytes=${SIZE}-`, "bytes=-0"]) {
        const outside = await app.read(path, { headers: { range } });
        deepEqual([outside.status, outside.headers.get("content-range")], [416, `bytes */${SIZE}`]);
      }
      const head = await app.read(path, { method: "HEAD", headers: { range: "bytes=0-3" } });
      deepEqual([head.status, head.headers.get("content-length"), head.text], [
        200,
        String(SIZE),
        "",
      ]);
      equal((await app.read(path, { headers: { "if-none-match": `"x", ${etag}` } })).status, 304);
    }
  }));

Deno.test("only the address with the hash is immutable, and it returns 404 once its bytes are gone", () =>
  withFile(async (app, db, versionedPath) => {
    const readCaching = async (path: string) => {
      const { status, headers } = await app.read(path, { method: "HEAD" });
      return [status, headers.get("cache-control")];
    };
    deepEqual(await readCaching(PATH), [200, "public, max-age=3600"]);
    deepEqual(await readCaching(versionedPath), [200, IMMUTABLE]);
    const { files: [listed] } = await app.json("/data/history/index.json");
    equal(versionedPath, `/data/history/${listed.versioned_name}`);
    await storeContent(db, NAME, NEWER, LATER);
    ok(isEqual(await (await app.fetch(PATH)).bytes(), NEWER));
    ok(isEqual(await (await app.fetch(versionedPath)).bytes(), CONTENT));
    deepEqual(await readCaching(versionedPath), [200, IMMUTABLE]);
    await deleteReplaced(db, [NAME], new Date(LATER.getTime() + 2 * 3_600_000));
    for (
      const path of [
        versionedPath,
        `/data/history/0123456789abcdef-${NAME}`,
        "/data/history/2023.parquet",
      ]
    ) {
      match(await checkError(await app.fetch(path), "NOT_FOUND"), /does not exist/);
    }
    await checkError(await app.fetch("/data/history/..%2findex.json"), "NOT_FOUND");
    await checkError(await app.fetch(PATH, { method: "DELETE" }), "METHOD_NOT_ALLOWED");
  }));

Deno.test("two instances over one database serve the same bytes under the same ETag", () =>
  withFile(async (one, db) => {
    const other = await createTestApp(db);
    const answers = await Promise.all([one, other].map(async (app) => {
      const { headers, text } = await app.read(PATH);
      const lists = await Promise.all(
        ["index.json", "datapackage.json"].map((name) => app.read(`/data/history/${name}`)),
      );
      return [
        headers.get("etag"),
        text,
        lists.map(({ text, headers }) => [text, headers.get("etag")]),
      ];
    }));
    deepEqual(answers[0], answers[1]);
    await other.close();
  }));

Deno.test("a download that began before the file was replaced gets all of the old bytes", () =>
  withFile(async (app, db) => {
    const reader = (await app.fetch(PATH)).body!.getReader();
    const pieces = [(await reader.read()).value!];
    await storeContent(db, NAME, NEWER, LATER);
    await deleteReplaced(db, [NAME], LATER);
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
    }
    ok(isEqual(Buffer.concat(pieces), CONTENT));
  }));

const DAMAGE = [
  "delete from history_chunk where number = 1",
  "delete from history_chunk",
  "update history_chunk set bytes = substring(bytes for 9) where number = 2",
];

for (const damage of DAMAGE) {
  Deno.test(`a damaged file returns 503 and is logged: ${damage}`, () =>
    withFile(async (app, db, versionedPath) => {
      await db.query({ text: damage });
      for (const path of [PATH, versionedPath]) {
        for (const method of ["GET", "HEAD"]) {
          const response = await app.fetch(path, { method });
          equal(response.status, 503);
          ok(Number(response.headers.get("retry-after")) > 0);
          await response.body?.cancel();
        }
      }
      equal(app.log.at("error").length, 4);
      match(app.log.at("error")[0]!.message, /^A file of past prices is damaged/);
    }, ["A file of past prices is damaged in the database; the next run rebuilds it"]));
}

/**
 * Moves a byte from the last chunk to the first. The file keeps its length, and only reading it
 * shows the damage.
 */
const MOVE_BYTE = `update history_chunk set bytes = case number when 1 then bytes || '\\x00'
  else substring(bytes for length(bytes) - 1) end where number > 0`;

Deno.test("damage found during a download breaks the connection, and the service continues", () =>
  withFile(async (app, db) => {
    await db.query({ text: MOVE_BYTE });
    const { url, stop } = startServer(app.handler);
    const response = await fetch(url + PATH);
    deepEqual([response.status, response.headers.get("content-length")], [200, String(SIZE)]);
    await rejects(response.bytes());
    match(
      JSON.stringify(app.log.at("error")),
      /A download of past prices broke off.*damaged in the database/,
    );
    const healthy = await fetch(`${url}/healthz`);
    deepEqual([healthy.status, (await healthy.text()).length > 0], [200, true]);
    await stop();
  }, ["A download of past prices broke off"]));

/** Wraps the database and counts the chunks that are read. */
function counted(db: Db): { db: Db; reads: { count: number } } {
  const reads = { count: 0 };
  const query = (statement: Statement) => {
    if (statement.name === "history_part") reads.count++;
    return db.query(statement);
  };
  return { db: { ...db, query: query as Db["query"] }, reads };
}

Deno.test("a slow or cancelled download reads one chunk at a time and holds no database connection", () =>
  withServerDb(async (original) => {
    await insertFixture(original);
    await storeContent(original, NAME, CONTENT, NOW);
    const { db, reads } = counted(original);
    const app = await createTestApp(db);
    const reader = (await app.fetch(PATH)).body!.getReader();
    equal(reads.count, 0);
    equal((await reader.read()).value!.length, PART_BYTES);
    equal(reads.count, 1);
    equal(original.connections().inUse, 0);
    await reader.read();
    equal(reads.count, 2);
    await reader.cancel();
    equal(original.connections().inUse, 0);
    const open =
      "select from pg_stat_activity where datname = current_database() and state like 'idle in%'";
    deepEqual(await original.query({ text: open }), []);
    const unread = await app.fetch(PATH);
    await unread.body!.cancel();
    await app.read(PATH, { method: "HEAD" });
    equal(reads.count, 2);
    await app.close();
  }));
