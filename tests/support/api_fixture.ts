/**
 * Provides a small fictional France for the API tests and examples, with every special case once.
 *
 * @module
 */

import type { Queryable } from "../../lib/db/db.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { insertJson } from "./random_state.ts";

/** The instant of the last good ingest, which is "now" in every response over the fixture. */
export const FIXTURE_AS_OF = new Date("2026-06-05T10:10:00.000Z");

export const IDS = {
  /** Paris 15e, four fuels, hours and services known. */
  paris: "75015007",
  /** Has an open stock-out of gazole and a price older than 30 days. */
  odd: "75013013",
  left: "75001001",
  /** No brand, no name, no hours, no position. */
  bare: "20200004",
  motorway: "91090002",
} as const;

const HOUR_MS = 3_600_000;

function ago(ms: number): string {
  return new Date(FIXTURE_AS_OF.getTime() - ms).toISOString();
}

const STAFFED = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  day,
  closed: day === 7,
  slots: day === 7 ? [] : [{ open: "07:00", close: "12:30" }, { open: "14:00", close: "21:00" }],
}));

type Seed =
  & {
    id: number;
    hours?: typeof STAFFED;
    /** Price in thousandths of a euro and age, by fuel number. */
    prices: Record<number, [milli: number, ageMs: number]>;
  }
  & Record<"cp" | "department" | "address" | "city" | "brand" | "name", string | null>
  & Record<"lat" | "lng", number | null>
  & Partial<Record<"motorway" | "automate" | "left", boolean>>;

// More brands in Nantes, so that six of its eight stations have one of the largest brands.
const nantesBrands = ["Carrefour", "Système U", "Intermarché", "BP", "Carrefour", "Intermarché"];
const nantesStations = nantesBrands.map((brand, index): Seed => ({
  id: 44000001 + index,
  cp: "44000",
  department: "44",
  address: `${index + 1} Quai de la Fosse`,
  city: "Nantes",
  lat: 47.21 + index / 200,
  lng: -1.56 - index / 200,
  brand,
  name: `${brand} Nantes ${index + 1}`,
  prices: {
    1: [1739 + 10 * index, (index + 1) * HOUR_MS],
    4: [1889 + 10 * index, (index + 1) * HOUR_MS],
  },
}));

const SEEDS: Seed[] = [
  {
    id: 75015007,
    cp: "75015",
    department: "75",
    address: "118 Rue de Vaugirard",
    city: "Paris",
    lat: 48.84321,
    lng: 2.31254,
    brand: "TotalEnergies",
    name: "Relais Vaugirard",
    automate: true,
    hours: STAFFED,
    prices: {
      1: [1799, 2 * HOUR_MS],
      3: [2059, 2 * HOUR_MS],
      4: [1949, 26 * HOUR_MS],
      5: [829, 3 * DAY_MS],
    },
  },
  {
    id: 75013013,
    cp: "75013",
    department: "75",
    address: "37 Boulevard Vincent Auriol",
    city: "Paris",
    lat: 48.8372,
    lng: 2.3719,
    brand: "Esso Express",
    name: null,
    automate: true,
    prices: { 1: [1750, 5 * HOUR_MS], 3: [2010, 40 * DAY_MS], 4: [1939, 5 * HOUR_MS] },
  },
  {
    id: 75014002,
    cp: "75014",
    department: "75",
    address: "10 Avenue du Général Leclerc",
    city: "Paris",
    lat: 48.82811,
    lng: 2.32684,
    brand: "Avia",
    name: "Avia Porte d’Orléans",
    hours: STAFFED,
    prices: { 1: [1799, HOUR_MS], 2: [1999, HOUR_MS], 4: [1949, HOUR_MS] },
  },
  {
    id: 92120001,
    cp: "92120",
    department: "92",
    address: "1 Avenue Pierre Brossolette",
    city: "Montrouge",
    lat: 48.8165,
    lng: 2.3165,
    brand: "E.Leclerc",
    name: "E.Leclerc Montrouge",
    automate: true,
    prices: {
      1: [1729, 20 * 60_000],
      4: [1879, 20 * 60_000],
      5: [799, 20 * 60_000],
      6: [1015, 9 * DAY_MS],
    },
  },
  {
    id: 91090002,
    cp: "91090",
    department: "91",
    address: "Autoroute A6, aire de Lisses",
    city: "Lisses",
    lat: 48.6021,
    lng: 2.4313,
    brand: "TotalEnergies",
    name: "Relais de Lisses",
    motorway: true,
    automate: true,
    prices: { 1: [1989, 30 * HOUR_MS], 3: [2189, 30 * HOUR_MS], 4: [2099, 30 * HOUR_MS] },
  },
  {
    id: 20200004,
    cp: "20200",
    department: "2B",
    address: null,
    city: "Bastia",
    lat: null,
    lng: null,
    brand: null,
    name: null,
    prices: { 1: [1859, DAY_MS] },
  },
  {
    id: 20000006,
    cp: "20000",
    department: "2A",
    address: 'Route de Mezzavia, "Le Loretto"',
    city: "Ajaccio",
    lat: 41.9362,
    lng: 8.7356,
    brand: "Vito",
    name: '=Vito; "Loretto"',
    prices: { 1: [1849, 2 * DAY_MS], 2: [1979, 2 * DAY_MS] },
  },
  {
    id: 75001001,
    cp: "75001",
    department: "75",
    address: "2 Rue de Rivoli",
    city: "Paris",
    lat: 48.8554,
    lng: 2.3605,
    brand: "Total",
    name: null,
    left: true,
    prices: { 1: [1899, 50 * DAY_MS] },
  },
  ...nantesStations,
];

