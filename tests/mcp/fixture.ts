/**
 * Fills a database with generated stations around Paris by SQL, for the tests of the tools.
 *
 * @module
 */

import type { Db } from "../../lib/db/db.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { createRandom, insertJson } from "../support/random_state.ts";

/** The instant of all responses. */
export const AS_OF = "2026-06-05T10:10:00.000Z";

/** The number of stations. Their IDs start at 75000001. */
export const STATION_COUNT = 150;

export function idOf(n: number): string {
  return String(75_000_000 + n);
}

const BRANDS = [
  "TotalEnergies",
  "E.Leclerc",
  "Intermarché",
  "Carrefour",
  "Esso Express",
  "Système U",
  "Avia",
];
const HOURS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  day,
  closed: day === 7,
  slots: day === 7 ? [] : [{ open: "07:00", close: "21:30" }],
}));

function toStation(n: number, random: () => number) {
  return {
    id: 75_000_000 + n,
    postal_code: `750${String(n % 20 + 1).padStart(2, "0")}`,
    department: "75",
    address: `${n} Avenue de l’Étang aux Écrevisses`,
    city: "Saint-Étienne-du-Rouvray-sur-Mer",
    lat: 48.85 + (random() - 0.5) * 0.2,
    lng: 2.35 + (random() - 0.5) * 0.3,
    motorway: n % 40 === 0,
    brand: n % 10 === 0 ? null : BRANDS[n % BRANDS.length]!,
    name: n % 10 === 0 ? null : `${BRANDS[n % BRANDS.length]} Étang n° ${n}`,
  };
}

function toPrices(n: number, random: () => number) {
  return [1, 2, 3, 4, 5, 6].filter((fuel) => (n + fuel) % 6 !== 0).map((fuel) => {
    const price_milli = 1500 + Math.floor(random() * 40) * 10;
    // Every seventh price is older than 30 days.
    const ageMs = Math.floor(random() * (n % 7 === 0 ? 90 : 20) * DAY_MS);
    return {
      station_id: 75_000_000 + n,
      fuel,
      price_milli,
      updated_at: new Date(Date.parse(AS_OF) - ageMs),
    };
  });
}

/** Inserts prices that were reported a week apart before the current ones. */
const INSERT_PAST = `insert into price_change (station_id, fuel, price_milli, at)
  select station_id, fuel, price_milli + 5 * (week % 9) - 20, updated_at - week * interval '7 days'
  from current_price, generate_series(1, 56) week
  union all
  select station_id, fuel, price_milli, updated_at from current_price`;

const INSERT_MEANS = `with day as (
    select day::date
    from generate_series(date '2026-03-01', date '2026-06-04', interval '1 day') day
  ),
  covered as (
    insert into coverage (day, source, averaged)
    select day, 'archive', true
    from day
  )
  insert into daily_mean (area, fuel, day, sum_milli, min_milli, max_milli, station_count)
  select area, fuel, day, 1700 * 20 + (day - date '2026-03-01') * 7, 1500, 1890, 20
  from day, generate_series(1, 6) fuel, unnest($1::text[]) area`;

async function insertWorld(
  db: Db,
  stations: ReturnType<typeof toStation>[],
  prices: object[],
): Promise<void> {
  const rows = stations.map(({ lat, lng, brand: _, name: __, ...row }) => ({
    ...row,
    position: `SRID=4326;POINT(${lng} ${lat})`,
    automate_24_7: row.id % 3 === 0,
    opening_hours: row.id % 5 === 0 ? null : HOURS,
    services: ["Toilettes publiques", "Station de gonflage"],
    first_seen_at: AS_OF,
    last_seen_at: AS_OF,
  }));
  await insertJson(db, "station", rows);
  const branded = stations.map(({ id, brand, name }) => ({
    station_id: id,
    brand,
    name,
    updated_at: AS_OF,
  }));
  await insertJson(db, "station_brand", branded);
  await insertJson(db, "current_price", prices.map((price) => ({ ...price, listed: true })));
  await db.query({ text: INSERT_PAST });
  await db.query({
    text: INSERT_MEANS,
    values: [["FR", "75", ...BRANDS.map((brand) => `brand:${brand}`)]],
  });
  await db.query({
    text:
      "update data_state set revision = revision + 1, as_of = $1, feed_at = $1, source = 'official'",
    values: [AS_OF],
  });
}

/** Fills a migrated, empty database. The third station is out of gazole. */
export async function fillDatabase(db: Db): Promise<void> {
  const random = createRandom(5);
  const numbers = Array.from({ length: STATION_COUNT }, (_, index) => index + 1);
  const stations = numbers.map((n) => toStation(n, random));
  await insertWorld(db, stations, numbers.flatMap((n) => toPrices(n, random)));
  await insertJson(db, "stock_out", [{
    station_id: 75_000_003,
    fuel: 1,
    since: AS_OF,
    kind: "temporary",
  }]);
}

type Town = {
  name: string;
  department: string;
  postalCodes: readonly string[];
  lat: number;
  lng: number;
};

/**
 * Fills a migrated, empty database with eight stations around each town, which sell every fuel,
 * except for two in Lille that are out of SP98. One near Mâcon is on the A6.
 */
export async function fillTowns(db: Db, towns: readonly Town[]): Promise<void> {
  const random = createRandom(7);
  const stations = towns.flatMap((town, row) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((n) => ({
      ...toStation(row * 8 + n + 1, random),
      postal_code: town.postalCodes[0]!,
      department: town.department,
      city: town.name,
      lat: town.lat + (random() - 0.5) / 25,
      lng: town.lng + (random() - 0.5) / 25,
      ...(town.name === "Mâcon" && n === 7
        ? { motorway: true, address: "A6, aire de Saint-Albain" }
        : { motorway: false }),
      brand: BRANDS[n % BRANDS.length]!,
      name: `${BRANDS[n % BRANDS.length]} ${town.name}`,
    }))
  );
  const prices = stations.flatMap(({ id }) =>
    [1, 2, 3, 4, 5, 6].map((fuel) => (
      { station_id: id, fuel, price_milli: 1500 + Math.floor(random() * 400), updated_at: AS_OF }
    ))
  );
  await insertWorld(db, stations, prices);
  const out = stations.filter(({ city, id }) => city === "Lille" && id % 8 <= 1);
  await insertJson(
    db,
    "stock_out",
    out.map(({ id }) => ({ station_id: id, fuel: 3, since: AS_OF, kind: "temporary" })),
  );
}
