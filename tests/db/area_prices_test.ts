import { deepEqual, equal, ok } from "node:assert/strict";
import type { Db } from "../../lib/db/db.ts";
import { allDepartmentPrices, type Deps } from "../../lib/operations/mod.ts";
import { DEPARTMENTS } from "../../lib/shared/place/departments.ts";
import { FUELS } from "../../lib/shared/station/fuels.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { insertRandomState, RANDOM_AS_OF } from "../support/random_state.ts";
import { findPricesInForce } from "../support/table_prices.ts";

type Mean = { area: string; fuel: number; day: string; sum_milli: number; station_count: number };

const SEED = 20_260_605;

async function fill(db: Db) {
  await insertRandomState(db, { seed: SEED, count: 800 });
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const clock = () => RANDOM_AS_OF;
  const deps: Deps[] = [{ db, snapshots, clock }, { db, snapshots: noSnapshots, clock }];
  const means = await db.query<Mean>({ text: "select * from daily_mean" });
  return { deps, means, inForce: await findPricesInForce(db) };
}

const toText = (milli: number) => `${milli < 0 ? "-" : ""}${(Math.round(Math.abs(milli)) / 1000).toFixed(3)}`;

function partsOf(area: string): string[] {
  if (!area.startsWith("R")) return [area];
  return DEPARTMENTS.filter(({ regionCode }) => `R${regionCode}` === area).map(({ code }) => code);
}

forEachDb("all departments and regions have the means that the tables give, cheapest first", async (_t, db) => {
  const { deps, means, inForce } = await fill(db);
  let changes = 0;
  for (const [index, fuel] of FUELS.entries()) {
    for (const each of deps) {
      const { data } = await allDepartmentPrices.read(each, { fuel });
      equal(data.length, 96 + 13);
      for (const { area, avgPrice1d, change7d, stationCount } of data) {
        const parts = partsOf(area);
        const own = inForce.filter((row) => row.fuel === index + 1 && parts.includes(row.department!));
        const mean = own.reduce((sum, { price_milli }) => sum + price_milli, 0) / own.length;
        deepEqual([stationCount, avgPrice1d], [own.length, own.length === 0 ? null : toText(mean)], area);
        const old = means.filter((row) =>
          row.fuel === index + 1 && row.day === "2026-05-29" && parts.includes(row.area)
        );
        const sum = (key: "sum_milli" | "station_count") => old.reduce((total, row) => total + Number(row[key]), 0);
        const change = old.length === 0 || own.length === 0 ? null : mean - sum("sum_milli") / sum("station_count");
        if (change !== null) changes++;
        equal(change7d, change === null ? null : toText(change), `${area} against seven days ago`);
      }
      for (const scope of ["department", "region"] as const) {
        const { data: some } = await allDepartmentPrices.read(each, { fuel, scope });
        deepEqual(some, data.filter((entry) => entry.scope === scope));
        const order = some.map(({ avgPrice1d, code }) => `${avgPrice1d ?? "unknown"} ${code}`);
        deepEqual(order, order.toSorted());
      }
    }
  }
  ok(changes > 20, `only ${changes} changes were compared`);
});
