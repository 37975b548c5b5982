/**
 * Fills the database with a random but repeatable state, full of edge cases: ties, twins, limits of
 * age, stock-outs.
 *
 * @module
 */

import type { Queryable } from "../../lib/db/db.ts";
import { createRandom, pick } from "../../lib/shared/random.ts";
import { DAY_MS } from "../../lib/shared/units.ts";

export { createRandom, pick };

export const RANDOM_AS_OF = new Date("2026-06-05T10:20:00Z");

const CENTRES = [[48.85, 2.35], [43.3, 5.4], [47.2, -1.55], [42.0, 9.0]] as const;
const BRANDS = [
  "TotalEnergies",
  "E.Leclerc",
  "Intermarché",
  "Carrefour",
  "Système U",
  "Esso",
  "Élan",
  "Petit, Fils",
];
const DEPARTMENTS = ["75", "13", "44", "2A", "92", null];
const TOLERANCE_MS = 600_000;
/**
 * Ages at which a response changes: around now, around the tolerated lead of a station's clock,
 * around `max_age_days`.
 */
const EDGES_MS = [
  0,
  -TOLERANCE_MS,
  DAY_MS,
  29 * DAY_MS,
  30 * DAY_MS,
  60 * DAY_MS,
  365 * DAY_MS,
];

/**
 * Draws an age from two hours ahead to 400 days, in whole seconds. Every other one is at an edge or
 * a second away.
 */
function randomAgeMs(random: () => number): number {
  if (random() < 0.5) return pick(random, EDGES_MS) + pick(random, [-1000, 0, 1000]);
  const longestMs = pick(random, [DAY_MS, 40 * DAY_MS, 400 * DAY_MS]);
  return Math.floor((random() * longestMs - 2 * 3_600_000) / 1000) * 1000;
}

/** Addresses of some stations, on a motorway or not. */
const ADDRESSES = ["Autoroute A6, aire de l'Essai", "A7 Aire d'Essai", "RN 104"];

const SLOTS = [
  [{ open: "08:00", close: "12:00" }, { open: "14:00", close: "19:30" }],
  [{ open: "22:00", close: "02:00" }],
  [{ open: "00:00", close: "00:00" }],
];

function randomHours(random: () => number) {
  if (random() < 0.3) return null;
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const closed = random() < 0.3;
    const slots = pick(random, SLOTS);
    return { day, closed, slots: closed ? [] : slots };
  });
}

function randomStations(random: () => number, count: number) {
  const stations = Array.from({ length: count }, (_, index) => {
    const [lat, lng] = pick(random, CENTRES);
    const located = random() > 0.03;
    return {
      // 7 and 8 digits, so that sorting by text and by number differs.
      id: random() < 0.3 ? 1_000_000 + index : 10_000_000 + index,
      lat: located ? lat + (random() - 0.5) * 0.6 : null,
      lng: located ? lng + (random() - 0.5) * 0.8 : null,
      department: pick(random, DEPARTMENTS),
      motorway: random() < 0.1,
      automate: random() < 0.4,
      hours: randomHours(random),
      left: random() < 0.05,
      brand: pick(random, [...BRANDS, null]),
    };
  });
  // twins at the same place
  for (let i = 1; i < stations.length; i += 10) {
    [stations[i]!.lat, stations[i]!.lng] = [stations[i - 1]!.lat, stations[i - 1]!.lng];
  }
  return stations;
}

type RandomStation = ReturnType<typeof randomStations>[number];

function randomPrices(random: () => number, stations: RandomStation[]) {
  return stations.flatMap(({ id }) =>
    [1, 2, 3, 4, 5, 6].filter(() => random() < 0.6).map((fuel) => ({
      station_id: id,
      fuel,
      price_milli: 1700 + Math.floor(random() * 8) * 10, // few values: many ties
      updated_at: new Date(RANDOM_AS_OF.getTime() - randomAgeMs(random)).toISOString(),
      listed: random() > 0.05,
      suspect: random() < 0.1,
    }))
  );
}

type RandomPrice = ReturnType<typeof randomPrices>[number];

