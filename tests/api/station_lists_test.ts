import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { StationEntry } from "../../lib/domain/wire.ts";
import { testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

const BOX = "/api/v1/stations/bbox?north=48.9&south=48.8&east=2.42&west=2.25";

testApp(
  "prices of additional fuels are columns of the CSV, and an unknown fuel is rejected",
  async (app) => {
    const { text } = await app.read(`${BOX}&fuel=e85&fuels=gplc,gazole&format=csv`);
    const [header, ...rows] = text.trimEnd().split("\r\n");
    match(header!, /,updated_at,gazole_price,gplc_price,generated_at$/);
    deepEqual(rows.map((row) => row.split(",").slice(-3, -1)), [["1.729", "1.015"], ["1.799", ""]]);
    const { status, text: refused } = await app.read(`${BOX}&fuel=e85&fuels=gazole,diesel`);
    equal(status, 400);
    const { code, message } = JSON.parse(refused).error;
    equal(code, "INVALID_PARAMETER");
    match(message, /"fuels" is "gazole,diesel"; expected some of gazole, sp95/);
  },
);

const FRANCE = "/api/v1/stations/bbox?north=52&south=41&east=10&west=-6&limit=500&fuel=gazole";

testApp(
  "motorway=only and road keep the stations on motorways, and on one motorway",
  async (app) => {
    const all: StationEntry[] = (await app.json(FRANCE)).data;
    const onMotorways = all.filter(({ motorway }) => motorway);
    ok(onMotorways.length > 0 && onMotorways.length < all.length);
    const idsOf = async (more: string) =>
      (await app.json(FRANCE + more)).data.map(({ id }: StationEntry) => id);
    deepEqual(await idsOf("&motorway=only"), onMotorways.map(({ id }) => id));
    deepEqual(await idsOf("&road=a%2006"), [IDS.motorway]);
    deepEqual(await idsOf("&road=A7"), []);
    deepEqual(await idsOf("&road=A6&motorway=exclude"), []);
  },
);

const AREAS: [args: Record<string, unknown>, name: string, departments: string[]][] = [
  [{ place: "France" }, "France", []],
  [{ place: "Île-de-France" }, "Île-de-France", ["75", "77", "78", "91", "92", "93", "94", "95"]],
  [{ place: "l’Essonne" }, "Essonne (91)", ["91"]],
  [{ place: "Pays de la Loire" }, "Pays de la Loire", ["44", "49", "53", "72", "85"]],
  [{ place: "en Rhône-Alpes" }, "Rhône-Alpes", ["01", "07", "26", "38", "42", "69", "73", "74"]],
  [{ place: "département Loire-Atlantique", offset: 2, fuels: "e10" }, "Loire-Atlantique (44)", [
    "44",
  ]],
  [{ place: "Corse", sort: "cost" }, "Corse", ["2A", "2B"]],
];

testApp(
  "a search by tool in a department, a region or France lists the cheapest stations of the whole area",
  async (app) => {
    const all: StationEntry[] = (await app.json(FRANCE)).data;
    for (const [args, name, departments] of AREAS) {
      const question = { fuel: "gazole", ...args };
      const { content, structuredContent: { data, meta } } = await app.callTool(
        "search_stations_nearby",
        question,
      );
      const inside = all.filter(({ department }) =>
        departments.length === 0 || departments.includes(department!)
      );
      const ids = inside.slice(Number(args.offset ?? 0)).map(({ id }) => id);
      deepEqual(data.map(({ id }: StationEntry) => id), ids, name);
      deepEqual([meta.place.name, meta.place.departments, meta.total], [
        name,
        departments,
        inside.length,
      ]);
      ok(
        content[0].text.includes(` in ${name}${inside.length > 0 ? ": " : " has"}`),
        content[0].text,
      );
    }
    const { structuredContent, content } = await app.callTool("search_stations_nearby", {
      fuel: "gazole",
      road: "A6",
    });
    deepEqual(structuredContent.data.map(({ id }: StationEntry) => id), [IDS.motorway]);
    match(content[0].text, /^Cheapest gazole \(diesel\) in France \(on the A6\): 1\.989 /);
    const town = await app.callTool("search_stations_nearby", { fuel: "gazole", place: "Vienne" });
    equal(town.structuredContent.meta.place.name, "Vienne (38)");
    const near = await app.callTool("search_stations_nearby", {
      fuel: "gazole",
      place: "Corse",
      sort: "distance",
    });
    match(near.content[0].text, /"sort" is "distance"; expected price or cost/);
    const compared = await app.callTool("compare_price", {
      fuel: "gazole",
      price: 1.7,
      place: "Finistère",
    });
    match(compared.content[0].text, /is the department Finistère, too large to search around/);
  },
);

const PLACES: [text: string, name: RegExp][] = [
  ["Gare de Lyon", /^Gare de Lyon \(Paris\)$/],
  ["Paris Gare du Nord", /^Gare du Nord/],
  ["gare saint-lazare, Paris", /^Gare Saint-Lazare/],
  ["Lyon Part-Dieu", /^Gare de la Part-Dieu/],
  ["CDG", /^Aéroport Paris-Charles-de-Gaulle$/],
  ["Aéroport de Lyon-Saint-Exupéry", /^Aéroport Lyon/],
  ["Nice airport", /^Aéroport Nice/],
  ["Île de Ré", /^Île de Ré$/],
  ["Oléron", /^Île d’Oléron$/],
  ["Orly", /^Orly \(94\)$/],
  ["Rue (80)", /^Rue \(80\)$/],
  ["Nantes", /^Nantes \(44\)$/],
];
const ADDRESSES = [
  "10 rue de Rivoli, Paris",
  "12 bis avenue Foch 75016 Paris",
  "place de la République",
  "quai Nantes",
];

testApp(
  "airports, stations and islands are points, and an address points to the geocoder",
  async (app) => {
    const search = (place: string) =>
      app.callTool("search_stations_nearby", { fuel: "gazole", place });
    for (const [text, name] of PLACES) {
      match(
        (await search(text)).structuredContent?.meta.place.name ?? "",
        name,
        text,
      );
    }
    for (const text of ADDRESSES) {
      const { isError, content } = await search(text);
      equal(isError, true);
      const url = `https://data.geopf.fr/geocodage/search?${new URLSearchParams({ q: text })}`;
      ok(
        content[0].text.includes(`"${text}" is an address: geocode it first, ${url}`),
        content[0].text,
      );
    }
    const way = { from: "CDG", to: "Gare de Lyon", fuel: "gazole", corridor: 10 };
    const route = await app.callTool("find_stations_on_route", way);
    equal(route.structuredContent.meta.places.length, 2);
  },
);
