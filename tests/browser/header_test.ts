/**
 * Tests the links to the planner: in the header at every width, and next to the search on the home
 * page.
 *
 * @module
 */

import { equal, ok } from "../support/assert.ts";
import { SCREENS } from "../support/site.ts";
import { declarePages } from "./visit.ts";

const test = declarePages();

const WIDTHS = [320, 360, 390, 640, 700, 960, 1100, 1280, 1440, 1920];

for (const [lang, word] of [["", "Trajet"], ["/en", "Route"]] as const) {
  test(`the header shows ${word} at every width, and nothing is wider than the screen`, async ({ visit }) => {
    const { page } = await visit("/");
    const { origin } = new URL(page.url());
    for (const path of ["", "?place=75056", "/tendances"]) {
      await page.goto(origin + lang + path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const links = page.locator(":is(.header, .bar) a:visible").filter({
          hasText: new RegExp(`^${word}$`),
        });
        equal(await links.count(), 1, `${path} at ${width} px`);
        const { x, width: own } = (await links.boundingBox())!;
        ok(x >= 0 && x + own <= width, `${path} at ${width} px`);
        equal(
          await page.evaluate(() => document.documentElement.scrollWidth),
          width,
          `${path} at ${width} px`,
        );
        const field = page.locator("input.search-input:visible");
        if (path.includes("place")) {
          ok((await field.boundingBox())!.width >= 80, `the field at ${width} px`);
        }
      }
    }
  });
}

test("the home page offers a route next to the stations around", async ({ visit }) => {
  for (const viewport of Object.values(SCREENS)) {
    const { page } = await visit("/", { viewport });
    const around = page.getByRole("button", { name: "Autour de moi" });
    const route = page.getByRole("link", { name: "Sur un trajet" });
    equal(
      (await route.boundingBox())!.y,
      (await around.boundingBox())!.y,
      `in one row at ${viewport.width} px`,
    );
    await route.click();
    await page.waitForURL(/\/itineraire$/);
  }
});
