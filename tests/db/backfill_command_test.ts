import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { backfillYear, backfillYearQuietly } from "../../ingest/archive/backfill_year.ts";
import { openDb } from "../../lib/db/connection.ts";
import type { Db } from "../../lib/db/db.ts";
import { toArchiveXml } from "../support/archive_xml.ts";
import { createTestLog } from "../support/log.ts";
import { createServerUrl, withServerDb } from "../support/server_db.ts";

const COMMAND = new URL("../../ingest/commands/backfill.ts", import.meta.url).pathname;
const XML = toArchiveXml([{
  id: 1000001,
  prices: [["Gazole", "2025-01-02T10:00:00", "1.7"], ["Gazole", "2025-01-04T10:00:00", "1.8"]],
}]);

type Ended = { code: number; stdout: string; stderr: string };

async function run(args: string[], env: Record<string, string>, stdin?: string): Promise<Ended> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", COMMAND, ...args],
    env: { CLOCK: "2026-01-10T10:00:00Z", ...env },
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  });
  const child = command.spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

async function countRuns(url: string): Promise<number> {
  const db = await openDb({ databaseUrl: url, dataDir: "", deploy: false }, { log: createTestLog().log });
  try {
    return (await db.query<{ count: number }>({ text: "select count(*) as count from price_change" }))[0]!.count;
  } finally {
    await db.close();
  }
}

Deno.test("deno task backfill answers files, standard input and mistakes with their exit codes", async (t) => {
  const { url, drop } = await createServerUrl();
  const folder = await Deno.makeTempDir();
  const path = (name: string) => `${folder}/${name}`;
  await Deno.writeTextFile(path("PrixCarburants_annuel_2025.xml"), XML);
  await Deno.writeTextFile(path("PrixCarburants_annuel_2024.xml"), XML);
  const [first, ...rest] = XML.split("<pdv ");
  await Deno.writeTextFile(
    path("cut.xml"),
    [first, ...rest, rest[0]!.slice(0, 100)].join("<pdv ").replace("</pdv_liste>", ""),
  );
  const cases: [name: string, args: string[], code: number, said: RegExp, stdin?: string][] = [
    ["nothing", [], 2, /Usage: deno task backfill/],
    ["an unknown option", ["--all"], 2, /Unknown option "--all"/],
    ["a year before the first", ["2006"], 2, /"2006"; expected 2007 to 2026/],
    ["a year to come", ["2027"], 2, /"2027"; expected 2007 to 2026/],
    [
      "a file that is not there, although another is",
      [path("PrixCarburants_annuel_2025.xml"), path("no.xml")],
      2,
      /cannot be read/,
    ],
    ["a wrong year", [path("PrixCarburants_annuel_2024.xml")], 1, /said to hold 2024/],
    ["standard input", ["-"], 0, /standard input: changed.*\n.*2 changes/, XML],
    ["a file known by now", [path("PrixCarburants_annuel_2025.xml")], 0, /unchanged.*\n.*2 known already/],
    ["a cut file", [path("cut.xml")], 1, /failed \(The XML stops before its end(.|\n)*it covers no day/],
  ];
  try {
    for (const [name, args, code, said, stdin] of cases) {
      await t.step(name, async () => {
        const ended = await run(args, { DATABASE_URL: url }, stdin);
        match(ended.stdout + ended.stderr, said);
        equal(ended.code, code);
        if (code === 2) equal(await countRuns(url), 0);
      });
    }
    equal(await countRuns(url), 2);
  } finally {
    await Deno.remove(folder, { recursive: true });
    await drop();
  }
});

/** Patient, since the machine may be busy, but for the pause before a second try. */
const FETCH = {
  headTimeoutMs: 60_000,
  pauseTimeoutMs: 60_000,
  totalTimeoutMs: 60_000,
  maxBytes: 1_000_000,
  backoffMs: 1,
};

async function withSource<T>(answer: (path: string) => Response, work: (archiveUrl: string) => Promise<T>): Promise<T> {
  const server = Deno.serve({ port: 0, onListen() {} }, (request) => answer(new URL(request.url).pathname));
  try {
    return await work(`http://127.0.0.1:${server.addr.port}/opendata`);
  } finally {
    await server.shutdown();
  }
}

const toDeps = (db: Db, archiveUrl: string) => (
  {
    db,
    clock: () => new Date("2026-01-10T10:00:00Z"),
    log: createTestLog().log,
    config: { archiveUrl },
    fetch: FETCH,
  }
);

Deno.test("backfillYear() downloads the year by its number and tells its progress", async () => {
  const asked: string[] = [];
  const answer = (path: string) => (asked.push(path), new Response(XML));
  await withSource(answer, (archiveUrl) =>
    withServerDb(async (db) => {
      const phases: string[] = [];
      const report = await backfillYearQuietly(toDeps(db, archiveUrl), 2025, ({ phase, stations, done, total }) => {
        phases.push(phase);
        if (phase === "prices") deepEqual([stations, done], [1, total]);
      });
      deepEqual([report.outcome, report.meansMade], ["changed", 3]);
      deepEqual([...new Set(phases)], ["download", "prices", "means"]);
      deepEqual(asked, ["/opendata/annee/2025"]);
    }));
});

const BAD: [name: string, answer: () => Response, error: { name: string; message: RegExp }][] = [
  ["a page with status 200", () => new Response("<!DOCTYPE html><html></html>"), {
    name: "FeedRefused",
    message: /web page/,
  }],
  ["status 404", () => new Response("no", { status: 404 }), { name: "FetchFailed", message: /404/ }],
  ["status 502", () => new Response("<html></html>", { status: 502 }), { name: "FetchFailed", message: /502/ }],
];

for (const [name, answer, error] of BAD) {
  Deno.test(`backfillYear() stores nothing when the source answers ${name}`, async () => {
    await withSource(answer, (archiveUrl) =>
      withServerDb(async (db) => {
        await rejects(() => backfillYear(toDeps(db, archiveUrl), 2025), error);
        deepEqual(await db.query({ text: "select revision from data_state" }), [{ revision: 0 }]);
      }));
  });
}

Deno.test("backfillYear() refuses a year that holds another", async () => {
  await withSource(() => new Response(XML), (archiveUrl) =>
    withServerDb(async (db) => {
      const report = await backfillYear(toDeps(db, archiveUrl), 2023);
      equal(report.outcome, "refused");
      match(report.message!, /said to hold 2023, but most of its prices are of 2025/);
    }));
});
