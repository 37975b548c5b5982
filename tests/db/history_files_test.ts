import { deepEqual, equal, ok, rejects } from "../support/assert.ts";
import { makeHistory } from "../../ingest/history/make_history.ts";
import type { Db } from "../../lib/db/db.ts";
import { answer } from "../../lib/operations/answer.ts";
import { priceHistory } from "../../lib/operations/prices/price_history.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { addDays, endOfParisDay, toParisDay } from "../../lib/shared/time/paris_time.ts";
import { noSnapshots } from "../../lib/snapshot/source.ts";
import type { XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import {
  carryOn,
  readContent,
  readListed,
  readPacked,
  readParquet,
  toWritten,
} from "../support/history_files.ts";
import { backfill, ingest, readRows, wrapTransactions } from "../support/load.ts";
import { createRandom } from "../support/random_state.ts";

const NOW = new Date("2025-02-03T12:00:00Z");
const IDS = Array.from({ length: 14 }, (_, at) => 44000001 + at);
const FIRST_DAY = "2024-11-20";

/**
 * Generates prices that change or are reported again every few days, some at the turn of a month
 * and of the year.
 */
function inventStations(random: () => number): XmlStation[] {
  return IDS.map((id) => ({
    id,
    postalCode: "44000",
    city: "Nantes",
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

/** Returns the rows of the table, and which of them are suspect. */
async function readChanges(db: Db): Promise<Change[]> {
  const text = `select c.station_id, c.fuel, price_milli, at, confirmed_at, day is not null as odd
    from price_change c left join suspect_price using (station_id, fuel, at) order by 1, 2, 4`;
  return await db.query<Change>({ text });
}

/** Returns the expected rows of a period's file, by a simple filter of all changes. */
function toExpected(changes: readonly Change[], from: string | null, to: string) {
  const isWithin = (at: Date) => toParisDay(at) >= (from ?? "") && toParisDay(at) <= to;
  const within = changes.filter(({ at }) => isWithin(at));
  return within.map((change, index) => {
    const next = within[index + 1];
    const isSame = next?.station_id === change.station_id && next.fuel === change.fuel;
    const confirmed = (change.confirmed_at ?? []).filter((at) => at < endOfParisDay(to)).map((at) =>
      at.getTime()
    );
    return {
      station_id: change.station_id,
      fuel: FUELS[change.fuel - 1]!,
      price: change.price_milli,
      since: change.at.getTime(),
      until: isSame ? next.at.getTime() : null,
      suspect: change.odd,
      confirmed: confirmed.length === 0 ? null : Math.max(...confirmed),
    };
  });
}

const keyOf = ({ station_id, fuel, since }: Record<string, unknown>) =>
  `${station_id} ${fuel} ${since}`;
const sorted = <R extends Record<string, unknown>>(rows: R[]) =>
  rows.toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1);

async function fill(db: Db): Promise<void> {
  const stations = inventStations(createRandom(33));
  await backfill(db, NOW, stations);
  await ingest(
    db,
    NOW,
    stations.map((station) => ({ ...station, prices: station.prices!.slice(-1) })),
  );
}

// Proves docs/data.md#files-of-past-prices
forEachDb(
  "the files match the tables, contain each change once, and give the days of the API",
  async (_t, db) => {
    await fill(db);
    const odd =
      `insert into suspect_price select station_id, fuel, at, (at at time zone 'Europe/Paris')::date
    from price_change where station_id % 5 = 0`;
    await db.query({ text: odd });
    const changes = await readChanges(db);
    ok(
      changes.some(({ odd }) => odd) && changes.some(({ confirmed_at }) => confirmed_at),
      "the world has too few special cases",
    );
    ok(await makeHistory(db, { now: NOW }));
    const files = await readListed(db);
    const names = ["earlier", "2024-11", "2024-12", "2024", "2025-01", "2025-02"];
    const all: ReturnType<typeof toWritten>[] = [];
    for (const name of names) {
      const file = files.get(`${name}.parquet`)!;
      const rows = (await readParquet(await readContent(db, file))).map(toWritten);
      deepEqual(sorted(rows), sorted(toExpected(changes, file.from, file.to!)));
      equal(file.rows, rows.length);
      if (name.length === 4) continue;
      all.push(...rows);
      const [head, ...lines] =
        (await readPacked(await readContent(db, files.get(`${name}.csv.gz`)!))).trimEnd().split(
          "\n",
        );
      equal(head, "station_id,fuel,price,since,until,confirmed,suspect");
      const toText = (ms: unknown) => ms === null ? "" : new Date(Number(ms)).toISOString();
      deepEqual(
        lines,
        rows.map(({ station_id, fuel, price, since, until, confirmed, suspect }) =>
          [
            station_id,
            fuel,
            toPriceText(Number(price)),
            toText(since),
            toText(until),
            toText(confirmed),
            suspect,
          ].join(",")
        ),
      );
    }
    equal(all.length, changes.length);
    const backend = { db, snapshots: noSnapshots, clock: () => NOW };
    for (const stationId of IDS) {
      for (const fuel of ["gazole", "e10"] as const) {
        const { body } = await answer(priceHistory, backend, {
          stationId: String(stationId),
          fuel,
          days: 365,
        });
        const own = all.filter((row) => row.station_id === stationId && row.fuel === fuel);
        deepEqual(
          body.data.map(({ recordedAt, price }) => ({ recordedAt, price })),
          carryOn(own, NOW),
        );
      }
    }
    const daily = await readParquet(await readContent(db, files.get("daily.parquet")!));
    const stored = await readRows(
      db,
      `select
        area,
        case area when 'FR' then 'France' else 'Loire-Atlantique' end,
        fuel,
        day::text,
        min_milli,
        station_count
      from daily_mean
      where area in ('FR', '44')
      order by area = '44', fuel, day`,
    );
    const found = daily.filter(({ area }) => area === "FR" || area === "44");
    deepEqual(
      found.map(({ area, area_name, fuel, day, min, stations }) => [
        area,
        area_name,
        FUELS.indexOf(fuel as typeof FUELS[number]) + 1,
        (day as Date).toISOString().slice(0, 10),
        Math.round(1_000 * (min as number)),
        stations,
      ]),
      stored,
    );
    deepEqual(
      (await readParquet(await readContent(db, files.get("stations.parquet")!))).map(({ id }) =>
        id
      ),
      IDS,
    );
  },
);

const HOUR_MS = 3_600_000;
const LATE = "2024-12-05T10:00:00";

/** Checks that each listed file is complete, and returns the hashes by name. */
async function readHashes(db: Db): Promise<Map<string, string>> {
  const files = await readListed(db);
  for (const file of files.values()) await readContent(db, file);
  return new Map([...files.values()].map(({ name, sha256 }) => [name, sha256]));
}

/** The files that are rebuilt whenever the data have changed. */
const OF_REVISION = ["stations.parquet", "daily.parquet"];

forEachDb(
  "a file is built once, identical when forced, and rebuilt after a price of its period",
  async (_t, db) => {
    await fill(db);
    const making = (hours: number, options = {}) =>
      makeHistory(db, { now: new Date(NOW.getTime() + hours * HOUR_MS), ...options });
    const first = (await making(0))!;
    const before = await readHashes(db);
    deepEqual([...before.keys()].toSorted(), first.toSorted());
    const { closed } = (await readListed(db)).get("2024.parquet")!;
    deepEqual([closed, (await readListed(db)).get("2025-02.parquet")!.closed], [true, false]);
    deepEqual(await making(1), []);
    deepEqual(await making(2, { again: ["2024-12"] }), ["2024-12.parquet", "2024-12.csv.gz"]);
    deepEqual(await readHashes(db), before);
    await backfill(db, NOW.getTime() + 3 * HOUR_MS, [{
      id: IDS[0]!,
      prices: [["Gazole", LATE, "1.999"]],
    }]);
    const made = await making(4);
    deepEqual(made, ["2024-12.parquet", "2024-12.csv.gz", "2024.parquet", ...OF_REVISION]);
    const after = await readHashes(db);
    for (const [name, hash] of before) {
      equal(
        after.get(name) !== hash,
        /^2024(-12)?\./.test(name),
        name,
      );
    }
  },
);

forEachDb(
  "every fact that a statement adds or removes counts for its month, and no other",
  async (_t, db) => {
    await fill(db);
    const readMonths = async () =>
      new Map(
        (await readRows(db, "select month::text, changes from price_month_changes")) as [
          string,
          number,
        ][],
      );
    const price = "station_id = 44000001 and fuel = 1";
    const statements: [statement: string, months: Record<string, number>][] = [
      ["insert into price_change values (1, 1, 1500, '2024-11-30T22:59:59Z', null)", {
        "2024-11-01": 1,
      }],
      ["insert into price_change values (1, 2, 1500, '2024-11-30T23:00:00Z', '{2025-01-05Z}')", {
        "2024-12-01": 1,
        "2025-01-01": 1,
      }],
      [
        `update price_change
          set confirmed_at = confirmed_at || '2025-02-01Z'::timestamptz
          where station_id = 1
            and fuel = 2`,
        {
          "2025-02-01": 1,
        },
      ],
      ["update price_change set confirmed_at = null where station_id = 1 and fuel = 2", {
        "2025-01-01": 1,
        "2025-02-01": 1,
      }],
      ["update price_change set price_milli = price_milli where station_id = 1", {}],
      ["update price_change set price_milli = 1501 where station_id = 1 and fuel = 1", {
        "2024-11-01": 2,
      }],
      ["update price_change set at = '2023-03-26T01:30Z' where station_id = 1 and fuel = 1", {
        "2024-11-01": 1,
        "2023-03-01": 1,
      }],
      ["insert into suspect_price values (1, 1, '2023-03-26T01:30Z', '2023-03-26')", {
        "2023-03-01": 1,
      }],
      ["update suspect_price set day = '2023-03-27' where station_id = 1", {}],
      ["delete from suspect_price where station_id = 1", { "2023-03-01": 1 }],
      ["delete from price_change where station_id = 1", { "2023-03-01": 1, "2024-12-01": 1 }],
      [`delete from price_change where ${price} and at < '2000-01-01'`, {}],
    ];
    for (const [text, months] of statements) {
      const before = await readMonths();
      await db.query({ text });
      const after = await readMonths();
      const changed = [...after].flatMap(([month, changes]) => {
        const added = changes - (before.get(month) ?? 0);
        return added === 0 ? [] : [[month, added]];
      });
      deepEqual(Object.fromEntries(changed), months, text);
    }
  },
);

forEachDb("an interrupted run leaves every file either old or complete", async (_t, db) => {
  await fill(db);
  await makeHistory(db, { now: NOW });
  const before = await readHashes(db);
  await backfill(db, NOW, [{ id: IDS[0]!, prices: [["Gazole", LATE, "1.999"]] }]);
  let pauses = 0;
  const stopping = makeHistory(db, {
    now: NOW,
    again: ["2024-11"],
    // fails in the second file
    pause: () => ++pauses > 1 ? Promise.reject(new Error("stopped")) : Promise.resolve(),
  });
  await rejects(stopping, /^Error: stopped$/);
  deepEqual(await readHashes(db), before);
  const faulty = wrapTransactions(db, async (tx, work) => {
    await work(tx);
    throw new Error("no commit");
  });
  await rejects(makeHistory(faulty, { now: NOW }), /^Error: no commit$/);
  deepEqual(await readHashes(db), before);
  const drafts = "select versioned_name from history_file where versioned_name like 'draft-%'";
  ok((await readRows(db, drafts)).length > 0);
  const made = await makeHistory(db, { now: new Date(NOW.getTime() + 2 * HOUR_MS) });
  ok(made!.includes("2024-12.parquet"), "the next run must build the rest");
  deepEqual(await readRows(db, drafts), []);
});

forEachDb(
  "only one run builds files at a time, and the lease of a killed run expires",
  async (_t, db) => {
    await fill(db);
    const other: (string[] | null)[] = [];
    const made = await makeHistory(db, {
      now: NOW,
      pause: async () => {
        if (other.length === 0) other.push(await makeHistory(db, { now: NOW }));
      },
    });
    deepEqual(other, [null]);
    ok(made);
    await db.query({
      text: `insert into history_lease (holder, expires_at)
          values ('killed', now() + interval '1 minute')`,
    });
    equal(await makeHistory(db, { now: NOW }), null);
    await db.query({ text: "update history_lease set expires_at = now() - interval '1 second'" });
    deepEqual(await makeHistory(db, { now: NOW }), []);
    deepEqual(await readRows(db, "select from history_lease"), []);
  },
);

// Proves docs/data.md#files-of-past-prices
forEachDb(
  "a replaced file is kept for an hour, and a damaged one is rebuilt",
  async (_t, db) => {
    await fill(db);
    await makeHistory(db, { now: NOW });
    const old = (await readListed(db)).get("2024-12.parquet")!;
    await backfill(db, NOW, [{ id: IDS[0]!, prices: [["Gazole", LATE, "1.999"]] }]);
    const making = (hours: number) =>
      makeHistory(db, { now: new Date(NOW.getTime() + hours * HOUR_MS) });
    await making(1);
    await making(1.5);
    await readContent(db, old);
    await making(3);
    await rejects(readContent(db, old), /is damaged in the database/);
    const text = "select count(distinct file)::int from history_chunk";
    deepEqual(await readRows(db, text), [[(await readHashes(db)).size]]);
    for (
      const damage of [
        "delete from history_chunk",
        "update history_chunk set bytes = substring(bytes for 9)",
      ]
    ) {
      const { versioned_name } = (await readListed(db)).get("2024-11.parquet")!;
      await db.query({ text: `${damage} where file = $1`, values: [versioned_name] });
      deepEqual(await making(4), ["2024-11.parquet", "2024-11.csv.gz"]);
      await readHashes(db);
    }
  },
);

forEachDb("no files are built from sample data", async (_t, db) => {
  await fill(db);
  await db.query({ text: "update data_state set source = 'sample'" });
  equal(await makeHistory(db, { now: NOW }), null);
  deepEqual(await readRows(db, "select from history_file"), []);
});
