/**
 * Tests the map page on a phone, by touch: the list's three positions, the sheet, touch targets,
 * the centre of the map.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { eventually, SCREENS, waitStill } from "../support/site.ts";
import { declarePages, typeAndWait, waitLive, waitSheet, waitText } from "./visit.ts";

const test = declarePages();

const PHONE = { viewport: SCREENS.phone, isMobile: true, hasTouch: true } as const;
const SIDEWAYS = { width: 844, height: 390 };
const MIN_TARGET = 44;

function heightOf(page: Page): Promise<number> {
  return page.locator(".panel").evaluate((panel) => panel.getBoundingClientRect().height);
}

async function settleAt(page: Page, stop: string): Promise<number> {
  await page.locator(`.explorer[data-stop="${stop}"]`).waitFor();
  await waitStill(page);
  return await heightOf(page);
}

/** Waits until the pin of the place is at a height of the screen. */
async function waitPin(page: Page, wantedY: number, where: string): Promise<void> {
  await eventually(async () => {
    const { y, height } = (await page.locator(".map-origin").boundingBox())!;
    ok(Math.abs(y + height / 2 - wantedY) < 12, `the place is not ${where}`);
  });
}

test("the menu of a phone links to the other pages", async ({ visitAlive }) => {
  const { page } = await visitAlive("/?place=75056", PHONE);
  await page.locator(".bar-menu").tap();
  await page.locator(".bar-nav").getByText("Tendances").waitFor();
});

test("a touch selects the suggestion under the finger when it went down, whatever the list shows when it is lifted", async ({ visitAlive }) => {
  for (const path of ["/", "/?place=75056"]) {
    const { page, context } = await visitAlive(path, PHONE);
    const finger = await context.newCDPSession(page);
    const field = page.locator(".search-input");
    await field.tap();
    await field.fill("montr");
    const { x, y, height } = (await page.getByRole("option", { name: "Montrouge" }).boundingBox())!;
    const touchPoints = [{ x: x + 40, y: y + height / 2 }];
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await field.fill("marseille");
    await page.getByRole("option", { name: /^Marseille 13/ }).waitFor();
    await page.getByRole("option", { name: "Montrouge" }).waitFor({ state: "detached" });
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForURL(/[?&]place=92049$/);
  }
});

test("a touch that scrolls the suggestions selects none", async ({ visitAlive }) => {
  const { page, context } = await visitAlive("/?place=75056", PHONE);
  const finger = await context.newCDPSession(page);
  await page.locator(".search-input").tap();
  await page.locator(".search-input").fill("saint");
  const option = page.getByRole("option", { name: "Saint-Maur-des-Fossés" });
  const { x, y } = (await option.boundingBox())!;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: number[]) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at.map((by) => ({ x: x + 40, y: y + 10 + by })),
    });
  await touch("touchStart", [0]);
  for (const by of [-10, -30, -60]) await touch("touchMove", [by]);
  await touch("touchEnd", []);
  // A selection would close the list in the same turn of the event loop.
  ok(await option.isVisible());
  match(page.url(), /place=75056$/);
});

test("the handle is a button with three positions, and the middle of the map stays visible", async ({ visitLive }) => {
  const { page } = await visitLive("/?place=75056", PHONE);
  const handle = page.locator(".panel-handle");
  const half = await settleAt(page, "half");
  const bar = (await page.locator(".bar").boundingBox())!.height;
  const middleAbove = (height: number) => bar + (SCREENS.phone.height - bar - height) / 2;
  await waitPin(page, middleAbove(half), "in the middle above the half list");
  await handle.tap();
  const full = await settleAt(page, "full");
  ok(full > SCREENS.phone.height * 0.8);
  await handle.focus();
  await page.keyboard.press("Enter");
  const peek = await settleAt(page, "peek");
  ok(peek < 160 && peek > 100);
  await waitPin(page, middleAbove(peek), "in the middle above the small list");
  await handle.tap();
  equal(await settleAt(page, "half"), half);
});

