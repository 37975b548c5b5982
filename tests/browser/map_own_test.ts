/** What a visitor pays: car, fuels and discounts, kept on the device, in list, map, heading, sheet and on other pages. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { IDS } from "../support/api_fixture.ts";
import { eventually, SCREENS } from "../support/site.ts";
import {
  declarePages,
  findViolations,
  readShift,
  saveScreenshot,
  textOf,
  waitAlive,
  waitLive,
  waitSheet,
  waitText,
  watchShifts,
} from "./visit.ts";

const test = declarePages();

const [LECLERC, AVIA] = ["92120001", "75014002"];

function rowIds(page: Page): Promise<(string | null)[]> {
  return page.locator(".station").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));
}

async function addDiscount(page: Page, brand: string, cents: string): Promise<void> {
  await page.getByRole("button", { name: "Ma voiture, mes remises" }).click();
  const dialog = page.getByRole("dialog", { name: "Ma voiture, mes remises" });
  await dialog.getByLabel("Enseigne").selectOption(brand);
  await dialog.getByRole("button", { name: "Ajouter" }).click();
  await dialog.getByRole("spinbutton", { name: `Remise ${brand}` }).fill(cents);
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`a discount counts in list, map, heading and sheet on a ${screen}, beside the pump's price`, async ({ visit }) => {
    const { page, asked } = await visit("/?place=75056", { viewport });
    await waitLive(page);
    await addDiscount(page, "Avia", "10");
    await saveScreenshot(page, `own-dialog-${screen}`);
    deepEqual(await findViolations(page), []);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await waitText(page, "h1", /Gazole : votre prix dès 1,699 €/);
    await eventually(async () => equal((await rowIds(page))[0], AVIA));
    match(await textOf(page, `[data-row="${AVIA}"]`), /1,699.*affiché 1,799\s€/s);
    ok(!(await textOf(page, `[data-row="${LECLERC}"]`)).includes("affiché"));
    const best = page.locator(".map-pill.is-best");
    await eventually(async () => equal(await best.getAttribute("data-station"), AVIA));
    match((await best.getAttribute("aria-label"))!, /votre prix 1,699\s€, affiché 1,799\s€/i);
    equal(await page.title(), "Gazole · Paris · Jauge", "what somebody pays is nobody else's price");
    deepEqual(await findViolations(page), []);
    await saveScreenshot(page, `own-list-${screen}`);
    await page.locator(`[data-row="${AVIA}"] a`).click();
    await waitSheet(page, "Avia");
    await waitText(page, ".decision", /1,699/);
    match(await textOf(page, ".paid"), /votre prix 1,699\s€, affiché 1,799\s€/i);
    await saveScreenshot(page, `own-sheet-${screen}`);
    await page.reload();
    await waitText(page, ".paid", /votre prix 1,699/i);
    ok(asked.every((url) => !/remise|discount|Avia/i.test(url.search)), "what somebody pays has left the device");
  });
}

test("the fuel that drives the car cheapest counts at each station, is named, and E85 is put in petrol", async ({ visit }) => {
  const { page } = await visit("/en?place=75056&fuel=e10");
  await waitLive(page);
  await page.getByRole("button", { name: "My car, my discounts" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // at once: the first change has not been drawn, nor perhaps loaded what makes it, when the second comes
  await dialog.getByRole("checkbox", { name: /E10|E85/ }).evaluateAll((boxes) => {
    for (const box of boxes as HTMLInputElement[]) box.click();
  });
  await saveScreenshot(page, "own-dialog-en");
  await dialog.getByRole("button", { name: "Done" }).click();
  await waitText(page, "h1", /E10, E85: your price from €0\.829/);
  await eventually(async () => deepEqual(await rowIds(page), [IDS.paris, IDS.odd, AVIA]));
  match(await textOf(page, `[data-row="${IDS.paris}"]`), /0\.829.*E85 · equivalent to €1\.04\/L of E10/s);
  match(await textOf(page, `[data-row="${AVIA}"] .station-more`), /^\+91\.3/, "1.949 of E10 against 1.036");
  const onMap = page.locator(`.map-pill[data-station="${IDS.paris}"]`);
  match((await onMap.getAttribute("aria-label"))!, /E85, €0\.829, equivalent to €1\.04\/L of E10/);
  equal(await textOf(page, ".map-legend li"), "E10");
  await saveScreenshot(page, "own-e85-en");
  match(await textOf(page, `[data-row="${AVIA}"]`), /1\.949.*E10/s);
  await page.getByRole("button", { name: "My car, my discounts" }).click();
  await dialog.getByRole("spinbutton", { name: /Litres of E85/ }).fill("1.4");
  await dialog.getByRole("button", { name: "Done" }).click();
  await waitText(page, `[data-row="${IDS.paris}"]`, /equivalent to €1\.16\/L of E10/);
  await page.reload();
  await waitText(page, `[data-row="${IDS.paris}"]`, /equivalent to €1\.16\/L of E10/);
  await page.locator(`[data-row="${IDS.paris}"] a`).click();
  await waitText(page, ".decision .paid", /^equivalent to €1\.16\/L of E10$/i);
  await page.getByRole("button", { name: "Close the station" }).click();
  await page.locator(".bar .key", { hasText: "Diesel" }).click();
  await waitText(page, "h1", /^Paris Diesel from/);
});

test("the home's button forgets the car and the discounts as well", async ({ visit }) => {
  const { page } = await visit("/?place=75056");
  await waitLive(page);
  await addDiscount(page, "Avia", "10");
  await page.getByRole("button", { name: "Terminé" }).click();
  await waitText(page, "h1", /votre prix/);
  await page.goto(new URL("/", page.url()).href);
  await waitAlive(page);
  await page.locator(".home-last").getByText("Gazole · Paris").waitFor();
  await page.getByRole("button", { name: "Oublier" }).click();
  deepEqual(await page.evaluate(() => [localStorage.getItem("car"), localStorage.getItem("last")]), [null, null]);
});

test("the dialog forgets at once, and the list goes back to the pumps' prices", async ({ visit }) => {
  const { page } = await visit("/?place=75056");
  await waitLive(page);
  await addDiscount(page, "Avia", "10");
  await page.getByRole("button", { name: "Tout oublier" }).click();
  await waitText(page, "h1", /Gazole dès 1,729 €/);
  equal(await page.evaluate(() => localStorage.getItem("car")), null);
});

/** Prices of a pump at Avia and of what is paid there with ten cents off, in the language of a screen. */
const PAID = {
  phone: { lang: "", both: /Votre prix 1,699 €, affiché 1,799 €/, beside: /1,69 ?9 €.*affiché 1,799 €/ },
  desktop: {
    lang: "/en",
    both: /Your price €1\.699, pump price €1\.799/i,
    beside: /€1\.69 ?9.*pump price €1\.799/,
  },
} as const;

