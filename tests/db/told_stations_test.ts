/** Stations told in the words of the last feed are not read again; whatever comes in between, every table ends the same. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { type IngestOptions, type IngestReport, runIngest } from "../../ingest/run.ts";
import type { Db } from "../../lib/db/db.ts";
import { moveRevision } from "../../lib/db/state.ts";
import { parisOffsetMs } from "../../lib/shared/paris_time.ts";
import { toArchiveXml, type XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { backfill, readRows, toBytes, toDeps } from "../support/load.ts";
import { createRandom, pick } from "../support/random_state.ts";
import { withServerDb } from "../support/server_db.ts";
import { toRounds } from "../support/tier.ts";

const STATIONS = 60;
const ROUNDS = 60;
const MINUTE_MS = 60_000;

/** A feed of these stations, ingested at an instant. */
type Step = { stations: readonly XmlStation[]; now: Date };

async function ingest(db: Db, { stations, now }: Step, options: IngestOptions = {}): Promise<IngestReport> {
  const source = { kind: "file" as const, name: "feed.xml", bytes: toBytes(toArchiveXml(stations)) };
  return { ...await runIngest(toDeps(db, now), source, options), durationMs: 0 };
}

/** Makes the next feed be read whole. */
async function forget(db: Db): Promise<void> {
  await db.query({ text: "update accepted_feed set rules = 'others'" });
}

const TABLES = `select c.relname as name from pg_class c where c.relkind = 'r'
  and c.relnamespace = 'public'::regnamespace and c.relname not in ('migration', 'spatial_ref_sys') order by 1`;

/** All rows as texts that begin with their table. */
async function listRows(db: Db): Promise<Set<string>> {
  const texts: unknown[] = [];
  for (const [name] of await readRows(db, TABLES)) {
    // `forget` changes the rules, and the feed itself is long
    const text = `select '${name} ' || row_number() over (partition by r) || r as row
      from (select (to_jsonb(t) - 'rules' - 'bytes')::text as r from ${name} t) rows`;
    texts.push(...(await readRows(db, text)).flat());
  }
  return new Set(texts as string[]);
}

/** Two databases, of which the second one reads every feed whole, and must then have the same rows. */
async function compare(
  work: (both: <T>(step: (db: Db) => Promise<T>) => Promise<T>) => Promise<void>,
): Promise<void> {
  await withServerDb((quick) =>
    withServerDb((whole) =>
      work(async (step) => {
        await forget(whole);
        const [one, other] = [await step(quick), await step(whole)];
        deepEqual(one, other);
        const [rows, others] = [await listRows(quick), await listRows(whole)];
        const show = (differing: Set<string>) => [...differing].slice(0, 5).map((row) => row.slice(0, 500));
        deepEqual(show(rows.difference(others)), show(others.difference(rows)));
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

  say(now: Date): XmlStation[] {
    const { random } = this;
    const said = this.#stations.filter(({ id }) => !this.#away.has(id))
      .map((station) => this.hasStockOuts ? station : { ...station, stockOuts: [] });
    // the last price keeps a feed from being older than the one before
    const newest: XmlStation = { id: 99, prices: [["Gazole", toWall(now, 0), "1.7"]] };
    const again = random() < 0.2 ? [pick(random, said), { ...pick(random, said), city: "Twice" }] : [];
    return [...said, ...again, newest];
  }

  sayArchive(now: Date): XmlStation[] {
    const { random } = this;
    return Array.from({ length: 4 }, () => {
      const { id } = pick(random, this.#stations);
      return { id: random() < 0.2 ? id + 1000 : id, prices: [drawPrice(random, now)] };
    });
  }
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
  for (let seed = 1; seed <= toRounds(1, 20); seed++) {
    const random = createRandom(seed);
    let now = new Date("2026-06-05T08:00:00Z");
    const world = new World(random, now);
    await compare(async (both) => {
      let changed = 0;
      for (let round = 0; round < ROUNDS; round++) {
        now = new Date(now.getTime() + pick(random, [10, 10, 10, 60, 1500]) * MINUTE_MS);
        if (random() < 0.9) world.change(now);
        const [stations, force] = [world.say(now), random() < 0.1];
        const report = await both((db) => ingest(db, { stations, now }, { force }));
        ok(report.outcome !== "failed", `seed ${seed}, round ${round}: ${report.message}`);
        if (report.outcome === "changed") changed++;
        const chance = random();
        if (chance < 0.1) {
          const archive = world.sayArchive(now);
          await both(async (db) => (await backfill(db, now, archive)).outcome);
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
      ok(changed > ROUNDS / 2, `only ${changed} feeds had news`);
    });
  }
});

const BEGAN = new Date("2026-06-05T08:00:00Z");

/** A feed of two stations, of which the second one has news in every round. */
function toStep(round: number): Step {
  const now = new Date(BEGAN.getTime() + round * 10 * MINUTE_MS);
  const plain: XmlStation = { id: 1, prices: [["Gazole", toWall(BEGAN, -60), "1.7"]] };
  return { now, stations: [plain, { id: 2, prices: [["Gazole", toWall(now, -1), "1.8"]] }] };
}

/** Changes the first station unseen: a feed that reads it again mends it. */
async function spoil(db: Db): Promise<void> {
  await db.query({ text: "alter table station disable trigger user" });
  await db.query({ text: "update station set city = 'Spoilt' where id = 1" });
  await db.query({ text: "alter table station enable trigger user" });
}

/** What may make a station be read again that is told in the same words, and whether it does. */
type Cause = [what: string, isRead: boolean, cause: (db: Db) => Promise<IngestOptions | void>];

const CAUSES: Cause[] = [
  ["nothing", false, () => Promise.resolve()],
  ["an unchanged feed between", false, async (db) => {
    equal((await ingest(db, toStep(0))).outcome, "unchanged");
  }],
  ["force", true, () => Promise.resolve({ force: true })],
  ["a repaired clock", true, () => Promise.resolve({ repairClock: true })],
  ["other rules", true, forget],
  ...([
    ["a write to it", "update current_price set listed = listed where station_id = 1"],
    ["writes to all", "truncate stock_out"],
    ["a state of before", "update data_state set revision = revision - 1"],
    ["more revisions than are kept", "update data_state set revision = revision + 51"],
  ] as const).map(([what, text]): Cause => [what, true, async (db) => void await db.query({ text })]),
];

forEachDb("a station told in the same words is read again after whatever may have touched it", async (t, db) => {
  for (const [what, isRead, cause] of CAUSES) {
    await t.step(what, async () => {
      await db.query({
        text: "truncate station, current_price, price_change, absence, ingest_run, accepted_feed cascade",
      });
      await db.query({ text: "update data_state set as_of = null, feed_at = null" });
      equal((await ingest(db, toStep(0))).outcome, "changed");
      await spoil(db);
      const options = await cause(db) ?? {};
      equal((await ingest(db, toStep(1), options)).outcome, "changed");
      const [station] = await db.query<{ city: string }>({ text: "select city from station where id = 1" });
      equal(station!.city === "Spoilt", !isRead);
    });
  }
});
