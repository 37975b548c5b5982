import { deepEqual, equal, ok } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import { allDepartmentPrices } from "../../lib/operations/prices/all_area_prices.ts";
import type { Backend } from "../../lib/operations/operation.ts";
import { priceSeries } from "../../lib/operations/prices/price_series.ts";
import { DEPARTMENTS } from "../../lib/places/departments.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { counts, readTables, type TableRow } from "../support/naive_tables.ts";
import { insertRandomState, RANDOM_AS_OF } from "../support/random_state.ts";

type Mean =
  & { area: string; fuel: number; day: string }
  & Record<"sum_milli" | "min_milli" | "max_milli" | "station_count", number>;

const SEED = 20_260_605;

async function fill(db: Db) {
  await insertRandomState(db, { seed: SEED, count: 800 });
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const clock = () => RANDOM_AS_OF;
  const backend: Backend[] = [{ db, snapshots, clock }, { db, snapshots: noSnapshots, clock }];
  const means = await db.query<Mean>({ text: "select * from daily_mean" });
  return { backend, means, inForce: (await readTables(db)).filter((row) => counts(row)) };
}

const toText = (milli: number) =>
  `${milli < 0 ? "-" : ""}${(Math.round(Math.abs(milli)) / 1000).toFixed(3)}`;

function partsOf(area: string): string[] {
  if (!area.startsWith("R")) return [area];
  return DEPARTMENTS.filter(({ regionCode }) => `R${regionCode}` === area).map(({ code }) => code);
}

/**
 * Returns the mean of the last three days' means, today's included. For a region it covers the
 * stations of all its departments.
 */
function toMean3d(today: readonly TableRow[], past: readonly Mean[]): string | null {
  const ofDay = (rows: readonly { sum: number; count: number }[]) => {
    const count = rows.reduce((all, row) => all + row.count, 0);
    return count === 0 ? [] : [rows.reduce((all, row) => all + row.sum, 0) / count];
  };
  const ofPastDay = (date: string) => {
    const rows = past.filter(({ day }) => day === date);
    return ofDay(
      rows.map(({ sum_milli, station_count }) => ({
        sum: Number(sum_milli),
        count: station_count,
      })),
    );
  };
  const means = [
    ofDay(today.map(({ price_milli }) => ({ sum: price_milli, count: 1 }))),
    ofPastDay("2026-06-04"),
    ofPastDay("2026-06-03"),
  ].flat();
  return means.length === 0
    ? null
    : toText(means.reduce((all, mean) => all + mean, 0) / means.length);
}

/**
 * Returns the station with the lowest price (`sign` 1) or the highest (-1). Ties go to the latest
 * report, then to the ID.
 */
function findExtreme(rows: readonly TableRow[], sign: 1 | -1) {
  const [first] = rows.toSorted((a, b) =>
    sign * (a.price_milli - b.price_milli) || b.at_ms - a.at_ms ||
    (String(a.station_id) < String(b.station_id) ? -1 : 1)
  );
  return first ? { id: String(first.station_id), price: toText(first.price_milli) } : null;
}

