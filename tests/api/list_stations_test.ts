import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { parse } from "csv-parse/sync";
import type { Station } from "../../lib/domain/wire.ts";
import { testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { IDS } from "../support/api_fixture.ts";

const PATH = "/api/v1/stations";
const idsOf = ({ data }: { data: Station[] }) => data.map(({ id }) => id);

testApp(
  "GET /stations returns a department, IDs and names, each station as in a lookup",
  async (app) => {
    const paris = await app.json(`${PATH}?department=75`);
    deepEqual(idsOf(paris), [IDS.odd, "75014002", IDS.paris]);
    deepEqual([paris.meta.count, paris.meta.total, paris.meta.next], [3, 3, null]);
    for (const station of paris.data) {
      deepEqual(
        station,
        (await app.json(`${PATH}/${station.id}`)).data,
      );
    }
    const ids = [IDS.bare, IDS.paris, IDS.left, "999"].join();
    deepEqual(idsOf(await app.json(`${PATH}?ids=${ids}`)), [IDS.bare, IDS.paris]);
    for (const q of ["Leclerc Montrouge", "montrouge E.LECLERC", "lecl 92120"]) {
      deepEqual(idsOf(await app.json(`${PATH}?q=${encodeURIComponent(q)}`)), ["92120001"], q);
    }
    deepEqual(idsOf(await app.json(`${PATH}?q=paris&department=75,92`)), [
      IDS.odd,
      "75014002",
      IDS.paris,
    ]);
    for (const nothing of ["q=Leclerc+Quimper", "q=%3F%21", "ids=1", "department=29"]) {
      deepEqual(await app.json(`${PATH}?${nothing}`).then(({ data, meta }) => [data, meta.total]), [
        [],
        0,
      ], nothing);
    }
    equal((await app.json(PATH)).meta.total, 13);
  },
);

testApp("full name matches come before prefix matches", async (app, db) => {
  await db.query({ text: "update station set city = 'Nantesville' where id = 44000001" });
  await db.query({ text: "update station_brand set name = null where station_id = 44000001" });
  await app.renew();
  const ids = idsOf(await app.json(`${PATH}?q=nantes&limit=100`));
  deepEqual([ids.length, ids[0], ids.at(-1)], [6, "44000002", "44000001"]);
}, { writes: true });

testApp(
  "pages of a department follow each other, and equivalent requests have one ETag",
  async (app) => {
    const first = await app.json(`${PATH}?department=44&limit=4`);
    deepEqual([first.meta.count, first.meta.total, first.meta.next], [4, 6, 4]);
    const second = await app.json(`${PATH}?department=44&limit=4&offset=4`);
    deepEqual([second.meta.count, second.meta.next], [2, null]);
    equal(new Set([...idsOf(first), ...idsOf(second)]).size, 6);
    const tags = [
      "q=Leclerc%20%20montrouge",
      "q=leclerc,MONTROUGE&offset=0",
      "limit=20&q=Lecl%C3%A9rc+montrouge",
    ]
      .map(async (query) => (await app.read(`${PATH}?${query}`)).headers.get("etag"));
    equal(new Set(await Promise.all(tags)).size, 1);
  },
);

testApp("a list of stations as CSV and GeoJSON has every price and every station", async (app) => {
  const path = `${PATH}?ids=${IDS.bare},${IDS.odd}`;
  const { data } = await app.json(path) as { data: Station[] };
  const rows: Record<string, string>[] = parse((await app.read(`${path}&format=csv`)).text, {
    columns: true,
  });
  for (const [at, { id, region, latitude, prices }] of data.entries()) {
    const row = rows[at]!;
    deepEqual([row.id, row.region, row.latitude], [id, region, String(latitude ?? "")]);
    const cells = prices.flatMap(({ fuel, price, updated_at, in_force }) => [
      [`${fuel}_price`, price],
      [`${fuel}_updated_at`, updated_at],
      [`${fuel}_in_force`, String(in_force)],
    ]);
    const filled = Object.entries(row).filter(([name, value]) =>
      /_(price|updated_at|in_force)$/.test(name) && value
    );
    deepEqual(filled, cells);
  }
  const { features } = await app.json(`${path}&format=geojson`);
  const [bare, odd] = features;
  deepEqual(
    [bare.id, bare.geometry],
    [IDS.bare, null],
    "a station without a position has no geometry",
  );
  deepEqual(odd.geometry, { type: "Point", coordinates: [data[1]!.longitude, data[1]!.latitude] });
  deepEqual(odd.properties.prices, data[1]!.prices);
});

testApp("GET /stations rejects parameters out of range", async (app) => {
  const cases: [query: string, message: RegExp][] = [
    ["department=99", /"department" names 99; expected department codes/],
    ["department=Finist%C3%A8re", /"department" is "Finistère"; expected department codes/],
    ["ids=abc", /"ids" is "abc"; expected station IDs/],
    ["q=", /"q" is ""; expected text of 1 to 100 characters/],
    [`q=${"x".repeat(101)}`, /"q" is .*; expected text of 1 to 100 characters/],
    ["department=75&limit=101", /"limit" is "101"; expected a whole number from 1 to 100/],
  ];
  for (const [query, message] of cases) {
    match(await checkError(await app.fetch(`${PATH}?${query}`), "INVALID_PARAMETER"), message);
  }
});

testApp("list_stations returns what REST returns, with a line for each station", async (app) => {
  const { content: [{ text }], structuredContent } = await app.callTool("list_stations", {
    department: "75",
  });
  deepEqual(structuredContent, await app.json(`${PATH}?department=75`));
  match(text, /^3 stations in 75; 3 listed, €\/L:\n/);
  match(
    text,
    /\n"Relais Vaugirard", "Paris" \(75\): gazole 1\.799, .*, the oldest set \d+ (h|days) ago; id 75015007\n/,
  );
  const named = await app.callTool("list_stations", { q: "Leclerc Montrouge", detail: "short" });
  match(
    named.content[0].text,
    /^1 station with "leclerc montrouge" in name, brand, town or postal code; 1 listed/,
  );
  ok(
    !("services" in named.structuredContent.data[0]) &&
      named.structuredContent.data[0].prices.length === 4,
  );
  const nothing = await app.callTool("list_stations", { q: "Leclerc Quimper" });
  match(nothing.content[0].text, /^0 stations with "leclerc quimper" in name/);
});
