/** What a caller pays: net prices, the cost of a fill, and the order by it, in search and box. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { NearbyEntry } from "../../lib/domain/wire.ts";
import { boxStations, searchStations } from "../../lib/operations/mod.ts";
import { type TestApp, withTestApp } from "../support/api_app.ts";

const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole&radius=50&limit=100";
const BOX = boxStations.example.replace(/&limit=\d+/, "&limit=500");

async function ask(app: TestApp, path: string): Promise<{ data: NearbyEntry[]; meta: { total: number } }> {
  const response = await app.fetch(path);
  const body = await response.json();
  equal(response.status, 200, JSON.stringify(body));
  return body;
}

/** The cost of a fill in whole cents as a caller computes it from an answer. */
function toCents({ net_price, distance_km = 0 }: NearbyEntry, car: { litres: number; consumption: number }): number {
  return Math.round(Number(net_price) * (car.litres + (2 * distance_km * 1.3 * car.consumption) / 100) * 100);
}

Deno.test("without a word on the car an answer is what it always was", async () => {
  await withTestApp(async (app) => {
    for (const path of [searchStations.example, boxStations.example]) {
      const plain = await app.fetch(path);
      const text = await plain.text();
      ok(!/net_price|"cost"/.test(text));
      const sorted = await app.fetch(`${path}&sort=price`);
      equal(await sorted.text(), text);
      equal(sorted.headers.get("etag"), plain.headers.get("etag"));
    }
  });
});

Deno.test("net price and cost can be computed again from the answer, and order it when asked", async () => {
  await withTestApp(async (app) => {
    const { data: plain } = await ask(app, SEARCH);
    const brand = plain.find((entry) => entry.brand !== null)!.brand!;
    const car = { litres: 20, consumption: 9 };
    const question = `${SEARCH}&litres=20&consumption=9&discounts=${encodeURIComponent(`${brand}:0.1`)}`;
    const byPrice = await ask(app, question);
    deepEqual(byPrice.data.map(({ id }) => id), plain.map(({ id }) => id), "the order is the pumps' unless asked");
    for (const entry of byPrice.data) {
      equal(entry.net_price, (Number(entry.price) - (entry.brand === brand ? 0.1 : 0)).toFixed(3));
      equal(Math.round(Number(entry.cost) * 100), toCents(entry, car));
    }
    const byCost = await ask(app, `${question}&sort=cost`);
    const cents = byCost.data.map((entry) => toCents(entry, car));
    deepEqual(cents, cents.toSorted((a, b) => a - b));
    deepEqual(new Set(byCost.data.map(({ id }) => id)), new Set(plain.map(({ id }) => id)));
    const two = await ask(app, `${question.replace("limit=100", "limit=2")}&sort=cost`);
    deepEqual(two.data, byCost.data.slice(0, 2), "the cheapest of all, not of the first ones by price");
    equal(two.meta.total, byCost.meta.total);
    const open = await ask(app, `${question}&sort=cost&open_now=true`);
    ok(open.data.length <= byCost.data.length);
  });
});

Deno.test("a box counts no way there", async () => {
  await withTestApp(async (app) => {
    const { data } = await ask(app, `${BOX}&litres=50&sort=cost`);
    ok(data.length > 0);
    for (const entry of data) equal(Math.round(Number(entry.cost) * 100), Math.round(Number(entry.price) * 5000));
  });
});

Deno.test("every form has the columns when they are asked for, and wrong words are refused", async () => {
  await withTestApp(async (app) => {
    const csv = await (await app.fetch(`${SEARCH}&litres=50&format=csv`)).text();
    match(csv, /^id,.*,distance_km,net_price,cost\r\n/);
    ok(!(await (await app.fetch(`${SEARCH}&format=csv`)).text()).includes("net_price"));
    const { features } = await (await app.fetch(`${SEARCH}&litres=50&format=geojson`)).json();
    ok(features.every((feature: { properties: NearbyEntry }) => feature.properties.cost));
    for (const wrong of ["litres=4", "consumption=1", "discounts=Nobody:0.1", "discounts=x", "sort=distance"]) {
      const response = await app.fetch(`${SEARCH}&${wrong}`);
      const { error } = await response.json();
      deepEqual([response.status, error.code], [400, "INVALID_PARAMETER"]);
      match(error.message, new RegExp(`"${wrong.split("=")[0]}"`));
    }
  });
});
