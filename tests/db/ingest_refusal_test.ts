/** Feeds that are wrong as a whole and sources that fail: the old data stay, the import log says why. On both databases. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type FeedSource, type IngestOptions, type IngestReport, runIngest } from "../../ingest/run.ts";
import type { FetchOptions } from "../../ingest/fetch.ts";
import { tryWriterLock } from "../../lib/db/state.ts";
import { openDb } from "../../lib/db/connection.ts";
import { type Db, readOne, type Row } from "../../lib/db/db.ts";
import { type Answer, startFeedServer } from "../support/feed_server.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";
import { type SmallStation, toFeed, toStations } from "../support/small_feed.ts";

const FIRST_AT = "2026-06-01 08:00:00";
const NEXT_AT = "2026-06-01 12:00:00";
const CLOCK = "2026-06-01T10:10:00Z";
const STATIONS = toStations(200, FIRST_AT);
/** Patient, since the machine may be busy; a test of a bound sets its own. */
const FETCH: FetchOptions = {
  headTimeoutMs: 60_000,
  pauseTimeoutMs: 60_000,
  totalTimeoutMs: 60_000,
  maxBytes: 200_000,
  backoffMs: 5,
};

function toFile(stations: readonly SmallStation[] | Uint8Array): FeedSource {
  return { kind: "file", name: "small.xml", bytes: stations instanceof Uint8Array ? stations : toFeed(stations) };
}

async function ingest(
  db: Db,
  source: FeedSource,
  options: IngestOptions & { at?: string; fetch?: Partial<FetchOptions> } = {},
): Promise<IngestReport> {
  const testLog = createTestLog();
  const clock = () => new Date(options.at ?? CLOCK);
  const deps = { db, log: testLog.log, clock, fetch: { ...FETCH, ...options.fetch } };
  const report = await runIngest(deps, source, options);
  const isBad = report.outcome === "refused" || report.outcome === "failed";
  deepEqual(testLog.at("warn").map(({ message }) => message), isBad ? [`Ingest ${report.outcome}`] : []);
  deepEqual(testLog.at("error"), []);
  return report;
}

async function dump(db: Db): Promise<Row[][]> {
  const tables = [
    "data_state",
    "station",
    "current_price",
    "price_change",
    "stock_out",
    "absence",
    "coverage",
    "quarantine",
  ];
  const rows: Row[][] = [];
  for (const table of tables) rows.push(await db.query({ text: `select * from ${table} t order by t::text` }));
  return rows;
}

async function lastRun(db: Db): Promise<Row> {
  return await readOne(db, { text: "select outcome, message, etag from ingest_run order by id desc limit 1" });
}

/** Two hundred stations are known; then `source` is refused for `code` and nothing of them changes. */
async function assertRefused(db: Db, source: FeedSource, code: string): Promise<void> {
  const before = await dump(db);
  const report = await ingest(db, source);
  deepEqual([report.outcome, report.refusal], ["refused", code], report.message ?? "");
  deepEqual(await dump(db), before);
  const run = await lastRun(db);
  deepEqual([run.outcome, run.message], ["refused", report.message]);
}

function moveAll(factor: number, at: string): SmallStation[] {
  return STATIONS.map((station) => ({
    ...station,
    prices: station.prices!.map((price) => ({ ...price, at, value: (Number(price.value) * factor).toFixed(3) })),
  }));
}

forEachDb("feeds that cannot follow what is known are refused and the old data stay", async (_t, db) => {
  await ingest(db, toFile(STATIONS), { at: "2026-06-01T07:00:00Z" });
  await assertRefused(db, toFile(STATIONS.slice(0, 159)), "stations_missing");
  await assertRefused(db, toFile(toStations(200, "2026-06-01 07:59:59")), "older");
  await assertRefused(db, toFile(moveAll(1.01, FIRST_AT)), "prices_rewritten");
  await assertRefused(db, toFile(moveAll(1.01, NEXT_AT)), "prices_moved");
  await assertRefused(db, toFile([]), "empty");
  await assertRefused(db, toFile(STATIONS.map(({ id }) => ({ id }))), "empty");
  await assertRefused(db, toFile(moveAll(10, NEXT_AT)), "prices_refused");
  await assertRefused(
    db,
    toFile(toStations(200, NEXT_AT, (station) => ({ ...station, id: `0${station.id}` }))),
    "stations_refused",
  );
});

