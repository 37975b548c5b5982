/**
 * How the costs grow on PostGIS with 1 000 to 100 000 stations and with 1 to 18 years of prices: an ingest, searches from
 * memory and by SQL, a station's history, the brands' trends, memory and disk. Prints rows of three tables; needs 10 GB of disk for a
 * quarter of an hour. Arguments: which numbers of stations; all without any.
 *
 * @module
 */

import { type Db, readOne } from "../../lib/db/db.ts";
import { brandTrends } from "../../lib/operations/brand_trends.ts";
import type { Snapshot } from "../../lib/snapshot/snapshot.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { readProcess } from "../support/process_figures.ts";
import { createServerDb } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";
import {
  drawFeed,
  type Feed,
  FULL_FEED_AT as AS_OF,
  ingest,
  moveSomePrices,
  pack,
  toBytes,
  unpack,
} from "./support/feeds.ts";
import { addBrands, addCountries, addYears, prepareTables } from "./support/growth_data.ts";
import { createPoints, time, timeHistories, timeSearches, toText } from "./support/measure.ts";

/** A feed of more stations is refused; this one has the most that its bounds leave room for. */
const LARGEST_FEED = 50_000;
const COUNTRY = 10_000;
const FUELS = ["gazole", "sp95", "e85", "gplc", "e10", "sp98"] as const;
const ROUNDS = 1_000;

/** What is measured: so many stations, and then with so many years of prices one after the other. */
const SIZES = [
  { stations: 1_000, years: [1, 5, 18] },
  { stations: COUNTRY, years: [1, 5, 18] },
  { stations: 100_000, years: [1] },
];

const HEADS = {
  ingest: "stations of the feed|first|next|unchanged",
  stations: "stations|5 km memory|SQL|50 km memory|SQL|box memory|SQL|snapshot read and built|its heap|service, most",
  years: "stations|years|rows|with index|a row|database|history|brand trends|next feed",
};

/** Prints a row of one of the tables, with its head: the rows come over a quarter of an hour. */
function tell(table: keyof typeof HEADS, row: string[]): void {
  console.log(`\n| ${HEADS[table].replaceAll("|", " | ")} |\n| ${row.join(" | ")} |`);
}

function toNumber(value: number): string {
  return value.toLocaleString("en").replaceAll(",", " ");
}

function toMegabytes(bytes: number): string {
  return `${toNumber(Math.round(bytes / 1e6))} MB`;
}

/** The feed that comes `round` times ten minutes after the first one, in which one station in sixty has new prices. */
async function toNextFeed({ bytes }: Feed, round: number): Promise<Feed> {
  const at = new Date(AS_OF.getTime() + round * 600_000);
  return { bytes: toBytes(moveSomePrices(await unpack(bytes), { round, at })), at };
}

async function timeIngest(db: Db, { bytes, at }: Feed): Promise<string> {
  const packed = await pack(await unpack(bytes));
  return `${((await ingest(db, { bytes: packed, at })).durationMs / 1000).toFixed(2)} s`;
}

/** Fills an empty database with a feed, the next one, and that again. */
async function measureIngests(db: Db, stations: number): Promise<Feed> {
  const feed = { bytes: await drawFeed({ at: AS_OF, stations, days: 20 }), at: AS_OF };
  const next = await toNextFeed(feed, 1);
  const row = [toNumber(stations), await timeIngest(db, feed)];
  await addBrands(db);
  await db.query({ text: "vacuum analyze" });
  const again = { ...next, at: new Date(next.at.getTime() + 1) };
  tell("ingest", [...row, await timeIngest(db, next), await timeIngest(db, again)]);
  return next;
}

async function measureTrends(db: Db): Promise<string> {
  const snapshots = createSnapshotSource(db, { checkMs: Infinity });
  await snapshots.refresh();
  const deps = { db, snapshots, clock: () => AS_OF };
  return toText(await time((turn) => brandTrends.fromDatabase(deps, { fuel: FUELS[turn % 6]!, days: 90 }), ROUNDS));
}

