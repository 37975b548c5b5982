import { deepEqual, equal, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { makeHistory } from "../../ingest/history/make_history.ts";
import type { Db } from "../../lib/db/db.ts";
import { answer, priceHistory } from "../../lib/operations/mod.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { FUELS } from "../../lib/shared/station/fuels.ts";
import { addDays, endOfParisDay, toParisDay } from "../../lib/shared/time/paris_time.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { noSnapshots } from "../../lib/snapshot/source.ts";
import type { XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { carryOn, readListed, readPacked, readParquet, toWritten } from "../support/history_files.ts";
import { backfill, ingest } from "../support/load.ts";
import { createRandom } from "../support/random_state.ts";

const NOW = new Date("2025-02-03T12:00:00Z");
const IDS = Array.from({ length: 14 }, (_, at) => 44000001 + at);
const FIRST_DAY = "2024-11-20";

/** Prices that change or are reported again every few days, some at the turn of a month and of the year. */
function inventStations(random: () => number): XmlStation[] {
  return IDS.map((id) => ({
    ...{ id, postalCode: "44000", city: "Nantes" },
    prices: [
      ["E85", "2023-05-05T12:00:00", "0.799"],
      ...Array.from({ length: 74 }, (_, day) => addDays(FIRST_DAY, day)).flatMap((day) =>
        ["Gazole", "E10"].flatMap((fuel): [string, string, string][] => {
          const isTurn = day.endsWith("-01") || day === "2024-12-31";
          if (random() > (isTurn ? 0.8 : 0.3)) return [];
          const milli = 1600 + Math.floor(random() * 6) * 10;
          return [[fuel, `${day}T${isTurn ? "00:00:00" : "17:30:00"}`, toPriceText(milli)]];
        })
      ),
    ],
  }));
}

type Change = {
  station_id: number;
  fuel: number;
  price_milli: number;
  at: Date;
  confirmed_at: Date[] | null;
  odd: boolean;
};

/** What the table holds, and which of it is suspect. */
async function readChanges(db: Db): Promise<Change[]> {
  const text = `select c.station_id, c.fuel, price_milli, at, confirmed_at, day is not null as odd
    from price_change c left join suspect_price using (station_id, fuel, at) order by 1, 2, 4`;
  return await db.query<Change>({ text });
}

/** The rows of a period's file, by a plain reading of all changes. */
function toExpected(changes: readonly Change[], from: string | null, to: string) {
  const isWithin = (at: Date) => toParisDay(at) >= (from ?? "") && toParisDay(at) <= to;
  const within = changes.filter(({ at }) => isWithin(at));
  return within.map((change, index) => {
    const next = within[index + 1];
    const isSame = next?.station_id === change.station_id && next.fuel === change.fuel;
    const confirmed = (change.confirmed_at ?? []).filter((at) => at < endOfParisDay(to)).map((at) => at.getTime());
    return {
      ...{ station_id: change.station_id, fuel: FUELS[change.fuel - 1]!, price: change.price_milli },
      ...{ since: change.at.getTime(), until: isSame ? next.at.getTime() : null, suspect: change.odd },
      confirmed: confirmed.length === 0 ? null : Math.max(...confirmed),
    };
  });
}

const keyOf = ({ station_id, fuel, since }: Record<string, unknown>) => `${station_id} ${fuel} ${since}`;
const sorted = <R extends Record<string, unknown>>(rows: R[]) => rows.toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1);

async function sha256(path: string): Promise<string> {
  return createHash("sha256").update(await Deno.readFile(path)).digest("hex");
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  await work(folder).finally(() => Deno.remove(folder, { recursive: true }));
}

async function fill(db: Db): Promise<void> {
  const stations = inventStations(createRandom(33));
  await backfill(db, NOW, stations);
  await ingest(db, NOW, stations.map((station) => ({ ...station, prices: station.prices!.slice(-1) })));
}

forEachDb("the files hold what the tables do, each change once, and give the days of the API", async (_t, db) => {
  await fill(db);
  const odd = `insert into suspect_price select station_id, fuel, at, (at at time zone 'Europe/Paris')::date
    from price_change where station_id % 5 = 0`;
  await db.query({ text: odd });
  const changes = await readChanges(db);
  ok(changes.some(({ odd }) => odd) && changes.some(({ confirmed_at }) => confirmed_at), "the world is too plain");
  await inFolder(async (folder) => {
    ok((await makeHistory(db, { folder, now: NOW })).length > 0);
    const files = await readListed(folder);
    const names = ["earlier", "2024-11", "2024-12", "2024", "2025-01", "2025-02"];
    const all: ReturnType<typeof toWritten>[] = [];
    for (const name of names) {
      const { path, from, to, rows: count, sha256: hash } = files.get(`${name}.parquet`)!;
      const rows = (await readParquet(path)).map(toWritten);
      deepEqual(sorted(rows), sorted(toExpected(changes, from, to!)));
      equal(count, rows.length);
      equal(await sha256(path), hash);
      if (name.length === 4) continue;
      all.push(...rows);
      const [head, ...lines] = (await readPacked(files.get(`${name}.csv.gz`)!.path)).trimEnd().split("\n");
      equal(head, "station_id,fuel,price,since,until,confirmed,suspect");
      const toText = (ms: unknown) => ms === null ? "" : new Date(Number(ms)).toISOString();
      deepEqual(
        lines,
        rows.map(({ station_id, fuel, price, since, until, confirmed, suspect }) =>
          [station_id, fuel, toPriceText(Number(price)), ...[since, until, confirmed].map(toText), suspect].join(",")
        ),
      );
    }
    equal(all.length, changes.length);
    const deps = { db, snapshots: noSnapshots, clock: () => NOW };
    for (const stationId of IDS) {
      for (const fuel of ["gazole", "e10"] as const) {
        const { body } = await answer(priceHistory, deps, { stationId: String(stationId), fuel, days: 365 });
        const own = all.filter((row) => row.station_id === stationId && row.fuel === fuel);
        deepEqual(body.data.map(({ recordedAt, price }) => ({ recordedAt, price })), carryOn(own, NOW));
      }
    }
    const daily = await readParquet(files.get("daily.parquet")!.path);
    const text = "select count(*)::int as count from daily_mean where area in ('FR', '44')";
    const [{ count }] = await db.query<{ count: number }>({ text }) as [{ count: number }];
    equal(daily.filter(({ area }) => area === "FR" || area === "44").length, count);
    deepEqual((await readParquet(files.get("stations.parquet")!.path)).map(({ id }) => id), IDS);
  });
});

forEachDb(
  "closed files are made once, the same again, and once more after an archive; a stopped run leaves the others",
  async (_t, db) => {
    await fill(db);
    await inFolder(async (folder) => {
      const making = (options = {}) => makeHistory(db, { folder, now: new Date(NOW.getTime() + DAY_MS), ...options });
      const first = await making();
      const before = await readListed(folder);
      ok(before.get("2024.parquet")!.closed && !before.get("2025-02.parquet")!.closed);
      const open = first.filter((name) => !before.get(name)!.closed);
      deepEqual(await making(), open);
      const made = await making({ again: ["2024-12"] });
      ok(made.includes("2024-12.parquet") && !made.includes("2024-11.parquet"));
      equal((await readListed(folder)).get("2024-12.csv.gz")!.sha256, before.get("2024-12.csv.gz")!.sha256);
      let reads = 0;
      const stopping = {
        again: ["2024-11"],
        pause: () => reads++ === 1 ? Promise.reject(new Error("stopped")) : Promise.resolve(),
      };
      const stopped = await making(stopping).catch((error) => error.message);
      equal(stopped, "stopped");
      for (const { path, sha256: hash } of (await readListed(folder)).values()) equal(await sha256(path), hash);
      await backfill(db, NOW.getTime() + 2 * DAY_MS, [{
        id: IDS[0]!,
        prices: [["Gazole", "2024-12-05T10:00:00", "1.999"]],
      }]);
      const later = await makeHistory(db, { folder, now: new Date(NOW.getTime() + 3 * DAY_MS) });
      deepEqual(later.toSorted(), first.toSorted());
      const after = await readListed(folder);
      equal(after.get("2024-11.parquet")!.sha256, before.get("2024-11.parquet")!.sha256);
      ok(after.get("2024-12.parquet")!.sha256 !== before.get("2024-12.parquet")!.sha256);
      const stored = [...Deno.readDirSync(folder)].filter(({ name }) => /^[0-9a-f]{16}-/.test(name));
      equal(stored.length, after.size, "files that the list no longer has are deleted");
    });
  },
);
