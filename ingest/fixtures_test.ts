/** What becomes of every oddity of the feed: one small file each, through decoding and the check. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { toPriceText } from "../lib/shared/money.ts";
import { type CheckedFeed, checkFeed, countReasons, loadTownTable, toCurrentPrices } from "./check.ts";
import { decodeStations, unpackFeed } from "./decode.ts";

const NOW_MS = Date.parse("2026-06-05T10:10:00Z");

async function readFixture(name: string, nowMs = NOW_MS): Promise<CheckedFeed> {
  const file = await Deno.readFile(new URL(`../tests/fixtures/feed/${name}`, import.meta.url));
  const stream = await unpackFeed(new Blob([file]), { maxUnpackedBytes: 1_000_000 });
  return await checkFeed(decodeStations(stream), { nowMs, towns: await loadTownTable() });
}

function toPrices(feed: CheckedFeed, id: number): [number, string, string][] {
  return toCurrentPrices(feed.entries.get(id)!.prices).map((
    { fuel, priceMilli, atMs },
  ) => [fuel, toPriceText(priceMilli), new Date(atMs).toISOString()]);
}

Deno.test("a plain station keeps all it says", async () => {
  const feed = await readFixture("plain_station.xml");
  const { station, stockOuts } = feed.entries.get(12270001)!;
  deepEqual(toPrices(feed, 12270001), [
    [1, "1.981", "2026-06-04T04:55:53.000Z"],
    [4, "1.999", "2026-06-04T04:55:11.000Z"],
  ]);
  deepEqual(
    stockOuts.map(({ fuel, sinceMs, untilMs, kind }) => [fuel, new Date(sinceMs).toISOString(), untilMs, kind]),
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

Deno.test("a day file of 2016 has thousandths, T in its times, and ends of stock-outs that have not come", async () => {
  const feed = await readFixture("old_day_file.xml", Date.parse("2016-12-16T23:00:00Z"));
  deepEqual(toPrices(feed, 1000001), [
    [1, "1.167", "2016-12-15T09:12:34.000Z"],
    [2, "1.339", "2016-12-15T09:12:34.000Z"],
  ]);
  const { station, stockOuts } = feed.entries.get(1000001)!;
  deepEqual(stockOuts.map(({ fuel, untilMs, kind }) => [fuel, untilMs && new Date(untilMs).toISOString(), kind]), [
    [4, null, "temporary"],
    [5, "2015-02-28T23:00:00.000Z", "temporary"],
  ]);
  equal(station.city, "Saint-Denis-lès-Bourg");
  equal(feed.monthInMinutes, 2);
});

Deno.test("markers, typing errors, unknown fuels and petrol's price in another field are refused with their words", async () => {
  const feed = await readFixture("garbage_prices.xml");
  deepEqual(countReasons(feed.refused), { implausible_price: 4, bad_price: 2, unknown_fuel: 1, petrol_price: 1 });
  deepEqual(toPrices(feed, 59000001), []);
  deepEqual(toPrices(feed, 59000002).map(([fuel]) => fuel), [3, 6]);
  ok(
    feed.refused.some(({ stationId, raw }) =>
      stationId === "59000001" && raw === "prix Gazole 2026-06-01 08:00:00 9.999"
    ),
  );
});

Deno.test("of one fuel twice the later counts, of the same instant the one read last", async () => {
  const feed = await readFixture("fuel_twice.xml");
  deepEqual(toPrices(feed, 5000018).map(([fuel, price]) => [fuel, price]), [[1, "1.269"], [2, "1.500"]]);
  equal(feed.entries.get(5000018)!.prices.length, 3);
  deepEqual(feed.refused.map(({ reason, raw }) => [reason, raw]), [
    ["duplicate_price", "prix Gazole 2026-05-02 06:12:00 1.274"],
  ]);
});

Deno.test("of one station twice the later element counts, bad ids leave their station out", async () => {
  const feed = await readFixture("station_twice_and_bad_ids.xml");
  deepEqual(countReasons(feed.refused), { bad_station_id: 3, duplicate_station: 1 });
  equal(feed.entries.size, 1);
  const { station } = feed.entries.get(5000018)!;
  deepEqual([station.rawAddress, station.motorway, toPrices(feed, 5000018)[0]![1]], ["second", true, "1.275"]);
});

Deno.test("coordinates are repaired or missing, postal codes of four digits give no department", async () => {
  const feed = await readFixture("swapped_and_missing_coordinates.xml");
  const flags = [...feed.entries.values()].map(({ station }) => [station.positionFlag, station.position?.lat ?? null]);
  deepEqual(flags, [["swapped", 46.20114], ["missing", null], ["plain_degrees", 46.20114], ["zero", null]]);
  const { postalCode, department, city } = feed.entries.get(1000004)!.station;
  deepEqual([postalCode, department, city], [null, null, null]);
  deepEqual(countReasons(feed.refused), { bad_postal_code: 1 });
});

Deno.test("references are decoded, mojibake mended, services trimmed and kept once", async () => {
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

Deno.test("opening hours: dummies, empty weeks, around the clock, past midnight, two slots, times that are none", async () => {
  const feed = await readFixture("opening_hours.xml");
  const week = (id: number) => feed.entries.get(id)!.station.openingHours;
  ok(week(33000001)?.every(({ closed, slots }) => closed && slots.length === 0), "closed, with a terminal");
  deepEqual([33000002, 33000003, 33000004].map(week), [null, null, null]);
  const clock = week(33000005)!;
  deepEqual(clock.map(({ closed, slots }) => [closed, ...slots.map(({ open, close }) => `${open}-${close}`)]), [
    ...Array.from({ length: 6 }, () => [false, "00:00-00:00"]),
    [true],
  ]);
  const shop = week(33000006)!;
  deepEqual([shop[0]!.slots.length, shop[5]!.slots, shop[6]!.closed], [2, [{ open: "07:00", close: "00:20" }], true]);
  const odd = week(33000007)!;
  deepEqual(odd.slice(0, 3).map(({ slots }) => slots.length), [0, 0, 1]);
  deepEqual(feed.refused.map(({ reason, raw }) => [reason, raw]), [["bad_hours", "jour 1: 25.00-26.00"]]);
});

Deno.test("an empty list is read, and distinguished from a list that is cut short", async () => {
  equal((await readFixture("empty_list.xml")).reported.stations, 0);
});