function toStationRow(seed: Seed) {
  const {
    id,
    cp,
    department,
    address,
    city,
    lat,
    lng,
    motorway = false,
    automate = false,
    hours = null,
  } = seed;
  return {
    id,
    department,
    address,
    city,
    motorway,
    postal_code: cp,
    automate_24_7: automate,
    opening_hours: hours,
    position: lat === null ? null : `SRID=4326;POINT(${lng} ${lat})`,
    services: cp === "75015" ? ["Toilettes publiques", "Station de gonflage"] : [],
    first_seen_at: "2020-01-01T00:00:00Z",
    last_seen_at: seed.left ? ago(20 * DAY_MS) : ago(0),
    left_at: seed.left ? ago(20 * DAY_MS) : null,
  };
}

function toPriceRows({ id, prices, left }: Seed) {
  return Object.entries(prices).map(([fuel, [milli, ageMs]]) => ({
    station_id: id,
    fuel: Number(fuel),
    price_milli: milli,
    updated_at: ago(ageMs),
    listed: !left,
  }));
}

/** Returns the newest price and a hundred weekly ones before it, each slightly different. */
function toChangeRows({ id, prices }: Seed) {
  return Object.entries(prices).flatMap(([fuel, [milli, ageMs]]) =>
    Array.from({ length: 100 }, (_, week) => ({
      station_id: id,
      fuel: Number(fuel),
      price_milli: milli + 3 * (week % 7),
      at: ago(ageMs + 7 * week * DAY_MS),
    }))
  );
}

function toMeanRows() {
  const areas = [
    "FR",
    "75",
    "91",
    ...new Set(SEEDS.flatMap(({ brand }) => brand === null ? [] : [`brand:${brand}`])),
  ];
  return areas.flatMap((area) =>
    [1, 4].flatMap((fuel) =>
      Array.from({ length: 95 }, (_, back) => ({
        area,
        fuel,
        day: ago((back + 1) * DAY_MS).slice(0, 10),
        station_count: 10,
        sum_milli: 17_800 + 1000 * (fuel - 1) / 3 + 13 * (back % 11),
        min_milli: 1600,
        max_milli: 2100,
      }))
    )
  );
}

/** Fills a migrated, empty database with the fixture. */
export async function insertFixture(db: Queryable): Promise<void> {
  await insertJson(db, "station", SEEDS.map(toStationRow));
  const branded = SEEDS.map(({ id, brand, name }) => ({
    station_id: id,
    brand,
    name,
    updated_at: ago(0),
  }));
  await insertJson(db, "station_brand", branded);
  await insertJson(db, "current_price", SEEDS.flatMap(toPriceRows));
  await insertJson(db, "price_change", SEEDS.flatMap(toChangeRows));
  await insertJson(db, "daily_mean", toMeanRows());
  const days = Array.from({ length: 95 }, (_, back) => ago((back + 1) * DAY_MS).slice(0, 10));
  await insertJson(
    db,
    "coverage",
    days.map((day) => ({ day, source: "archive", averaged: true, stock_outs: true })),
  );
  const stockOut = { station_id: Number(IDS.odd), fuel: 1, since: ago(HOUR_MS), kind: "temporary" };
  await insertJson(db, "stock_out", [stockOut]);
  await moveFixture(db);
}

/** Increases the revision as a good ingest does, `afterMs` after the fixture's instant. */
export async function moveFixture(db: Queryable, afterMs = 0): Promise<void> {
  await db.query({
    text:
      "update data_state set revision = revision + 1, as_of = $1, feed_at = $2, source = 'file'",
    values: [
      new Date(FIXTURE_AS_OF.getTime() + afterMs),
      new Date(FIXTURE_AS_OF.getTime() - 20 * 60_000),
    ],
  });
}
