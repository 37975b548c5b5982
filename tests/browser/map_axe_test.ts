/** Checks every state of home and map with axe, in light and dark, on phone and desktop, and saves screenshots. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { IDS } from "../support/api_fixture.ts";
import { openBrowser, openSite, SCREENS, setColorScheme, waitStill } from "../support/site.ts";
import { findViolations } from "./find_violations.ts";
import { savePicture, visitMap, waitAlive, waitLive } from "./map_visit.ts";

/** A state of the pages and how one gets there. */
const STATES: { name: string; path: string; reach(page: Page): Promise<void> }[] = [
  { name: "home", path: "/", reach: waitAlive },
  {
    name: "home-suggestions",
    path: "/",
    async reach(page) {
      await waitAlive(page);
      await page.getByRole("combobox").pressSequentially("par");
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("ArrowDown");
    },
  },
  { name: "map", path: "/?place=75056", reach: waitLive },
  {
    name: "map-filters",
    path: "/?place=75056&sort=cost&h24=1",
    async reach(page) {
      await waitLive(page);
      await page.locator(".filters-toggle:visible").click();
    },
  },
  { name: "map-sheet", path: `/?place=75056&station=${IDS.odd}`, reach: waitLive },
  { name: "map-empty", path: "/?at=48.6,2.3&radius=2", reach: waitLive },
  { name: "map-nonsense", path: "/?place=75056&radius=x&sort=y", reach: waitLive },
  { name: "map-english", path: "/en?place=75056", reach: waitLive },
];

const SCHEMES = ["light", "dark"] as const;

Deno.test("axe finds no violation on home and map in light and dark, on phone and desktop", async (t) => {
  const site = await openSite();
  const browser = await openBrowser();
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    for (const { name, path, reach } of STATES) {
      await t.step(`${name}, ${screen}`, async () => {
        const { page, problems, close } = await visitMap(browser, site, { path, viewport });
        await reach(page);
        for (const colorScheme of SCHEMES) {
          await setColorScheme(page, colorScheme);
          await waitStill(page);
          await savePicture(page, `${name}-${screen}-${colorScheme}`);
          const violations = await findViolations(page);
          equal(violations.length, 0, `${name} in ${colorScheme} on ${screen}:\n${violations.join("\n")}`);
        }
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        ok(width <= viewport.width, `${name} is ${width} px wide on a ${screen} of ${viewport.width}`);
        deepEqual(problems, []);
        await close();
      });
    }
  }
  await browser.close();
  await site.close();
});
