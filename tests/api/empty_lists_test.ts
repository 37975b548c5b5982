import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

const LONDON = "lat=51.5&lng=-0.12";
const NANTES = "lat=47.22&lng=-1.56";
const NANTES_BOX = "north=47.4&south=47&east=-1.4&west=-1.7";

const unknown = (...ids: string[]) => ids.map((station) => ({ station }));

async function readMeta(app: TestApp, path: string) {
  const { data, meta } = await app.json(`/api/v1/${path}`);
  equal(meta.count, data.length, path);
  return meta;
}

// Proves docs/contract.md#answers
testApp("an empty list explains why, in REST", async (app) => {
  for (
    const [path, reason] of [
      [`stations/search?${LONDON}&fuel=gazole`, "outside_coverage"],
      [`stations/search?${LONDON}&fuel=gazole&brand=Avia`, "outside_coverage"],
      ["stations/search?lat=0&lng=180&fuel=gazole&radius=50", "outside_coverage"],
      [`stations/search?${NANTES}&fuel=gplc`, "fuel_not_sold_here"],
      [
        `stations/search?${NANTES}&fuel=gplc&brand=Carrefour&max_age_days=365`,
        "fuel_not_sold_here",
      ],
      ["stations/search?lat=46.6&lng=2.5&fuel=gazole&radius=1", "fuel_not_sold_here"],
      [`stations/search?${NANTES}&fuel=e10&brand=Avia`, "filters"],
      [`stations/search?${NANTES}&fuel=e10&motorway=only&sort=cost`, "filters"],
      [`stations/search?${NANTES}&fuel=e10&services=gnv&open_now=true`, "filters"],
      [`stations/search?${NANTES}&fuel=e10&out_of_stock=true`, "filters"],
      [`stations/search?${NANTES}&fuel=e10&road=A6`, "filters"],
      [`stations/search?${NANTES}&fuel=e10`, undefined],
      [`stations/search?${NANTES}&fuel=e10&offset=1000`, undefined],
      ["stations/bbox?north=41&south=40&east=-3&west=-4&fuel=gazole", "outside_coverage"],
      [
        "stations/bbox?north=90&south=-90&east=180&west=-180&fuel=gazole&department=971",
        "outside_coverage",
      ],
      [
        "stations/bbox?north=90&south=-90&east=180&west=-180&fuel=gplc&department=44",
        "fuel_not_sold_here",
      ],
      [
        "stations/bbox?north=90&south=-90&east=180&west=-180&fuel=e10&department=44&brand=Vito",
        "filters",
      ],
      [`stations/bbox?${NANTES_BOX}&fuel=gplc`, "fuel_not_sold_here"],
      [`stations/bbox?${NANTES_BOX}&fuel=e10&ids=${IDS.paris}`, "filters"],
      ["stations/route?points=51.5,-0.12;52.4,-1.9&fuel=gazole", "outside_coverage"],
      ["stations/route?points=47.2,-1.56;47.25,-1.6&fuel=gplc&tank=50", "fuel_not_sold_here"],
      ["stations/route?points=47.2,-1.56;47.25,-1.6&fuel=e10&brand=Avia&tank=50", "filters"],
      ["stations/route?points=47.2,-1.56;47.25,-1.6&fuel=e10", undefined],
      [`prices/history/${IDS.paris}?fuel=gplc`, "fuel_not_sold_here"],
      [`prices/history/${IDS.paris}?fuel=gazole`, undefined],
      ["prices/series?fuel=gazole&area=971", "outside_coverage"],
      ["prices/series?fuel=gazole&area=R04", "outside_coverage"],
      ["prices/series?fuel=gplc&area=75", "fuel_not_sold_here"],
      ["prices/series?fuel=gplc&area=brand:Avia", "fuel_not_sold_here"],
      ["prices/series?fuel=gazole&area=75&from=2010-01-01&to=2010-01-05", "filters"],
      ["prices/series?fuel=gazole&area=brand:Leclrc", "filters"],
      ["prices/series?fuel=gazole&area=75", undefined],
      ["places?q=Amsterdam", "outside_coverage"],
      ["places?q=xyzzyx", "filters"],
      ["places?q=Nantes", undefined],
    ] as const
  ) equal((await readMeta(app, path)).reason, reason, path);
  const geo = await app.json(`/api/v1/stations/search?${LONDON}&fuel=gazole&format=geojson`);
  equal(geo.meta.reason, "outside_coverage");
  await app.service.backend.db.query({ text: "delete from current_price where fuel = 6" });
  await app.renew();
  for (const path of ["prices/trends/brands?fuel=gplc", "prices/shortages?fuel=gplc"]) {
    equal((await readMeta(app, path)).reason, "fuel_not_sold_here", path);
  }
}, { writes: true });

