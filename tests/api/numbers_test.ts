import { deepEqual, equal, ok } from "../support/assert.ts";
import { operations } from "../../lib/operations/mod.ts";
import { FIXTURE_AS_OF } from "../support/api_fixture.ts";
import { testApp } from "../support/api_app.ts";

type Fields = Record<string, unknown>;

function objectsIn(value: unknown): Fields[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Fields, ...inner];
}

const PRICE = /^(?:price|average_price|net_price|last_price|(?:avg|min|max)Price(?:\dd)?)$/;

function expectedOf(fields: Fields): Fields {
  const expected: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    if (PRICE.test(name) && value !== null) expected[`${name}_eur`] = Number(value);
    if (name === "updated_at") {
      const hours = (FIXTURE_AS_OF.getTime() - Date.parse(value as string)) / 3_600_000;
      expected.age_hours = Math.max(0, Math.round(hours * 10) / 10);
    }
  }
  return expected;
}

// Proves docs/contract.md#answers
testApp("JSON has a number for each price and an age for each updated_at", async (app) => {
  const found = new Set<string>();
  const extra = [
    "/api/v1/stations/bbox?north=49&south=48&east=3&west=2&fuel=gazole&litres=40&fuels=e10,e85",
  ];
  for (const path of [...operations.map(({ example }) => example), ...extra]) {
    const { data, meta } = await app.json(path);
    for (const fields of objectsIn([data, meta])) {
      const numbers = Object.entries(fields).filter(([name]) =>
        name.endsWith("_eur") || name === "age_hours"
      );
      deepEqual(Object.fromEntries(numbers), expectedOf(fields), path);
      for (const [name] of numbers) found.add(name);
    }
  }
  ok(
    ["price_eur", "net_price_eur", "avgPrice_eur", "avgPrice1d_eur", "age_hours"].every((name) =>
      found.has(name)
    ),
  );
});

testApp("GeoJSON has the numbers and ages of JSON", async (app) => {
  const path = "/api/v1/stations/search?lat=48.85&lng=2.35&fuel=gazole&litres=40";
  const { data } = await app.json(path);
  const { features } = await app.json(`${path}&format=geojson`);
  ok(data.length > 0 && data.every((entry: Fields) => typeof entry.net_price_eur === "number"));
  const numbersOf = ({ price_eur, net_price_eur, age_hours }: Fields) => ({
    price_eur,
    net_price_eur,
    age_hours,
  });
  deepEqual(
    features.map(({ properties }: { properties: Fields }) => numbersOf(properties)),
    data.map(numbersOf),
  );
});

testApp(
  "OpenAPI describes the numbers, and marks those of nullable prices as optional",
  async (app) => {
    const { components: { schemas } } = await app.json("/openapi.json");
    const { properties, required } = schemas.NearbyEntry;
    equal(properties.price_eur.type, "number");
    ok(["price_eur", "age_hours"].every((name) => required.includes(name)));
    ok(!required.includes("last_price_eur") && properties.last_price_eur);
    ok(!schemas.NationalPrices.required.includes("avgPrice1d_eur"));
  },
);
