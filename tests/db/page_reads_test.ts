/** What pages read beyond the API's operations: the same from the snapshot and from SQL, on both databases. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { findDepartmentStations } from "../../lib/operations/page_department.ts";
import { findAreaCurves } from "../../lib/operations/page_means.ts";
import { getStationOverview } from "../../lib/operations/page_station.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { insertRandomState, RANDOM_AS_OF } from "../support/random_state.ts";

const SEED = 20_260_606;
const clock = () => RANDOM_AS_OF;

forEachDb("pages read the same from the snapshot and from SQL", async (_t, db) => {
  const ids = await insertRandomState(db, { seed: SEED, count: 400 });
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const [warm, cold] = [{ db, snapshots, clock }, { db, snapshots: noSnapshots, clock }];
  let listed = 0;
  for (const fuel of FUELS) {
    for (const code of ["75", "13", "2A", "971"]) {
      const found = await findDepartmentStations(warm, { code, fuel });
      listed += found.entries.length;
      deepEqual(found, await findDepartmentStations(cold, { code, fuel }), `${code} ${fuel}`);
      const curves = { area: code, fuels: [fuel], days: 30 };
      deepEqual(await findAreaCurves(warm, curves), await findAreaCurves(cold, curves), `curve of ${code} ${fuel}`);
    }
  }
  ok(listed > 50, `only ${listed} prices were compared`);
  for (const id of ids.slice(0, 40)) {
    const asked = { id, fuel: null };
    deepEqual(await getStationOverview(warm, asked), await getStationOverview(cold, asked), `station ${id}`);
  }
});

forEachDb("a department's stations come by price, then id, with the means of its brands", async (_t, db) => {
  await insertRandomState(db, { seed: SEED, count: 400 });
  const { entries, brands } = await findDepartmentStations({ db, snapshots: noSnapshots, clock }, {
    code: "75",
    fuel: "gazole",
  });
  const order = entries.map(({ price, id }) => `${price} ${id}`);
  deepEqual(order, [...order].sort());
  ok(entries.every(({ department }) => department === "75"));
  const [first] = brands;
  const own = entries.filter(({ brand }) => brand === first!.brand);
  equal(first!.stationCount, own.length);
  const mean = own.reduce((sum, { price }) => sum + Math.round(Number(price) * 1000), 0) / own.length;
  ok(Math.abs(Number(first!.avgPrice) * 1000 - mean) <= 0.5, `${first!.avgPrice} is not ${mean}`);
  ok(brands.every(({ avgPrice }, at) => at === 0 || avgPrice >= brands[at - 1]!.avgPrice));
});
