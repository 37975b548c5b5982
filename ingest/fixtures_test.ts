import { deepEqual, equal, ok } from "../tests/support/assert.ts";
import { toPriceText } from "../lib/shared/price/money.ts";
import {
  type CheckedFeed,
  checkFeed,
  countReasons,
  loadTownTable,
  toCurrentPrices,
} from "./check.ts";
import { decodeStations } from "./decode.ts";
import { unpackFeed } from "./unpack.ts";

const NOW_MS = Date.parse("2026-06-05T10:10:00Z");

async function readFixture(name: string, nowMs = NOW_MS): Promise<CheckedFeed> {
  const file = await Deno.readFile(new URL(`../tests/fixtures/feed/${name}`, import.meta.url));
  const stream = unpackFeed(file, { maxUnpackedBytes: 1_000_000 });
  return await checkFeed(decodeStations(stream), { nowMs, towns: await loadTownTable() });
}

function toPrices(feed: CheckedFeed, id: number): [number, string, string][] {
  const prices = toCurrentPrices(feed.entries.get(id)!.prices);
  return prices.map((
    { fuel, priceMilli, atMs },
  ) => [fuel, toPriceText(priceMilli), new Date(atMs).toISOString()]);
}

Deno.test("a plain station keeps every field", async () => {
  const feed = await readFixture("plain_station.xml");
  const { station, stockOuts } = feed.entries.get(12270001)!;
  deepEqual(toPrices(feed, 12270001), [
    [1, "1.981", "2026-06-04T04:55:53.000Z"],
    [4, "1.999", "2026-06-04T04:55:11.000Z"],
  ]);
  deepEqual(
    stockOuts.map((
      { fuel, sinceMs, untilMs, kind },
    ) => [fuel, new Date(sinceMs).toISOString(), untilMs, kind]),
    [
      [2, "2019-01-09T11:12:42.000Z", null, "permanent"],
      [5, "2011-08-16T14:54:00.000Z", null, "temporary"],
      [6, "2026-06-01T06:00:00.000Z", null, "temporary"],
    ],
  );
  deepEqual(station, {
    id: 12270001,
    postalCode: "12270",
    department: "12",
    address: "ZA le Lac",
    city: "La Fouillade",
    rawAddress: "ZA LE LAC",
    rawCity: "La Fouillade",
    rawLatitude: "4424024.1001506",
    rawLongitude: "203283.20468272",
    position: { lat: 44.240241001506, lng: 2.0328320468272003 },
    positionFlag: null,
    motorway: false,
    automate247: false,
    openingHours: null,
    services: ["Laverie", "Station de gonflage"],
  });
  deepEqual(feed.refused, []);
});

Deno.test("the later of two prices of a fuel wins, and at the same instant the last one in the file", async () => {
  const feed = await readFixture("fuel_twice.xml");
  deepEqual(toPrices(feed, 5000018).map(([fuel, price]) => [fuel, price]), [[1, "1.269"], [
    2,
    "1.500",
  ]]);
  equal(feed.entries.get(5000018)!.prices.length, 3);
  deepEqual(feed.refused.map(({ reason, raw }) => [reason, raw]), [
    ["duplicate_price", "prix Gazole 2026-05-02 06:12:00 1.274"],
  ]);
});

Deno.test("the last of two elements with one station ID wins, and stations with bad IDs are left out", async () => {
  const feed = await readFixture("station_twice_and_bad_ids.xml");
  deepEqual(countReasons(feed.refused), { bad_station_id: 3, duplicate_station: 1 });
  equal(feed.entries.size, 1);
  const { station } = feed.entries.get(5000018)!;
  deepEqual([station.rawAddress, station.motorway, toPrices(feed, 5000018)[0]![1]], [
    "second",
    true,
    "1.275",
  ]);
});

Deno.test("references are decoded, mojibake is repaired, and services are trimmed and deduplicated", async () => {
  const feed = await readFixture("names_and_references.xml");
  const first = feed.entries.get(92330001)!.station;
  equal(first.address, "77 Avenue Édouard Depreux & Cie");
  equal(first.city, "Sceaux");
  deepEqual(first.services, [
    "Restauration à emporter",
    "Vente d'additifs carburants",
    "Carburant qualité œuvre <neuf>",
  ]);
  const second = feed.entries.get(50570001)!.station;
  deepEqual([second.address, second.city], ["Route de l'Église", "Rémilly sur Lozon"]);
});

const COUNTS: [file: string, stations: number, prices: number, refused: Record<string, number>][] =
  [
    ["empty_list.xml", 0, 0, {}],
    ["garbage_prices.xml", 2, 2, {
      implausible_price: 4,
      bad_price: 2,
      unknown_fuel: 1,
      petrol_price: 1,
    }],
    ["old_day_file.xml", 1, 2, {}],
    ["opening_hours.xml", 7, 0, { bad_hours: 1 }],
    ["swapped_and_missing_coordinates.xml", 4, 0, { bad_postal_code: 1 }],
  ];

// Proves docs/data.md#the-feeds-oddities
Deno.test("each fixture has the expected stations and prices, and its bad rows are rejected with the expected reason", async () => {
  for (const [file, stations, prices, refused] of COUNTS) {
    const feed = await readFixture(file);
    const counted = [...feed.entries.keys()].flatMap((id) => toPrices(feed, id)).length;
    deepEqual(
      [feed.entries.size, counted, countReasons(feed.refused)],
      [stations, prices, refused],
      file,
    );
  }
  const { refused } = await readFixture("garbage_prices.xml");
  ok(
    refused.some(({ stationId, raw }) =>
      stationId === "59000001" && raw === "prix Gazole 2026-06-01 08:00:00 9.999"
    ),
  );
  deepEqual((await readFixture("opening_hours.xml")).refused.map(({ raw }) => raw), [
    "jour 1: 25.00-26.00",
  ]);
});
