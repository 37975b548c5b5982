import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { parse } from "csv-parse/sync";
import { allOperations } from "../../lib/operations/mod.ts";
import { toPlannedRows } from "../../lib/operations/route/route_rows.ts";
import type { RouteEntry } from "../../lib/domain/wire.ts";
import { toFrenchColumn } from "../../lib/words/columns.ts";
import { testApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF } from "../support/api_fixture.ts";
import { checkError } from "../support/api_checks.ts";

const SEARCH = "/api/v1/stations/search?lat=41.93&lng=8.73&fuel=gazole&radius=50";

const LOCALE_FAULT = /"locale" is "de"; expected one of/;

/** Returns the value that a French table has for a value of the English one. */
function toFrench(value: string, column: string): string {
  if (/^(department|postal_code)$/.test(column) && /^\d+$/.test(value)) return `="${value}"`;
  if (/^-?\d+\.\d+$/.test(value)) return value.replace(".", ",");
  if (!/^\d{4}-\d\d-\d\dT/.test(value)) return value;
  const parts = new Intl.DateTimeFormat("sv", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone: "Europe/Paris",
  });
  return parts.format(new Date(value));
}

testApp(
  "a table in French has semicolons, decimal commas, Paris times and French names, and the same values",
  async (app) => {
    for (const [path, more] of [[SEARCH, "&format=csv"], ["/data/current.csv", "?"]] as const) {
      const plain: string[][] = parse((await app.read(path + more)).text);
      const french = await app.read(`${path}${more}&locale=fr`);
      equal(french.headers.get("x-ignored-parameters"), null);
      ok(
        french.text.startsWith("\ufeffid;nom;enseigne;adresse;ville;code postal;"),
        french.text.slice(0, 20),
      );
      const rows: string[][] = parse(french.text, { delimiter: ";", bom: true });
      deepEqual(
        rows.slice(1),
        plain.slice(1).map((row) => row.map((value, at) => toFrench(value, plain[0]![at]!))),
      );
      match(rows[1]!.join(" "), /\d,\d{3} .*2026-06-0\d \d\d:\d\d:00 .*2026-06-05 12:10:00$/);
      const tags = [
        await app.read(path + more),
        french,
        await app.read(`${path}${more}&locale=en`),
      ];
      const [tag, tagOfFrench, tagOfEnglish] = tags.map(({ headers }) => headers.get("etag"));
      deepEqual([tagOfFrench === tag, tagOfEnglish === tag], [false, true]);
    }
    match(
      await checkError(await app.fetch(`${SEARCH}&format=csv&locale=de`), "INVALID_PARAMETER"),
      LOCALE_FAULT,
    );
    equal(
      (await app.read(`${SEARCH}&locale=fr`)).text,
      (await app.read(SEARCH)).text,
      "JSON must not depend on the language",
    );
  },
);

testApp(
  "codes in a French table are texts, so that a spreadsheet keeps their leading zero",
  async (app) => {
    const { text } = await app.read(
      "/api/v1/prices/departments?fuel=e10&scope=department&format=csv&locale=fr",
    );
    const rows: Record<string, string>[] = parse(text, {
      columns: true,
      delimiter: ";",
      bom: true,
    });
    const ain = rows.find(({ nom }) => nom === "Ain")!;
    deepEqual([ain.zone, ain.code, ain.stations], ['="01"', '="01"', "0"]);
  },
);

testApp(
  "every table shows the time of its data, and has French names for its columns",
  async (app) => {
    for (const { example, table, formats } of allOperations) {
      if (!table) continue;
      const form = `${example.includes("?") ? "&" : "?"}${formats.length > 1 ? "format=csv" : ""}`;
      const [head = [], first]: string[][] = parse((await app.read(example + form)).text);
      equal(head.at(-1), "generated_at", example);
      if (first) equal(first.at(-1), FIXTURE_AS_OF.toISOString(), example);
      for (const column of [...table.columns, ...table.extraColumns ?? []]) {
        ok(
          toFrenchColumn(column),
          column,
        );
      }
    }
  },
);

Deno.test("a stop on the return, or at a station beyond the limit, is a separate row in driving order", () => {
  const toEntry = (id: string, km_along: number) =>
    ({ id, km_along, city: "Lisses" }) as RouteEntry;
  const toStop = (id: string, km_along: number) => ({
    id,
    km_along,
    litres: 9,
    net_price: "1.700",
    cost: "15.30",
  });
  const stops = [toStop("2", 20), toStop("3", 50), toStop("1", 90)];
  const plan = {
    feasible: true,
    stops,
    litres: 27,
    cost: "45.90",
    saves_on_first: null,
    saves_on_average: null,
  };
  const rows = toPlannedRows([toEntry("1", 10), toEntry("2", 20)], { plan }) as Record<
    string,
    unknown
  >[];
  deepEqual(rows.map(({ id, km_along, plan_stop, city }) => [id, km_along, plan_stop, city]), [
    ["1", 10, undefined, "Lisses"],
    ["2", 20, 1, "Lisses"],
    ["3", 50, 2, undefined],
    ["1", 90, 3, "Lisses"],
  ]);
});

