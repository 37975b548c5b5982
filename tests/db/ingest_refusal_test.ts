import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import type { IngestReport } from "../../ingest/report.ts";
import { type FeedSource, type IngestOptions, runIngest } from "../../ingest/run_ingest.ts";
import type { FetchOptions } from "../../ingest/fetch.ts";
import { tryIngestLocks } from "../../lib/db/data_state.ts";
import type { Db } from "../../lib/db/db.ts";
import { type Answer, startFeedServer } from "../support/feed_server.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { readRows, toBytes, wrapTransactions } from "../support/load.ts";
import { createTestLog } from "../support/log.ts";
import { PATIENCE_MS, startServer } from "../support/process.ts";
import { withRole, withServerDb } from "../support/server_db.ts";
import { type SmallStation, toFeed, toStations } from "../support/small_feed.ts";

const FIRST_AT = "2026-06-01 08:00:00";
const NEXT_AT = "2026-06-01 12:00:00";
const STATIONS = toStations(200, FIRST_AT);
/** Tests of a timeout set their own. */
const FETCH: FetchOptions = {
  headTimeoutMs: PATIENCE_MS,
  pauseTimeoutMs: PATIENCE_MS,
  totalTimeoutMs: PATIENCE_MS,
  maxBytes: 200_000,
  backoffMs: 5,
};

function toFile(stations: readonly SmallStation[] | Uint8Array): FeedSource {
  return {
    kind: "file",
    name: "small.xml",
    bytes: stations instanceof Uint8Array ? stations : toFeed(stations),
  };
}

async function ingest(
  db: Db,
  source: FeedSource,
  options: IngestOptions & { at?: string; fetch?: Partial<FetchOptions> } = {},
): Promise<IngestReport> {
  const testLog = createTestLog();
  const clock = () => new Date(options.at ?? "2026-06-01T10:10:00Z");
  const context = { db, log: testLog.log, clock, fetch: { ...FETCH, ...options.fetch } };
  const report = await runIngest(context, source, options);
  const isBad = report.outcome === "refused" || report.outcome === "failed";
  deepEqual(
    testLog.at("warn").map(({ message }) => message),
    isBad ? [`Ingest ${report.outcome}`] : [],
  );
  deepEqual(testLog.at("error"), []);
  return report;
}

async function ingestFirst(db: Db): Promise<void> {
  await ingest(db, toFile(STATIONS), { at: "2026-06-01T07:00:00Z" });
}

const TABLES = "data_state station current_price price_change stock_out absence coverage quarantine"
  .split(" ");

async function dump(db: Db): Promise<unknown[][]> {
  return await Promise.all(
    TABLES.map((table) => readRows(db, `select to_jsonb(t) from ${table} t order by t::text`)),
  );
}

async function readLastRun(db: Db): Promise<unknown[]> {
  return (await readRows(db, "select outcome, message from ingest_run order by id desc limit 1"))[
    0
  ]!;
}

async function assertRefused(db: Db, source: FeedSource, code: string): Promise<string> {
  const before = await dump(db);
  const report = await ingest(db, source);
  deepEqual([report.outcome, report.refusal], ["refused", code], report.message ?? "");
  deepEqual(await dump(db), before);
  deepEqual(await readLastRun(db), ["refused", report.message]);
  return report.message!;
}

function moveAll(factor: number, at: string): SmallStation[] {
  return STATIONS.map((station) => ({
    ...station,
    prices: station.prices!.map((price) => ({
      ...price,
      at,
      value: (Number(price.value) * factor).toFixed(3),
    })),
  }));
}

const moveLatitudes = (by: number) =>
  toStations(200, NEXT_AT, (station) => ({ ...station, latitude: 4_884_000 + by }));

// Proves docs/data.md#refused-feeds
forEachDb(
  "feeds that cannot follow the known data are rejected and the old data stay",
  async (_t, db) => {
    await assertRefused(db, toFile(moveLatitudes(450_000)), "positions_refused");
    await ingestFirst(db);
    const cases: [SmallStation[], string][] = [
      [STATIONS.slice(0, 159), "stations_missing"],
      [[], "empty"],
      [STATIONS.map(({ id }) => ({ id })), "empty"],
      [moveAll(10, NEXT_AT), "prices_refused"],
      [
        toStations(200, NEXT_AT, (station) => ({ ...station, id: `0${station.id}` })),
        "stations_refused",
      ],
    ];
    for (const [stations, code] of cases) await assertRefused(db, toFile(stations), code);
    const unusable = await assertRefused(db, toFile(moveLatitudes(450_000)), "positions_refused");
    match(unusable, /^Too many stations have no usable position: 200 of 200 \(100.0 %\)$/);
    const moved = await assertRefused(db, toFile(moveLatitudes(2_000)), "details_lost");
    match(moved, /details: position of 200 of 200 \(100.0 %\)$/);
  },
);