forEachDb(
  "a feed without usable positions is refused, also as the first one; moved ones are refused",
  async (_t, db) => {
    const toMoved = (by: number) =>
      toFile(toStations(200, NEXT_AT, (station) => ({ ...station, latitude: 4_884_000 + by })));
    await assertRefused(db, toMoved(450_000), "positions_refused");
    await ingest(db, toFile(STATIONS), { at: "2026-06-01T07:00:00Z" });
    await assertRefused(db, toMoved(450_000), "positions_refused");
    match(String((await lastRun(db)).message), /^Too many stations have no usable position: 200 of 200 \(100.0 %\)$/);
    await assertRefused(db, toMoved(2_000), "details_lost");
    match(String((await lastRun(db)).message), /details: position of 200 of 200 \(100.0 %\)$/);
  },
);

/** Positions of two stations: of the one that a feed moves and of another. */
async function readLatitudes(db: Db): Promise<unknown[]> {
  const text = "select st_y(position::geometry) as lat, position_flag from station where id < 75012003 order by id";
  return (await db.query({ text })).map((row) => Object.values(row));
}

forEachDb("a single station keeps its last good position until the feed has a usable one", async (_t, db) => {
  const right = [48.84, null];
  const read = async (latitude: number, at: string) => {
    const stations = toStations(200, at, (station, index) => ({ ...station, ...(index === 0 && { latitude }) }));
    equal((await ingest(db, toFile(stations))).outcome, "changed");
    return await readLatitudes(db);
  };
  deepEqual(await read(0, "2026-06-01 07:50:00"), [[null, "zero"], right]);
  deepEqual(await read(4_884_000, "2026-06-01 08:00:00"), [right, right]);
  deepEqual(await read(5_334_000, "2026-06-01 08:10:00"), [[48.84, "far_from_department"], right]);
  deepEqual(await read(5_334_000, "2026-06-01 08:20:00"), [[48.84, "far_from_department"], right]);
  deepEqual(await read(4_885_000, "2026-06-01 08:30:00"), [[48.85, null], right]);
});

forEachDb(
  "feeds that may follow are taken: fewer stations, many prices after a day, other level after a month",
  async (_t, db) => {
    await ingest(db, toFile(STATIONS), { at: "2026-06-01T07:00:00Z" });
    equal((await ingest(db, toFile(STATIONS.slice(0, 165)))).outcome, "changed");
    const dayLater = await ingest(db, toFile(moveAll(1.1, "2026-06-02 08:00:01")), { at: "2026-06-02T07:00:00Z" });
    equal(dayLater.outcome, "changed", dayLater.message ?? "");
    const weekLater = await ingest(db, toFile(moveAll(1.5, "2026-06-09 08:00:01")), { at: "2026-06-09T07:00:00Z" });
    equal(weekLater.refusal, "level_moved");
    const monthLater = await ingest(db, toFile(moveAll(1.5, "2026-07-03 08:00:01")), { at: "2026-07-03T07:00:00Z" });
    equal(monthLater.outcome, "changed", monthLater.message ?? "");
  },
);

forEachDb("a person may force a feed that cannot follow, but not one that is broken", async (_t, db) => {
  await ingest(db, toFile(STATIONS), { at: "2026-06-01T07:00:00Z" });
  equal((await ingest(db, toFile(STATIONS.slice(0, 20)), { force: true })).stored?.stationsLeft, 180);
  equal((await ingest(db, toFile(new TextEncoder().encode("<pdv_liste><pdv")), { force: true })).outcome, "refused");
});

forEachDb("damaged, hostile and foreign bytes are refused, and of them the newest three are kept", async (_t, db) => {
  await ingest(db, toFile(STATIONS), { at: "2026-06-01T07:00:00Z" });
  const feed = toFeed(STATIONS);
  const text = (words: string) => toFile(new TextEncoder().encode(words));
  await assertRefused(db, toFile(feed.subarray(0, feed.length / 2)), "truncated");
  await assertRefused(db, text("<!DOCTYPE html><html></html>"), "html");
  await assertRefused(db, text("PK\u0003\u0004 not a zip"), "bad_zip");
  await assertRefused(
    db,
    text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><pdv_liste/>'),
    "dtd",
  );
  await assertRefused(db, text("Bad gateway"), "not_a_feed");
  await assertRefused(db, text("<pdv_liste><pdv id='1'><a></b></pdv></pdv_liste>"), "bad_xml");
  const kept = await db.query({
    text: "select reason, convert_from(bytes, 'UTF8') as text from refused_feed order by ingest_run_id",
  });
  deepEqual(kept.map(({ reason }) => reason), ["dtd", "not_a_feed", "bad_xml"]);
  equal(kept[1]!.text, "Bad gateway");
});

