/**
 * Tests maps inside pages: one finger scrolls the page, two move the map, and on a wide screen the
 * route's map stays in view.
 *
 * @module
 */

import { deepEqual, ok } from "../support/assert.ts";
import type { CDPSession, Locator, Page } from "../packages/playwright_core.ts";
import { IDS } from "../support/api_fixture.ts";
import { eventually, SCREENS } from "../support/site.ts";
import { declarePages, LINE_ROUTE } from "./visit.ts";

const PHONE = { viewport: SCREENS.phone, isMobile: true, hasTouch: true } as const;
/** A screen too low for the whole frame. */
const LOW = { ...PHONE, viewport: { width: 390, height: 300 } };
const test = declarePages();

const STEP_PX = 20;
const STEPS = 8;

/** Moves fingers up by 160 pixels from the given points of the page. */
async function swipe(finger: CDPSession, from: readonly { x: number; y: number }[]): Promise<void> {
  const send = (type: "touchStart" | "touchMove" | "touchEnd", by: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : from.map(({ x, y }, id) => ({ x, y: y - by, id })),
    });
  await send("touchStart", 0);
  for (let step = 1; step <= STEPS; step++) await send("touchMove", step * STEP_PX);
  await send("touchEnd", 0);
}

/** Scrolls an element into the middle of the screen, and returns its centre. */
async function centre(element: Locator): Promise<{ x: number; y: number }> {
  await element.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

const readScroll = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Returns the position of a pill in its map, read at once because the page may be scrolling. */
async function readPill(page: Page): Promise<number[]> {
  const pill = page.locator(`.route-stage [data-station="${IDS.motorway}"]`);
  return await pill.evaluate((one) => {
    const { x, y } = one.getBoundingClientRect();
    const map = one.closest(".route-stage")!.getBoundingClientRect();
    return [x - map.x, y - map.y].map(Math.round);
  });
}

async function waitStill(page: Page): Promise<void> {
  await page.locator('.route-stage .map[data-moving="false"]').waitFor();
  await page.locator(`.route-stage [data-station="${IDS.motorway}"]`).waitFor();
}

test("one finger on the map of a route scrolls the page, and two move the map", async ({ visitAlive }) => {
  const { page, context } = await visitAlive(LINE_ROUTE, PHONE);
  const finger = await context.newCDPSession(page);
  await waitStill(page);
  const at = await centre(page.locator(".route-stage"));
  const scroll = await readScroll(page);
  const pill = await readPill(page);
  await swipe(finger, [at]);
  await eventually(async () => ok(await readScroll(page) > scroll + 100, "the page must scroll"));
  deepEqual(await readPill(page), pill, "the map must stay");
  // A flick keeps scrolling for a while.
  let last = NaN;
  await eventually(async () => {
    const now = await readScroll(page);
    const isStill = now === last;
    last = now;
    ok(isStill, "the page must keep scrolling");
  });
  const middle = await centre(page.locator(".route-stage"));
  const before = await readScroll(page);
  await swipe(finger, [{ x: middle.x - 60, y: middle.y + 60 }, {
    x: middle.x + 60,
    y: middle.y + 60,
  }]);
  await waitStill(page);
  await eventually(async () => ok((await readPill(page))[1]! < pill[1]! - 60, "the map must move"));
  // One finger would scroll by more than 100 px.
  ok(Math.abs(await readScroll(page) - before) < 50, "the page must stay");
});

for (
  const [path, selector] of [
    [`/stations/${IDS.paris}`, ".place-map"],
    ["/departements/75", ".place-map"],
    ["/departements", ".france"],
    ["/villes/paris-75056", ".place-map"],
    ["/embed/carte?place=75056", ".place-map"],
  ] as const
) {
  test(`one finger on the map of ${path} scrolls the page`, async ({ visit }) => {
    const { page, context } = await visit(path, LOW);
    const finger = await context.newCDPSession(page);
    const map = page.locator(selector);
    const at = await centre(map);
    const scroll = await readScroll(page);
    await swipe(finger, [at]);
    await eventually(async () => ok(await readScroll(page) > scroll + 50));
  });
}

test("on a wide screen the map of a route stays in view while its list scrolls", async ({ visitAlive }) => {
  const { page } = await visitAlive(LINE_ROUTE, { viewport: SCREENS.desktop });
  await waitStill(page);
  await page.locator(".route-found").evaluate((list) =>
    (list as HTMLElement).style.minHeight = "4000px"
  );
  await page.evaluate(() => scrollTo({ top: 2000, behavior: "instant" }));
  const { y, height } = (await page.locator(".route-stage").boundingBox())!;
  ok(y >= 0 && y + height <= SCREENS.desktop.height, `${y} ${height}`);
});