async function remember(page: Page, discounts: [string, number][], fuels: string[] = []): Promise<void> {
  const car = { litres: 40, per100Km: 6.5, fuels, discounts };
  const favourites = [LECLERC, AVIA].map((id) => ({ id, title: `Station ${id}`, town: "Paris" }));
  const last = { fuel: "gazole", query: "place=75056", place: { name: "Paris", lat: 48.8566, lng: 2.3522 } };
  await page.evaluate((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, JSON.stringify(value));
  }, { car, favourites, last });
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`favourites, home and the station's page show what is paid on a ${screen}, beside the pump's price`, async ({ site, visit }) => {
    const { lang, both, beside } = PAID[screen as keyof typeof PAID];
    const colorScheme = screen === "phone" ? "light" : "dark";
    const { page, asked } = await visit(`${lang}/a-propos`, { viewport, colorScheme });
    await remember(page, [["Avia", 100]]);
    await page.goto(`${site.origin}${lang}/favoris`);
    await waitText(page, ".favourite-card", new RegExp(`Station ${AVIA}.*★.*${beside.source}`));
    ok(!/affiché|pump price/.test(await page.locator(".favourite-card").nth(1).innerText()));
    deepEqual(await findViolations(page), []);
    await saveScreenshot(page, `paid-favourites-${screen}`);
    await watchShifts(page);
    await page.goto(`${site.origin}${lang || "/"}`);
    await waitText(page, ".home-last", new RegExp(`Avia.*${beside.source}`));
    await waitText(page, ".home-favourites li:nth-child(2)", new RegExp(`Station ${AVIA}.*★.*${beside.source}`));
    deepEqual(await findViolations(page), []);
    ok(await readShift(page) < 0.02, "the home shifts");
    await saveScreenshot(page, `paid-home-${screen}`);
    await page.goto(`${site.origin}${lang}/stations/${AVIA}`);
    await waitText(page, ".own", both);
    ok(await readShift(page) < 0.02, "the station's page shifts");
    deepEqual(await findViolations(page), []);
    await page.locator("#prices").scrollIntoViewIfNeeded();
    await saveScreenshot(page, `paid-station-${screen}`);
    await page.goto(`${site.origin}${lang}/stations/${LECLERC}`);
    await waitText(page, ".own", /votre prix est celui affiché|your price is the pump price/i);
    ok(asked.every((url) => !/remise|discount|Avia/i.test(url.search)), "what somebody pays has left the device");
  });
}