forEachDb("a feed refused again and again is kept once", async (_t, db) => {
  await ingest(db, toFile(STATIONS), { at: "2026-06-01T07:00:00Z" });
  for (let time = 0; time < 4; time++) await assertRefused(db, toFile(STATIONS.slice(0, 10)), "stations_missing");
  equal((await db.query({ text: "select 1 from refused_feed" })).length, 1);
  equal((await db.query({ text: "select 1 from ingest_run where outcome = 'refused'" })).length, 4);
});

forEachDb("a first feed may hold garbage: its rows are counted and kept, the rest is used", async (_t, db) => {
  const stations = [...STATIONS, { id: 1, prices: [{ fuel: "E85", at: "0216-03-02 00:00:00", value: "-1" }] }];
  const report = await ingest(db, toFile(stations));
  deepEqual([report.outcome, report.feed?.refused], ["changed", { bad_price: 1 }]);
  deepEqual(await db.query({ text: "select reason, raw from quarantine" }), [
    { reason: "bad_price", raw: "prix E85 0216-03-02 00:00:00 -1" },
  ]);
});

/** Ingests from a server that gives these answers. */
async function withAnswers(
  answers: Answer[],
  work: (source: FeedSource, requests: { headers: Record<string, string> }[]) => Promise<void>,
): Promise<void> {
  const server = startFeedServer();
  try {
    server.answer(...answers);
    await work({ kind: "official", url: server.url }, server.requests);
  } finally {
    await server.stop();
  }
}

forEachDb("a source that says nothing changed is believed when the last good feed was its own", async (_t, db) => {
  const bytes = toFeed(STATIONS);
  await withAnswers([{ kind: "feed", bytes, etag: '"a"' }], async (source, requests) => {
    equal((await ingest(db, source)).outcome, "changed");
    const again = await ingest(db, source);
    equal(again.outcome, "unchanged");
    deepEqual(requests.map(({ headers }) => headers["if-none-match"]), [undefined, '"a"']);
    equal((await lastRun(db)).etag, '"a"');
    await ingest(db, toFile(toStations(201, FIRST_AT)));
    equal((await ingest(db, source)).outcome, "changed");
    equal(requests[2]!.headers["if-none-match"], undefined);
  });
});

forEachDb("what one address said of its feed is not sent to another", async (_t, db) => {
  const answer: Answer = { kind: "feed", bytes: toFeed(STATIONS), etag: '"a"' };
  await withAnswers([answer], async (source) => void await ingest(db, source));
  await withAnswers([{ ...answer, bytes: toFeed(toStations(201, FIRST_AT)) }], async (source, requests) => {
    equal((await ingest(db, source)).stored?.stationsAdded, 1);
    equal(requests[0]!.headers["if-none-match"], undefined);
  });
});

forEachDb("Last-Modified serves where there is no ETag", async (_t, db) => {
  const lastModified = "Mon, 01 Jun 2026 08:00:00 GMT";
  await withAnswers([{ kind: "feed", bytes: toFeed(STATIONS), lastModified }], async (source, requests) => {
    await ingest(db, source);
    equal((await ingest(db, source)).outcome, "unchanged");
    equal(requests[1]!.headers["if-modified-since"], lastModified);
  });
});

forEachDb("a refused answer is fetched again, whole", async (_t, db) => {
  await withAnswers([{ kind: "feed", bytes: toFeed([]), etag: '"empty"' }], async (source, requests) => {
    equal((await ingest(db, source)).refusal, "empty");
    equal((await ingest(db, source)).refusal, "empty");
    equal(requests[1]!.headers["if-none-match"], undefined);
  });
});