forEachDb(
  "a single station keeps its last good position until the feed has a usable one",
  async (_t, db) => {
    const text = `select st_y(position::geometry) as lat, position_flag
        from station
        where id < 75012003
        order by id`;
    const cases: [latitude: number, at: string, stored: unknown[]][] = [
      [0, "07:50", [null, "zero"]],
      [4_884_000, "08:00", [48.84, null]],
      [5_334_000, "08:10", [48.84, "far_from_department"]],
      [5_334_000, "08:20", [48.84, "far_from_department"]],
      [4_885_000, "08:30", [48.85, null]],
    ];
    for (const [latitude, at, stored] of cases) {
      const stations = toStations(200, `2026-06-01 ${at}:00`, (station, index) => (
        { ...station, ...(index === 0 && { latitude }) }
      ));
      equal((await ingest(db, toFile(stations))).outcome, "changed");
      deepEqual(await readRows(db, text), [stored, [48.84, null]]);
    }
  },
);

// Proves docs/data.md#refused-feeds
forEachDb(
  "an operator may force a feed that cannot follow, but not a broken one",
  async (_t, db) => {
    await ingestFirst(db);
    equal(
      (await ingest(db, toFile(STATIONS.slice(0, 20)), { force: true })).stored?.stationsLeft,
      180,
    );
    equal(
      (await ingest(db, toFile(toBytes("<pdv_liste><pdv")), { force: true })).outcome,
      "refused",
    );
  },
);

forEachDb(
  "damaged, hostile and foreign bytes are rejected, and the newest three are kept, once each",
  async (_t, db) => {
    await ingestFirst(db);
    const feed = toFeed(STATIONS);
    const cases: [string | Uint8Array, string][] = [
      [feed.subarray(0, feed.length / 2), "truncated"],
      ["<!DOCTYPE html><html></html>", "html"],
      ["PK\u0003\u0004 not a zip", "bad_zip"],
      [
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><pdv_liste/>',
        "dtd",
      ],
      ["Bad gateway", "not_a_feed"],
      ["<pdv_liste><pdv id='1'><a></b></pdv></pdv_liste>", "bad_xml"],
      ["<pdv_liste><pdv id='1'><a></b></pdv></pdv_liste>", "bad_xml"],
    ];
    for (const [bytes, code] of cases) {
      await assertRefused(db, toFile(typeof bytes === "string" ? toBytes(bytes) : bytes), code);
    }
    const kept = await readRows(
      db,
      "select reason, convert_from(bytes, 'UTF8') as text from refused_feed order by ingest_run_id",
    );
    deepEqual(kept.map(([reason]) => reason), ["dtd", "not_a_feed", "bad_xml"]);
    equal(kept[1]![1], "Bad gateway");
  },
);

async function withAnswers(
  answers: Answer[],
  work: (source: FeedSource, requests: { headers: Record<string, string> }[]) => Promise<void>,
): Promise<void> {
  const server = startFeedServer();
  server.answer(...answers);
  await work({ kind: "official", url: server.url }, server.requests).finally(server.stop);
}

forEachDb(
  "a 304 from a source is trusted if the last good feed came from it",
  async (_t, db) => {
    const bytes = toFeed(STATIONS);
    await withAnswers([{ kind: "feed", bytes, etag: '"a"' }], async (source, requests) => {
      equal((await ingest(db, source)).outcome, "changed");
      const again = await ingest(db, source);
      equal(again.outcome, "unchanged");
      deepEqual(requests.map(({ headers }) => headers["if-none-match"]), [undefined, '"a"']);
      await ingest(db, toFile(toStations(201, FIRST_AT)));
      equal((await ingest(db, source)).outcome, "changed");
      equal(requests[2]!.headers["if-none-match"], undefined);
    });
    const others = toFeed(toStations(202, FIRST_AT));
    await withAnswers([{ kind: "feed", bytes: others, etag: '"a"' }], async (source, requests) => {
      equal((await ingest(db, source)).outcome, "changed");
      equal(
        requests[0]!.headers["if-none-match"],
        undefined,
        "validators of one address must not be sent to another",
      );
    });
  },
);

forEachDb(
  "Last-Modified is used without an ETag, and a rejected response is downloaded again in full",
  async (_t, db) => {
    await withAnswers(
      [{ kind: "feed", bytes: toFeed([]), etag: '"empty"' }],
      async (source, requests) => {
        for (let time = 0; time < 2; time++) equal((await ingest(db, source)).refusal, "empty");
        equal(requests[1]!.headers["if-none-match"], undefined);
      },
    );
    const lastModified = "Mon, 01 Jun 2026 08:00:00 GMT";
    await withAnswers(
      [{ kind: "feed", bytes: toFeed(STATIONS), lastModified }],
      async (source, requests) => {
        for (const outcome of ["changed", "unchanged"]) {
          equal(
            (await ingest(db, source)).outcome,
            outcome,
          );
        }
        equal(requests[1]!.headers["if-modified-since"], lastModified);
      },
    );
  },
);

