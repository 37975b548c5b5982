/**
 * Tests failures on the map page (API down, too many requests, no tiles) and other display modes.
 *
 * @module
 */

import { equal, match, ok } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { eventually } from "../support/site.ts";
import { declarePages, stopClock, waitAtRest, waitLive, waitText } from "./visit.ts";

const test = declarePages();

const PARIS = "/?place=75056";

/** Counts the different colours among sampled pixels of our own outlines. */
function countColours(page: Page): Promise<number> {
  return page.locator(".leaflet-base-pane canvas").evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const { data } = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(
      0,
      0,
      width,
      height,
    );
    const found = new Set<string>();
    for (let at = 0; at < data.length; at += 404) found.add(data.slice(at, at + 4).join());
    return found.size;
  });
}

test("if the API fails the server's list stays, the page says so, and a button retries", async ({ site, visit }) => {
  const { page } = await visit("/", { expected: /ERR_FAILED/ });
  let isAway = true;
  await page.route(/\/(data|api)\//, (route) => isAway ? route.abort() : route.continue());
  await page.goto(site.origin + PARIS);
  await page.locator(".state-failed").waitFor();
  equal(await page.locator(".station").count(), 3);
  await page.locator('[data-row="92120001"] a').click();
  await page.locator(".sheet .state-failed").waitFor();
  await page.keyboard.press("Escape");
  // The sheet has a button with the same name.
  await page.locator(".sheet").waitFor({ state: "detached" });
  isAway = false;
  await page.getByRole("button", { name: "Réessayer" }).click();
  await waitLive(page);
  await page.locator(".state-failed").waitFor({ state: "detached" });
});

test("a page over the request limit says so, waits until the limit ends, and retries by itself", async ({ site, visit, openOther }) => {
  const limited = await openOther({ env: { REST_LIMIT: "1" } });
  const { page, api } = await visit("/", { at: limited, expected: /429/ });
  await page.clock.install();
  await page.goto(limited.origin + PARIS);
  await waitLive(page);
  await waitAtRest(page);
  await stopClock(page);
  await page.clock.runFor(1000);
  await page.locator('[data-row="92120001"]', { hasText: "Montrouge" }).waitFor();
  // Uses up the single request that the visitor's address has.
  await (await fetch(`${limited.origin}/api/v1/prices/national?fuel=gazole`)).body?.cancel();
  for (let step = 0; step < 3; step++) {
    await page.getByRole("button", { name: "Dézoomer" }).click();
    await page.clock.runFor(1000);
  }
  await waitText(page, ".notice-limited", / 12:1\d:\d\d/);
  const town = page.locator('[data-row="91090002"] .station-where', { hasText: "Lisses" });
  equal(await town.count(), 0);
  const calls = api().length;
  await page.getByRole("button", { name: "Dézoomer" }).click();
  await page.clock.runFor(20_000);
  equal(api().length, calls, "the page retried before the limit ended");
  // The fixture's clock never ends the quota's window, so a server without a limit handles the
  // requests from here on.
  await page.route(/\/api\//, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: site.origin + pathname + search }) });
  });
  await page.clock.runFor(60_000);
  await town.waitFor();
  await page.locator(".notice-limited").waitFor({ state: "detached" });
  equal(api().length, calls + 1);
});

test("without the national tiles OpenStreetMap's are shown and credited", async ({ visitLive }) => {
  const { page, requested } = await visitLive(PARIS, {
    outside: { tiles: "osm" },
    expected: /ERR_FAILED/,
  });
  await page.locator(".map-credit", { hasText: "OpenStreetMap" }).waitFor();
  await eventually(async () =>
    ok(await requested.some(({ hostname }) => hostname === "tile.openstreetmap.org"))
  );
});

test("without any tiles our own outlines, town names and all prices are drawn", async ({ visitLive }) => {
  const { page } = await visitLive(PARIS, { outside: { tiles: "none" }, expected: /ERR_FAILED/ });
  await page.locator(".map-credit", { hasText: "simplifié" }).waitFor();
  await eventually(async () => ok(await countColours(page) >= 6, "the outlines are blank"));
  ok(await page.locator('.leaflet-dots-pane path:not([d=""])').count() >= 2, "no dots are drawn");
  await eventually(async () => equal(await page.locator(".map-pill").count(), 3));
});

test("reduced motion moves the map without a transition, and forced colours keep the signs", async ({ visitLive }) => {
  const { page } = await visitLive(PARIS, { reducedMotion: "reduce", forcedColors: "active" });
  await page.getByRole("button", { name: "Zoomer", exact: true }).click();
  equal(await page.locator(".leaflet-zoom-anim").count(), 0);
  match(await page.locator('[data-row="92120001"] .pill').innerText(), /★/);
});

test("printing keeps the list and hides the map", async ({ visitLive }) => {
  const { page } = await visitLive(PARIS);
  await page.emulateMedia({ media: "print" });
  equal(await page.locator(".stage").isVisible(), false);
  ok(await page.locator('[data-row="75014002"]').isVisible());
});

test("the theme button switches the page and the map, and the theme is restored without a flash", async ({ visitLive }) => {
  const { page, context } = await visitLive(PARIS, { colorScheme: "light" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await paper();
  await page.getByRole("button", { name: "Passer au thème sombre" }).click();
  await eventually(async () => ok(await paper() !== before));
  await page.reload({ waitUntil: "commit" });
  await page.locator("body").waitFor({ state: "attached" });
  equal(await page.locator("html").getAttribute("data-theme"), "dark");
  equal((await context.cookies()).length, 0);
});
