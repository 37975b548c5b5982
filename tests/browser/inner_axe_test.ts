/** The inner pages judged by axe, in light and dark, on a phone and on a desk; and what they make a phone load. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { IDS } from "../support/api_fixture.ts";
import { openBrowser, openSite, openVisit, SCREENS } from "../support/site.ts";

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
  "/favoris",
  "/hors-ligne",
  "/en/stations/75015007",
];

/** Most bytes of scripts that a page may load, packed as they travel; the trends bring their chart. */
const MOST_SCRIPT_BYTES: Record<string, number> = { "/tendances": 60_000, "/favoris": 30_000, default: 25_000 };

/** Violations in words: the rule, and where. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };
    })
      .axe.run()
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`)
  );
}

Deno.test("axe finds no violation on any inner page in light and dark, on phone and desktop", async (t) => {
  const site = await openSite();
  const browser = await openBrowser();
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [name, viewport] of Object.entries(SCREENS)) {
      await t.step(`${colorScheme}, ${name}`, async () => {
        const visit = await openVisit(browser, site, { colorScheme, viewport });
        for (const path of PATHS) {
          await visit.page.goto(site.origin + path);
          await visit.page.locator("details").evaluateAll((all) =>
            all.forEach((details) => (details as HTMLDetailsElement).open = true)
          );
          const violations = await findViolations(visit.page);
          equal(violations.length, 0, `${path} in ${colorScheme} on ${name}:\n${violations.join("\n")}`);
          const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
          ok(width <= viewport.width, `${path} is ${width} px wide on a ${name} of ${viewport.width}`);
        }
        deepEqual(visit.problems, []);
        await visit.close();
      });
    }
  }
  await browser.close();
  await site.close();
});

/** Bytes of all scripts of a page as they travel, by the browser's own count. */
async function weighScripts(page: Page): Promise<number> {
  return await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => /\.js($|\?)/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  );
}

Deno.test("scripts of inner pages stay within their weight, and nothing moves while they load", async () => {
  const site = await openSite();
  const browser = await openBrowser();
  for (const path of PATHS) {
    const visit = await openVisit(browser, site, { viewport: SCREENS.phone });
    await visit.page.addInitScript(() => {
      const shifts = globalThis as unknown as { shift: number };
      shifts.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await visit.page.goto(site.origin + path, { waitUntil: "networkidle" });
    const most = MOST_SCRIPT_BYTES[path] ?? MOST_SCRIPT_BYTES.default;
    const bytes = await weighScripts(visit.page);
    ok(bytes > 0 && bytes <= most, `${path} loads ${bytes} bytes of scripts, at most ${most} are allowed`);
    const shift = await visit.page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
    ok(shift < 0.02, `${path} shifts its layout by ${shift}`);
    await visit.close();
  }
  await browser.close();
  await site.close();
});
