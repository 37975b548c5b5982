import { deepEqual, equal, ok } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import { DomainError } from "../../lib/domain/errors.ts";
import { answer, toBodyJson } from "../../lib/operations/answer.ts";
import { type AnyOperation, type Backend, readAnswer } from "../../lib/operations/operation.ts";
import { operations } from "../../lib/operations/mod.ts";
import { parseInput } from "../../lib/operations/input.ts";
import { findDepartmentStations } from "../../lib/operations/prices/department_stations.ts";
import { findAreaCurves } from "../../lib/operations/prices/area_curves.ts";
import { getStationOverview } from "../../lib/operations/stations/station_overview.ts";
import { currentCsv } from "../../lib/operations/files/bulk_files.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { emptyTables } from "../support/load.ts";
import { counts, readTables, type TableRow } from "../support/naive_tables.ts";
import { createRandom, insertRandomState, pick, RANDOM_AS_OF } from "../support/random_state.ts";

const QUESTIONS = 60;
const STATIONS = 800;

function randomFilters(random: () => number) {
  const lists = [
    "total, élan",
    "Nobody,-",
    "SUPER U,esso,Système U",
    "Avia,Petit  Fils",
    "intermarché",
  ];
  const brands = [
    "totalenergies",
    "ÉLAN",
    "élan",
    "Nobody",
    "intermarché",
    "SUPER U",
    "Total Access",
  ];
  const filters: [share: number, filter: () => Record<string, unknown>][] = [
    [0.15, () => ({ max_age_days: pick(random, [1, 29, 30, 60, 365]) })],
    [0.15, () => ({ max_age_days: 1 + Math.floor(random() * 365) })],
    [0.2, () => ({ brand: pick(random, brands) })], // together with a list both reject it
    [0.2, () => ({ [pick(random, ["brands", "exclude_brands"])]: pick(random, lists) })],
    [0.2, () => ({ services: pick(random, ["wifi", "laverie,wifi", "wifi,bar", "dab"]) })],
    [0.2, () => ({ automate_24_7: random() < 0.8 })],
    [0.3, () => ({ motorway: pick(random, ["exclude", "only"]) })],
    [0.1, () => ({ road: pick(random, ["A6", "a 7", "N104"]) })],
    [0.3, () => ({ fuels: pick(random, ["e10", "sp98,gazole", "e85,e85,gplc"]) })],
    [0.2, () => ({ out_of_stock: random() < 0.8 })],
    [0.4, () => ({ offset: pick(random, [0, 1, 20, 100, 900]) })],
    // A box has no distance, and both readers reject it.
    [0.4, () => ({ sort: pick(random, ["price", "cost", "distance"]) })],
    [0.3, () => ({ open_now: true })],
    [0.5, () => ({ q: pick(random, ["essai", "total ess", "75 Intermarché", "?!", "13000"]) })],
    [
      0.3,
      () => ({ department: pick(random, ["75", "13,75", "2a,2B", "92,75,92", "44", "99", "974"]) }),
    ],
  ];
  return Object.assign({}, ...filters.map(([share, filter]) => random() < share ? filter() : {}));
}

function randomQuestion(random: () => number, ids: string[]): Record<string, unknown> {
  const lat = pick(random, [48.85, 43.3, 47.2, 42.0]) + (random() - 0.5) * 0.5;
  const lng = pick(random, [2.35, 5.4, -1.55, 9.0]) + (random() - 0.5) * 0.5;
  const span = random();
  return {
    lat,
    lng,
    radius: 0.1 + random() * 49.9,
    north: lat + span,
    south: lat - span,
    east: lng + span,
    west: lng - span,
    fuel: pick(random, FUELS),
    price: 1.2 + Math.floor(random() * 900) / 1000,
    limit: pick(random, [1, 2, 20, 100]),
    id: pick(random, [...ids, "999", "abc"]),
    stationId: pick(random, [...ids, "999"]),
    area: pick(random, ["FR", "75", "r11", "brand:élan", "brand:Nobody", "971", "99"]),
    code: pick(random, ["75", "13", "2a", "2B", "971", "99"]),
    days: pick(random, [1, 2, 30, 90]),
    ...(random() < 0.2
      ? { ids: [pick(random, ids), pick(random, ids), "999", pick(random, ids)].join() }
      : {}),
    ...randomFilters(random),
  };
}

async function ask(operation: AnyOperation, backend: Backend, question: Record<string, unknown>) {
  try {
    const input = parseInput(operation, (param) => question[param.name]);
    const { body } = await answer(operation, backend, input);
    return { body, json: toBodyJson(operation, await readAnswer(operation, backend, input)) };
  } catch (error) {
    if (error instanceof DomainError) {
      return { body: { code: error.code, message: error.message }, json: null };
    }
    throw error;
  }
}

