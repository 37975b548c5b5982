/** The level and the star of a price: one in the list, on the map and in the sheet, whatever is asked. @module */

import { deepEqual, equal, match } from "node:assert/strict";
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

/** Views, half of them with a discount, and the rank of a station. */
const CASES: [view: string, discounts: [string, number][], rank: [id: string, rank: RegExp]][] = [
  ["sort=price&fold=0", [], [LECLERC, /★/]],
  ["sort=distance&fold=0", [["Avia", 100]], [AVIA, /★/]],
  ["sort=fresh&fold=0", [], [LECLERC, /★/]],
  ["sort=cost&fold=0", [["Avia", 100]], [AVIA, /★/]],
  ["at=48.7,2.4&radius=20", [], [IDS.motorway, /^level-high ▲$/]],
];

for (const [view, discounts, [id, rank]] of CASES) {
  test(`row, map and sheet say one level, as the list does: ${view}`, async ({ visitLive }) => {
    const car = { litres: 40, per100Km: 6.5, fuels: [], discounts };
    const { page } = await visitLive(`/?place=75056&${view}`, { stored: discounts.length > 0 ? { car } : {} });
    if (discounts.length > 0) await waitText(page, `[data-row="${AVIA}"]`, /1,69 ?9/);
    const ranks = await requireOneRank(page);
    match(ranks.get(id)!, rank);
    if (view.includes("radius")) return;
    deepEqual([...ranks.keys()].sort(), [IDS.paris, AVIA, LECLERC].sort());
    equal([...ranks.values()].filter((rank) => rank.includes("★")).length, 1);
    if (view.includes("cost")) equal(new Set(ranks.values()).size, 3, "three costs are three levels");
  });
}

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
