import { deepEqual, ok } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import type { Station } from "../../lib/domain/wire.ts";
import { answer } from "../../lib/operations/answer.ts";
import { parseInput } from "../../lib/operations/input.ts";
import type { Backend } from "../../lib/operations/operation.ts";
import { listStations } from "../../lib/operations/stations/list_stations.ts";
import { lookupStation } from "../../lib/operations/stations/lookup_station.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createRandom, insertRandomState, pick, RANDOM_AS_OF } from "../support/random_state.ts";

type Row = { id: number; department: string | null; names: (string | null)[] };

const SQL = `select s.id, s.department, array[b.name, b.brand, s.city, s.postal_code] as names
  from station s
  left join station_brand b on b.station_id = s.id
  where s.left_at is null
  order by s.id::text collate "C"`;

const QUERIES = [
  "essai",
  "Esso",
  "tot ÉNERGIES",
  "totalenergies 750",
  "13000 intermarche",
  "petit, fils",
  "E.Leclerc",
  "?!",
];

const toWords = (text: string): string[] =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[a-z0-9]+/g) ?? [];

/**
 * Counts the words of a query that match only the start of a station's word, or returns null if a
 * word does not match.
 */
function countBegun({ names }: Row, query: string): number | null {
  const own = toWords(names.join(" "));
  const words = toWords(query);
  const hasAll = words.length > 0 &&
    words.every((word) => own.some((name) => name.startsWith(word)));
  return hasAll ? words.filter((word) => !own.includes(word)).length : null;
}

type Question = { department?: string; ids?: string; q?: string };

/** Returns the IDs that a request finds, in order, one station at a time. */
function findIds(rows: readonly Row[], { department, ids, q }: Question): string[] {
  return rows
    .filter((row) =>
      department === undefined || department.split(",").includes(row.department ?? "")
    )
    .filter(({ id }) => ids === undefined || ids.split(",").includes(String(id)))
    .map((row) => ({ id: String(row.id), begun: q === undefined ? 0 : countBegun(row, q) }))
    .filter(({ begun }) => begun !== null)
    .sort((a, b) => a.begun! - b.begun!).map(({ id }) => id);
}

async function readPages(backend: Backend, question: Question, limit: number): Promise<Station[]> {
  const all: Station[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const params: Record<string, unknown> = { ...question, limit, offset };
    const { body: { data, meta } } = await answer(
      listStations,
      backend,
      parseInput(listStations, ({ name }) => params[name]),
    );
    all.push(...data);
    ok(meta.next === null || data.length === limit);
    offset = meta.next as number | null;
    if (offset === null) deepEqual(meta.total, all.length);
  }
  return all;
}

async function createReaders(db: Db, seed: number): Promise<{ ids: string[]; readers: Backend[] }> {
  const ids = await insertRandomState(db, { seed, count: 400 });
  await db.query({ text: "delete from current_price where station_id % 9 = 0" });
  await db.query({ text: "update data_state set revision = revision + 1" });
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const clock = () => RANDOM_AS_OF;
  return { ids, readers: [{ db, snapshots, clock }, { db, snapshots: noSnapshots, clock }] };
}

// Proves docs/contract.md#parameters
forEachDb(
  "a station list has each matching listed station as in a lookup, with or without prices",
  async (_t, db) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { ids, readers } = await createReaders(db, seed);
    const rows = await db.query<Row>({ text: SQL });
    const random = createRandom(seed + 1);
    let withoutPrice = 0;
    for (let round = 0; round < 15; round++) {
      // The first request lists every station, also those without a price.
      const question: Question = round === 0 ? {} : {
        department: pick(random, [undefined, "75", "2A,13", "44"]),
        ids: pick(random, [
          undefined,
          undefined,
          ids.filter(() => random() < 0.2).join() || undefined,
        ]),
        q: pick(random, [undefined, ...QUERIES]),
      };
      const expected = findIds(rows, question);
      for (const backend of readers) {
        const stations = await readPages(backend, question, pick(random, [7, 50, 100]));
        deepEqual(
          stations.map(({ id }) => id),
          expected,
          `${JSON.stringify(question)}, seed ${seed}`,
        );
        const some = stations.filter(({ prices }) => prices.length === 0 || random() < 0.05);
        for (const station of some) {
          deepEqual(station, (await answer(lookupStation, backend, { id: station.id })).body.data);
          if (station.prices.length === 0) withoutPrice++;
        }
      }
    }
    ok(withoutPrice > 20, `only ${withoutPrice} stations without a price were compared`);
  },
);
