import { deepEqual, equal, match, ok } from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";

const SEARCH = "/api/v1/stations/search?lat=41.93&lng=8.73&fuel=gazole&radius=50";

testApp("a table in French has semicolons, decimal commas and a mark, and the same values", async (app) => {
  for (const [path, more] of [[SEARCH, "&format=csv"], ["/data/current.csv", "?"]] as const) {
    const plain: Record<string, string>[] = parse((await app.read(path + more)).text, { columns: true });
    const french = await app.read(`${path}${more}&locale=fr`);
    equal(french.headers.get("x-ignored-parameters"), null);
    ok(french.text.startsWith("\ufeffid;name;"), french.text.slice(0, 20));
    const rows: Record<string, string>[] = parse(french.text, { columns: true, delimiter: ";", bom: true });
    const numbers = /^(latitude|longitude|distance_km|(\w+_)?price)$/;
    for (const row of plain) for (const name in row) if (numbers.test(name)) row[name] = row[name]!.replace(".", ",");
    deepEqual(rows, plain);
    match(Object.values(rows[0]!).join(" "), /\d,\d{3}/);
    const tags = [await app.read(path + more), french, await app.read(`${path}${more}&locale=en`)];
    const [tag, tagOfFrench, tagOfEnglish] = tags.map(({ headers }) => headers.get("etag"));
    deepEqual([tagOfFrench === tag, tagOfEnglish === tag], [false, true]);
  }
  match(
    await checkError(await app.fetch(`${SEARCH}&format=csv&locale=de`), "INVALID_PARAMETER"),
    /"locale" is "de"; expected one of/,
  );
  equal((await app.read(`${SEARCH}&locale=fr`)).text, (await app.read(SEARCH)).text, "JSON is the same everywhere");
});

testApp("/data/current.geojson has the located stations of the table, with prices as text and number", async (app) => {
  const { status, text, headers } = await app.read("/data/current.geojson");
  deepEqual([status, headers.get("content-type")], [200, "application/geo+json; charset=utf-8"]);
  const { type, features, meta } = JSON.parse(text);
  equal(type, "FeatureCollection");
  equal(meta.license, "ODbL-1.0");
  const rows: Record<string, string>[] = parse((await app.read("/data/current.csv")).text, { columns: true });
  const located = rows.filter(({ latitude }) => latitude !== "").sort((a, b) => Number(a.id) - Number(b.id));
  equal(features.length, located.length);
  for (const [at, { id, geometry, properties }] of features.entries()) {
    const row = located[at]!;
    deepEqual([id, geometry.coordinates.map(String)], [row.id, [row.longitude, row.latitude]]);
    for (const [name, value] of Object.entries(properties)) {
      const expected = name.endsWith("_eur") ? Number(row[name.slice(0, -4)]) : (row[name] ?? "").replace(/^'/, "");
      deepEqual(name.endsWith("_eur") ? value : String(value ?? ""), expected, name);
    }
    const prices = Object.keys(row).filter((name) => name.endsWith("_price") && row[name] !== "");
    deepEqual(Object.keys(properties).filter((name) => name.endsWith("_eur")), prices.map((name) => `${name}_eur`));
  }
});

testApp(
  "columns of the table of departments are added behind those that spreadsheets read by their place",
  async (app) => {
    const path = "/api/v1/prices/departments?fuel=gazole";
    const { data: [first] } = await app.json(path);
    const rows: string[][] = parse((await app.read(`${path}&format=csv`)).text);
    deepEqual(rows[0], [
      ...["area", "scope", "code", "name", "region", "latitude", "longitude", "fuelType", "avgPrice1d", "avgPrice7d"],
      ...["trend7d", "change7d", "stationCount", "avgPrice3d", "minPrice1d", "maxPrice1d"],
    ]);
    deepEqual(rows[1]!.slice(-3), [first.avgPrice3d, first.minPrice1d, first.maxPrice1d]);
  },
);

testApp("departments as points are in their middle and rank by a number", async (app) => {
  const path = "/api/v1/prices/departments?fuel=gazole";
  const { data } = await app.json(path);
  const { features } = await app.json(`${path}&format=geojson`);
  for (const [at, { id, geometry, properties }] of features.entries()) {
    const { area, latitude, longitude, avgPrice1d } = data[at];
    deepEqual([id, geometry.coordinates], [area, [longitude, latitude]]);
    equal(properties.avgPrice1d_eur, avgPrice1d === null ? undefined : Number(avgPrice1d));
    equal(properties.minPrice1d_eur, avgPrice1d === null ? undefined : Number(data[at].minPrice1d));
    ok(latitude > 41 && latitude < 51.2 && longitude > -5.2 && longitude < 9.7, area);
  }
});
