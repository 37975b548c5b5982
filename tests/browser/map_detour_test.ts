/** The stations that are worth their way: offered first, compared with the nearest, all others one click away. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { moveFixture } from "../support/api_fixture.ts";
import { eventually, SCREENS, type Site } from "../support/site.ts";
import { declarePages, findViolations, saveScreenshot, textOf, waitLive, waitText } from "./visit.ts";

/** Km north of Bourges and price of each station. */
const STATIONS: [km: number, milli: number][] = [
  [0.5, 1800],
  [3, 1750],
  [4.9, 1749],
  ...Array.from({ length: 10 }, (_, at): [number, number] => [1 + at / 3, 1801 + at]),
];
const [NEAREST, WORTH, CHEAPEST] = ["18000001", "18000002", "18000003"];

async function addStations({ db, refresh }: Site): Promise<void> {
  const rows = STATIONS.map(([km, milli], at) => ({ id: 18_000_001 + at, lat: 47.08 + km / 111.2, milli }));
  await db.query({
    text:
      `insert into station (id, department, address, city, motorway, postal_code, automate_24_7, raw_address, raw_city,
        raw_latitude, raw_longitude, position, services, first_seen_at, last_seen_at)
      select id, '18', 'Route ' || id, 'Bourges', false, '18000', true, '', '', '', '',
        st_setsrid(st_makepoint(2.4, lat), 4326), '{}', '2020-01-01', '2026-06-05T10:10:00Z'
      from jsonb_to_recordset($1) as row (id int, lat double precision)`,
    values: [JSON.stringify(rows)],
  });
  await db.query({
    text: `insert into current_price (station_id, fuel, price_milli, updated_at, listed)
      select id, 1, milli, '2026-06-04T22:10:00Z', true from jsonb_to_recordset($1) as row (id int, milli int)`,
    values: [JSON.stringify(rows)],
  });
  await moveFixture(db);
  await refresh();
}

const test = declarePages({}, addStations);
const BOURGES = "/?at=47.08,2.4";

function rowIds(page: Page): Promise<(string | null)[]> {
  return page.locator(".station").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`what is worth its way is offered with what it saves, and all is one click away, on a ${screen}`, async ({ visit }) => {
    const { page } = await visit(BOURGES, { viewport });
    await waitLive(page);
    await eventually(async () => deepEqual(await rowIds(page), [WORTH, CHEAPEST, NEAREST]));
    match(
      await textOf(page, ".answer-line"),
      /^2 valent le détour · jusqu’à −1,26 € sur 40 L dans un rayon de 5 km$/,
    );
    match(await textOf(page, `[data-row="${CHEAPEST}"] .station-more`), /0,74 € gagnés/);
    match(await textOf(page, `[data-row="${CHEAPEST}"]`), /★.*1,749/s);
    match(await textOf(page, `[data-row="${WORTH}"] .station-more`), /1,26 € gagnés/);
    equal(await textOf(page, `[data-row="${NEAREST}"] .station-more`), "la plus proche");
    equal(await page.locator(".map-pill.is-best").getAttribute("data-station"), CHEAPEST);
    const pills = await page.locator(".map-pill").evaluateAll((all) =>
      all.map((one) => one.getAttribute("data-station"))
    );
    // A phone has room for one of the two.
    deepEqual(pills.slice(0, screen === "phone" ? 1 : 2), [CHEAPEST, WORTH].slice(0, screen === "phone" ? 1 : 2));
    deepEqual(await findViolations(page), []);
    await saveScreenshot(page, `detour-${screen}`);
    await page.getByRole("link", { name: "Toutes (13)" }).click();
    await page.waitForURL(/fold=0$/);
    await eventually(async () => equal((await rowIds(page)).length, 13));
    match(await textOf(page, ".answer-line"), /^13 stations dans un rayon de 5 km/);
    await saveScreenshot(page, `detour-all-${screen}`);
    await page.reload();
    await waitLive(page);
    equal((await rowIds(page)).length, 13);
    await page.getByRole("link", { name: "Les 2 qui valent le détour" }).click();
    await eventually(async () => equal((await rowIds(page)).length, 3));
    // What stands below the list comes with the first sign of use.
    await waitText(page, ".panel-list", /par rapport à la plus proche \(Station-service, 1,800 €\)/);
  });
}

for (const [width, path] of [[320, BOURGES], [390, `/en${BOURGES.slice(1)}`]] as const) {
  test(`the offer can be read whole on a phone ${width} px wide`, async ({ visit }) => {
    const { page } = await visit(path, { viewport: { width, height: 844 }, colorScheme: "dark" });
    await waitLive(page);
    await waitText(page, ".answer-line", /sur 40 L dans un rayon de 5 km$|on 40 L within 5 km$/);
    const line = page.locator(".answer-line");
    const { cut, right } = await line.evaluate((element) => ({
      cut: element.scrollWidth - element.clientWidth,
      right: element.getBoundingClientRect().right,
    }));
    ok(cut <= 0 && right <= width, `${cut} px are cut off, up to ${right}`);
    await saveScreenshot(page, `detour-offer-${width}`);
  });
}

for (const [width, path] of [[320, BOURGES], [360, BOURGES], [320, `/en${BOURGES.slice(1)}`]] as const) {
  test(`each row tells how old its price is on a phone ${width} px wide: ${path}`, async ({ visit }) => {
    const { page } = await visit(path, { viewport: { width, height: 640 } });
    await waitLive(page);
    await eventually(async () => equal((await rowIds(page)).length, 3));
    const ages = await page.locator("[data-row] .age").evaluateAll((all) =>
      all.map((age) => {
        const [own, room] = [age, age.parentElement!].map((element) => element.getBoundingClientRect());
        return own!.bottom <= room!.bottom && own!.right <= room!.right + 1;
      })
    );
    deepEqual(ages, [true, true, true]);
  });
}

test("the order of real cost, its star and its pills hold the same stations; a larger tank changes them", async ({ visit }) => {
  const { page } = await visit(`/en${BOURGES.slice(1)}&sort=cost`);
  await waitLive(page);
  await eventually(async () => deepEqual(await rowIds(page), [WORTH, NEAREST]));
  equal(await page.locator(".map-pill.is-best").getAttribute("data-station"), WORTH);
  match(await textOf(page, ".answer-line"), /^1 worth the detour · up to −\u2060€1\.26 on 40 L within 5 km$/);
  await saveScreenshot(page, "detour-en");
  await page.getByLabel("Litres to fill up").fill("5");
  await waitText(page, ".answer-line", /^The nearest will do within 5 km$/);
  await eventually(async () => equal((await rowIds(page)).length, 1));
});

test("a view that was moved, and one without scripts", async ({ visit }) => {
  const plain = await visit(BOURGES, { javaScriptEnabled: false });
  deepEqual(await rowIds(plain.page), [WORTH, CHEAPEST, NEAREST]);
  await plain.page.getByRole("link", { name: "Toutes (13)" }).click();
  equal((await rowIds(plain.page)).length, 13);
  const moved = await visit("/?at=47.1,2.4&from=47.08,2.4&radius=8");
  await waitLive(moved.page);
  ok((await rowIds(moved.page)).length > 10, "something is left out of a view without a place of its own");
});