test("a row on a phone 320 px wide has room for what E85 is worth, and for the age of its price", async ({ visit }) => {
  const { page } = await visit("/a-propos", { viewport: { width: 320, height: 640 } });
  await remember(page, [["TotalEnergies", 50]], ["e10", "e85"]);
  await page.goto(new URL("/?place=75056&fuel=e10", page.url()).href);
  const row = page.locator(`[data-row="${IDS.paris}"]`);
  await waitText(page, `[data-row="${IDS.paris}"]`, /0,77 ?9 €.*E85 · affiché 0,829 € · équivaut à 0,97 €\/L d’E10/);
  const rights = await row.locator(".age, .station-more").evaluateAll((all) =>
    all.map((element) => element.getBoundingClientRect().right)
  );
  ok(rights.length === 3 && rights.every((right) => right <= 320), `${rights} of 320 px`);
  deepEqual(await findViolations(page), []);
  await saveScreenshot(page, "own-e85-320");
});

test("home, favourites and the station's page name the car's cheapest fuel, and put E85 in petrol", async ({ site, visit }) => {
  const { page } = await visit("/a-propos");
  await remember(page, [], ["e10", "e85"]);
  await page.goto(`${site.origin}/?fuel=e10`);
  await waitText(page, ".home-last", /TotalEnergies.*0,82 ?9 €.*E85 · équivaut à 1,04 €\/L d’E10/);
  await page.goto(`${site.origin}/stations/${IDS.paris}?fuel=e10`);
  await waitText(page, ".own", /E85 Votre prix est celui affiché, 0,829 €.*, équivaut à 1,04 €\/L d’E10/i);
  await page.evaluate((id) => {
    localStorage.setItem("favourites", JSON.stringify([{ id, title: "Relais", town: "Paris" }]));
    localStorage.setItem("last", JSON.stringify({ fuel: "e10", query: "", place: null }));
  }, IDS.paris);
  await page.goto(`${site.origin}/favoris`);
  await waitText(page, ".favourite-card", /E85.*0,82 ?9 €.*équivaut à 1,04 €\/L d’E10/);
});

for (const [path, item] of [["/favoris", ".favourite-card"], ["/", ".home-favourites li"]] as const) {
  test(`favourites on ${path} follow the discounts that another tab sets and forgets`, async ({ site, visit }) => {
    const { page } = await visit("/a-propos");
    await remember(page, []);
    await page.goto(site.origin + path);
    const avia = page.locator(item, { hasText: `Station ${AVIA}` });
    await eventually(async () => match(await avia.innerText(), /1,79\s?9/));
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/a-propos`);
    await remember(other, [["Avia", 100]]);
    await eventually(async () => match(await avia.innerText(), /1,69\s?9/));
    await other.evaluate(() => localStorage.removeItem("car"));
    await eventually(async () => match(await avia.innerText(), /1,79\s?9/));
  });
}

test("the map follows what another tab sets and forgets", async ({ site, visit }) => {
  const { page } = await visit("/?place=75056");
  await waitLive(page);
  const other = await page.context().newPage();
  await other.goto(`${site.origin}/a-propos`);
  await remember(other, [["Avia", 100]]);
  await waitText(page, "h1", /Gazole : votre prix dès 1,699 €/);
  await other.evaluate(() => localStorage.removeItem("car"));
  await eventually(async () => ok(!(await textOf(page, "h1")).includes("votre prix")));
  await remember(other, [["Avia", 100]]);
  await waitText(page, "h1", /votre prix dès 1,699 €/);
  await other.evaluate(() => localStorage.clear());
  await eventually(async () => ok(!(await textOf(page, "h1")).includes("votre prix")));
});

test("the home's button brings the favourites back to the pumps' prices", async ({ site, visit }) => {
  const { page } = await visit("/a-propos");
  await remember(page, [["Avia", 100]]);
  await page.goto(site.origin);
  await waitText(page, ".home-favourites li:nth-child(2)", /1,69 ?9 €/);
  await page.getByRole("button", { name: "Oublier" }).click();
  await waitText(page, ".home-favourites li:nth-child(2)", /1,79 ?9 €/);
});
