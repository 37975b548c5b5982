/**
 * Tests what each row gains against the nearest station, including the way there, and the line
 * above that counts the rows that pay off.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { eventually, SCREENS } from "../support/site.ts";
import {
  addStations,
  declarePages,
  findViolations,
  rowIds,
  textOf,
  waitLive,
  waitText,
} from "./visit.ts";

/** Km north of Bourges and price of each station. */
const STATIONS: [km: number, milli: number][] = [
  [0.5, 1800],
  [3, 1750],
  [4.9, 1749],
  ...Array.from({ length: 10 }, (_, at): [number, number] => [1 + at / 3, 1801 + at]),
];
const NEAREST = "18000001";
const WORTH = "18000002";
const CHEAPEST = "18000003";

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

const ALL = [CHEAPEST, WORTH, NEAREST];

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`every row shows what it gains or loses in euros, on a ${screen}`, async ({ visitLive }) => {
    const { page } = await visitLive(BOURGES, { viewport });
    await waitText(page, ".answer-line", /^2 stations valent le détour ; la meilleure : 1,26 €/);
    deepEqual((await rowIds(page)).slice(0, 3), ALL);
    equal((await rowIds(page)).length, 13);
    const more = (id: string) => textOf(page, `[data-row="${id}"] .station-more`);
    equal(await more(CHEAPEST), "gagne 0,74 €");
    match(await textOf(page, `[data-row="${CHEAPEST}"]`), /★.*1,749/s);
    equal(await more(WORTH), "gagne 1,26 €");
    equal(await more(NEAREST), "la plus proche");
    equal(await more("18000004"), "perd 0,19 €");
    equal(await page.locator(".map-pill.is-best").getAttribute("data-station"), CHEAPEST);
    deepEqual(await findViolations(page), []);
    // Content below the list loads at the first user input.
    await page.keyboard.press("Shift");
    await waitText(page, ".panel-list", /la plus proche \(Station-service, 1,800 €\)/);
  });
}

for (
  const [width, path] of [[320, BOURGES], [360, BOURGES], [320, `/en${BOURGES.slice(1)}`]] as const
) {
  test(`the verdict and the age of each price can be read on a phone ${width} px wide: ${path}`, async ({ visitLive }) => {
    const { page } = await visitLive(path, {
      viewport: { width, height: 640 },
      colorScheme: "dark",
    });
    await eventually(async () => ok(await page.locator(".station-saves").count() > 0));
    const cut = await page.locator(".answer-line, [data-row] .age").evaluateAll((all) =>
      all.filter((element) => {
        const own = element.getBoundingClientRect();
        const room = element.parentElement!.getBoundingClientRect();
        const isIn = own.bottom <= room.bottom &&
          own.right <= Math.min(room.right + 1, innerWidth);
        return !isIn || element.scrollWidth > element.clientWidth && element.clientWidth > 0;
      }).map((element) => element.outerHTML)
    );
    deepEqual(cut, []);
  });
}

test("sorted by real cost the star is on the first row, pins agree with rows, and a smaller fill changes both", async ({ visitLive }) => {
  const { page } = await visitLive(`/en${BOURGES.slice(1)}&sort=cost`);
  await waitText(page, `[data-row="${WORTH}"] .station-more`, /^saves €1\.26$/);
  deepEqual((await rowIds(page)).slice(0, 2), [WORTH, CHEAPEST]);
  match(await textOf(page, `[data-row="${WORTH}"]`), /★/);
  equal(await page.locator(".map-pill.is-best").getAttribute("data-station"), WORTH);
  match(await textOf(page, `.map-pill[data-station="${WORTH}"]`), /^★ ?\+€1\.26$/);
  await page.getByRole("button", { name: "My car" }).click();
  await page.getByLabel("Usual fill").fill("5");
  await waitText(page, ".answer-line", /^The nearest is the right choice: €1\.800, 500 m away/);
  deepEqual(
    [(await rowIds(page))[0], await textOf(page, `[data-row="${NEAREST}"] .station-more`)],
    [
      NEAREST,
      "the nearest",
    ],
  );
});

test("the same list works without scripts, and a moved view has only one order", async ({ visit }) => {
  const plain = await visit(BOURGES, { javaScriptEnabled: false });
  deepEqual((await rowIds(plain.page)).slice(0, 3), ALL);
  equal((await rowIds(plain.page)).length, 13);
  const moved = await visit("/?at=47.1,2.4&from=47.08,2.4&radius=8");
  await waitLive(moved.page);
  equal((await rowIds(moved.page))[0], CHEAPEST);
});
