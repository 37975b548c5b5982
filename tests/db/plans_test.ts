import { match, ok } from "../support/assert.ts";
import type { Db, Queryable, Statement } from "../../lib/db/db.ts";
import { findInBox, findNearby, getStation } from "../../lib/db/current/stations.ts";
import { findDayPrices } from "../../lib/db/history/own_month.ts";
import { findRecentChanges } from "../../lib/db/history/recent_changes.ts";
import { findChanges } from "../../lib/db/history/series.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { insertRandomState } from "../support/random_state.ts";

/** Wraps the database so that it explains each statement and records the plans. */
function explaining(db: Db, plans: string[]): Queryable {
  return {
    ...db,
    async query<R extends Record<string, unknown>>(statement: Statement): Promise<R[]> {
      const text = `explain ${statement.text}`;
      const rows = await db.query<{ "QUERY PLAN": string }>({ text, values: statement.values });
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
      return await db.query<R>(statement);
    },
  };
}

async function planOf(db: Db, ask: (tx: Queryable) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  await ask(explaining(db, plans));
  return plans.join("\n");
}

const FILTER = { fuel: 4, maxAgeDays: 30, conditions: [], limit: 20 };

forEachDb("statements use the indexes made for them", async (t, db) => {
  await insertRandomState(db, { seed: 1, count: 8000 });
  await db.query({ text: "analyze" });

  await t.step("findNearby() uses the geography's GiST index", async () => {
    const plan = await planOf(
      db,
      (tx) => findNearby(tx, { ...FILTER, lat: 48.85, lng: 2.35, radiusM: 2000 }),
    );
    match(plan, /station_position/);
  });
  await t.step("findInBox() uses the planar GiST index", async () => {
    const box = { north: 48.86, south: 48.85, east: 2.36, west: 2.35 };
    match(await planOf(db, (tx) => findInBox(tx, { ...FILTER, ...box })), /station_box/);
  });
  await t.step("findChanges() reads the covering index only", async () => {
    await db.maintain();
    const from = new Date("2026-05-05T00:00:00Z");
    const plan = await planOf(
      db,
      (tx) => findChanges(tx, { stationId: 10_000_001, fuel: 1, from }),
    );
    match(plan, /Index (Only )?Scan (Backward )?using price_change_pkey/);
    ok(!plan.includes("Seq Scan on price_change"), plan);
  });
  await t.step(
    "findDayPrices() finds stations by position, and their prices by key",
    async () => {
      const days = ["2026-06-03", "2026-06-04"];
      const plan = await planOf(
        db,
        (tx) => findDayPrices(tx, { stationId: 10_000_001, fuel: 1, radiusM: 5000, days }),
      );
      match(plan, /station_position/);
      match(plan, /Index Scan (Backward )?using price_change_pkey/);
      for (const table of ["price_change", "station"]) {
        ok(!plan.includes(`Seq Scan on ${table} `), plan);
      }
    },
  );
  await t.step(
    "findRecentChanges() finds stations by position, and their changes by key",
    async () => {
      const circle = { lat: 48.85, lng: 2.35, radiusM: 5000 };
      const plan = await planOf(
        db,
        (tx) => findRecentChanges(tx, { fuel: 1, limit: 50, circle, conditions: [] }),
      );
      match(plan, /station_position/);
      for (const table of ["price_change", "stock_out"]) {
        match(plan, new RegExp(`Index (Only )?Scan .*using ${table}_pkey`));
      }
      ok(!/Seq Scan on (price_change|stock_out)/.test(plan), plan);
    },
  );
  await t.step("getStation() finds station, prices and stock-outs by key", async () => {
    const plan = await planOf(db, (tx) => getStation(tx, 10_000_001));
    for (const table of ["station", "current_price", "stock_out"]) {
      ok(!plan.includes(`Seq Scan on ${table} `), plan);
    }
  });
});
