import { deepEqual, ok } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import { answer } from "../../lib/operations/answer.ts";
import type { AnyOperation, Backend } from "../../lib/operations/operation.ts";
import { boxStations } from "../../lib/operations/stations/box_stations.ts";
import { parseInput } from "../../lib/operations/input.ts";
import { searchStations } from "../../lib/operations/stations/search_stations.ts";
import { fuelNumber, FUELS } from "../../lib/shared/fuels.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { counts, readTables, type TableRow } from "../support/naive_tables.ts";
import { createRandom, insertRandomState, pick, RANDOM_AS_OF } from "../support/random_state.ts";

// deno-lint-ignore no-explicit-any
type Entry = Record<string, any>;
type Question = Record<string, unknown> & {
  lat: number;
  lng: number;
  fuel: (typeof FUELS)[number];
};
type World = { db: Db; tables: readonly TableRow[]; readers: Backend[] };

async function createWorld(db: Db, seed: number): Promise<World> {
  await insertRandomState(db, { seed, count: 800 });
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const clock = () => RANDOM_AS_OF;
  return {
    db,
    tables: await readTables(db),
    readers: [{ db, snapshots, clock }, { db, snapshots: noSnapshots, clock }],
  };
}

/** Returns the response bodies of both readers. */
async function askBoth({ readers }: World, operation: AnyOperation, question: Question) {
  const input = parseInput(operation, ({ name }) => question[name]);
  const bodies = [];
  for (const backend of readers) bodies.push((await answer(operation, backend, input)).body);
  return bodies as { data: Entry[]; meta: Entry }[];
}

function randomPoint(random: () => number): Question {
  const [lat, lng] = pick(
    random,
    [[48.85, 2.35], [43.3, 5.4], [47.2, -1.55], [42.0, 9.0]] as const,
  );
  return {
    lat: lat + (random() - 0.5) / 5,
    lng: lng + (random() - 0.5) / 5,
    fuel: pick(random, FUELS),
  };
}

const byId = (a: TableRow, b: TableRow) => String(a.station_id) < String(b.station_id) ? -1 : 1;

async function measure(db: Db, { lat, lng }: Question): Promise<Map<number, number>> {
  const text =
    `select id, st_distance(position, st_point($1::float8, $2::float8)::geography) as metres
      from station
      where position is not null`;
  const rows = await db.query<{ id: number; metres: number }>({ text, values: [lng, lat] });
  return new Map(rows.map(({ id, metres }) => [id, metres]));
}

forEachDb(
  "a search by distance lists the valid prices around a point, nearest first, as a naive loop does",
  async (_t, db) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const world = await createWorld(db, seed);
    const random = createRandom(seed + 1);
    for (let round = 0; round < 30; round++) {
      const question = {
        ...randomPoint(random),
        radius: 1 + random() * 49,
        limit: pick(random, [1, 20, 100]),
        sort: "distance",
      };
      const metres = await measure(db, question);
      const near = world.tables.filter((row) =>
        row.fuel === fuelNumber(question.fuel) && counts(row) &&
        (metres.get(row.station_id) ?? Infinity) <= question.radius * 1000
      ).map((row) => ({ row, metres: metres.get(row.station_id)! }));
      near.sort((a, b) =>
        a.metres - b.metres || a.row.price_milli - b.row.price_milli || byId(a.row, b.row)
      );
      for (const { data, meta } of await askBoth(world, searchStations, question)) {
        const first = near.slice(0, question.limit);
        const expected = first.map((
          { row, metres },
        ) => [String(row.station_id), Math.round(metres)]);
        deepEqual(
          data.map(({ id, distance_km }) => [id, Math.round(distance_km * 1000)]),
          expected,
          `seed ${seed}`,
        );
        deepEqual([meta.total, meta.count], [near.length, expected.length], `seed ${seed}`);
      }
    }
  },
);

