/**
 * Tests the prices that a visitor pays: car, fuels and discounts, stored on the device, in list,
 * map, heading, sheet and on other pages.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { IDS } from "../support/api_fixture.ts";
import { eventually, SCREENS } from "../support/site.ts";
import {
  declarePages,
  findViolations,
  LINE_ROUTE,
  readShift,
  rowIds,
  textOf,
  toFavourites,
  waitRows,
  waitSheet,
  waitText,
} from "./visit.ts";

const test = declarePages();

const LECLERC = "92120001";
const AVIA = "75014002";

/** Checks that no request reveals what the visitor pays. */
function requireDiscreet(requested: URL[]): void {
  ok(
    requested.every((url) => !/remise|discount|Avia/i.test(url.search)),
    "what the visitor pays has left the device",
  );
}

async function addDiscount(page: Page, brand: string, cents: string): Promise<void> {
  await page.getByRole("button", { name: "Ma voiture" }).click();
  const dialog = page.getByRole("dialog", { name: "Ma voiture" });
  await dialog.getByLabel("Enseigne").selectOption(brand);
  await dialog.getByRole("button", { name: "Ajouter" }).click();
  await dialog.getByRole("spinbutton", { name: `Remise ${brand}` }).fill(cents);
}

/** Returns the storage of a visitor who has been to Paris and has two favourites. */
function toStored(discounts: [string, number][], fuels: string[] = []) {
  return {
    car: { litres: 40, per100Km: 6.5, fuels, discounts },
    favourites: toFavourites([LECLERC, AVIA]),
    last: {
      fuel: "gazole",
      query: "place=75056",
      place: { name: "Paris", lat: 48.8566, lng: 2.3522 },
    },
  };
}

async function remember(page: Page, stored: Record<string, unknown>): Promise<void> {
  await page.evaluate((stored) => {
    for (const [name, value] of Object.entries(stored)) {
      localStorage.setItem(name, JSON.stringify(value));
    }
  }, stored);
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`a discount applies to list, map, heading and sheet on a ${screen}, next to the pump price`, async ({ visitLive }) => {
    const { page, requested } = await visitLive("/?place=75056", { viewport });
    await addDiscount(page, "Avia", "10");
    deepEqual(await findViolations(page), []);
    await page.keyboard.press("Escape");
    await waitText(page, "h1", /Gazole : 1,699 € avec vos remises/);
    await eventually(async () => equal((await rowIds(page))[0], AVIA));
    match(await textOf(page, `[data-row="${AVIA}"]`), /1,699.*affiché 1,799\s€/s);
    ok(!(await textOf(page, `[data-row="${LECLERC}"]`)).includes("affiché"));
    const best = page.locator(".map-pill.is-best");
    await eventually(async () => equal(await best.getAttribute("data-station"), AVIA));
    match((await best.getAttribute("aria-label"))!, /votre prix 1,699\s€, affiché 1,799\s€/i);
    equal(
      await page.title(),
      "Gazole · Paris · Jauge",
      "another visitor must see the pump price",
    );
    deepEqual(await findViolations(page), []);
    await page.locator(`[data-row="${AVIA}"] a`).click();
    await waitSheet(page, "Avia");
    await waitText(page, ".decision", /1,699/);
    match(await textOf(page, ".paid"), /votre prix 1,699\s€, affiché 1,799\s€/i);
    await page.reload();
    await waitText(page, ".paid", /votre prix 1,699/i);
    requireDiscreet(requested);
  });
}