forEachDb(
  "a source that fails changes nothing: status, HTML page, drip, reset, silence, wrong length",
  async (_t, db) => {
    await ingestFirst(db);
    const before = await dump(db);
    const bytes = toFeed(STATIONS);
    const cases: [Answer, string, RegExp, Partial<FetchOptions>?][] = [
      [
        { kind: "status", status: 502, body: "Bad Gateway" },
        "failed",
        /^The source answered with status 502$/,
      ],
      [{ kind: "status", status: 404, body: "gone" }, "failed", /status 404/],
      [{ kind: "html" }, "refused", /web page/],
      [{ kind: "truncated", bytes, share: 0.5 }, "refused", /stops before its end/],
      [
        { kind: "drip", bytes, pieceBytes: 1_000, pauseMs: 50 },
        "failed",
        /not done within 400 ms/,
        {
          totalTimeoutMs: 400,
        },
      ],
      [{ kind: "reset", bytes }, "failed", /cannot be read/],
      [{ kind: "wrong_length", bytes, announced: bytes.length + 99 }, "failed", /cannot be read/],
      [{ kind: "silence" }, "failed", /the first byte took more than 200 ms/, {
        headTimeoutMs: 200,
      }],
      [
        { kind: "feed", bytes: new Uint8Array(300_000).fill(60) },
        "refused",
        /more than 200000 bytes/,
      ],
      [{ kind: "feed", bytes: new Uint8Array() }, "refused", /neither a ZIP nor an XML/],
    ];
    for (const [answer, outcome, message, fetch] of cases) {
      await withAnswers([answer], async (source) => {
        const report = await ingest(db, source, { fetch });
        equal(report.outcome, outcome, `${answer.kind}: ${report.message}`);
        match(report.message ?? "", message);
        deepEqual(await readLastRun(db), [outcome, report.message]);
      });
    }
    deepEqual(await dump(db), before);
  },
);

forEachDb(
  "an unreachable source is reported, and only a transient fault is retried, once",
  async (_t, db) => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    listener.close();
    const url = `http://127.0.0.1:${listener.addr.port}/`;
    match(
      (await ingest(db, { kind: "official", url })).message ?? "",
      /^The source cannot be read: .*refused/i,
    );
    const bytes = toFeed(STATIONS);
    const cases: [Answer[], string, number][] = [
      [[{ kind: "reset", bytes }, { kind: "feed", bytes }], "changed", 2],
      [[{ kind: "status", status: 404, body: "" }], "failed", 1],
    ];
    for (const [answers, outcome, count] of cases) {
      await withAnswers(answers, async (source, requests) => {
        equal((await ingest(db, source)).outcome, outcome);
        equal(requests.length, count);
      });
    }
  },
);

forEachDb("a good ZIP is accepted with a bad status", async (_t, db) => {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await writer.add("a.xml", new BlobReader(new Blob([toFeed(STATIONS)])));
  const zip = await writer.close();
  const { url, stop } = startServer(() => new Response(zip, { status: 500 }));
  const report = await ingest(db, { kind: "official", url }).finally(stop);
  equal(report.outcome, "changed", report.message ?? "");
});

forEachDb(
  "a database error halfway stores nothing and is recorded as a failure",
  async (_t, db) => {
    await ingestFirst(db);
    const before = await dump(db);
    const failing = wrapTransactions(db, (tx, work) =>
      work({
        ...tx,
        query: (statement) =>
          tx.query(statement.name === "state_advance" ? { text: "select 1 / 0" } : statement),
      }));
    const { outcome, message } = await ingest(failing, toFile(toStations(210, NEXT_AT)));
    deepEqual([outcome, message], ["failed", "The database failed with the code 22012"]);
    deepEqual(await dump(db), before);
    deepEqual(await readLastRun(db), [outcome, message]);
  },
);

Deno.test("an ingest gives up while another process holds the writers' lock", async () => {
  await withServerDb((db, url) =>
    withRole(url, new URL(url).username, async (other) => {
      await other.transaction(async (tx) => {
        ok(await tryIngestLocks(tx));
        const report = await ingest(db, toFile(STATIONS));
        deepEqual([report.outcome, report.message], ["busy", "Another ingest is running"]);
      });
      equal((await ingest(db, toFile(STATIONS))).outcome, "changed");
    })
  );
});
