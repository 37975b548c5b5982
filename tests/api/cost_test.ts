import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { NearbyEntry } from "../../lib/domain/wire.ts";
import { boxStations } from "../../lib/operations/stations/box_stations.ts";
import { searchStations } from "../../lib/operations/stations/search_stations.ts";
import { testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";

const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole&radius=50&limit=100";
const BOX = boxStations.example.replace(/&limit=\d+/, "&limit=500");

type Answer = { data: NearbyEntry[]; meta: { total: number } };

/** Computes the cost of a fill in whole cents as a client does from a response. */
function toCents(
  { net_price, distance_km = 0 }: NearbyEntry,
  car: { litres: number; consumption: number },
): number {
  return Math.round(
    Number(net_price) * (car.litres + (2 * distance_km * 1.3 * car.consumption) / 100) * 100,
  );
}

testApp(
  "net price and cost can be recomputed from the response, and sort it on request",
  async (app) => {
    const { data: plain }: Answer = await app.json(SEARCH);
    ok(
      plain.every((entry) => !("net_price" in entry) && !("cost" in entry)),
      "cost columns appear without a request",
    );
    const brand = plain.find((entry) => entry.brand !== null)!.brand!;
    const car = { litres: 20, consumption: 9 };
    const discounts = encodeURIComponent(`${brand}:0.1`);
    const question = `${SEARCH}&litres=20&consumption=9&discounts=${discounts}`;
    const byPrice: Answer = await app.json(question);
    deepEqual(
      byPrice.data.map(({ id }) => id),
      plain.map(({ id }) => id),
      "the default order is by pump price",
    );
    for (const entry of byPrice.data) {
      equal(entry.net_price, (Number(entry.price) - (entry.brand === brand ? 0.1 : 0)).toFixed(3));
      equal(Math.round(Number(entry.cost) * 100), toCents(entry, car));
    }
    const byCost: Answer = await app.json(`${question}&sort=cost`);
    const cents = byCost.data.map((entry) => toCents(entry, car));
    deepEqual(cents, cents.toSorted((a, b) => a - b));
    deepEqual(new Set(byCost.data.map(({ id }) => id)), new Set(plain.map(({ id }) => id)));
    const two: Answer = await app.json(`${question.replace("limit=100", "limit=2")}&sort=cost`);
    deepEqual(
      two.data,
      byCost.data.slice(0, 2),
      "the cheapest of all, not only of the first ones by price",
    );
    equal(two.meta.total, byCost.meta.total);
  },
);

testApp("a bounding-box search adds no cost for the way there", async (app) => {
  const { data }: Answer = await app.json(`${BOX}&litres=50&sort=cost`);
  ok(data.length > 0);
  for (const entry of data) {
    equal(Math.round(Number(entry.cost) * 100), Math.round(Number(entry.price) * 5000));
  }
});

testApp(
  "every format has the cost columns on request, and invalid values are rejected",
  async (app) => {
    match(
      (await app.read(`${SEARCH}&litres=50&format=csv`)).text,
      /^id,.*,distance_km,net_price,cost,generated_at\r\n/,
    );
    ok(!(await app.read(`${searchStations.example}&format=csv`)).text.includes("net_price"));
    const { features } = await app.json(`${SEARCH}&litres=50&format=geojson`);
    ok(features.every((feature: { properties: NearbyEntry }) => feature.properties.cost));
    for (
      const wrong of [
        "litres=4",
        "consumption=1",
        "discounts=Nobody:0.1",
        "discounts=x",
        "sort=name",
      ]
    ) {
      const message = await checkError(await app.fetch(`${SEARCH}&${wrong}`), "INVALID_PARAMETER");
      match(message, new RegExp(`"${wrong.split("=")[0]}"`));
    }
  },
);
