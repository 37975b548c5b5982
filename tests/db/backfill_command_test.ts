import { deepEqual, equal, match, rejects } from "../support/assert.ts";
import { type BackfillOptions, backfillYear } from "../../ingest/archive/backfill.ts";
import { throttled } from "../../ingest/throttle.ts";
import type { Db } from "../../lib/db/db.ts";
import { toArchiveXml } from "../support/archive_xml.ts";
import { readRows, toIngestContext } from "../support/load.ts";
import { PATIENCE_MS, runProgram, startServer } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";

const NOW = "2026-01-10T10:00:00Z";
const XML = toArchiveXml([{
  id: 1000001,
  prices: [["Gazole", "2025-01-02T10:00:00", "1.7"], ["Gazole", "2025-01-04T10:00:00", "1.8"]],
}]);

Deno.test("deno task backfill accepts files and standard input, and reports mistakes by exit code", async (t) => {
  const folder = await Deno.makeTempDir();
  const path = (name: string) => `${folder}/${name}`;
  await Deno.writeTextFile(path("PrixCarburants_annuel_2025.xml"), XML);
  await Deno.writeTextFile(path("PrixCarburants_annuel_2024.xml"), XML);
  const [first, ...rest] = XML.split("<pdv ");
  await Deno.writeTextFile(
    path("cut.xml"),
    [first, ...rest, rest[0]!.slice(0, 100)].join("<pdv ").replace("</pdv_liste>", ""),
  );
  const cases: [name: string, args: string[], code: number, said: RegExp][] = [
    ["nothing", [], 2, /Usage: deno task backfill/],
    ["an unknown option", ["--all"], 2, /Unknown option "--all"/],
    ["a year before the first", ["2006"], 2, /"2006"; expected 2007 to 2026/],
    ["a year to come", ["2027"], 2, /"2027"; expected 2007 to 2026/],
    [
      "one file of two that is missing",
      [path("PrixCarburants_annuel_2025.xml"), path("no.xml")],
      2,
      /cannot be read/,
    ],
    ["a wrong year", [path("PrixCarburants_annuel_2024.xml")], 1, /should hold 2024/],
    ["standard input", ["-"], 0, /standard input: changed.*\n.*2 changes/],
    [
      "a file known by now",
      [path("PrixCarburants_annuel_2025.xml")],
      0,
      /unchanged.*\n.*2 known already/,
    ],
    [
      "a cut file",
      [path("cut.xml")],
      1,
      /failed \(The XML stops before its end(.|\n)*it covers no day/,
    ],
  ];
  await withServerDb(async (db, url) => {
    const count = async () => (await readRows(db, "select from price_change")).length;
    for (const [name, args, code, said] of cases) {
      await t.step(name, async () => {
        const shell = `exec < ${path("PrixCarburants_annuel_2025.xml")}`;
        const env = { DATABASE_URL: url, CLOCK: NOW };
        const ended = await runProgram(["ingest/commands/backfill.ts", ...args], env, { shell });
        match(ended.stdout + ended.stderr, said);
        equal(ended.code, code);
        if (code === 2) equal(await count(), 0);
      });
    }
    equal(await count(), 2);
  }).finally(() => Deno.remove(folder, { recursive: true }));
});

async function withSource(
  answer: () => Response,
  work: (context: Parameters<typeof backfillYear>[0], requested: string[], db: Db) => Promise<void>,
): Promise<void> {
  const requested: string[] = [];
  const { url, stop } = startServer((request) => {
    requested.push(new URL(request.url).pathname);
    return answer();
  });
  const patient = {
    headTimeoutMs: PATIENCE_MS,
    pauseTimeoutMs: PATIENCE_MS,
    totalTimeoutMs: PATIENCE_MS,
  };
  const fetch = { ...patient, maxBytes: 1_000_000, backoffMs: 1 };
  await withServerDb((db) =>
    work(
      { ...toIngestContext(db, NOW), config: { archiveUrl: `${url}/opendata` }, fetch },
      requested,
      db,
    )
  )
    .finally(stop);
}

Deno.test("backfillYear() downloads a year by its number and reports its progress", () =>
  withSource(() => new Response(XML), async (context, requested) => {
    const phases = new Set<string>();
    const onProgress: BackfillOptions["onProgress"] = ({ phase, stations, done, total }) => {
      phases.add(phase);
      if (phase === "prices") deepEqual([stations, done], [1, total]);
    };
    const report = await backfillYear(context, 2025, { ...throttled(), onProgress });
    deepEqual([report.outcome, report.meansMade], ["changed", 3]);
    deepEqual([...phases], ["download", "prices", "means"]);
    deepEqual(requested, ["/opendata/annee/2025"]);
  }));

Deno.test("backfillYear() stores nothing if the source returns something else", async () => {
  const cases: [Response, string, RegExp][] = [
    [new Response("<!DOCTYPE html><html></html>"), "FeedRefused", /web page/],
    [new Response("no", { status: 404 }), "FetchFailed", /404/],
    [new Response("<html></html>", { status: 502 }), "FetchFailed", /502/],
  ];
  for (const [response, name, message] of cases) {
    await withSource(() => response.clone(), async (context, _, db) => {
      await rejects(() => backfillYear(context, 2025), { name, message });
      deepEqual(await readRows(db, "select revision from data_state"), [[0]]);
    });
  }
});