test("the handle drags the list to the nearest position", async ({ visitLive }) => {
  const { page } = await visitLive("/?place=75056", { viewport: SCREENS.phone });
  const drag = async (by: number) => {
    const { x, y, width } = (await page.locator(".panel-handle").boundingBox())!;
    await page.mouse.move(x + width / 2, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 10 + by, { steps: 12 });
    await page.mouse.up();
  };
  await drag(-330);
  await settleAt(page, "full");
  await drag(560);
  await settleAt(page, "peek");
  await drag(-250);
  await settleAt(page, "half");
});

test("every touch target is at least 44 px, or has as much room around it", async ({ visitAlive }) => {
  for (const path of ["/", "/?place=75056", "/?place=75056&station=92120001"]) {
    const { page } = await visitAlive(path, PHONE);
    const small = await page.evaluate((least) => {
      const isSeen = (element: Element) =>
        (element as HTMLElement).checkVisibility({ visibilityProperty: true });
      const isInText = (element: Element) => element.matches("p a, .map-credit a");
      return [
        ...document.querySelectorAll(
          "a, button, select, input:not([type=hidden]):not([type=radio])",
        ),
      ]
        .filter((element) =>
          isSeen(element) && !isInText(element) && !element.closest("svg, .skip")
        )
        .filter((element) => {
          const target = element.closest(".check") ?? element;
          const { width, height } = target.getBoundingClientRect();
          const around = getComputedStyle(element, "::before").position === "absolute" ||
            getComputedStyle(element, "::after").position === "absolute";
          return width > 1 && (height < least - 0.5 || width < least - 0.5) && !around;
        })
        .map((element) => element.outerHTML.slice(0, 120));
    }, MIN_TARGET);
    equal(small.length, 0, `${path}: ${small.join("\n")}`);
  }
});

test("half open in landscape, the sheet shows the essentials without scrolling, and the list several rows", async ({ visitLive }) => {
  const { page } = await visitLive("/?place=75056&station=92120001", PHONE);
  const seen = async (selector: string) => {
    const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
    const panel = (await page.locator(".panel").boundingBox())!;
    const isIn = y >= panel.y && y + height <= panel.y + panel.height && x >= panel.x &&
      x + width <= panel.x + panel.width;
    ok(isIn && height > 10, `${selector} at ${y} to ${y + height} of ${JSON.stringify(panel)}`);
  };
  const countRows = () =>
    page.locator(".station").evaluateAll((rows) =>
      rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length
    );
  for (const viewport of [SCREENS.phone, SIDEWAYS]) {
    await page.setViewportSize(viewport);
    await waitStill(page);
    for (const part of [".decision .pill", ".verdict", ".facts", ".sheet-go"]) await seen(part);
    if (viewport === SCREENS.phone) await seen(".sheet-prices");
    await waitText(page, ".facts", /Ouverte|Fermée|Automate/);
    await waitText(page, ".facts", /à \d,\d km \d,\d\d € de carburant aller-retour/);
  }
  const map = (await page.locator(".map").boundingBox())!;
  const panel = (await page.locator(".panel").boundingBox())!;
  ok(
    map.height > 300 && panel.height > 300 && panel.x + panel.width <= map.x + 1,
    "list and map must be next to each other",
  );
  await page.getByRole("button", { name: "Fermer la fiche" }).tap();
  await page.locator('[data-row="92120001"]').waitFor();
  ok(await countRows() >= 2, `${await countRows()} rows in landscape`);
  await page.setViewportSize(SCREENS.phone);
  await waitStill(page);
  ok(await countRows() >= 3, `${await countRows()} rows in portrait`);
  ok((await page.locator(".panel-handle").boundingBox())!.height >= MIN_TARGET);
});

test("directions open the device's own apps, from the sheet and from the station's page", async ({ site, visit }) => {
  const userAgent = "Mozilla/5.0 (Linux; Android 15; Pixel 9)";
  const { page } = await visit("/stations/92120001", { ...PHONE, userAgent });
  const own = page.locator(
    '.button-primary[href="geo:48.8165,2.3165?q=48.8165,2.3165(E.Leclerc%2C%20Montrouge)"]',
  );
  await own.waitFor();
  await page.goto(`${site.origin}/?place=75056&station=92120001`);
  await own.waitFor();
});

