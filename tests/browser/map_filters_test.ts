/**
 * Tests filters over more stations than one response holds: the first list, the live list and the
 * files contain the matching stations.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { eventually } from "../support/site.ts";
import { addStations, declarePages, rowIds, waitLive, waitRows, waitText } from "./visit.ts";

/** More than an API list holds, and cheaper than the two stations that the filters find. */
const CHEAP = 600;
const AVIA = "18001001";
const ELAN = "18001002";

const test = declarePages({}, (site) => {
  const toPlace = (id: number) => ({ id, lat: 47.08 + id % 31 / 1000, lng: 2.4 + id % 25 / 1000 });
  const cheap = Array.from({ length: CHEAP }, (_, at) => ({
    ...toPlace(18_000_001 + at),
    milli: 1500 + at % 50,
    brand: "E.Leclerc",
  }));
  return addStations(site, [
    ...cheap,
    { ...toPlace(Number(AVIA)), milli: 1900, brand: "Avia", h24: true, services: ["Wifi"] },
    { ...toPlace(Number(ELAN)), milli: 1950, brand: "Elan", h24: true },
  ]);
});

/** Each view with the stations that it shows, by price. */
const VIEWS: [path: string, ids: string[]][] = [
  ["/?place=D18&brands=Avia,Elan", [AVIA, ELAN]],
  ["/?at=47.09,2.41&radius=10&fold=0&without=E.Leclerc", [AVIA, ELAN]],
  ["/?place=D18&h24=1", [AVIA, ELAN]],
  ["/?at=47.09,2.41&radius=10&services=wifi", [AVIA]],
  ["/?at=47.09,2.41&radius=90&brands=Avia,Elan", [AVIA, ELAN]],
];

test("stations are filtered before the cheapest are chosen, by the server, the page and the file", async ({ visit, site }) => {
  const { page } = await visit("/?place=D18");
  for (const [path, ids] of VIEWS) {
    const html = await (await fetch(site.origin + path)).text();
    deepEqual(Array.from(html.matchAll(/data-row="(\d+)"/g), ([, id]) => id), ids, path);
    await page.goto(site.origin + path);
    await waitLive(page);
    await waitRows(page, ids);
    const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
    const csv = await (await fetch(new URL(href!, site.origin))).text();
    deepEqual(csv.trim().split("\n").slice(1).map((line) => line.split(",")[0]), ids);
  }
});

test("rows that a filter adds to the list get their addresses", async ({ visitLive }) => {
  const { page } = await visitLive("/?place=D18");
  equal((await rowIds(page)).includes(AVIA), false);
  await page.locator(".filters-toggle:visible").click();
  await page.getByLabel("E.Leclerc", { exact: true }).check();
  await page.getByLabel("Les enseignes cochées").selectOption("out");
  await waitRows(page, [AVIA, ELAN]);
  for (const id of [AVIA, ELAN]) {
    await waitText(page, `[data-row="${id}"]`, new RegExp(`Route ${id} · Bourges`));
  }
});

test("rows have their addresses in every order, however many stations are cheaper", async ({ visitLive }) => {
  const { page } = await visitLive("/?at=47.0801,2.4001&from=47.0801,2.4001&radius=10&fold=0");
  const requireAddresses = (fewest: number) =>
    eventually(async () => {
      const where = await page.locator(".station-where").allTextContents();
      deepEqual([where.length >= fewest, where.filter((text) => !text.includes("Bourges"))], [
        true,
        [],
      ]);
    });
  for (const order of ["distance", "cost", "price"]) {
    await page.locator("select[name=sort]").selectOption(order);
    await requireAddresses(30);
  }
  await page.locator("select[name=sort]").selectOption("distance");
  // By keyboard: rows that get their addresses may move the button away from the pointer.
  await page.getByRole("button", { name: "Afficher la suite" }).press("Enter");
  await requireAddresses(60);
});

test("a filter by services works whichever of the two files loads first, and can be removed", async ({ visitLive }) => {
  for (const late of ["current", "services"]) {
    const { page } = await visitLive("/?place=D18");
    const other = late === "current" ? "services" : "current";
    const first = page.waitForResponse(`**/data/${other}.json`).then((response) =>
      response.finished()
    );
    await page.route(`**/data/${late}.json`, async (route) => {
      await first;
      await route.continue();
    });
    await page.goto(new URL("/?place=D18&services=wifi", page.url()).href);
    await waitLive(page);
    await waitRows(page, [AVIA]);
    await page.locator(".filters-toggle:visible").click();
    await page.getByRole("checkbox", { name: /^Wifi/ }).uncheck();
    await eventually(async () => ok((await rowIds(page)).length > 10));
  }
});

test("each filter is a link under the title that removes it, and heading and star respect the brand filter", async ({ visit, visitLive }) => {
  const path = "/?place=75056&brand=Avia&motorway=exclude";
  const toChip = (page: Page, name: string) =>
    page.getByRole("link", { name: new RegExp(`^${name}\\s: retirer$`) });
  const plain = await visit(path, { javaScriptEnabled: false });
  await toChip(plain.page, "Avia").click();
  await plain.page.waitForURL(/place=75056&motorway=exclude$/);
  equal(await toChip(plain.page, "Avia").count(), 0);
  const { page } = await visitLive(path);
  await waitText(page, "h1", /Gazole : 1,799 €, la moins chère des Avia$/);
  const pills = await page.locator(".station .pill").evaluateAll((all) =>
    all.map((pill) => pill.className)
  );
  match(pills[0]!, /level-(low|mid)/);
  await toChip(page, "Sans les autoroutes").click();
  await page.waitForURL(/place=75056&brand=Avia$/);
  await toChip(page, "Avia").click();
  await page.waitForURL(/place=75056$/);
  await waitText(page, "h1", /Gazole dès 1,729 €$/);
});
