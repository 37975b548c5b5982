/** Checks every state of home and map with axe, in light and dark, on phone and desktop, and saves screenshots. @module */

import { equal, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { IDS } from "../support/api_fixture.ts";
import { SCREENS, setColorScheme, waitStill } from "../support/site.ts";
import { declarePages, findViolations, saveScreenshot, waitAlive, waitLive } from "./visit.ts";

const test = declarePages();

/** A state of the pages and how one gets there. */
const STATES: { name: string; path: string; reach(page: Page): Promise<void> }[] = [
  { name: "home", path: "/", reach: waitAlive },
  {
    name: "home-suggestions",
    path: "/",
    async reach(page) {
      await waitAlive(page);
      await page.getByRole("combobox").pressSequentially("par");
      await page.getByRole("option", { name: "Paris" }).first().waitFor();
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

for (const [screen, viewport] of Object.entries(SCREENS)) {
  for (const { name, path, reach } of STATES) {
    test(`axe finds no violation on ${name} on a ${screen}, in light and dark`, async ({ visit }) => {
      const { page } = await visit(path, { viewport });
      await reach(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await setColorScheme(page, colorScheme);
        await waitStill(page);
        await saveScreenshot(page, `${name}-${screen}-${colorScheme}`);
        const violations = await findViolations(page, colorScheme === "dark" ? "colours" : "everything");
        equal(violations.length, 0, `${name} in ${colorScheme} on ${screen}:\n${violations.join("\n")}`);
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      ok(width <= viewport.width, `${name} is ${width} px wide on a ${screen} of ${viewport.width}`);
    });
  }
}