testApp("the table of a route contains its plan: stops, litres and euros", async (app) => {
  const route =
    "/api/v1/stations/route?points=48.8566,2.3522;48.6,2.43&fuel=gazole&corridor=10&tank=30&start_level=6";
  const read = async (more: string): Promise<Record<string, string>[]> =>
    parse((await app.read(`${route}${more}&format=csv`)).text, { columns: true });
  for (const more of ["", "&limit=1", "&round_trip=true", "&round_trip=true&limit=1"]) {
    const { data, meta: { plan } } = await app.json(route + more);
    ok(plan.stops.length > 0, more);
    const rows = await read(more);
    const stops = rows.filter(({ plan_stop }) => plan_stop !== "");
    deepEqual(
      stops.map((
        row,
      ) => [row.plan_stop, row.id, row.km_along, row.plan_litres, row.net_price, row.plan_cost]),
      plan.stops.map((stop: Record<string, unknown>, at: number) =>
        [at + 1, stop.id, stop.km_along, stop.litres, stop.net_price, stop.cost].map(String)
      ),
      more,
    );
    for (const { id } of data) ok(rows.some((row) => row.id === id), `${more} ${id}`);
    deepEqual(
      rows.map((row) => Number(row.km_along)),
      rows.map((row) => Number(row.km_along)).sort((a, b) => a - b),
    );
    ok(rows.every(({ plan_feasible }) => plan_feasible === "true"));
  }
  const [far] = await read("&consumption=20&reserve=29");
  deepEqual([far!.plan_feasible, far!.plan_stop], ["false", undefined]);
  const [plain = []]: string[][] = parse(
    (await app.read(`${route.replace("&tank=30&start_level=6", "")}&format=csv`)).text,
  );
  ok(!plain.some((name: string) => name.startsWith("plan_")));
});

testApp(
  "/data/current.geojson has the located stations of the table, with prices as text and number",
  async (app) => {
    const { status, text, headers } = await app.read("/data/current.geojson");
    deepEqual([status, headers.get("content-type")], [200, "application/geo+json; charset=utf-8"]);
    const { type, features, meta } = JSON.parse(text);
    equal(type, "FeatureCollection");
    equal(meta.license, "ODbL-1.0");
    const rows: Record<string, string>[] = parse((await app.read("/data/current.csv")).text, {
      columns: true,
    });
    const located = rows.filter(({ latitude }) => latitude !== "").sort((a, b) =>
      Number(a.id) - Number(b.id)
    );
    equal(features.length, located.length);
    for (const [at, { id, geometry, properties }] of features.entries()) {
      const row = located[at]!;
      deepEqual([id, geometry.coordinates.map(String)], [row.id, [row.longitude, row.latitude]]);
      for (const [name, value] of Object.entries(properties)) {
        const expected = name.endsWith("_eur")
          ? Number(row[name.slice(0, -4)])
          : (row[name] ?? "").replace(/^'/, "");
        deepEqual(name.endsWith("_eur") ? value : String(value ?? ""), expected, name);
      }
      const prices = Object.keys(row).filter((name) => name.endsWith("_price") && row[name] !== "");
      deepEqual(
        Object.keys(properties).filter((name) => name.endsWith("_eur")),
        prices.map((name) => `${name}_eur`),
      );
    }
  },
);

testApp(
  "new columns of the table of departments come after those that spreadsheets read by position",
  async (app) => {
    const path = "/api/v1/prices/departments?fuel=gazole";
    const { data: [first] } = await app.json(path);
    const rows: string[][] = parse((await app.read(`${path}&format=csv`)).text);
    deepEqual(rows[0], [
      "area",
      "scope",
      "code",
      "name",
      "region",
      "latitude",
      "longitude",
      "fuelType",
      "avgPrice1d",
      "avgPrice7d",
      "trend7d",
      "change7d",
      "stationCount",
      "avgPrice3d",
      "minPrice1d",
      "maxPrice1d",
      "generated_at",
    ]);
    deepEqual(rows[1]!.slice(-4, -1), [first.avgPrice3d, first.minPrice1d, first.maxPrice1d]);
  },
);

testApp("departments as points are at their centre and rank by a number", async (app) => {
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