forEachDb(
  "a source that fails leaves everything as it was: status, page, drip, reset, silence, wrong length",
  async (_t, db) => {
    await ingest(db, toFile(STATIONS), { at: "2026-06-01T07:00:00Z" });
    const before = await dump(db);
    const bytes = toFeed(STATIONS);
    const cases: [Answer, string, RegExp, Partial<FetchOptions>?][] = [
      [
        { kind: "status", status: 502, body: "<h1>Bad Gateway</h1>" },
        "failed",
        /^The source answered with status 502$/,
      ],
      [{ kind: "status", status: 404, body: "gone" }, "failed", /status 404/],
      [{ kind: "html" }, "refused", /web page/],
      [{ kind: "truncated", bytes, share: 0.5 }, "refused", /stops before its end/],
      [{ kind: "drip", bytes, pieceBytes: 1_000, pauseMs: 50 }, "failed", /not done within 400 ms/, {
        totalTimeoutMs: 400,
      }],
      [{ kind: "reset", bytes }, "failed", /cannot be read/],
      [{ kind: "wrong_length", bytes, announced: bytes.length + 99 }, "failed", /cannot be read/],
      [{ kind: "silence" }, "failed", /the first byte took more than 200 ms/, { headTimeoutMs: 200 }],
      [{ kind: "feed", bytes: new Uint8Array(300_000).fill(60) }, "refused", /more than 200000 bytes/],
      [{ kind: "feed", bytes: new Uint8Array() }, "refused", /neither a ZIP nor an XML/],
    ];
    for (const [answer, outcome, message, fetch] of cases) {
      await withAnswers([answer], async (source) => {
        const report = await ingest(db, source, { fetch });
        equal(report.outcome, outcome, `${answer.kind}: ${report.message}`);
        match(report.message ?? "", message);
        deepEqual((await lastRun(db)).outcome, outcome);
      });
    }
    deepEqual(await dump(db), before);
  },
);

forEachDb("a source that nobody serves is reported with the reason", async (_t, db) => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  const url = `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}/`;
  match((await ingest(db, { kind: "official", url })).message ?? "", /^The source cannot be read: .*refused/i);
});

forEachDb("a passing fault is tried once more, a lasting one is not", async (_t, db) => {
  const bytes = toFeed(STATIONS);
  await withAnswers([{ kind: "reset", bytes }, { kind: "feed", bytes }], async (source, requests) => {
    equal((await ingest(db, source)).outcome, "changed");
    equal(requests.length, 2);
  });
  await withAnswers([{ kind: "status", status: 404, body: "" }], async (source, requests) => {
    equal((await ingest(db, source)).outcome, "failed");
    equal(requests.length, 1);
  });
});

forEachDb("a good ZIP is believed under a bad status", async (_t, db) => {
  const { BlobReader, BlobWriter, ZipWriter } = await import("@zip.js/zip.js");
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await writer.add("a.xml", new BlobReader(new Blob([toFeed(STATIONS)])));
  const bytes = new Uint8Array(await (await writer.close()).arrayBuffer());
  const body = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  ok(body.startsWith("PK"));
  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response(bytes, { status: 500 }),
  );
  try {
    const report = await ingest(db, { kind: "official", url: `http://127.0.0.1:${listener.addr.port}/` });
    equal(report.outcome, "changed", report.message ?? "");
  } finally {
    await listener.shutdown();
  }
});

forEachDb("an error of the database in the middle leaves nothing and is written down as a failure", async (_t, db) => {
  await ingest(db, toFile(STATIONS), { at: "2026-06-01T07:00:00Z" });
  const before = await dump(db);
  const failing: Db = {
    ...db,
    kind: db.kind,
    query: (statement) => db.query(statement),
    stream: (statement, options) => db.stream(statement, options),
    connections: () => db.connections(),
    maintain: () => db.maintain(),
    close: () => db.close(),
    transaction: (work, options) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query: (statement) => {
            if (statement.name === "state_advance") return tx.query({ text: "select 1 / 0" });
            return tx.query(statement);
          },
        }), options),
  };
  const report = await ingest(failing, toFile(toStations(210, NEXT_AT)));
  deepEqual([report.outcome, report.message], ["failed", "The database failed with the code 22012"]);
  deepEqual(await dump(db), before);
  deepEqual((await lastRun(db)).message, report.message);
});

Deno.test("an ingest gives way while another process holds the writers' lock", async () => {
  await withServerDb(async (db, url) => {
    const other = await openDb({ databaseUrl: url, dataDir: "", deploy: false }, { log: createTestLog().log });
    try {
      await other.transaction(async (tx) => {
        ok(await tryWriterLock(tx));
        const report = await ingest(db, toFile(STATIONS));
        deepEqual([report.outcome, report.message], ["busy", "Another ingest is running"]);
      });
      equal((await ingest(db, toFile(STATIONS))).outcome, "changed");
    } finally {
      await other.close();
    }
  });
});
