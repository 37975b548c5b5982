/** The stations that are worth their way: offered first, compared with the nearest, all others one click away. @module */

import { deepEqual, equal, match } from "node:assert/strict";
import { SCREENS } from "../support/site.ts";
import { addStations, declarePages, findViolations, rowIds, textOf, waitLive, waitRows, waitText } from "./visit.ts";

/** Km north of Bourges and price of each station. */
const STATIONS: [km: number, milli: number][] = [
  [0.5, 1800],
  [3, 1750],
  [4.9, 1749],
  ...Array.from({ length: 10 }, (_, at): [number, number] => [1 + at / 3, 1801 + at]),
];
const [NEAREST, WORTH, CHEAPEST] = ["18000001", "18000002", "18000003"];

const test = declarePages({}, (site) => {
  const stations = STATIONS.map(([km, milli], at) => ({
    id: 18_000_001 + at,
    lat: 47.08 + km / 111.2,
    lng: 2.4,
    milli,
  }));
  return addStations(site, stations);
});
const BOURGES = "/?at=47.08,2.4";

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`what is worth its way is offered with what it saves, and all is one click away, on a ${screen}`, async ({ visitLive }) => {
    const { page } = await visitLive(BOURGES, { viewport });
    await waitRows(page, [WORTH, CHEAPEST, NEAREST]);
    match(await textOf(page, ".answer-line"), /^2 .* −1,26 € .* 40 L .* 5 km$/);
    const more = (id: string) => textOf(page, `[data-row="${id}"] .station-more`);
    match(await more(CHEAPEST), /0,74 € gagnés/);
    match(await textOf(page, `[data-row="${CHEAPEST}"]`), /★.*1,749/s);
    match(await more(WORTH), /1,26 € gagnés/);
    equal(await more(NEAREST), "la plus proche");
    equal(await page.locator(".map-pill.is-best").getAttribute("data-station"), CHEAPEST);
    deepEqual(await findViolations(page), []);
    await page.getByRole("link", { name: "Toutes (13)" }).click();
    await page.waitForURL(/fold=0$/);
    await waitText(page, ".answer-line", /^13 .* 5 km/);
    equal((await rowIds(page)).length, 13);
    await page.reload();
    await waitLive(page);
    equal((await rowIds(page)).length, 13);
    await page.getByRole("link", { name: "Les 2 qui valent le détour" }).click();
    await waitRows(page, [WORTH, CHEAPEST, NEAREST]);
    // what is below the list comes with the first sign of use
    await waitText(page, ".panel-list", /la plus proche \(Station-service, 1,800 €\)/);
  });
}

for (const [width, path] of [[320, BOURGES], [360, BOURGES], [320, `/en${BOURGES.slice(1)}`]] as const) {
  test(`the offer and the age of each price can be read on a phone ${width} px wide: ${path}`, async ({ visitLive }) => {
    const { page } = await visitLive(path, { viewport: { width, height: 640 }, colorScheme: "dark" });
    await waitRows(page, [WORTH, CHEAPEST, NEAREST]);
    const cut = await page.locator(".answer-line, [data-row] .age").evaluateAll((all) =>
      all.filter((element) => {
        const [own, room] = [element, element.parentElement!].map((one) => one.getBoundingClientRect());
        const isIn = own!.bottom <= room!.bottom && own!.right <= Math.min(room!.right + 1, innerWidth);
        return !isIn || element.scrollWidth > element.clientWidth && element.clientWidth > 0;
      }).map((element) => element.outerHTML)
    );
    deepEqual(cut, []);
  });
}

test("the order of real cost, its star and its pills have the same stations; a smaller fill changes them", async ({ visitLive }) => {
  const { page } = await visitLive(`/en${BOURGES.slice(1)}&sort=cost`);
  await waitRows(page, [WORTH, NEAREST]);
  equal(await page.locator(".map-pill.is-best").getAttribute("data-station"), WORTH);
  match(await textOf(page, ".answer-line"), /^1 .*€1\.26 on 40 L within 5 km$/);
  await page.getByLabel("Litres to fill up").fill("5");
  await waitRows(page, [NEAREST]);
});

test("the offer is there without scripts; a view without a place of its own leaves nothing out", async ({ visit }) => {
  const plain = await visit(BOURGES, { javaScriptEnabled: false });
  deepEqual(await rowIds(plain.page), [WORTH, CHEAPEST, NEAREST]);
  await plain.page.getByRole("link", { name: "Toutes (13)" }).click();
  equal((await rowIds(plain.page)).length, 13);
  const moved = await visit("/?at=47.1,2.4&from=47.08,2.4&radius=8");
  await waitLive(moved.page);
  equal((await rowIds(moved.page)).length, 13);
});
