/** The brand filter of the map page: any usual spelling in an address, and the browser's Back. @module */

import { deepEqual, equal, match } from "node:assert/strict";
import { openBrowser, openSite } from "../support/site.ts";
import { visitMap, waitLive } from "./map_visit.ts";

const LECLERC = "92120001";

Deno.test("a brand spelled otherwise in the address survives Back", async () => {
  const site = await openSite();
  const browser = await openBrowser();
  const { page, problems, close } = await visitMap(browser, site, { path: "/?place=75056&brand=leclerc" });
  const findRowIds = () =>
    page.locator(".station").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));
  await waitLive(page);
  deepEqual(await findRowIds(), [LECLERC]);
  match(page.url(), /\?place=75056&brand=E\.Leclerc$/);
  await page.locator(".bar .key", { hasText: "E10" }).click();
  await page.waitForURL(/fuel=e10&place=75056&brand=E\.Leclerc$/);
  await page.goBack();
  await page.waitForURL(/\?place=75056&brand=E\.Leclerc$/);
  await page.locator("h1", { hasText: "Gazole" }).waitFor();
  deepEqual(await findRowIds(), [LECLERC]);
  equal(await page.locator("select[name=brand]").inputValue(), "E.Leclerc");
  deepEqual(problems, []);
  await close();
  await browser.close();
  await site.close();
});
