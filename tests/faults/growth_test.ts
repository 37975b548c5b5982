import { deepEqual, equal, ok } from "../support/assert.ts";
import type { Db, Row } from "../../lib/db/db.ts";
import { KEPT_FEEDS, KEPT_REFUSED_ROWS, KEPT_RUNS } from "../../lib/db/ingest/runs.ts";
import { withServerDb } from "../support/server_db.ts";
import { ingestFeed, toFeed, toStations } from "../support/small_feed.ts";

const FEED = toFeed(toStations(60, "2026-06-05 12:00:00"));

async function ingest(db: Db, bytes: Uint8Array): Promise<string> {
  return (await ingestFeed(db, bytes, { at: "2026-06-05T10:20:00Z" })).outcome;
}

async function count(db: Db, from: string): Promise<number> {
  const [row] = await db.query<Row>({ text: `select count(*)::int as rows from ${from}` });
  return row!.rows as number;
}

/**
 * Two years of a failing source, with one row in quarantine per run, after one good archive and one
 * that is loading.
 */
const TWO_YEARS = `insert into ingest_run (kind, source, started_at, outcome)
    values ('archive', 'https://a/annee/2025', now(), 'changed'),
      ('archive', 'running', now(), null);
  insert into backfill_progress (identity, ingest_run_id, stations_done, tally, updated_at)
    select 'x', id, 0, '{}', now()
    from ingest_run
    where source = 'running';
  insert into ingest_run (kind, source, started_at, outcome, message)
    select kind, 'b', timestamptz '2024-06-01' + n * interval '10 minutes', 'failed',
      'The source is too slow'
    from (values ('archive', 700), ('brands', 700), ('feed', 30000)) k (kind, rows),
      generate_series(1, k.rows) n;
  insert into quarantine (ingest_run_id, station_id, reason, raw, last_seen_at)
    select id, id::text, 'bad_price', 'x', started_at
    from ingest_run
    where kind = 'feed';
  insert into quarantine (ingest_run_id, station_id, reason, raw, last_seen_at)
    select (select max(id) from ingest_run), n::text, 'bad_time', 'x',
      timestamptz '2025-01-01' + n * interval '1 second'
    from generate_series(1, 60000) n`;

Deno.test("the oldest runs and rejected rows are deleted, and the last good run and running archives stay", async () => {
  await withServerDb(async (db) => {
    equal(await ingest(db, FEED), "changed");
    await db.query({ text: TWO_YEARS });
    equal(await ingest(db, new TextEncoder().encode("<html>")), "refused");
    equal(await ingest(db, FEED), "unchanged", "the last good run, 30 000 runs ago, must be kept");
    equal(await count(db, "ingest_run where kind = 'feed'"), KEPT_RUNS.feed);
    deepEqual(await count(db, "ingest_run where kind = 'archive' and source <> 'b'"), 2);
    // Rejected rows are deleted with the last run that saw them, and have their own limit.
    const refused = toFeed([...toStations(60, "2026-06-05 12:01:00"), { id: "x" }]);
    equal(await ingest(db, refused), "changed");
    equal(
      await count(db, "quarantine where reason = 'bad_price' and last_seen_at < '2026-01-01'"),
      0,
    );
    ok(await count(db, "quarantine") <= KEPT_REFUSED_ROWS.all);
    equal(await count(db, "quarantine where reason = 'bad_station_id'"), 1, "the newest must stay");
  });
});

Deno.test("a source that sends new garbage each time fills neither quarantine nor rejected feeds", async () => {
  await withServerDb(async (db) => {
    for (let round = 0; round < 2; round++) {
      const stockOuts = Array.from(
        { length: 12_000 },
        (_, index) => ({ fuel: `${index}`, since: `${round}` }),
      );
      const junk = { id: 75012999, prices: [], stockOuts };
      equal(
        await ingest(db, toFeed([...toStations(60, `2026-06-05 12:0${round}:00`), junk])),
        "changed",
      );
      equal(await count(db, "quarantine"), (round + 1) * KEPT_REFUSED_ROWS.ofOneCall);
    }
    for (let round = 0; round < 6; round++) {
      equal(await ingest(db, new TextEncoder().encode(`<html>${round}`)), "refused");
    }
    equal(await count(db, "refused_feed"), KEPT_FEEDS);
    equal(await ingest(db, new Uint8Array(17_000_000).fill(60)), "refused");
    equal(
      await count(db, "refused_feed where length(bytes) > 100"),
      0,
      "a row far larger than a feed must not be kept",
    );
  });
});
