/**
 * Tests that list and map show the same level of a price, and that the sheet and the station's page
 * show the same verdict.
 *
 * @module
 */

import { deepEqual, equal, match } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { IDS } from "../support/api_fixture.ts";
import { eventually } from "../support/site.ts";
import { declarePages, rowIds, textOf, waitLive, waitSheet, waitText } from "./visit.ts";

const test = declarePages();

const LECLERC = "92120001";
const AVIA = "75014002";

/** Returns level and sign of a pill, such as `level-low ★`, or null if it is missing. */
async function readPill(page: Page, selector: string): Promise<string | null> {
  const pill = page.locator(selector);
  if (await pill.count() === 0) return null;
  const [level] = /level-\w+/.exec((await pill.getAttribute("class"))!)!;
  const [sign = ""] = /[★▼=▲]/.exec((await pill.textContent())!) ?? [];
  return `${level} ${sign}`;
}

/**
 * Opens the sheet of each row and checks that its pill on the map agrees with the row. Returns the
 * levels.
 */
async function requireOneRank(page: Page): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const id of await rowIds(page)) {
    const inList = await readPill(page, `[data-row="${id}"] .pill`);
    await page.locator(`[data-row="${id}"] a`).click();
    await page.locator(".decision .pill").waitFor();
    await page.locator(`.map-pill.is-selected[data-station="${id}"]`).waitFor();
    await eventually(async () => {
      equal(await readPill(page, ".decision .pill"), "level-none ", `sheet of ${id}`);
      equal(await readPill(page, `.map-pill[data-station="${id}"]`), inList, `map pill of ${id}`);
    });
    if (id === IDS.motorway) equal(await page.locator(".verdict").count(), 0);
    else await waitText(page, ".verdict", /^(Bon prix|Prix moyen|Cher) · .* à moins de 5 km$/);
    await page.getByRole("button", { name: "Fermer la fiche" }).click();
    await page.locator(".decision").waitFor({ state: "detached" });
    found.set(id!, inList!);
  }
  return found;
}

/** Views, half of them with a discount, and the rank of a station. */
const CASES: [view: string, discounts: [string, number][], rank: [id: string, rank: RegExp]][] = [
  ["sort=price", [], [LECLERC, /★/]],
  ["sort=distance", [["Avia", 100]], [AVIA, /★/]],
  ["sort=fresh", [], [LECLERC, /★/]],
  ["sort=cost", [["Avia", 100]], [AVIA, /★/]],
  ["at=48.7,2.4&radius=20", [], [IDS.motorway, /^level-high ▲$/]],
];

for (const [view, discounts, [id, rank]] of CASES) {
  test(`row, map and sheet show the same level as the list: ${view}`, async ({ visitLive }) => {
    const car = { litres: 40, per100Km: 6.5, fuels: [], discounts };
    const { page } = await visitLive(`/?place=75056&${view}`, {
      stored: discounts.length > 0 ? { car } : {},
    });
    if (discounts.length > 0) await waitText(page, `[data-row="${AVIA}"]`, /1,69 ?9/);
    const ranks = await requireOneRank(page);
    match(ranks.get(id)!, rank);
    if (view.includes("radius")) return;
    deepEqual([...ranks.keys()].sort(), [IDS.paris, AVIA, LECLERC].sort());
    equal([...ranks.values()].filter((rank) => rank.includes("★")).length, 1);
  });
}

test("filters and the visible area change no verdict", async ({ visit }) => {
  const { page } = await visit(`/?place=75056&brand=Avia&station=${LECLERC}`);
  const verdict = await textOf(page, ".decision .verdict");
  match(verdict, /^Bon prix · la moins chère des \d stations à moins de 5 km$/);
  await waitLive(page);
  await waitSheet(page, "E.Leclerc");
  await page.locator(`.map-pill[data-station="${LECLERC}"]`).waitFor();
  equal(await readPill(page, `.map-pill[data-station="${LECLERC}"]`), "level-low ▼");
  equal(await textOf(page, ".decision .verdict"), verdict);
  await page.goto(new URL(`/stations/${LECLERC}?fuel=gazole`, page.url()).href);
  equal(await textOf(page, ".verdict"), verdict);
});
