/** The stations that are worth their way: first in the list, compared with the nearest, all others below. @module */

import { deepEqual, equal, match } from "node:assert/strict";
import { SCREENS } from "../support/site.ts";
import { addStations, declarePages, findViolations, rowIds, textOf, waitLive, waitText } from "./visit.ts";

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

const ALL = [WORTH, CHEAPEST, NEAREST];

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`what is worth its way comes first with what it saves, all others below, on a ${screen}`, async ({ visitLive }) => {
    const { page } = await visitLive(BOURGES, { viewport });
    await waitText(page, ".answer-line", /^2 détours rentables à moins de 5 km : jusqu’à 1,26 € d’économie sur 40 L$/);
    deepEqual((await rowIds(page)).slice(0, 3), ALL);
    equal((await rowIds(page)).length, 13);
    equal(await textOf(page, ".list-rest"), "10 autres stations");
    const more = (id: string) => textOf(page, `[data-row="${id}"] .station-more`);
    equal(await more(CHEAPEST), "0,74 € d’économie");
    match(await textOf(page, `[data-row="${CHEAPEST}"]`), /★.*1,749/s);
    equal(await more(WORTH), "1,26 € d’économie");
    equal(await more(NEAREST), "la plus proche");
    equal(await more("18000004"), "+5,2 c");
    equal(await page.locator(".map-pill.is-best").getAttribute("data-station"), CHEAPEST);
    deepEqual(await findViolations(page), []);
    // what is below the list comes with the first sign of use
    await page.keyboard.press("Shift");
    await waitText(page, ".panel-list", /la plus proche \(Station-service, 1,800 €\)/);
  });
}

for (const [width, path] of [[320, BOURGES], [360, BOURGES], [320, `/en${BOURGES.slice(1)}`]] as const) {
  test(`the offer and the age of each price can be read on a phone ${width} px wide: ${path}`, async ({ visitLive }) => {
    const { page } = await visitLive(path, { viewport: { width, height: 640 }, colorScheme: "dark" });
    await page.locator(".list-rest").waitFor();
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

test("the order of real cost says what a fill costs, and a smaller fill changes it", async ({ visitLive }) => {
  const { page } = await visitLive(`/en${BOURGES.slice(1)}&sort=cost`);
  await waitText(page, `[data-row="${WORTH}"] .station-more`, /^€70\.89 a fill$/);
  deepEqual((await rowIds(page)).slice(0, 2), [WORTH, CHEAPEST]);
  equal(await page.locator(".map-pill.is-best").getAttribute("data-station"), CHEAPEST);
  await page.getByRole("button", { name: "My car" }).click();
  await page.getByLabel("Usual fill").fill("5");
  await waitText(page, `[data-row="${NEAREST}"] .station-more`, /^€9\.15 a fill$/);
  equal((await rowIds(page))[0], NEAREST);
});

test("the same list is there without scripts; one of a moved view has one order", async ({ visit }) => {
  const plain = await visit(BOURGES, { javaScriptEnabled: false });
  deepEqual((await rowIds(plain.page)).slice(0, 3), ALL);
  equal((await rowIds(plain.page)).length, 13);
  const moved = await visit("/?at=47.1,2.4&from=47.08,2.4&radius=8");
  await waitLive(moved.page);
  equal((await rowIds(moved.page))[0], CHEAPEST);
  equal(await moved.page.locator(".list-rest").count(), 0);
});
