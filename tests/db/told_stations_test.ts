/** Stations told in the words of the last feed are not read again; whatever comes in between, every table ends the same. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { backfillArchive } from "../../ingest/archive/backfill.ts";
import { openArchive } from "../../ingest/archive/open_archive.ts";
import { type IngestOptions, type IngestReport, runIngest } from "../../ingest/run.ts";
import type { Db } from "../../lib/db/db.ts";
import { moveRevision } from "../../lib/db/state.ts";
import { parisOffsetMs } from "../../lib/shared/paris_time.ts";
import { toArchiveXml, type XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { createRandom, pick } from "../support/random_state.ts";
import { withServerDb } from "../support/server_db.ts";

const FOLDER = new URL("../../../shared/data/feed/", import.meta.url).pathname;
const STATIONS = 60;
const ROUNDS = 60;
const MINUTE_MS = 60_000;

const toBytes = (stations: readonly XmlStation[]) => new TextEncoder().encode(toArchiveXml(stations));

async function ingest(
  db: Db,
  { bytes, now, ...options }: { bytes: Uint8Array; now: Date } & IngestOptions,
): Promise<IngestReport> {
  const report = await runIngest({ db, clock: () => now, log: createTestLog().log }, {
    ...{ kind: "file", name: "feed.xml", bytes },
  }, options);
  return { ...report, durationMs: 0 };
}

/** Makes the next feed be read whole. */
async function forget(db: Db): Promise<void> {
  await db.query({ text: "update accepted_feed set rules = 'others'" });
}

const TABLES = `select c.relname as name from pg_class c where c.relkind = 'r'
  and c.relnamespace = 'public'::regnamespace and c.relname not in ('migration', 'spatial_ref_sys') order by 1`;

/** All rows as texts that begin with their table. */
async function readRows(db: Db): Promise<Set<string>> {
  const texts: string[] = [];
  for (const { name } of await db.query<{ name: string }>({ text: TABLES })) {
    // `forget` changes the rules, and the feed itself is long
    const text = `select '${name} ' || row_number() over (partition by r) || r as row
      from (select (to_jsonb(t) - 'rules' - 'bytes')::text as r from ${name} t) rows`;
    texts.push(...(await db.query<{ row: string }>({ text })).map(({ row }) => row));
  }
  return new Set(texts);
}

async function assertSameRows(one: Db, other: Db): Promise<void> {
  const [rows, others] = [await readRows(one), await readRows(other)];
  const show = (differing: Set<string>) => [...differing].slice(0, 5).map((row) => row.slice(0, 500));
  deepEqual(show(rows.difference(others)), show(others.difference(rows)));
}

