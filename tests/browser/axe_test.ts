/**
 * Checks every state of the pages with axe, in light and dark, and their width with long names.
 * Saves screenshots.
 *
 * @module
 */

import { equal, ok } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { IDS } from "../support/api_fixture.ts";
import { SCREENS, setColorScheme, type Site, waitStill } from "../support/site.ts";
import {
  ALERTS_ON,
  declarePages,
  findViolations,
  INNER_PATHS,
  LINE_ROUTE,
  saveScreenshot,
  waitAlive,
  waitLive,
} from "./visit.ts";

const test = declarePages({ env: ALERTS_ON });

const MAP = "/?place=75056";
const SMALL_SCREENS = { narrow: { width: 320, height: 640 }, low: { width: 844, height: 390 } };

/** A state of the pages and the steps that lead to it. */
type State = {
  name: string;
  path: string;
  reach(page: Page): Promise<unknown>;
  screens?: Record<string, { width: number; height: number }>;
};

function openDetails(page: Page): Promise<void> {
  return page.locator("details").evaluateAll((all) => {
    for (const details of all as HTMLDetailsElement[]) details.open = true;
  });
}

const STATES: State[] = [
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
  {
    name: "alert-dialog",
    path: `/stations/${IDS.paris}`,
    screens: { ...SCREENS, ...SMALL_SCREENS },
    async reach(page) {
      await waitAlive(page);
      await page.getByRole("button", { name: "M’avertir" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "route",
    path: `${LINE_ROUTE}&tank=30&level=6`,
    screens: { ...SCREENS, ...SMALL_SCREENS },
    reach: (page) =>
      Promise.all(
        [".map-pill.is-best", ".route-stop >> nth=0"].map((one) => page.locator(one).waitFor()),
      ),
  },
  ...INNER_PATHS.map((path) => ({
    name: path.replace(/\W+/g, "-").slice(1, 40),
    path,
    reach: openDetails,
  })),
];

for (const { name, path, reach, screens = SCREENS } of STATES) {
  for (const [screen, viewport] of Object.entries(screens)) {
    test(`axe finds no violation on ${name} on a ${screen}, in light and dark`, async ({ visit }) => {
      const { page } = await visit(path, { viewport });
      await reach(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await setColorScheme(page, colorScheme);
        await waitStill(page);
        await saveScreenshot(page, `${name}-${screen}-${colorScheme}`);
        const violations = await findViolations(
          page,
          colorScheme === "dark" ? "colours" : "everything",
        );
        equal(
          violations.length,
          0,
          `${name} in ${colorScheme} on ${screen}:\n${violations.join("\n")}`,
        );
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      ok(
        width <= viewport.width,
        `${name} is ${width} px wide on a ${screen} of ${viewport.width}`,
      );
    });
  }
}

/** Stores a name and an address as long as the longest in the official data. */
async function lengthenNames(site: Site): Promise<void> {
  const long = "Station-service intercommunale Saint-Rémy-en-Bouzemont-Saint-Genest-et-Isson";
  await site.db.query({ text: "update station_brand set brand = null, name = $1", values: [long] });
  await site.db.query({ text: "update station set address = $1, city = $1", values: [long] });
  await site.db.query({ text: "update data_state set revision = revision + 1" });
  await site.refresh();
}

test("no page scrolls sideways on narrow screens or with large text, whatever the names", async (pages) => {
  const site = await pages.openOther({ env: ALERTS_ON });
  await lengthenNames(site);
  const { page } = await pages.visit("/healthz", { at: site });
  for (
    const path of [
      ...INNER_PATHS,
      "/",
      "/en?fuel=e10",
      "/docs",
      "/en/docs",
      `${MAP}&station=92120001`,
      MAP,
    ]
  ) {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(site.origin + path);
    for (const { width, scale } of [{ width: 320, scale: 1 }, { width: 390, scale: 2 }]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(
        (size) => document.documentElement.style.setProperty("font-size", size, "important"),
        `${scale * 100}%`,
      );
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      ok(
        needed <= width,
        `${path} needs ${needed} px of ${width} with text ${scale} times its size`,
      );
    }
  }
  await page.setViewportSize(SCREENS.phone);
  await page.goto(site.origin + MAP);
  await waitLive(page);
  const row = page.locator('[data-row="92120001"]', { hasText: "intercommunale" });
  ok((await row.boundingBox())!.height < 260);
  ok(await row.locator(".pill").isVisible(), "the price is hidden");
});
