/** Tests pages that were opened before a release that removed their scripts. @module */

import { deepEqual, equal } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { declarePages, waitAlive, waitText } from "./visit.ts";

const test = declarePages();
const NOISE = /404|ERR_FAILED|dynamically imported module/;
const MAP = "/?place=75056&fuel=e10";
const FAILED = /Une partie de cette page n’a pas pu être chargée/;

type Loss = {
  /** Whether the next script is lost, after `lost` others. A promise delays its response. */
  isLost: (lost: number) => boolean | Promise<boolean>;
  /** Without it the server returns 404. */
  network?: "away";
};

/**
 * Makes lazily loaded scripts fail as `loss` says: those that the HTML does not name. Returns the
 * navigations.
 */
async function loseScripts(
  page: Page,
  address: string,
  { isLost, network }: Loss,
): Promise<string[]> {
  const html = await (await fetch(address)).text();
  let lost = 0;
  const opened: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) opened.push(request.url());
  });
  await page.route("**/_fresh/js/*.js", async (route) => {
    const isNamed = html.includes(new URL(route.request().url()).pathname);
    if (isNamed || !await isLost(lost)) return await route.continue();
    lost++;
    await (network === "away"
      ? route.abort()
      : route.fulfill({ status: 404, body: "Not found\n" }));
  });
  return opened;
}

test("a page whose lazy scripts are gone reloads once, and keeps the typed text", async ({ visitAlive }) => {
  const { page } = await visitAlive("/?fuel=e10", { expected: NOISE });
  const address = page.url();
  const typed = Promise.withResolvers<boolean>();
  const opened = await loseScripts(page, address, {
    isLost: (lost) => lost === 0 && typed.promise,
  });
  const reloaded = page.waitForEvent("load");
  const field = page.getByRole("combobox");
  await field.pressSequentially("Nan");
  typed.resolve(true);
  await reloaded;
  await waitAlive(page);
  equal(await field.inputValue(), "Nan");
  await page.keyboard.type("t");
  await page.locator('[role="option"]', { hasText: /^Nantes\s*44$/ }).waitFor();
  deepEqual(opened, [address]);
  equal(page.url(), address);
  equal(await page.locator("[data-failed]").count(), 0);
});

test("a page whose lazy scripts stay missing reloads once, then shows a message", async ({ visit, site }) => {
  const { page } = await visit("/a-propos", { expected: NOISE });
  const address = `${site.origin}${MAP}`;
  const opened = await loseScripts(page, address, { isLost: () => true });
  await page.goto(address);
  await waitText(page, "[data-failed]", FAILED);
  deepEqual(opened, [address, address]);
  // Another missing script does not cause a second reload.
  await waitAlive(page);
  const notFound = page.waitForResponse((response) => response.status() === 404);
  await page.keyboard.press("Tab");
  await notFound;
  const english = `${site.origin}/en?place=75056`;
  await page.goto(english);
  await waitText(page, "[data-failed]", /A part of this page could not be loaded/);
  deepEqual(opened, [address, address, english]);
});

test("a page that loses the network does not reload", async ({ visitLive }) => {
  const { page } = await visitLive(MAP, { expected: NOISE });
  const opened = await loseScripts(page, page.url(), { isLost: () => true, network: "away" });
  const failed = page.waitForEvent("requestfailed");
  await page.keyboard.press("Tab");
  const lost = (await failed).url();
  await page.waitForFunction((url) => performance.getEntriesByName(url).length > 0, lost);
  deepEqual(opened, []);
  equal(await page.locator("[data-failed]").count(), 0);
});
