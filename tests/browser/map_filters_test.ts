/** Filters over more stations than one answer holds: the first list, the live list and the files are of those that pass. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { moveFixture } from "../support/api_fixture.ts";
import { eventually, type Site } from "../support/site.ts";
import { declarePages, textOf, waitLive } from "./visit.ts";

/** More than a list of the API holds, and cheaper than the two that are looked for. */
const CHEAP = 600;
const [AVIA, ELAN] = ["18001001", "18001002"];

async function addStations({ db, refresh }: Site): Promise<void> {
  const cheap = Array.from(
    { length: CHEAP },
    (_, at) => ({ id: 18_000_001 + at, milli: 1500 + at % 50, services: [] }),
  );
  const rare = [{ id: Number(AVIA), milli: 1900, services: ["Wifi"] }, { id: Number(ELAN), milli: 1950, services: [] }];
  const rows = JSON.stringify([...cheap, ...rare]);
  await db.query({
    text:
      `insert into station (id, department, address, city, motorway, postal_code, automate_24_7, raw_address, raw_city,
        raw_latitude, raw_longitude, position, services, first_seen_at, last_seen_at)
      select id, '18', 'Route ' || id, 'Bourges', false, '18000', id > 18001000, '', '', '', '',
        st_setsrid(st_makepoint(2.4 + (id % 25) / 1000.0, 47.08 + (id % 31) / 1000.0), 4326),
        array(select jsonb_array_elements_text(services)), '2020-01-01', '2026-06-05T10:10:00Z'
      from jsonb_to_recordset($1) as row (id int, services jsonb)`,
    values: [rows],
  });
  await db.query({
    text: `insert into station_brand (station_id, brand, updated_at)
      select id, case id when 18001001 then 'Avia' when 18001002 then 'Elan' else 'E.Leclerc' end, now()
      from jsonb_to_recordset($1) as row (id int)`,
    values: [rows],
  });
  await db.query({
    text: `insert into current_price (station_id, fuel, price_milli, updated_at, listed)
      select id, 1, milli, '2026-06-05T08:10:00Z', true from jsonb_to_recordset($1) as row (id int, milli int)`,
    values: [rows],
  });
  await moveFixture(db);
  await refresh();
}

const test = declarePages({}, addStations);

function rowIds(page: Page): Promise<(string | null)[]> {
  return page.locator(".station").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));
}

/** Each with the stations that it shows, by price. */
const VIEWS: [path: string, ids: string[]][] = [
  ["/?place=D18&brands=Avia,Elan", [AVIA, ELAN]],
  ["/?at=47.09,2.41&radius=10&fold=0&without=E.Leclerc", [AVIA, ELAN]],
  ["/?place=D18&h24=1", [AVIA, ELAN]],
  ["/?at=47.09,2.41&radius=10&services=wifi", [AVIA]],
  ["/?at=47.09,2.41&radius=90&brands=Avia,Elan", [AVIA, ELAN]],
];

for (const [path, ids] of VIEWS) {
  test(`the stations of ${path} are found among all, and not among the cheapest`, async ({ visit, site }) => {
    const plain = await visit(path, { javaScriptEnabled: false });
    deepEqual(await rowIds(plain.page), ids);
    match(await plain.page.title(), /1,900|dans cette vue/);
    match(await textOf(plain.page, ".answer-line"), new RegExp(`^${ids.length} station`));
    const { page } = await visit("/?place=D18");
    await waitLive(page);
    await page.goto(new URL(path, page.url()).href);
    await waitLive(page);
    await eventually(async () => deepEqual(await rowIds(page), ids));
    const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
    const csv = await (await fetch(new URL(href!, site.origin))).text();
    deepEqual(csv.trim().split("\n").slice(1).map((line) => line.split(",")[0]), ids);
  });
}

test("rows that a filter brings into the list get their addresses", async ({ visit }) => {
  const { page } = await visit("/?place=D18");
  await waitLive(page);
  equal((await rowIds(page)).includes(AVIA), false);
  await page.locator(".filters-toggle:visible").click();
  await page.getByLabel("E.Leclerc", { exact: true }).check();
  await page.getByLabel("Les enseignes cochées").selectOption("out");
  await eventually(async () => deepEqual(await rowIds(page), [AVIA, ELAN]));
  await eventually(async () => match(await textOf(page, `[data-row="${ELAN}"]`), /Route 18001002 · Bourges/));
  ok((await textOf(page, `[data-row="${AVIA}"]`)).includes("Route 18001001 · Bourges"));
});

test("rows have their addresses in every order, however many are cheaper", async ({ visit }) => {
  const { page } = await visit("/?at=47.0801,2.4001&from=47.0801,2.4001&radius=10&fold=0");
  await waitLive(page);
  const requireAddresses = (fewest: number) =>
    eventually(async () => {
      const where = await page.locator(".station-where").allTextContents();
      deepEqual([where.length >= fewest, where.filter((text) => !text.includes("Bourges"))], [true, []]);
    });
  for (const order of ["distance", "cost", "price"]) {
    await page.locator("select[name=sort]").selectOption(order);
    await requireAddresses(30);
  }
  await page.locator("select[name=sort]").selectOption("distance");
  // by key: rows that get their addresses may move the button from under a pointer
  await page.getByRole("button", { name: "Afficher la suite" }).press("Enter");
  await requireAddresses(60);
});

test("a filter by services holds whichever of the two files comes first, and is dropped again", async ({ visit }) => {
  for (const late of ["current", "services"]) {
    const { page } = await visit("/?place=D18");
    await waitLive(page);
    const other = late === "current" ? "services" : "current";
    const first = page.waitForResponse(`**/data/${other}.json`).then((response) => response.finished());
    await page.route(`**/data/${late}.json`, async (route) => {
      await first;
      await page.waitForTimeout(300);
      await route.continue();
    });
    await page.goto(new URL("/?place=D18&services=wifi", page.url()).href);
    await waitLive(page);
    await eventually(async () => deepEqual(await rowIds(page), [AVIA]));
    await page.locator(".filters-toggle:visible").click();
    await page.getByLabel(/^Wifi/).uncheck();
    await eventually(async () => ok((await rowIds(page)).length > 10));
  }
});
