import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { toBrandKey } from "../../lib/domain/brand/brand.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";

const SEARCH = "/api/v1/stations/search?lat=47.22&lng=-1.56&fuel=e10&radius=50";

async function readIgnored(app: TestApp, path: string, init?: RequestInit) {
  const { status, text, headers } = await app.read(path, init);
  equal(status, 200, text);
  return { text, header: headers.get("x-ignored-parameters"), etag: headers.get("etag") };
}

testApp(
  "parameters that a route does not know are listed in meta and a header, and do not change the ETag",
  async (app) => {
    const national = "/api/v1/prices/national?fuel=gazole";
    const plain = await readIgnored(app, national);
    equal(plain.header, null);
    const unknown = "&format=csv&max%20price=1.7&d%C3%A9=1&max%20price=2";
    const { text, header, etag } = await readIgnored(app, national + unknown);
    equal(header, "format, max%20price, d%C3%A9");
    equal(etag, plain.etag);
    const { data, meta } = JSON.parse(text);
    const { ignored, ...rest } = meta;
    deepEqual(ignored, ["format", "max price", "dé"]);
    deepEqual({ data, meta: rest }, JSON.parse(plain.text));
    const geo = await readIgnored(app, `${SEARCH}&format=geojson&x=1`);
    deepEqual(JSON.parse(geo.text).meta.ignored, ["x"]);
    const csv = await readIgnored(app, `${SEARCH}&format=csv&x=1`);
    deepEqual([csv.header, csv.text], ["x", (await readIgnored(app, `${SEARCH}&format=csv`)).text]);
    const inPath = await readIgnored(app, "/api/v1/prices/departments/75?fuel=e10&code=13");
    equal(inPath.header, "code", "the path names the department");
    const body = JSON.stringify({ points: "48.8,2.3;48.9,2.4", fuel: "e10", tanks: 3 });
    const posted = await readIgnored(app, "/api/v1/stations/route?x=1", { method: "POST", body });
    deepEqual(JSON.parse(posted.text).meta.ignored, ["x", "tanks"]);
    const thirty = Array.from({ length: 30 }, (_, at) => `x${at}${"y".repeat(99)}=1`).join("&");
    const many = await readIgnored(app, `${SEARCH}&${thirty}`);
    const names = JSON.parse(many.text).meta.ignored as string[];
    deepEqual([names.length, names[0]!.length], [10, 60]);
    const tagged = await app.read(`${SEARCH}&x=1`, {
      headers: { "if-none-match": geo.etag!.replace(/.*/, "*") },
    });
    deepEqual([tagged.status, tagged.headers.get("x-ignored-parameters")], [304, "x"]);
  },
);

testApp(
  "brands without a station are reported with similar ones, by REST and tool",
  async (app) => {
    const nearest = async (brands: string) =>
      (await app.json(`${SEARCH}&${brands}`)).meta.unknown_brand;
    deepEqual(await nearest("brand=Leclrc"), [{ brand: "leclrc", nearest: ["E.Leclerc"] }]);
    const unknown = [{ brand: "carefour", nearest: ["Carrefour"] }, { brand: "kwik", nearest: [] }];
    deepEqual(await nearest("brands=Carefour,Avia,Kwik"), unknown);
    for (
      const known of ["brand=leclerc", "brand=Super%20U", "exclude_brands=Avia,Esso", "limit=1"]
    ) {
      equal(await nearest(known), undefined, known);
    }
    deepEqual(await nearest("brand=Total"), undefined, "a spelling of TotalEnergies");
    const inParis = "/api/v1/stations/bbox?north=49&south=48&east=3&west=2&fuel=e10";
    const box = await app.json(`${inParis}&exclude_brands=Intermarch%C3%A8e`);
    deepEqual(box.meta.unknown_brand[0].nearest, ["Intermarché"]);
    ok(box.data.length > 0);
    const route = await app.json(
      "/api/v1/stations/route?points=48.81,2.3;48.87,2.4&fuel=gazole&brand=Leclrc",
    );
    deepEqual(route.meta.unknown_brand, [{ brand: "leclrc", nearest: ["E.Leclerc"] }]);
    const near = { lat: 47.22, lng: -1.56, fuel: "e10" };
    const { content } = await app.callTool("search_stations_nearby", { ...near, brand: "Leclrc" });
    match(
      content[0].text,
      /\nNo station is of a brand "leclrc"; brands spelled alike: "E\.Leclerc"\.\n/,
    );
    equal(
      content[0].text.split("\n")[0],
      "No station within 5 km of 47.22, -1.56 has a price in force for e10 (petrol SP95-E10).",
    );
    const series = await app.callTool("get_price_series", { area: "brand:Leclrc", fuel: "e10" });
    deepEqual(series.structuredContent.meta.unknown_brand, [{
      brand: "Leclrc",
      nearest: ["E.Leclerc"],
    }]);
    match(
      series.content[0].text,
      /\nNo station is of a brand "Leclrc"; brands spelled alike: "E\.Leclerc"\.\n/,
    );
    equal(
      (await app.json("/api/v1/prices/series?fuel=e10&area=brand:leclerc")).meta.unknown_brand,
      undefined,
    );
  },
);

testApp("brands are listed with their number of stations, largest first", async (app, db) => {
  const rows = await db.query<{ brand: string }>({
    text: `select brand
        from station_brand b
        join station s on s.id = b.station_id
        where s.left_at is null`,
  });
  const counts = new Map<string, number>();
  for (const { brand } of rows) if (brand) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  const expected = [...counts].map(([brand, stationCount]) => ({
    brand,
    stationCount,
    code: toBrandKey(brand),
  }))
    .sort((a, b) => b.stationCount - a.stationCount || (a.brand < b.brand ? -1 : 1));
  const { data, meta } = await app.json("/api/v1/brands");
  deepEqual(data, expected);
  equal(meta.count, expected.length);
  const { text } = await app.read("/api/v1/brands?format=csv");
  equal(text.split("\r\n")[1], [...Object.values(data[0]!), meta.generated_at].join());
});

testApp("products and areas without prices are reported as not covered", async (app) => {
  for (
    const [fuel, says] of [
      [
        "AdBlue",
        /The source has no prices of AdBlue; services=additifs finds stations with "Vente d'additifs/,
      ],
      ["gnv", /no prices of natural gas; services=gnv /],
      ["électricité", /no prices of charging; services=recharge /],
      ["electric", /services=recharge /],
      ["coal", /^Parameter "fuel" is "coal"; expected one of [\w, ]+$/],
    ] as const
  ) {
    const response = await app.fetch(`/api/v1/prices/national?fuel=${encodeURIComponent(fuel)}`);
    match(await checkError(response, "INVALID_FUEL"), says);
    match(
      (await app.callTool("get_national_prices", { fuel })).content[0].text.replace(
        "INVALID_FUEL: ",
        "",
      ),
      says,
    );
  }
  const { data } = await app.json("/api/v1/prices/departments/971?fuel=e10");
  deepEqual([data.covered, data.stationCount], [false, 0]);
  equal((await app.json("/api/v1/prices/departments/2b?fuel=e85")).data.covered, true);
  const area = await app.callTool("get_department_prices", { code: "Guadeloupe", fuel: "e10" });
  match(area.content[0].text, /^No prices in Guadeloupe \(971\): not covered, /);
  const series = await app.callTool("get_price_series", { area: "971", fuel: "e10" });
  match(series.content[0].text, /Guadeloupe are known from .*\.\nThis is not covered, /);
});
