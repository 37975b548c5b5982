import { deepEqual, equal, match } from "../support/assert.ts";
import { boxStations } from "../../lib/operations/stations/box_stations.ts";
import { brandTrends } from "../../lib/operations/prices/brand_trends.ts";
import { priceHistory } from "../../lib/operations/prices/price_history.ts";
import { searchStations } from "../../lib/operations/stations/search_stations.ts";
import { parse } from "csv-parse/sync";
import { type TestApp, testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";

type Entry = Record<string, unknown> & { latitude: number; longitude: number };

async function getRows(app: TestApp, path: string): Promise<Record<string, string>[]> {
  const { headers, text } = await app.read(path);
  equal(headers.get("content-type"), "text/csv; charset=utf-8; header=present");
  match(headers.get("content-disposition") ?? "", /^attachment; filename="\w+\.csv"$/);
  return parse(text, { columns: true, record_delimiter: "\r\n" });
}

/** Removes the number fields, since a table already shows these values as numbers. */
function withoutNumbers(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !/_eur$|^age_hours$/.test(name)),
  );
}

const toText = (value: unknown) => value === null ? "" : String(value);

for (const { id, example: path } of [searchStations, boxStations]) {
  testApp(`${id} as GeoJSON and CSV has the same content as JSON`, async (app) => {
    const json = await app.json(path);
    const geo = await app.fetch(`${path}&format=geojson`);
    equal(geo.headers.get("content-type"), "application/geo+json; charset=utf-8");
    const { type, features, meta } = await geo.json();
    equal(type, "FeatureCollection");
    deepEqual(meta, json.meta);
    deepEqual(
      features,
      json.data.map(({ latitude, longitude, ...properties }: Entry) => ({
        type: "Feature",
        id: properties.id,
        geometry: { type: "Point", coordinates: [longitude, latitude] },
        properties,
      })),
    );
    const rows = await getRows(app, `${path}&format=csv`);
    deepEqual(rows.length, json.data.length);
    rows.forEach((row, index) => {
      for (const [name, value] of Object.entries(withoutNumbers(json.data[index]))) {
        equal(row[name], toText(value), name);
      }
      equal(row.generated_at, json.meta.generated_at);
    });
  });
}

testApp("priceHistory and brandTrends as CSV have the same content as JSON", async (app) => {
  const history = await app.json(priceHistory.example);
  const { generated_at } = history.meta;
  const days = history.data.map((point: object) => ({
    ...withoutNumbers(point),
    suspect: "",
    generated_at,
  }));
  deepEqual(await getRows(app, `${priceHistory.example}&format=csv`), days);
  type Curve = {
    brand: string;
    stationCount: number;
    series: { recordedAt: string; avgPrice: string }[];
  };
  const trends: { data: Curve[] } = await app.json(brandTrends.example);
  const points = trends.data.flatMap(({ brand, stationCount, series }) =>
    series.map((point) => ({
      brand,
      stationCount: String(stationCount),
      ...withoutNumbers(point),
      generated_at,
    }))
  );
  deepEqual(await getRows(app, `${brandTrends.example}&format=csv`), points);
});

testApp("CSV disarms a name that a spreadsheet would run as a formula", async (app) => {
  const rows = await getRows(
    app,
    "/api/v1/stations/search?lat=41.93&lng=8.73&fuel=gazole&format=csv",
  );
  equal(rows[0]!.name, '\'=Vito; "Loretto"');
  equal(rows[0]!.address, 'Route de Mezzavia, "Le Loretto"');
});

testApp(
  "Accept selects the format if the format parameter is missing, and JSON if it has no preference",
  async (app) => {
    const typeFor = async (accept: string, path = boxStations.example) => {
      const { status, headers } = await app.read(path, { headers: { accept } });
      equal(status, 200);
      equal(headers.get("vary"), "Accept, Accept-Encoding");
      return headers.get("content-type")!.split(";")[0];
    };
    const json = "application/json";
    const geo = "application/geo+json";
    const csv = "text/csv";
    for (
      const [accept, type] of [
        ["application/geo+json", geo],
        ["application/geo+json, application/json;q=0.5", geo],
        ["application/json, application/geo+json", json],
        ["application/geo+json;q=0.4, */*;q=0.5", json],
        ["text/csv", csv],
        ["text/*", csv],
        ["*/*", json],
        ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", json],
        ["image/png", json],
        ["", json],
        [";;;,,q=1", json],
      ] as const
    ) equal(await typeFor(accept), type, accept);
    equal(await typeFor("application/geo+json", `${boxStations.example}&format=json`), json);
    equal(await typeFor("application/geo+json", priceHistory.example), json);
    await checkError(
      await app.fetch(`${priceHistory.example}&format=geojson`),
      "INVALID_PARAMETER",
    );
    await checkError(
      await app.fetch("/api/v1/stations/search?format=csv", { headers: { accept: "text/csv" } }),
      "MISSING_PARAMETER",
    );
  },
);