/** Draws how a stock-out or a closure started and ended, about as old as a price. */
function randomInterruption(random: () => number, { station_id, updated_at }: RandomPrice) {
  return {
    station_id,
    since: new Date(Date.parse(updated_at) + pick(random, [-DAY_MS, -1000, 0, 1000, DAY_MS]))
      .toISOString(),
    until: random() < 0.3 ? RANDOM_AS_OF.toISOString() : null,
    kind: pick(random, ["temporary", "permanent"]),
  };
}

function randomStockOuts(random: () => number, prices: RandomPrice[]) {
  return prices.filter(() => random() < 0.15).map((price) => (
    { fuel: price.fuel, ...randomInterruption(random, price) }
  ));
}

function randomClosures(random: () => number, prices: RandomPrice[]) {
  const rows = prices.filter(() => random() < 0.05).map((price) =>
    randomInterruption(random, price)
  );
  return [...new Map(rows.map((row) => [`${row.station_id} ${row.since}`, row])).values()];
}

/** Inserts rows whose keys are the table's columns. */
export async function insertJson(tx: Queryable, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? { station_id: null }).join();
  const text = `insert into ${table} (${columns})
      select ${columns}
      from jsonb_populate_recordset(null::${table}, $1::jsonb)`;
  await tx.query({ text, values: [JSON.stringify(rows)] });
}

function toStationRow(
  { id, lat, lng, department, motorway, automate, hours, left }: RandomStation,
) {
  return {
    id,
    department,
    motorway,
    address: ADDRESSES[id % 4] ?? `${id} rue de l'Essai`,
    city: "Essai",
    postal_code: department === null ? null : `${department.replace("2A", "20")}000`.slice(0, 5),
    position: lat === null ? null : `SRID=4326;POINT(${lng} ${lat})`,
    automate_24_7: automate,
    opening_hours: hours,
    services: [["Wifi", "Laverie"], ["Laverie", "Bar", "Wifi"], ["Bar"], []][id % 4],
    first_seen_at: "2020-01-01T00:00:00Z",
    last_seen_at: "2026-06-01T00:00:00Z",
    left_at: left ? "2026-06-02T00:00:00Z" : null,
  };
}

function randomMeans(random: () => number) {
  const areas = ["FR", "75", "92", "13", ...BRANDS.map((brand) => `brand:${brand}`)];
  return areas.flatMap((area) =>
    [1, 2, 3, 4, 5, 6].flatMap((fuel) =>
      Array.from({ length: 95 }, (_, back) => back).filter(() => random() < 0.8).map((back) => {
        const station_count = 5 + Math.floor(random() * 10);
        const sum_milli = Math.floor(station_count * (1700 + random() * 100));
        const min_milli = 1600 + back;
        const max_milli = 1900 - back;
        const day = new Date(RANDOM_AS_OF.getTime() - back * DAY_MS).toISOString().slice(0, 10);
        return { area, fuel, day, sum_milli, min_milli, max_milli, station_count };
      })
    )
  );
}

/** Fills an empty database with `count` random stations and all their data. Returns the IDs. */
export async function insertRandomState(
  tx: Queryable,
  options: { seed: number; count: number },
): Promise<string[]> {
  const random = createRandom(options.seed);
  const stations = randomStations(random, options.count);
  const prices = randomPrices(random, stations);
  await insertJson(tx, "station", stations.map(toStationRow));
  const branded = stations.map(({ id, brand }) => ({
    station_id: id,
    brand,
    name: brand && `${brand} Essai`,
  }));
  await insertJson(
    tx,
    "station_brand",
    branded.map((row) => ({ ...row, updated_at: RANDOM_AS_OF })),
  );
  await insertJson(tx, "current_price", prices);
  await insertJson(tx, "stock_out", randomStockOuts(random, prices));
  await insertJson(tx, "closure", randomClosures(random, prices));
  const changes = prices.map(({ station_id, fuel, price_milli, updated_at: at }) => (
    { station_id, fuel, price_milli, at }
  ));
  await insertJson(tx, "price_change", changes);
  await insertJson(tx, "daily_mean", randomMeans(random));
  const state =
    "update data_state set revision = revision + 1, as_of = $1, feed_at = $1, source = 'file'";
  await tx.query({ text: state, values: [RANDOM_AS_OF] });
  return stations.map(({ id }) => String(id));
}