async function measureYears(db: Db, { stations, years, next }: { stations: number; years: number; next: Feed | null }) {
  const { rows, table, all } = await readOne<{ rows: number; table: number; all: number }>(db, {
    text: `select (select count(*) from price_change) as rows, pg_total_relation_size('price_change') as table,
      pg_database_size(current_database()) as all`,
  });
  tell("years", [
    ...[toNumber(stations), String(years), `${(rows / 1e6).toFixed(1)} M`],
    ...[toMegabytes(table), `${Math.round(table / rows)} B`, toMegabytes(all)],
    ...[toText(await timeHistories(db, AS_OF)), await measureTrends(db), next ? await timeIngest(db, next) : ""],
  ]);
}

/** Bytes of the objects that are alive. */
async function measureHeap(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Deno.memoryUsage().heapUsed;
}

/** How many snapshots a service has put in place. */
async function countSnapshots(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/snapshot_swap_duration_seconds_count (\d+)/.exec(text)?.[1]);
}

/** As after a write to thousands of stations: everything is read anew. */
const CHANGE_ALL = `insert into station_change (revision) select revision + 1 from data_state;
  update data_state set revision = revision + 1`;

/** Memory of the whole service: in use with its first snapshot, and the most when that was replaced whole twice. */
async function measureService(db: Db, { url, snapshot }: { url: string; snapshot: Snapshot }): Promise<string> {
  const point = createPoints(snapshot);
  const sizes: string[] = [];
  const env = { DATABASE_URL: url, INGEST: "off", METRICS_FROM: "127.0.0.1", CLOCK: AS_OF.toISOString() };
  await withService(env, async ({ pid }, origin) => {
    const ask = async () => {
      const { lat, lng } = point();
      const query = `lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}&fuel=e10`;
      await (await fetch(`${origin}/api/v1/stations/search?${query}`)).body?.cancel();
    };
    await waitUntilReady(origin);
    while (await countSnapshots(origin) < 1) await ask();
    for (let turn = 0; turn < 5_000; turn++) await ask();
    sizes.push(`${(await readProcess(pid)).mb.toFixed(0)} MB`);
    for (const snapshots of [2, 3]) {
      await db.query({ text: CHANGE_ALL });
      while (await countSnapshots(origin) < snapshots) await ask();
    }
    sizes.push(`${(await readProcess(pid)).peakMb.toFixed(0)} MB`);
  });
  return sizes.join(", ");
}

async function measureStations(db: Db, { url, stations }: { url: string; stations: number }): Promise<void> {
  const before = await measureHeap();
  const source = createSnapshotSource(db, { checkMs: Infinity });
  const began = performance.now();
  const snapshot = (await source.refresh())!;
  const built = `${((performance.now() - began) / 1000).toFixed(2)} s`;
  const heap = toMegabytes(await measureHeap() - before);
  const searches = (await timeSearches(db, snapshot)).flatMap(({ memory, sql }) => [toText(memory), toText(sql)]);
  tell("stations", [toNumber(stations), ...searches, built, heap, await measureService(db, { url, snapshot })]);
}

async function measure({ stations, years }: typeof SIZES[number]): Promise<void> {
  const { db, url, drop } = await createServerDb({ statementTimeoutMs: 0 });
  try {
    await prepareTables(db);
    let feed = await measureIngests(db, Math.min(stations, COUNTRY));
    if (stations > COUNTRY) await addCountries(db, stations / COUNTRY - 1);
    let [from, round] = [0, 1];
    for (const to of years) {
      const began = performance.now();
      await addYears(db, { from, to });
      console.log(`${stations} stations, ${to} years: made in ${Math.round((performance.now() - began) / 1000)} s`);
      from = to;
      feed = await toNextFeed(feed, ++round);
      await measureYears(db, { stations, years: to, next: stations > COUNTRY ? null : feed });
    }
    await measureStations(db, { url, stations });
  } finally {
    await drop();
  }
}

const wanted = SIZES.filter(({ stations }) => Deno.args.length === 0 || Deno.args.includes(String(stations)));
for (const size of wanted) await measure(size);
if (Deno.args.length === 0 || Deno.args.includes(String(LARGEST_FEED))) {
  const { db, drop } = await createServerDb({ statementTimeoutMs: 0 });
  await measureIngests(db, LARGEST_FEED).finally(drop);
}