testApp(
  "unknown stations are reported like unknown brands, by REST and tool",
  async (app) => {
    for (
      const [id, named] of [
        ["abc", "abc"],
        ["99999999", "99999999"],
        ["1%2C2", "1,2"],
        ["7".repeat(999), "7".repeat(100)],
      ] as const
    ) {
      const meta = await readMeta(app, `prices/history/${id}?fuel=gazole`);
      deepEqual([meta.unknown_station, meta.reason], [unknown(named), "filters"], id);
    }
    for (const id of [IDS.paris, IDS.left]) {
      equal((await readMeta(app, `prices/history/${id}?fuel=gplc`)).unknown_station, undefined, id);
    }
    const box = `stations/bbox?north=49&south=48&east=3&west=2&fuel=gazole`;
    const some = await readMeta(app, `${box}&ids=${IDS.paris},${IDS.left},999`);
    deepEqual([some.count, some.unknown_station, some.reason], [1, unknown("999"), undefined]);
    const none = await readMeta(app, `${box}&ids=1,2,3,4,5,6`);
    deepEqual([none.unknown_station, none.reason], [unknown("1", "2", "3", "4", "5"), "filters"]);
    equal((await readMeta(app, `${box}&ids=${IDS.paris}`)).unknown_station, undefined);
    const { content, structuredContent } = await app.callTool("get_price_history", {
      stationId: "abc",
      fuel: "e10",
    });
    deepEqual(structuredContent.meta.unknown_station, unknown("abc"));
    match(content[0].text, /\nNo station has the id "abc"\.\n/);
  },
);

testApp("an empty list explains why, in tools", async (app) => {
  const search = async (args: object) => {
    const { content, structuredContent } = await app.callTool("search_stations_nearby", {
      fuel: "gplc",
      ...args,
    });
    return { text: content[0].text as string, reason: structuredContent.meta.reason };
  };
  const london = await search({ lat: 51.5, lng: -0.12 });
  equal(london.reason, "outside_coverage");
  match(
    london.text,
    /^No station within 5 km of 51\.5, -0\.12 has a price in force .*\.\nThis is not covered, the source/,
  );
  doesNotMatch(london.text, /To find some/);
  const nantes = await search({ place: "Nantes", brand: "Carrefour" });
  equal(nantes.reason, "fuel_not_sold_here");
  match(nantes.text, /\nThe fuel has no price in force there, whatever the filters\.\n/);
  const region = await search({ place: "Pays de la Loire" });
  equal(region.reason, "fuel_not_sold_here");
  const vito = await search({ place: "Pays de la Loire", fuel: "e10", brand: "Vito" });
  deepEqual([vito.reason, /drop brand/.test(vito.text)], ["filters", true]);
  const series = await app.callTool("get_price_series", { area: "Guadeloupe", fuel: "e10" });
  equal(series.structuredContent.meta.reason, "outside_coverage");
  match(
    series.content[0].text,
    /\nThis is not covered, the source has stations in mainland France and Corsica only\.\n/,
  );
  const some = await search({ lat: 48.8165, lng: 2.3165 });
  ok(some.reason === undefined && !/covered|filters/.test(some.text));
});