/** Two databases, of which the second one reads every feed whole, and must then hold the same. */
async function compare(
  work: (both: (step: (db: Db) => Promise<unknown>) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await withServerDb((quick) =>
    withServerDb((whole) =>
      work(async (step) => {
        await forget(whole);
        const [one, other] = [await step(quick), await step(whole)];
        deepEqual(one, other);
        await assertSameRows(quick, whole);
        return one;
      })
    )
  );
}

const FUELS = ["Gazole", "SP95", "E10", "E85"];

/** Paris wall clock so many minutes from an instant. */
function toWall(now: Date, minutes: number): string {
  const atMs = now.getTime() + minutes * MINUTE_MS;
  return new Date(atMs + parisOffsetMs(atMs)).toISOString().slice(0, 19).replace("T", " ");
}

function drawPrice(random: () => number, now: Date): [string, string, string] {
  const minutes = pick(random, [-1, -5, -30, -600, -50_000, 30, 300]);
  return [pick(random, FUELS), toWall(now, minutes), pick(random, ["1.701", "1.702", "1.703", "0.9", "9.999", "1.7"])];
}

/** What a feed may say of a station next, each once in a while. */
const CHANGES: ((station: XmlStation, random: () => number, now: Date) => Partial<XmlStation>)[] = [
  ({ prices = [] }, random, now) => {
    const price = drawPrice(random, now);
    return { prices: [...prices.filter(([fuel]) => fuel !== price[0]), price] };
  },
  ({ prices = [] }, random, now) => ({ prices: [...prices, drawPrice(random, now)] }),
  ({ prices = [] }, random) => ({ prices: prices.filter(() => random() < 0.5) }),
  (_, random) => ({ city: pick(random, ["ST ETIENNE", "Bourg-en-Bresse", "Nulle Part"]) }),
  (_, random) => ({ postalCode: pick(random, ["01000", "42000", "1000"]) }),
  ({ stockOuts = [] }, random, now) => ({
    stockOuts: [...stockOuts, [
      ...[pick(random, FUELS), toWall(now, pick(random, [-10, -3000, 60]))] as const,
      pick(random, ["", "", toWall(now, -5), toWall(now, 45)]),
    ]],
  }),
  () => ({ stockOuts: [] }),
  (_, random, now) => ({ closures: [["T", toWall(now, -600), pick(random, ["", toWall(now, 45)])]] }),
  () => ({ closures: [] }),
];

/** The stations of the feeds, told and not told, as they change by chance. */
class World {
  #stations: XmlStation[];
  #away = new Set<number>();
  hasStockOuts = true;

  constructor(readonly random: () => number, now: Date) {
    this.#stations = Array.from({ length: STATIONS }, (_, index) => (
      { id: 1_000_001 + index, prices: [["Gazole", toWall(now, -60 - index), "1.7"], ["E10", toWall(now, -90), "1.8"]] }
    ));
  }

  change(now: Date): void {
    const { random } = this;
    for (let count = Math.floor(random() * 6); count > 0; count--) {
      const at = Math.floor(random() * this.#stations.length);
      const station = this.#stations[at]!;
      this.#stations[at] = { ...station, ...pick(random, CHANGES)(station, random, now) };
    }
    if (random() < 0.2) this.#away.add(pick(random, this.#stations).id);
    if (random() < 0.2) this.#away.clear();
    if (random() < 0.1) this.hasStockOuts = !this.hasStockOuts;
  }

  tell(now: Date): Uint8Array {
    const { random } = this;
    const told = this.#stations.filter(({ id }) => !this.#away.has(id))
      .map((station) => this.hasStockOuts ? station : { ...station, stockOuts: [] });
    // the last price keeps a feed from being older than the one before
    const newest: XmlStation = { id: 99, prices: [["Gazole", toWall(now, 0), "1.7"]] };
    const again = random() < 0.2 ? [pick(random, told), { ...pick(random, told), city: "Twice" }] : [];
    return toBytes([...told, ...again, newest]);
  }

  tellArchive(now: Date): Uint8Array {
    const { random } = this;
    const stations = Array.from({ length: 4 }, (): XmlStation => {
      const { id } = pick(random, this.#stations);
      return { id: random() < 0.2 ? id + 1000 : id, prices: [drawPrice(random, now)] };
    });
    return toBytes(stations);
  }
}

async function loadArchive(db: Db, bytes: Uint8Array, now: Date): Promise<string> {
  const archive = await openArchive({ kind: "bytes", name: "archive.xml", bytes: bytes as Uint8Array<ArrayBuffer> });
  return (await backfillArchive({ db, clock: () => now, log: createTestLog().log }, archive, {})).outcome;
}

/** What others write: each leaves the next feed to find it. */
const WRITES = [
  "update station set address = 'Elsewhere' where id = $1",
  "update current_price set price_milli = price_milli + 1, listed = not listed where station_id = $1",
  "delete from current_price where station_id = $1",
  "update stock_out set until = now() where station_id = $1",
  "insert into station_brand (station_id, brand, updated_at) values ($1, 'Esso', '2026-01-01') on conflict do nothing",
];

Deno.test("feeds of which only news are read leave every table as feeds that are read whole", async () => {
  for (const seed of [1, 2]) {
    const random = createRandom(seed);
    let now = new Date("2026-06-05T08:00:00Z");
    const world = new World(random, now);
    await compare(async (both) => {
      const outcomes: Record<string, number> = {};
      for (let round = 0; round < ROUNDS; round++) {
        now = new Date(now.getTime() + pick(random, [10, 10, 10, 60, 1500]) * MINUTE_MS);
        if (random() < 0.9) world.change(now);
        const bytes = world.tell(now);
        const options = { force: random() < 0.1 };
        const report = await both((db) => ingest(db, { bytes, now, ...options })) as IngestReport;
        ok(report.outcome !== "failed", `seed ${seed}, round ${round}: ${report.message}`);
        outcomes[report.outcome] = (outcomes[report.outcome] ?? 0) + 1;
        const chance = random();
        if (chance < 0.1) {
          const archive = world.tellArchive(now);
          await both((db) => loadArchive(db, archive, now));
        } else if (chance < 0.25) {
          const statement = { text: pick(random, WRITES), values: [1_000_001 + Math.floor(random() * STATIONS)] };
          const moves = random() < 0.5;
          await both((db) =>
            db.transaction(async (tx) => {
              await tx.query(statement);
              if (moves) await moveRevision(tx);
            })
          );
        }
      }
      ok(outcomes.changed! > ROUNDS / 2, JSON.stringify(outcomes));
    });
  }
});

function findFeeds(): string[] {
  try {
    return [...Deno.readDirSync(FOLDER)].map(({ name }) => name)
      .filter((name) => /^instantane_(2025-02-07|ruptures)/.test(name)).sort();
  } catch {
    return [];
  }
}

Deno.test("real feeds too, when they are there", { ignore: findFeeds().length === 0 }, async () => {
  await compare(async (both) => {
    for (const name of findFeeds()) {
      const bytes = await Deno.readFile(FOLDER + name);
      const [, day, hour, minute] = /(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)Z/.exec(name)!;
      const now = new Date(`${day}T${hour}:${minute}:59Z`);
      ok(await both(async (db) => (await ingest(db, { bytes, now })).outcome !== "failed"));
    }
  });
});

const BEGAN = new Date("2026-06-05T08:00:00Z");
const toNow = (round: number) => new Date(BEGAN.getTime() + round * 10 * MINUTE_MS);

/** A feed of two stations, of which the second one has news in every round. */
function tellRound(round: number): Uint8Array {
  const plain: XmlStation = { id: 1, prices: [["Gazole", toWall(BEGAN, -60), "1.7"]], stockOuts: [] };
  return toBytes([plain, { id: 2, prices: [["Gazole", toWall(toNow(round), -1), "1.8"]] }]);
}

/** Changes the first station unseen: a feed that reads it again mends it. */
async function spoil(db: Db): Promise<void> {
  await db.query({ text: "alter table station disable trigger user" });
  await db.query({ text: "update station set city = 'Spoilt' where id = 1" });
  await db.query({ text: "alter table station enable trigger user" });
}

/** What makes a station be read again that is told in the same words, and whether it does. */
const CAUSES: [what: string, isRead: boolean, cause: (db: Db) => Promise<IngestOptions | void>][] = [
  ["nothing", false, () => Promise.resolve()],
  ["an unchanged feed between", false, async (db) => {
    equal((await ingest(db, { bytes: tellRound(0), now: toNow(0) })).outcome, "unchanged");
  }],
  ["force", true, () => Promise.resolve({ force: true })],
  ["a repaired clock", true, () => Promise.resolve({ repairClock: true })],
  ["other rules", true, forget],
  ["a write to it", true, async (db) => {
    await db.query({ text: "update current_price set listed = listed where station_id = 1" });
  }],
  ["writes to all", true, async (db) => {
    await db.query({ text: "truncate stock_out" });
  }],
  ["a state of before", true, async (db) => {
    await db.query({ text: "update data_state set revision = revision - 1" });
  }],
  ["more revisions than are told", true, async (db) => {
    await db.query({ text: "update data_state set revision = revision + 51" });
  }],
];

forEachDb("a station told in the same words is read again after whatever may have touched it", async (t, db) => {
  for (const [what, isRead, cause] of CAUSES) {
    await t.step(what, async () => {
      await db.query({
        text: "truncate station, current_price, price_change, absence, ingest_run, accepted_feed cascade",
      });
      await db.query({ text: "update data_state set as_of = null, feed_at = null" });
      equal((await ingest(db, { bytes: tellRound(0), now: toNow(0) })).outcome, "changed");
      await spoil(db);
      const options = await cause(db) ?? {};
      equal((await ingest(db, { bytes: tellRound(1), now: toNow(1), ...options })).outcome, "changed");
      const [station] = await db.query<{ city: string }>({ text: "select city from station where id = 1" });
      equal(station!.city === "Spoilt", !isRead);
    });
  }
});

forEachDb(
  "stock-outs that end while feeds say nothing of any are ended by the first feed that does",
  async (_t, db) => {
    const plain: XmlStation = { id: 1, prices: [["Gazole", toWall(BEGAN, -60), "1.7"]] };
    const out: XmlStation = { ...plain, stockOuts: [["E10", toWall(BEGAN, -30), ""]] };
    const feeds = [[out, { ...plain, id: 2 }], [plain, { ...plain, id: 2 }], [plain, { ...out, id: 2 }]];
    for (const [round, stations] of feeds.entries()) {
      equal((await ingest(db, { bytes: toBytes(stations), now: toNow(round) })).outcome, "changed");
    }
    const open = await db.query({ text: "select station_id from stock_out where until is null" });
    deepEqual(open, [{ station_id: 2 }]);
  },
);
