/** One journey on the map, one route by the keyboard, one page without a network. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  becomeControlled,
  declarePages,
  findStored,
  typeAndWait,
  waitAlive,
  waitLive,
  waitSheet,
  waitText,
} from "../browser/visit.ts";
import { IDS } from "../support/api_fixture.ts";
import { type NationalRouter, startNationalRouter } from "../support/national_router.ts";
import { eventually } from "../support/site.ts";

let router: NationalRouter;
const test = declarePages({}, async () => {
  router = await startNationalRouter();
});
Deno.test.afterAll(() => router.stop());

test("a person finds a town, takes another fuel, opens the cheapest station and comes back to the list", async ({ visit }) => {
  const { page } = await visit("/");
  await waitAlive(page);
  const options = await typeAndWait(page.getByRole("combobox"), "montrouge");
  await options.filter({ hasText: "92120" }).click();
  await waitLive(page);
  await page.locator(".bar .key", { hasText: "E10" }).click();
  await waitText(page, "h1", /Montrouge E10.*1,879/);
  await page.locator('[data-row="92120001"] .station-link').click();
  await waitSheet(page, "E.Leclerc");
  await page.waitForURL(/fuel=e10&place=92049&station=92120001$/);
  await page.goBack();
  await page.waitForURL(/\?fuel=e10&place=92049$/);
  await page.locator("#sheet-title").waitFor({ state: "hidden" });
  await page.locator('[data-row="92120001"]').waitFor();
});

test("by keyboard: two towns, the line on roads, the stations in driving order, another plan", async ({ visit }) => {
  const { page, asked } = await visit("/itineraire", { outside: { routing: router.origin } });
  await waitAlive(page);
  for (const [label, town] of [["Départ", "Montrouge"], ["Arrivée", "Lisses"]] as const) {
    await typeAndWait(page.getByRole("combobox", { name: label }), town);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  await waitText(page, ".route-status", /\d+ km par la route \(IGN\)/);
  const kms = (await page.locator(".route-km").allInnerTexts()).map((text) => Number(/\d+/.exec(text)![0]));
  ok(kms.length >= 2, "no stations were found");
  deepEqual(kms, kms.toSorted((a, b) => a - b));
  match(page.url(), /from=Montrouge&from_at=[\d.,]+&to=Lisses/);
  await page.getByRole("radio", { name: "Moins d’arrêts" }).focus();
  for (const plan of ["Équilibré", "Le moins cher"]) {
    await page.keyboard.press("ArrowLeft");
    await eventually(async () => ok(await page.getByRole("radio", { name: plan }).isChecked()));
  }
  await page.waitForURL(/plan=cheapest/);
  equal(asked.filter(({ pathname }) => pathname.startsWith("/navigation/")).length, 1, "the line was asked for anew");
});

test("without a network a page that was read is shown with its date and styles", async ({ visit }) => {
  const path = `/stations/${IDS.paris}`;
  const options = { serviceWorkers: "allow", hasHttpCache: false, expected: /ERR_INTERNET_DISCONNECTED/ } as const;
  const { page, context } = await visit(path, options);
  await becomeControlled(page);
  await eventually(async () => ok((await findStored(page, "pages")).includes(path)));
  await context.setOffline(true);
  await page.reload();
  match(await page.locator("[data-offline]").innerText(), /\d+/);
  equal(await page.locator("h1").innerText(), "TotalEnergies");
  match(await page.evaluate(() => getComputedStyle(document.querySelector("h1")!).fontFamily), /Bricolage/);
});