/** Reads the pages of a request one after the other by `meta.next`, from the reader at an index. */
async function readPages(
  world: World,
  index: number,
  [operation, question]: [AnyOperation, Question],
) {
  const pages: { data: Entry[]; meta: Entry }[] = [];
  for (let offset: number | null = 0; offset !== null; offset = pages.at(-1)!.meta.next) {
    pages.push(
      (await askBoth({ ...world, readers: [world.readers[index]!] }, operation, {
        ...question,
        offset,
      }))[0]!,
    );
  }
  return pages;
}

// Proves docs/contract.md#answers
forEachDb(
  "the pages of a search or box form its whole list, each station once, in the same order",
  async (_t, db) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const world = await createWorld(db, seed);
    const random = createRandom(seed + 1);
    const box = { north: 52, south: 41, east: 10, west: -5 };
    for (let round = 0; round < 6; round++) {
      const point = {
        ...randomPoint(random),
        ...box,
        radius: 50,
        sort: pick(random, ["price", "cost", "distance"]),
      };
      const filter = pick(random, [{}, { open_now: true }, { motorway: "exclude" }]);
      for (
        const [operation, limit, sort] of [[searchStations, 30, point.sort], [
          boxStations,
          170,
          "price",
        ]] as const
      ) {
        const question = { ...point, ...filter, limit, sort };
        for (const index of [0, 1]) {
          const pages = await readPages(world, index, [operation, question]);
          const all = pages.flatMap(({ data }) => data);
          const { total } = pages[0]!.meta;
          deepEqual(
            [all.length, new Set(all.map(({ id }) => id)).size],
            [total, total],
            `seed ${seed}`,
          );
          ok(
            pages.every(({ meta }) => meta.total === total && meta.count <= limit),
            `seed ${seed}`,
          );
          // For two stations within one metre the response does not show which is nearer.
          const keys: number[][] = all.map(({ price, cost, distance_km = 0 }) => {
            if (sort === "distance") return [distance_km];
            return [sort === "cost" ? cost : price, price, distance_km].map(Number);
          });
          const sorted = keys.toSorted((a, b) =>
            a.map((key, at) => key - b[at]!).find((step) => step !== 0) ?? 0
          );
          deepEqual(keys, sorted, `seed ${seed}`);
          const [beyond] = await askBoth(world, operation, { ...question, offset: total });
          deepEqual([beyond!.data, beyond!.meta.total, beyond!.meta.next], [[], total, null]);
        }
      }
    }
  },
);

type StockOut = { station_id: number; fuel: number; since_ms: number; kind: string };

const OPEN_SQL =
  `select station_id, fuel, (extract(epoch from since) * 1000)::float8 as since_ms, kind
    from stock_out
    where until is null
    order by since`;

/**
 * Returns since when stations have been out of a fuel, by ID. `lasting` are the open stock-outs,
 * the latest last.
 */
function findOut(
  tables: readonly TableRow[],
  lasting: readonly StockOut[],
  question: { fuel: number; maxAgeDays: number },
) {
  const nowMs = RANDOM_AS_OF.getTime();
  return tables.filter(({ fuel, left, lat }) => fuel === question.fuel && !left && lat !== null)
    .flatMap((row) => {
      const latest = lasting.findLast(({ station_id, fuel }) =>
        station_id === row.station_id && fuel === row.fuel
      );
      if (latest?.kind !== "temporary") return [];
      const ageMs = nowMs - latest.since_ms;
      const isNew = ageMs <= question.maxAgeDays * DAY_MS && ageMs >= -600_000;
      const isKnown = row.at_ms <= nowMs + 600_000;
      const isOver = row.listed && isKnown && row.at_ms > latest.since_ms;
      const last = isKnown
        ? [(row.price_milli / 1000).toFixed(3), new Date(row.at_ms).toISOString()]
        : [null, null];
      return isNew && !isOver ? [{ row, sinceMs: latest.since_ms, last }] : [];
    });
}

