/** The level and the star of a price: one in the list, on the map and in the sheet, whatever is asked. @module */

import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { IDS } from "../support/api_fixture.ts";
import { eventually } from "../support/site.ts";
import { declarePages, waitLive, waitSheet, waitText } from "./visit.ts";

const test = declarePages();

const [LECLERC, AVIA] = ["92120001", "75014002"];

/** Level and sign of a pill, `level-low ★`; null when it is not there. */
async function readPill(page: Page, selector: string): Promise<string | null> {
  const pill = page.locator(selector);
  if (await pill.count() === 0) return null;
  const [level] = /level-\w+/.exec((await pill.getAttribute("class"))!)!;
  const [sign = ""] = /[★▼=▲]/.exec((await pill.textContent())!) ?? [];
  return `${level} ${sign}`;
}

/** Opens the sheet of each row: its pill is that of the row and of the map. Returns what they were. */
async function requireOneRank(page: Page): Promise<Map<string, string>> {
  const rows = page.locator(".station");
  const ids = await rows.evaluateAll((some) => some.map((row) => row.getAttribute("data-row")!));
  const found = new Map<string, string>();
  for (const id of ids) {
    const inList = await readPill(page, `[data-row="${id}"] .pill`);
    await page.locator(`[data-row="${id}"] a`).click();
    await page.locator(".decision .pill").waitFor();
    await page.locator(`.map-pill.is-selected[data-station="${id}"]`).waitFor();
    await eventually(async () => {
      equal(await readPill(page, ".decision .pill"), inList, `sheet of ${id}`);
      equal(await readPill(page, `.map-pill[data-station="${id}"]`), inList, `map pill of ${id}`);
    });
    await waitText(page, ".decision .compared", /^Dans la liste/);
    await page.getByRole("button", { name: "Fermer la fiche" }).click();
    await page.locator(".decision").waitFor({ state: "detached" });
    found.set(id, inList!);
  }
  return found;
}

for (const order of ["price", "distance", "fresh", "cost"]) {
  for (const discounts of [[], [["Avia", 100]]]) {
    const paid = discounts.length > 0 ? "with a discount" : "at the pumps' prices";
    test(`row, map and sheet say one level in the order of ${order} ${paid}`, async ({ visit }) => {
      const { page } = await visit("/a-propos");
      const car = JSON.stringify({ litres: 40, per100Km: 6.5, fuels: [], discounts });
      await page.evaluate((car) => localStorage.setItem("car", car), car);
      await page.goto(new URL(`/?place=75056&sort=${order}&fold=0`, page.url()).href);
      await waitLive(page);
      if (discounts.length > 0) await waitText(page, `[data-row="${AVIA}"]`, /1,69 ?9/);
      const ranks = await requireOneRank(page);
      deepEqual([...ranks.keys()].sort(), [IDS.paris, AVIA, LECLERC].sort());
      equal([...ranks.values()].filter((rank) => rank.includes("★")).length, 1);
      if (order === "cost") equal(new Set(ranks.values()).size, 3, "three costs are three levels");
    });
  }
}

test("row, map and sheet say one level after the map was moved, as the list does", async ({ visit }) => {
  const { page } = await visit("/?place=75056&at=48.7,2.4&radius=20");
  await waitLive(page);
  const ranks = await requireOneRank(page);
  equal(ranks.get(IDS.motorway), "level-high ▲");
});

test("a station that is not in the list is held against those around it, on the map and in words", async ({ visit }) => {
  const { page } = await visit(`/?place=75056&brand=Avia&station=${LECLERC}`);
  equal(await readPill(page, ".decision .pill"), "level-low ★", "as the server drew it");
  await waitText(page, ".decision .compared", /^Hors de la liste, à 5 km : le moins cher$/);
  await waitLive(page);
  await waitSheet(page, "E.Leclerc");
  const onMap = `.map-pill[data-station="${LECLERC}"]`;
  await page.locator(onMap).waitFor();
  await waitText(page, ".decision .compared", /^Hors de la liste, à 5 km : le moins cher$/);
  await eventually(async () => {
    equal(await readPill(page, ".decision .pill"), "level-low ★");
    equal(await readPill(page, onMap), "level-low ★");
  });
  await page.goto(new URL(`/en?place=75056&brand=E.Leclerc&station=${AVIA}`, page.url()).href);
  await waitLive(page);
  await waitText(page, ".decision .compared", /^Not in the list; within 5 km: average price$/);
  await eventually(async () => {
    equal(await readPill(page, `.map-pill[data-station="${AVIA}"]`), "level-mid =");
    equal(await readPill(page, ".decision .pill"), "level-mid =");
  });
});

test("the server draws sheet and row with one level, by price and by cost", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    const levels = [];
    for (const order of ["price", "cost"]) {
      await page.goto(`${site.origin}/?place=75056&sort=${order}&fold=0&station=${AVIA}`);
      const inList = await readPill(page, `[data-row="${AVIA}"] .pill`);
      ok(inList);
      equal(await readPill(page, ".decision .pill"), inList);
      levels.push(inList);
    }
    notEqual(levels[0], levels[1]);
  } finally {
    await context.close();
  }
});
