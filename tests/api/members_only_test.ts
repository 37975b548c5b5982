import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { readFile } from "node:fs/promises";
import type { Db } from "../../lib/db/db.ts";
import { MEMBER_BRANDS } from "../../lib/shared/member_brands.ts";
import { testApp } from "../support/api_app.ts";
import { insertFixture } from "../support/api_fixture.ts";

/** The cheapest station of Paris, which sells to members only in this test. */
const COSTCO = "92120001";
const ROUTE =
  "/api/v1/stations/route?points=48.80,2.25;48.8566,2.3522;48.90,2.45&fuel=gazole&corridor=10";
const PLAN = `${ROUTE}&tank=20&start_level=6&reserve=1&stop_cost=0&consumption=40`;
const SEARCH = "/api/v1/stations/search?lat=48.83&lng=2.32&fuel=gazole&radius=5";
const LISTS = [
  SEARCH,
  `${SEARCH}&litres=30`,
  "/api/v1/stations/bbox?north=48.9&south=48.7&east=2.42&west=2.25&fuel=gazole",
  ROUTE,
];

type Entry = { id: string; membersOnly?: boolean };

const fixture = {
  async fill(db: Db) {
    await insertFixture(db);
    await db.query({
      text: "update current_price set price_milli = 999 where station_id = $1",
      values: [COSTCO],
    });
    await db.query({
      text: "update station_brand set brand = 'Costco' where station_id = $1",
      values: [COSTCO],
    });
  },
};

// Proves docs/data.md#members-only
testApp(
  "lists, stations and files mark members-only stations, and members_only=exclude drops them",
  async (app) => {
    for (const list of [...LISTS, "/api/v1/stations?department=92,75"]) {
      const { data } = await app.json(list);
      deepEqual(data.filter(({ membersOnly }: Entry) => membersOnly).map(({ id }: Entry) => id), [
        COSTCO,
      ], list);
      const { text } = await app.read(`${list}&format=csv`);
      const [columns, ...rows] = text.trim().split("\r\n").map((row) => row.split(","));
      const at = columns!.indexOf("membersOnly");
      deepEqual(rows.filter((row) => row[at] === "true").map(([id]) => id), [COSTCO], list);
    }
    for (const list of LISTS) {
      const { data, meta } = await app.json(list);
      const { data: others, meta: { total } } = await app.json(`${list}&members_only=exclude`);
      deepEqual(others, data.filter(({ id }: Entry) => id !== COSTCO), list);
      equal(total, meta.total - 1);
      deepEqual((await app.json(`${list}&members_only=include`)).data, data);
    }
    equal((await app.read(`${SEARCH}&members_only=only`)).status, 400);
    equal((await app.json(`/api/v1/stations/${COSTCO}`)).data.membersOnly, true);
    const { features } = await app.json("/data/current.geojson");
    const marked = features.filter(({ properties }: { properties: Entry }) =>
      properties.membersOnly
    );
    deepEqual(marked.map(({ properties }: { properties: Entry }) => properties.id), [COSTCO]);
  },
  fixture,
);

testApp(
  "a plan never stops at a members-only station, unless members_only is include",
  async (app) => {
    const stopsOf = async (query: string) =>
      (await app.json(PLAN + query)).meta.plan.stops.map(({ id }: Entry) => id) as string[];
    ok((await stopsOf("&members_only=include")).includes(COSTCO));
    for (const query of ["", "&members_only=exclude"]) {
      const stops = await stopsOf(query);
      ok(stops.length > 0 && !stops.includes(COSTCO), query);
    }
  },
  fixture,
);

testApp("texts of tools mark members-only stations", async (app) => {
  const args = { lat: 48.83, lng: 2.32, fuel: "gazole", radius: 5 };
  const { content } = await app.callTool("search_stations_nearby", args);
  match(content[0].text, /at "E\.Leclerc Montrouge" \(members only\), /);
}, fixture);

Deno.test("the documents list the members-only brands", async () => {
  const text = await readFile(new URL("../../docs/data.md", import.meta.url), "utf8");
  const [, section = ""] = /### Members only\n([^#]+)/.exec(text) ?? [];
  deepEqual([...section.matchAll(/^- (.+?):/gm)].map(([, brand]) => brand), MEMBER_BRANDS);
});