/** Returns elements over or next to the map that cover each other. */
function findCovering(page: Page): Promise<string[]> {
  return page.locator(":is(.bar, .panel, .map-legend, .map-controls, .map-credit, .map-pill)")
    .evaluateAll((all) =>
      all.flatMap((one, index) => {
        const a = one.getBoundingClientRect();
        return all.slice(index + 1).filter((other) => {
          const b = other.getBoundingClientRect();
          const isOver = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 &&
            b.top < a.bottom - 1;
          return isOver && one.classList[0] !== other.classList[0];
        }).map((other) => `${one.className} and ${other.className}`);
      })
    );
}

test("with text twice as large the search stays usable, and nothing overlaps", async ({ visit }) => {
  for (const width of [320, 390]) {
    const { page, close } = await visit("/favoris", { ...PHONE, viewport: { width, height: 844 } });
    await page.addInitScript(() =>
      addEventListener("DOMContentLoaded", () => document.documentElement.style.fontSize = "200%")
    );
    await page.goto(new URL("/?place=75056", page.url()).href);
    await waitLive(page);
    await page.locator(".map-pill.is-best").waitFor();
    await waitStill(page);
    const field = (await page.locator(".search-input").boundingBox())!;
    ok(field.width >= 120, `the field is ${field.width} px wide at ${width}`);
    await eventually(async () => deepEqual(await findCovering(page), [], `at ${width}`));
    match(await page.locator(".map-pill.is-best").innerText(), /★/);
    const findCut = () =>
      page.locator(".panel :is(a, button, select, .pill, h1)").evaluateAll(
        (all, width) =>
          all.filter((one) => one.getBoundingClientRect().right > width).map((one) =>
            one.outerHTML.slice(0, 100)
          ),
        width,
      );
    deepEqual(await findCut(), [], `cut off at ${width}`);
    await page.locator(".filters-toggle.js-only").tap();
    const done = page.getByRole("button", { name: /^Voir les \d+ stations$/ });
    await eventually(async () => {
      const { y, height } = (await done.boundingBox())!;
      ok(y + height <= 844, `the next button is ${y} px down at ${width}`);
    });
    await done.tap();
    await page.locator("#list:focus").waitFor();
    await page.locator('[data-row="92120001"] a').tap();
    await waitSheet(page, "E.Leclerc");
    deepEqual(await findCut(), [], `cut off in the sheet at ${width}`);
    equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await close();
  }
});

test("the country fits the phone's screen, and nothing covers its north", async ({ visitLive }) => {
  const { page } = await visitLive("/?at=46.6,2.4&radius=550", PHONE);
  await settleAt(page, "peek");
  await page.locator(".legend-note").waitFor();
  await waitStill(page);
  const tops = await page.locator(":is(.map-legend, .map-layer)").evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().top)
  );
  ok(tops.every((top) => top > SCREENS.phone.height / 2), `at ${tops}`);
});

test("suggestions open right below their field", async ({ visitAlive }) => {
  for (const path of ["/", "/?place=75056", "/itineraire"]) {
    const { page } = await visitAlive(path, PHONE);
    const search = page.locator(".search", {
      has: page.locator("input[name=q], input[name=from]"),
    });
    await typeAndWait(search.locator(".search-input"), "Lyon");
    const box = await search.locator(".search-box").boundingBox();
    const list = await search.getByRole("listbox").boundingBox();
    const gap = list!.y - box!.y - box!.height;
    ok(gap >= 0 && gap < 8, `${gap} px below on ${path}`);
  }
});

test("a circle shows the radius of the search", async ({ visitLive }) => {
  const { page } = await visitLive("/?place=75056&radius=10", PHONE);
  await eventually(async () => {
    const circle = (await page.locator(".leaflet-dots-pane circle").boundingBox())!;
    const pin = (await page.locator(".map-origin").boundingBox())!;
    // At this zoom a pixel is 0.1005 km.
    ok(Math.abs(circle.width / 2 - 10 / 0.1005) < 2, `${circle.width}`);
    ok(Math.abs(circle.x + circle.width / 2 - pin.x - pin.width / 2) < 2);
    ok(Math.abs(circle.y + circle.height / 2 - pin.y - pin.height / 2) < 2);
  });
});
