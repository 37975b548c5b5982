/** Checks the inner pages with axe, their width with long names, the weight of their scripts and their layout shift. @module */

import { equal, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { IDS } from "../support/api_fixture.ts";
import { SCREENS, setColorScheme, type Site, waitStill } from "../support/site.ts";
import { declarePages, findViolations, readShift, storeFavourites, watchShifts } from "./visit.ts";

const test = declarePages();

/** Along the line of a file, which asks nobody else; the fixture has stations by it. */
const ROUTE = "/itineraire?line=ob%60iHoafMn%7Ck%40_pR&corridor=10";

const PATHS = [
  `/stations/${IDS.paris}`,
  `/stations/${IDS.odd}`,
  `/stations/${IDS.left}`,
  "/departements?fuel=e10",
  "/departements/75?fuel=e10",
  "/villes/paris-75056",
  "/tendances",
  "/a-propos",
  "/mentions-legales",
  "/etat",
  "/favoris",
  ROUTE,
  "/hors-ligne",
  "/en/stations/75015007",
];

/** Most bytes of scripts that a page may load, packed as they travel; the trends bring their chart. */
const MOST_SCRIPT_BYTES: Partial<Record<string, number>> = {
  "/tendances": 60_000,
  "/favoris": 30_000,
  [ROUTE]: 60_000,
};
const DEFAULT_SCRIPT_BYTES = 25_000;

for (const path of PATHS) {
  test(`axe finds no violation on ${path} on phone and desktop, in light and dark`, async ({ visit }) => {
    const { page } = await visit(path);
    await page.locator("details").evaluateAll((all) =>
      all.forEach((details) => (details as HTMLDetailsElement).open = true)
    );
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"] as const) {
        await setColorScheme(page, colorScheme);
        await waitStill(page);
        const violations = await findViolations(page, colorScheme === "dark" ? "colours" : "everything");
        equal(violations.length, 0, `${path} in ${colorScheme} on ${screen}:\n${violations.join("\n")}`);
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      ok(width <= viewport.width, `${path} is ${width} px wide on a ${screen} of ${viewport.width}`);
    }
  });
}

/** A name and an address as long as the register's longest. */
async function lengthenNames(site: Site): Promise<void> {
  const long = "Station-service intercommunale Saint-Rémy-en-Bouzemont-Saint-Genest-et-Isson";
  await site.db.query({ text: "update station_brand set brand = null, name = $1", values: [long] });
  await site.db.query({ text: "update station set address = $1, city = $1", values: [long] });
  await site.db.query({ text: "update data_state set revision = revision + 1" });
  await site.refresh();
}

test("no page scrolls sideways on narrow screens nor with large letters, whatever the names", async (pages) => {
  const site = await pages.openOther({});
  await lengthenNames(site);
  const { page } = await pages.visit("/healthz", { at: site });
  for (const path of [...PATHS, "/", "/en?fuel=e10", "/docs", "/en/docs"]) {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(site.origin + path);
    for (const { width, scale } of [{ width: 320, scale: 1 }, { width: 390, scale: 2 }]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(
        (size) => document.documentElement.style.setProperty("font-size", size, "important"),
        `${scale * 100}%`,
      );
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      ok(needed <= width, `${path} needs ${needed} px of ${width} with letters ${scale} times their size`);
    }
  }
});

/** Bytes of all scripts of a page as they travel, by the browser's own count. */
async function weighScripts(page: Page): Promise<number> {
  return await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => /\.js($|\?)/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  );
}

test("scripts of inner pages stay within their weight, and nothing moves while they load", async ({ site, visit }) => {
  for (const path of PATHS) {
    const { page, close } = await visit("/healthz", { viewport: SCREENS.phone });
    await storeFavourites(page, [IDS.paris, IDS.odd]);
    await watchShifts(page);
    await page.goto(site.origin + path, { waitUntil: "networkidle" });
    const most = MOST_SCRIPT_BYTES[path] ?? DEFAULT_SCRIPT_BYTES;
    const bytes = await weighScripts(page);
    ok(bytes > 0 && bytes <= most, `${path} loads ${bytes} bytes of scripts, at most ${most} are allowed`);
    const shift = await readShift(page);
    ok(shift < 0.02, `${path} shifts its layout by ${shift}`);
    await close();
  }
});