// Proves docs/data.md#shortages
forEachDb(
  "out_of_stock=true lists the stations that ran out of a fuel, latest first, as a naive loop does",
  async (_t, db) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const world = await createWorld(db, seed);
    const lasting = await db.query<StockOut>({ text: OPEN_SQL });
    const random = createRandom(seed + 1);
    let listed = 0;
    for (let round = 0; round < 20; round++) {
      const maxAgeDays = pick(random, [1, 30, 365]);
      const point = {
        ...randomPoint(random),
        radius: 50,
        max_age_days: maxAgeDays,
        out_of_stock: true,
      };
      const metres = await measure(db, point);
      const all = findOut(world.tables, lasting, { fuel: fuelNumber(point.fuel), maxAgeDays }).map((
        out,
      ) => (
        { ...out, metres: metres.get(out.row.station_id)! }
      ));
      const lists = [
        [searchStations, all.filter(({ metres }) => metres <= 50_000), 100],
        [boxStations, all.map((out) => ({ ...out, metres: 0 })), 500],
      ] as const;
      for (const [operation, out, limit] of lists) {
        out.sort((a, b) => b.sinceMs - a.sinceMs || a.metres - b.metres || byId(a.row, b.row));
        const question = { ...point, limit, north: 90, south: -90, east: 180, west: -180 };
        for (const { data, meta } of await askBoth(world, operation, question)) {
          ok(
            data.every(({ price, updated_at, out_of_stock_since: since }) =>
              price === "0.000" && updated_at === since
            ),
          );
          const facts = data.map((
            entry,
          ) => [entry.id, entry.last_price, entry.last_price_at, entry.out_of_stock_since]);
          const toFacts = (
            { row, sinceMs, last }: (typeof out)[number],
          ) => [`${row.station_id}`, ...last, new Date(sinceMs).toISOString()];
          const expected = out.map(toFacts);
          deepEqual([facts, meta.total], [expected.slice(0, limit), out.length], `seed ${seed}`);
          listed += data.length;
        }
      }
    }
    ok(listed > 100, `only ${listed} stock-outs were compared`);
  },
);

forEachDb(
  "fuels adds the valid prices of these fuels to each entry, and changes nothing else",
  async (_t, db) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const world = await createWorld(db, seed);
    const random = createRandom(seed + 1);
    const box = { north: 52, south: 41, east: 10, west: -5 };
    for (let round = 0; round < 15; round++) {
      const question = {
        ...randomPoint(random),
        ...box,
        radius: 50,
        limit: 100,
        max_age_days: pick(random, [1, 30, 365]),
      };
      const more = pick(random, [{}, { sort: "cost" }, { out_of_stock: true }, { offset: 3 }]);
      const fuels = FUELS.filter(() => random() < 0.5);
      if (fuels.length === 0) continue;
      const named = pick(random, [fuels, fuels.toReversed(), [...fuels, fuels[0]!]]).join();
      for (const operation of [searchStations, boxStations]) {
        const usual = await askBoth(world, operation, { ...question, ...more });
        const both = await askBoth(world, operation, { ...question, ...more, fuels: named });
        for (const [index, { data, meta }] of both.entries()) {
          deepEqual(meta, usual[index]!.meta);
          deepEqual(data.map(({ prices: _, ...entry }) => entry), usual[index]!.data);
          for (const { id, prices } of data) {
            const expected = fuels.flatMap((fuel) => {
              const row = world.tables.find((row) =>
                `${row.station_id}` === id && row.fuel === fuelNumber(fuel)
              );
              const price = row && {
                fuel,
                price: (row.price_milli / 1000).toFixed(3),
                price_eur: row.price_milli / 1000,
                updated_at: new Date(row.at_ms).toISOString(),
                age_hours: Math.max(
                  0,
                  Math.round((RANDOM_AS_OF.getTime() - row.at_ms) / 360_000) / 10,
                ),
              };
              return price && counts(row, question.max_age_days) ? [price] : [];
            });
            deepEqual(prices, expected, `station ${id}, seed ${seed}`);
          }
        }
      }
    }
  },
);
