/** The level and the star of a price: one in the list, on the map and in the sheet, whatever is asked. @module */

import { deepEqual, equal } from "node:assert/strict";
import type { Page } from "playwright-core";
import { IDS } from "../support/api_fixture.ts";
import { eventually } from "../support/site.ts";
import { declarePages, rowIds, waitLive, waitSheet, waitText } from "./visit.ts";

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
  const found = new Map<string, string>();
  for (const id of await rowIds(page)) {
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
    found.set(id!, inList!);
  }
  return found;
}

/** Each order once, half of them with a discount. */
const CASES: [order: string, discounts: [string, number][]][] = [
  ["price", []],
  ["distance", [["Avia", 100]]],
  ["fresh", []],
  ["cost", [["Avia", 100]]],
];

for (const [order, discounts] of CASES) {
  test(`row, map and sheet say one level in the order of ${order}`, async ({ visit }) => {
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

test("row, map and sheet say one level after the map was moved, as the list does", async ({ visit }) => {
  const { page } = await visit("/?place=75056&at=48.7,2.4&radius=20");
  await waitLive(page);
  const ranks = await requireOneRank(page);
  equal(ranks.get(IDS.motorway), "level-high ▲");
});

test("a station that is not in the list is held against those around it, on the map and in words", async ({ visit }) => {
  const { page } = await visit(`/?place=75056&brand=Avia&station=${LECLERC}`);
  equal(await readPill(page, ".decision .pill"), "level-low ★", "as the server drew it");
  await waitLive(page);
  await waitSheet(page, "E.Leclerc");
  const onMap = `.map-pill[data-station="${LECLERC}"]`;
  await page.locator(onMap).waitFor();
  await waitText(page, ".decision .compared", /5 km/);
  await eventually(async () => {
    equal(await readPill(page, ".decision .pill"), "level-low ★");
    equal(await readPill(page, onMap), "level-low ★");
  });
  await page.goto(new URL(`/en?place=75056&brand=E.Leclerc&station=${AVIA}`, page.url()).href);
  await waitLive(page);
  await waitText(page, ".decision .compared", /5 km/);
  await eventually(async () => {
    equal(await readPill(page, `.map-pill[data-station="${AVIA}"]`), "level-mid =");
    equal(await readPill(page, ".decision .pill"), "level-mid =");
  });
});