forEachDb(
  "all departments and regions have the means and extremes of the tables, cheapest first",
  async (_t, db) => {
    const { backend, means, inForce } = await fill(db);
    let changes = 0;
    for (const [index, fuel] of FUELS.entries()) {
      for (const each of backend) {
        const { data } = await allDepartmentPrices.read(each, { fuel });
        equal(data.length, 96 + 13);
        for (const { area, avgPrice1d, avgPrice3d, change7d, stationCount, ...entry } of data) {
          const parts = partsOf(area);
          const own = inForce.filter((row) =>
            row.fuel === index + 1 && parts.includes(row.department!)
          );
          const mean = own.reduce((sum, { price_milli }) => sum + price_milli, 0) / own.length;
          deepEqual([stationCount, avgPrice1d], [
            own.length,
            own.length === 0 ? null : toText(mean),
          ], area);
          const past = means.filter((row) => row.fuel === index + 1 && parts.includes(row.area));
          equal(avgPrice3d, toMean3d(own, past), `${area}, mean of three days`);
          const lowest = findExtreme(own, 1);
          const highest = findExtreme(own, -1);
          const named = [entry.min, entry.max].map((station) =>
            station && { id: station.id, price: station.price }
          );
          deepEqual(named, [lowest, highest], `${area}, extremes`);
          deepEqual([entry.minPrice1d, entry.maxPrice1d], [
            lowest?.price ?? null,
            highest?.price ?? null,
          ], area);
          const old = means.filter((row) =>
            row.fuel === index + 1 && row.day === "2026-05-29" && parts.includes(row.area)
          );
          const sum = (key: "sum_milli" | "station_count") =>
            old.reduce((total, row) => total + Number(row[key]), 0);
          const change = old.length === 0 || own.length === 0
            ? null
            : mean - sum("sum_milli") / sum("station_count");
          if (change !== null) changes++;
          equal(
            change7d,
            change === null ? null : toText(change),
            `${area} compared with seven days ago`,
          );
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
  },
);

type Sum = { sum: number; count: number; min: number; max: number };

/**
 * Computes the expected days of a request from the tables alone. Days are counted back from 5 June
 * 2026.
 */
function findDays(
  { means, inForce }: Awaited<ReturnType<typeof fill>>,
  area: string,
  fuel: number,
): Map<string, Sum> {
  const parts = partsOf(area);
  const days = new Map<string, Sum>();
  const add = (day: string, { sum, count, min, max }: Sum) => {
    const old = days.get(day) ?? { sum: 0, count: 0, min: Infinity, max: -Infinity };
    const extremes = { min: Math.min(old.min, min), max: Math.max(old.max, max) };
    days.set(day, { sum: old.sum + sum, count: old.count + count, ...extremes });
  };
  for (const { sum_milli, station_count, min_milli, max_milli, ...row } of means) {
    if (row.fuel !== fuel || !parts.includes(row.area) || row.day >= "2026-06-05") continue;
    add(row.day, { sum: Number(sum_milli), count: station_count, min: min_milli, max: max_milli });
  }
  for (const { price_milli, department, brand, ...row } of inForce) {
    if (
      row.fuel !== fuel ||
      ![area === "FR" && "FR", department, `brand:${brand}`].some((each) =>
        parts.includes(String(each))
      )
    ) continue;
    add("2026-06-05", { sum: price_milli, count: 1, min: price_milli, max: price_milli });
  }
  return days;
}

function isPartial(days: ReadonlyMap<string, Sum>, day: string): boolean {
  const around = [...days].filter(([other]) =>
    other >= addDays(day, -30) && other <= addDays(day, 30)
  );
  const counts = around.map(([, { count }]) => count).sort((a, b) => a - b);
  return days.has(day) && days.get(day)!.count < 0.95 * counts[Math.floor(counts.length / 2)]!;
}

// Proves docs/data.md#what-a-mean-is
forEachDb(
  "the series of every kind of area match the tables, with partial days marked",
  async (_t, db) => {
    const world = await fill(db);
    let points = 0;
    let partial = 0;
    for (const fuel of ["gazole", "e85"] as const) {
      const nation = findDays(world, "FR", fuel === "gazole" ? 1 : 5);
      for (const area of ["FR", "75", "R11", "R93", "2A", "brand:Élan", "brand:Nobody", "971"]) {
        const own = findDays(world, area, fuel === "gazole" ? 1 : 5);
        for (
          const [from, to] of [[], ["2026-05-20"], ["2026-03-25", "2026-05-01"], ["2030-01-01"], [
            "2016-05-30",
          ]]
        ) {
          const first = from ?? "2026-03-08";
          const last = to ?? "2026-06-05";
          const expected = [...own].filter(([day]) => day >= first && day <= last).sort().map((
            [day, { sum, ...rest }],
          ) => ({
            recordedAt: day,
            avgPrice: toText(sum / rest.count),
            minPrice: toText(rest.min),
            maxPrice: toText(rest.max),
            stationCount: rest.count,
            ...(isPartial(nation, day) ? { partial: true } : {}),
          }));
          for (const each of world.backend) {
            const { data } = await priceSeries.read(each, { fuel, area, from, to });
            deepEqual(data, expected, `${fuel} ${area} ${from} ${to}`);
          }
          points += expected.length;
          partial += expected.filter((point) => point.partial).length;
        }
      }
    }
    ok(points > 1_000 && partial > 100, `${points} points, ${partial} of them partial`);
  },
);