test("each station uses the car's cheapest fuel and names it, and E85 is converted to petrol", async ({ visitLive }) => {
  const { page } = await visitLive("/en?place=75056&fuel=e10");
  await page.getByRole("button", { name: "My car" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // The second change comes at once, before the first is drawn and perhaps before its script is
  // loaded.
  await dialog.getByRole("checkbox", { name: /E10|E85/ }).evaluateAll((boxes) => {
    for (const box of boxes as HTMLInputElement[]) box.click();
  });
  await dialog.getByRole("button", { name: "Done" }).click();
  await waitText(page, "h1", /E10 or E85 from €0\.829/);
  await waitRows(page, [IDS.paris, IDS.odd, AVIA]);
  match(
    await textOf(page, `[data-row="${IDS.paris}"]`),
    /0\.829.*E85 · equivalent to €1\.04\/L of E10/s,
  );
  match(
    await textOf(page, `[data-row="${AVIA}"] .station-more`),
    /^loses €\d+\.\d\d$/,
    "1.949 of E10 against 1.036",
  );
  match(
    (await page.locator(`.map-pill[data-station="${IDS.paris}"]`).getAttribute("aria-label"))!,
    /E85, €0\.829, equivalent to €1\.04\/L of E10/,
  );
  await page.getByRole("button", { name: "My car" }).click();
  await dialog.getByRole("spinbutton", { name: /Litres of E85/ }).fill("1.4");
  await dialog.getByRole("button", { name: "Done" }).click();
  await waitText(page, `[data-row="${IDS.paris}"]`, /€1\.16\/L of E10/);
  await page.reload();
  await waitText(page, `[data-row="${IDS.paris}"]`, /€1\.16\/L of E10/);
  await page.locator(`[data-row="${IDS.paris}"] a`).click();
  await waitText(page, ".decision .paid", /€1\.16\/L of E10/);
  await page.getByRole("button", { name: "Close the station" }).click();
  await page.locator(".bar .key", { hasText: "Diesel" }).click();
  await waitText(page, "h1", /^Paris .*Diesel from/);
});

test("one profile applies to favourites, map and route, and its usual fill never exceeds the tank", async ({ site, visit }) => {
  const { page } = await visit("/favoris", { stored: toStored([]), viewport: SCREENS.phone });
  await waitText(page, `.favourite-card:has-text("Station ${AVIA}")`, /1,79 ?9/);
  await addDiscount(page, "Avia", "10");
  const dialog = page.getByRole("dialog");
  const tank = dialog.getByLabel("Contenance du réservoir (L)");
  const fill = dialog.getByLabel("Litres achetés d’habitude");
  await fill.fill("55");
  await tank.fill("3");
  await tank.fill("30");
  deepEqual([await tank.inputValue(), await fill.inputValue()], ["30", "30"]);
  await tank.fill("60");
  await eventually(async () =>
    equal(await fill.inputValue(), "40", "a fill above the tank must be rejected")
  );
  await fill.fill("55");
  deepEqual(await findViolations(page), []);
  await dialog.getByRole("button", { name: "Terminé" }).click();
  await waitText(page, `.favourite-card:has-text("Station ${AVIA}")`, /1,69 ?9/);
  await page.goto(`${site.origin}/?place=75056&sort=cost`);
  await waitText(page, ".panel", /55\sL/);
  await page.goto(site.origin + LINE_ROUTE);
  await waitText(page, ".route-settings summary", /60 L, 6,5 L\/100 km/);
  await page.goto(`${site.origin}${LINE_ROUTE}&tank=45`);
  await waitText(page, ".route-settings summary", /45 L, 6,5 L\/100 km/);
});

test("forgetting the car, in the dialog or on the home page, restores the pump prices", async ({ site, visitLive }) => {
  const { page } = await visitLive("/?place=75056");
  await addDiscount(page, "Avia", "10");
  await waitText(page, "h1", /avec vos remises/);
  await page.getByRole("button", { name: "Tout oublier" }).click();
  await waitText(page, "h1", /Gazole .*1,729 €/);
  equal(await page.evaluate(() => localStorage.getItem("car")), null);
  await page.getByRole("button", { name: "Annuler" }).click();
  await waitText(page, "h1", /avec vos remises/);
  await page.getByRole("button", { name: "Tout oublier" }).click();
  await waitText(page, "h1", /Gazole .*1,729 €/);
  await remember(page, toStored([["Avia", 100]]));
  await page.goto(site.origin);
  await page.locator(".home-last").getByText("À Paris, le gazole est à").waitFor();
  const favourite = `.home-favourites li:has-text("Station ${AVIA}")`;
  await waitText(page, favourite, /1,69 ?9 €/);
  await page.getByRole("button", { name: "Oublier" }).click();
  await waitText(page, favourite, /1,79 ?9 €/);
  deepEqual(
    await page.evaluate(() => [localStorage.getItem("car"), localStorage.getItem("last")]),
    [null, null],
  );
});

/** Labels of the discounted price next to the pump's price, on each screen in its language. */
const PAID = [
  { screen: "phone", lang: "", colorScheme: "light", paid: /1,69 ?9 €.* 1,799 €/ },
  { screen: "desktop", lang: "/en", colorScheme: "dark", paid: /€1\.69 ?9.* €1\.799/ },
] as const;

for (const { screen, lang, colorScheme, paid } of PAID) {
  test(`favourites, home and the station's page show the discounted price on a ${screen}, next to the pump price`, async ({ site, visit }) => {
    const stored = toStored([["Avia", 100]]);
    const { page, requested } = await visit(`${lang}/a-propos`, {
      viewport: SCREENS[screen],
      colorScheme,
      stored,
    });
    const pages = [
      [`${lang}/favoris`, ".favourite-card"],
      [lang || "/", `.home-favourites li:has-text("Station ${AVIA}")`],
      [`${lang}/stations/${AVIA}`, ".own"],
    ] as const;
    for (const [path, selector] of pages) {
      await page.goto(site.origin + path);
      await waitText(page, selector, paid);
      ok(await readShift(page) < 0.02, `${path} shifts`);
      deepEqual(await findViolations(page), []);
    }
    await page.goto(`${site.origin}${lang}/stations/${LECLERC}`);
    await waitText(page, ".own", /votre prix est celui affiché|your price is the pump price/i);
    requireDiscreet(requested);
  });
}

test("a row on a phone 320 px wide has room for the value of E85 and the age of its price", async ({ visit }) => {
  const stored = toStored([["TotalEnergies", 50]], ["e10", "e85"]);
  const { page } = await visit("/?place=75056&fuel=e10", {
    viewport: { width: 320, height: 640 },
    stored,
  });
  const row = `[data-row="${IDS.paris}"]`;
  await waitText(page, row, /0,77 ?9 €.*E85 .*0,829 € .*0,97 €\/L d’E10/);
  const rights = await page.locator(`${row} :is(.age, .station-more)`).evaluateAll((all) =>
    all.map((element) => element.getBoundingClientRect().right)
  );
  ok(rights.length === 3 && rights.every((right) => right <= 320), `${rights} of 320 px`);
  deepEqual(await findViolations(page), []);
});

test("home, favourites and the station's page name the car's cheapest fuel, and convert E85 to petrol", async ({ site, visit }) => {
  const stored = { ...toStored([], ["e10", "e85"]), favourites: toFavourites([IDS.paris]) };
  const { page } = await visit("/?fuel=e10", { stored });
  await waitText(page, ".home-favourites", /Station.*0,82 ?9 €.*E85 .*1,04 €\/L d’E10/);
  await page.goto(`${site.origin}/stations/${IDS.paris}?fuel=e10`);
  await waitText(page, ".own", /E85 .*0,829 €.*1,04 €\/L d’E10/);
  await page.evaluate(() =>
    localStorage.setItem("last", JSON.stringify({ fuel: "e10", query: "", place: null }))
  );
  await page.goto(`${site.origin}/favoris`);
  await waitText(page, ".favourite-card", /0,82 ?9 €.*E85.*1,04 €\/L d’E10/);
});

/** Pages that follow another tab's discounts, with the price without and with them. */
const FOLLOWERS: [path: string, selector: string, posted: RegExp, paid: RegExp][] = [
  ["/favoris", `.favourite-card:has-text("Station ${AVIA}")`, /1,79 ?9/, /1,69 ?9/],
  ["/", `.home-favourites li:has-text("Station ${AVIA}")`, /1,79 ?9/, /1,69 ?9/],
  ["/?place=75056", "h1", /1,729/, /1,699/],
];

for (const [path, selector, posted, paid] of FOLLOWERS) {
  test(`${path} follows the discounts that another tab sets and deletes`, async ({ site, visit }) => {
    const { page } = await visit(path, { stored: toStored([]) });
    await waitText(page, selector, posted);
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/a-propos`);
    await remember(other, toStored([["Avia", 100]]));
    await waitText(page, selector, paid);
    await other.evaluate(() => localStorage.removeItem("car"));
    await waitText(page, selector, posted);
    if (selector !== "h1") return;
    await remember(other, toStored([["Avia", 100]]));
    await waitText(page, selector, paid);
    // This would delete the favourites too.
    await other.evaluate(() => localStorage.clear());
    await waitText(page, selector, posted);
  });
}