async function comparePaths(db: Db, seed: number): Promise<void> {
  const ids = await insertRandomState(db, { seed, count: STATIONS });
  await db.query({ text: "analyze" });
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const clock = () => RANDOM_AS_OF;
  const random = createRandom(seed + 1);
  for (let count = 0; count < QUESTIONS; count++) {
    const question = randomQuestion(random, ids);
    for (const operation of operations) {
      const warm = await ask(operation, { db, snapshots, clock }, question);
      const cold = await ask(operation, { db, snapshots: noSnapshots, clock }, question);
      const asking = `${operation.id} ${JSON.stringify(question)} (seed ${seed})`;
      deepEqual(warm.body, cold.body, asking);
      for (const { body, json } of [warm, cold]) {
        if (json !== null) equal(json, JSON.stringify(body), asking);
      }
    }
  }
}

/** Checks that means, counts and bulk rows of one backend equal the naive reading of the tables. */
async function compareWithTables(backend: Backend, tables: readonly TableRow[]): Promise<void> {
  const inForce = tables.filter((row) => counts(row));
  for (const [index, fuel] of FUELS.entries()) {
    for (const code of ["FR", "75", "2A"]) {
      const own = inForce.filter((row) =>
        row.fuel === index + 1 && (code === "FR" || row.department === code)
      );
      const prices = own.map(({ price_milli }) => price_milli);
      const operation = operations.find(({ id }) =>
        id === (code === "FR" ? "nationalPrices" : "departmentPrices")
      )!;
      const { data } = (await ask(operation, backend, { fuel, code })).body as {
        data: Record<string, unknown>;
      };
      const toText = (milli: number) => (milli / 1000).toFixed(3);
      deepEqual([data.stationCount, data.minPrice1d, data.maxPrice1d], [
        prices.length,
        toText(Math.min(...prices)),
        toText(Math.max(...prices)),
      ], `${fuel} ${code}`);
    }
  }
  const rows = (await currentCsv.read(backend, {})).data;
  const priced = rows.flatMap((row) =>
    FUELS.flatMap((fuel, index) =>
      row[`${fuel}_price`] === undefined ? [] : `${row.id} ${index + 1}`
    )
  );
  deepEqual(
    priced.sort(),
    inForce.map(({ station_id, fuel }) => `${station_id} ${fuel}`).sort(),
    "bulk file",
  );
}

// Proves docs/data.md#what-a-price-is
forEachDb("valid prices agree with the tables, from the snapshot and from SQL", async (_t, db) => {
  for (const seed of [20_260_607, Math.floor(Math.random() * 2 ** 31)]) {
    await emptyTables(db);
    await insertRandomState(db, { seed, count: STATIONS });
    const tables = await readTables(db);
    const snapshots = createSnapshotSource(db);
    ok(await snapshots.refresh());
    const clock = () => RANDOM_AS_OF;
    for (const source of [snapshots, noSnapshots]) {
      await compareWithTables({ db, snapshots: source, clock }, tables).catch((cause) => {
        throw new Error(
          `seed ${seed}, ${source === noSnapshots ? "SQL" : "snapshot"}: ${cause.message}`,
          { cause },
        );
      });
    }
  }
});

forEachDb(
  "every operation returns the same from the snapshot and from SQL, as objects and as JSON",
  async (_t, db) => {
    for (const seed of [20_260_605, Math.floor(Math.random() * 2 ** 31)]) {
      await emptyTables(db);
      await comparePaths(db, seed);
    }
  },
);

forEachDb("pages are the same from the snapshot and from SQL", async (_t, db) => {
  const ids = await insertRandomState(db, { seed: 20_260_606, count: 400 });
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const clock = () => RANDOM_AS_OF;
  const warm = { db, snapshots, clock };
  const cold = { db, snapshots: noSnapshots, clock };
  let listed = 0;
  for (const fuel of FUELS) {
    for (const code of ["75", "13", "2A", "971"]) {
      const found = await findDepartmentStations(warm, { code, fuel });
      listed += found.entries.length;
      const order = found.entries.map(({ price, id }) => `${price} ${id}`);
      deepEqual(order, order.toSorted(), "ordered by price, then ID");
      deepEqual(found, await findDepartmentStations(cold, { code, fuel }), `${code} ${fuel}`);
      const curves = { area: code, fuels: [fuel], days: 30 };
      deepEqual(
        await findAreaCurves(warm, curves),
        await findAreaCurves(cold, curves),
        `curve of ${code} ${fuel}`,
      );
    }
  }
  ok(listed > 50, `only ${listed} prices were compared`);
  for (const id of ids.slice(0, 40)) {
    const request = { id, fuel: null };
    deepEqual(
      await getStationOverview(warm, request),
      await getStationOverview(cold, request),
      `station ${id}`,
    );
  }
});
