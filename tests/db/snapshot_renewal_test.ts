import { deepEqual, equal, ok } from "../support/assert.ts";
import { readCurrentState } from "../../lib/db/current/snapshot_rows.ts";
import { openDb } from "../../lib/db/connection.ts";
import type { Db } from "../../lib/db/db.ts";
import { moveRevision, takeWriterLock } from "../../lib/db/data_state.ts";
import { buildSnapshot, type Snapshot } from "../../lib/snapshot/snapshot.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { createRandom, insertRandomState, pick } from "../support/random_state.ts";
import { until } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";
import { toRounds } from "../support/tier.ts";

const STATIONS = 300;
const ROUNDS = toRounds(25, 1_000);

/**
 * Changes that writers make to the tables, each to a few stations. `$1` is an ID, `$2` one of few
 * numbers.
 */
const WRITES = [
  `update station
    set position = st_setsrid(st_makepoint(2.3 + $2 / 10.0, 48.8), 4326)::geography
    where id = $1`,
  "update station set position = null where id % 50 = $1 % 50 and $2 > 0",
  `update station
    set left_at = case when left_at is null then now() end
    where id % 30 = $1 % 30
      and $2 > 0`,
  `update station
    set services = array['Wifi', $2::int::text], motorway = not motorway
    where id = $1`,
  `insert into station (id, first_seen_at, last_seen_at, position)
    values ($1 + $2 + 1, now(), now(), st_makepoint(5, 43)::geography)
    on conflict (id) do update set city = 'Again'`,
  "delete from station where id = $1 and $2 = 0",
  `update station_brand
    set brand = (array['Esso', 'ESSO', 'Nouveau'])[1 + $2], name = null
    where station_id = $1`,
  "delete from station_brand where station_id % 40 = $1 % 40 and $2 > 0",
  "update current_price set price_milli = price_milli + 1 + $2 where station_id % 60 = $1 % 60",
  "update current_price set listed = not listed, suspect = $2 = 1 where station_id = $1",
  `insert into current_price (station_id, fuel, price_milli, updated_at, listed)
    select $1, 1 + $2, 1555, as_of + make_interval(mins => 5 * $2), true from data_state
    on conflict (station_id, fuel) do update set updated_at = excluded.updated_at`,
  "delete from current_price where station_id = $1 and fuel > $2",
  `insert into stock_out (station_id, fuel, since, kind)
    select $1, 1 + $2, as_of, 'temporary'
    from data_state
    on conflict (station_id, fuel, since) do update set until = now()`,
  "update stock_out set until = now() where station_id % 20 = $1 % 20 and fuel > $2",
  "delete from stock_out where station_id % 20 = $1 % 20 and fuel > $2",
  `insert into closure (station_id, since, kind)
    select $1, as_of - make_interval(days => $2), 'temporary'
    from data_state
    on conflict (station_id, since) do update set until = now()`,
  "delete from closure where station_id % 20 = $1 % 20 and $2 > 0",
  "update daily_mean set sum_milli = sum_milli + 1 where fuel = 1 + $2 and $1 > 0",
];

async function writeAtRandom(db: Db, ids: string[], random: () => number): Promise<string[]> {
  const done: string[] = [];
  await db.transaction(async (tx) => {
    for (let writes = 1 + Math.floor(random() * 3); writes > 0; writes--) {
      const text = pick(random, WRITES);
      const values = [Number(pick(random, ids)), Math.floor(random() * 3)];
      done.push(`${text} ${values}`);
      await tx.query({
        text: text.replaceAll("$1", "$1::int").replaceAll("$2", "$2::int"),
        values,
      });
    }
    const minutes = pick(random, [0, 0, 10, 60, 1440, -10]);
    done.push(`${minutes} minutes on`);
    await tx.query({
      text: `update data_state
          set revision = revision + 1, as_of = as_of + make_interval(mins => $1::int)`,
      values: [minutes],
    });
  });
  return done;
}

function toComparable(snapshot: Snapshot) {
  const { index, points, stations, byId, ...rest } = snapshot;
  const idsOf = (list: readonly { record: { id: string } }[]) =>
    list.map(({ record }) => record.id);
  return {
    ...rest,
    tallies: new Map([...snapshot.tallies].sort()),
    // Prices and stock-outs of a station come in any order.
    stations: stations.map(({ prices, stockOuts, ...station }) => ({
      ...station,
      prices: prices.toSorted((a, b) => a.fuel - b.fuel),
      stockOuts: stockOuts.toSorted((a, b) => a.fuel - b.fuel || a.sinceMs - b.sinceMs),
    })),
    known: [...byId].map(([id, { record }]) => `${id} ${record.id}`),
    points: [...points],
    found: idsOf(index.range(2.2, 48.7, 2.5, 49).map((rank) => stations[rank]!)).sort(),
  };
}

async function readWhole(db: Db): Promise<Snapshot> {
  return await buildSnapshot(
    (await db.transaction((tx) => readCurrentState(tx), { readOnly: true }))!,
  );
}

/** Returns the IDs of the stations to refresh in this snapshot, or null for all. */
async function findChanged(db: Db, held: Snapshot): Promise<string[] | null> {
  const current = await db.transaction((tx) => readCurrentState(tx, held.state), {
    readOnly: true,
  });
  return current!.changedIds && [...current!.changedIds].sort();
}

forEachDb("a refreshed snapshot equals a full one, whatever was written", async (_t, db) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = createRandom(seed);
  const ids = await insertRandomState(db, { seed, count: STATIONS });
  const source = createSnapshotSource(db);
  let before = (await source.refresh())!;
  let kept = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const done = await writeAtRandom(db, ids, random);
    const renewed = (await source.refresh())!;
    deepEqual(
      toComparable(renewed),
      toComparable(await readWhole(db)),
      `seed ${seed}, round ${round}:\n${done.join("\n")}`,
    );
    kept += renewed.stations.filter(({ record }) =>
      before.byId.get(record.id)?.record === record
    ).length;
    before = renewed;
  }
  ok(kept > ROUNDS * STATIONS / 2, `only ${kept} stations were kept in ${ROUNDS} rounds`);
});

forEachDb(
  "the database returns the stations that a revision changed, up to fifty revisions back",
  async (_t, db) => {
    const [first, second] = await insertRandomState(db, { seed: 1, count: 20 });
    // The passing of time alone makes no price known.
    await db.query({
      text: "delete from current_price where updated_at > (select as_of from data_state)",
    });
    await moveRevision(db);
    const held = await readWhole(db);
    deepEqual(await findChanged(db, held), []);
    await db.query({ text: "update station set city = 'Ailleurs' where id = $1", values: [first] });
    await moveRevision(db);
    await db.query({
      text: "update current_price set price_milli = 1 where station_id = $1",
      values: [second],
    });
    await moveRevision(db);
    for (let moved = 2; moved < 50; moved++) await moveRevision(db);
    deepEqual(await findChanged(db, held), [first, second].sort());
    await moveRevision(db);
    equal(await findChanged(db, held), null);
    const kept = await db.query({ text: "select from station_change" });
    equal(kept.length, 1, "only changes of the second of the fifty revisions are kept");
  },
);

Deno.test("a manual write that commits while the service's writers change the revision is not missed", async () => {
  await withServerDb(async (db, url) => {
    const [id] = await insertRandomState(db, { seed: 1, count: 20 });
    const source = createSnapshotSource(db);
    await source.refresh();
    const hand = await openDb({ databaseUrl: url, dataDir: "", deploy: false }, {
      log: createTestLog().log,
    });
    let moving = Promise.resolve();
    let isMoved = false;
    await hand.transaction(async (tx) => {
      await tx.query({ text: "update station set city = 'Ailleurs' where id = $1", values: [id] });
      moving = db.transaction(async (tx) => {
        await takeWriterLock(tx);
        await moveRevision(tx);
      });
      moving.finally(() => isMoved = true);
      const waiting = "select from pg_locks where not granted and locktype = 'advisory'";
      await until(async () => isMoved || (await db.query({ text: waiting })).length > 0);
      await source.refresh();
    });
    await moving;
    await moveRevision(db);
    deepEqual(toComparable((await source.refresh())!), toComparable(await readWhole(db)));
    await hand.close();
  });
});

forEachDb(
  "everything is reread after a table was emptied, thousands of rows were written, or time went back",
  async (_t, db) => {
    await insertRandomState(db, { seed: 1, count: 20 });
    const writes = [
      "truncate closure",
      `insert into stock_out (station_id, fuel, since, kind)
        select id, 1, now() - make_interval(secs => second), 'temporary'
        from station, generate_series(1, 300) second`,
      "update data_state set as_of = as_of - interval '1 second'",
    ];
    for (const text of writes) {
      const before = await readWhole(db);
      await db.query({ text });
      await moveRevision(db);
      equal(await findChanged(db, before), null, text);
    }
  },
);
