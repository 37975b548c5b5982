/** The site without a network: what was read stays readable with its date, and no error is ever kept. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { IDS } from "../support/api_fixture.ts";
import { eventually, openBrowser, openSite, openVisit, SCREENS, waitUntil } from "../support/site.ts";
import { savePicture, visitMap, waitAlive, waitLive, waitText } from "./map_visit.ts";

const OFFLINE_NOISE = /ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch|404|500/;

/** Waits until the service worker answers for the page. */
async function becomeControlled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Sends the event by which a browser says that there is a network: on a machine without one Chromium never sends it. */
async function sayOnline(page: Page): Promise<void> {
  await page.evaluate(() => void dispatchEvent(new Event("online")));
}

/** Gives the network back. The browser may have sent the event by itself, so that the page is already being reloaded. */
async function comeBack(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await sayOnline(page).catch(() => {});
}

/** Holds the answers to an address until `release`; `asked` resolves when the first question arrives. */
async function hold(page: Page, path: string) {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**${path}`, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { asked: asked.promise, release: () => released.resolve() };
}

async function keptPages(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const keys = await (await caches.open("pages")).keys();
    return keys.map(({ url }) => new URL(url).pathname).sort();
  });
}

Deno.test("the service worker", async (t) => {
  const site = await openSite();
  const browser = await openBrowser();
  const visit = await openVisit(browser, site, { serviceWorkers: "allow", expected: OFFLINE_NOISE });
  const { page, context } = visit;
  const go = (path: string) => page.goto(site.origin + path);

  await t.step("keeps the pages that were read, the first one included, but no error", async () => {
    await go("/");
    await becomeControlled(page);
    await go(`/stations/${IDS.paris}`);
    await go("/departements/75");
    equal((await go("/stations/1"))?.status(), 404);
    await waitUntil(page, async () => (await (await caches.open("pages")).keys()).length >= 3);
    deepEqual(await keptPages(page), ["/", "/departements/75", `/stations/${IDS.paris}`]);
  });

  await t.step("keeps the API's last answer, but no refusal", async () => {
    const ask = (path: string) => page.evaluate(async (path) => (await fetch(path)).status, path);
    equal(await ask(`/api/v1/stations/${IDS.paris}`), 200);
    equal(await ask("/api/v1/stations/1"), 404);
    await waitUntil(page, async () => (await (await caches.open("answers")).keys()).length >= 1);
    const kept = await page.evaluate(async () => (await (await caches.open("answers")).keys()).map(({ url }) => url));
    deepEqual(kept, [`${site.origin}/api/v1/stations/${IDS.paris}`]);
  });

  await context.setOffline(true);

  await t.step("shows a page that was read with its date and styles when there is no network", async () => {
    await go(`/stations/${IDS.paris}`);
    match(await page.locator("[data-offline]").innerText(), /Hors ligne : cette page date du \d+/);
    equal(await page.locator("h1").innerText(), "TotalEnergies");
    const font = await page.evaluate(() => getComputedStyle(document.querySelector("h1")!).fontFamily);
    match(font, /Bricolage/, "the styles are not there");
  });

  await t.step("answers the API's question from before, marked as old", async () => {
    const answer = await page.evaluate(async (path) => {
      const response = await fetch(path);
      return { at: response.headers.get("x-offline"), body: await response.json() };
    }, `/api/v1/stations/${IDS.paris}`);
    equal(answer.body.data.id, IDS.paris);
    ok(!Number.isNaN(Date.parse(answer.at!)));
  });

  await t.step("says that it is offline for a page that was never read, and lists those that were", async () => {
    await go("/tendances");
    await page.locator("h1", { hasText: "Hors ligne" }).waitFor();
    await page.locator("[data-kept-pages] a").first().waitFor();
    const kept = await page.locator("[data-kept-pages] a").allInnerTexts();
    ok(kept.some((title) => title.includes("TotalEnergies")), kept.join());
    await go("/en/tendances");
    await page.locator("h1", { hasText: "Offline" }).waitFor();
  });

  await t.step("shows what is new as soon as there is a network again", async () => {
    await site.db.query({
      text: "update station set address = 'Rue Neuve' where id = $1",
      values: [Number(IDS.paris)],
    });
    await site.db.query({ text: "update data_state set revision = revision + 1" });
    await site.refresh();
    await comeBack(page);
    // the page that could not be shown comes by itself
    await page.locator("h1", { hasText: "Offline" }).waitFor({ state: "detached" });
    await page.waitForLoadState();
    await go(`/stations/${IDS.paris}`);
    equal(await page.locator("[data-offline]").count(), 0);
    match(await page.locator(".plate-address").innerText(), /Rue Neuve/);
  });

  deepEqual(visit.problems, []);
  await browser.close();
  await site.close();
});

Deno.test("the map without a network", async (t) => {
  const site = await openSite();
  const browser = await openBrowser();
  const options = { viewport: SCREENS.phone, serviceWorkers: "allow", expected: OFFLINE_NOISE } as const;
  const visit = await visitMap(browser, site, { path: "/?place=75056", ...options });
  const { page, context } = visit;
  const rows = () =>
    page.locator("[data-row]").evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.row));
  const open = async (path: string) => {
    await page.goto(site.origin + path);
    await waitAlive(page);
    await waitLive(page);
  };
  let before: unknown;

  await t.step("is kept from the first visit on, with all prices, scripts and outlines", async () => {
    await waitLive(page);
    before = await rows();
    await becomeControlled(page);
    await waitUntil(page, async () => {
      const used = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
      const own = used.filter(({ origin, pathname }) =>
        origin === location.origin && /^\/(_fresh|data|geo)\//.test(pathname)
      );
      const kept = await Promise.all([location.href, ...own].map((url) => caches.match(url)));
      return own.length > 10 && kept.every((copy) => copy !== undefined);
    });
  });

  await context.setOffline(true);

  await t.step("shows the same stations, and of when their prices are", async () => {
    await open("/?place=75056");
    await eventually(async () => deepEqual(await rows(), before));
    await waitText(page, ".notice", /hors ligne.*prix du \d+/i);
    await savePicture(page, "map_offline_phone");
    equal(await page.locator(".leaflet-container").count(), 1);
  });

  await t.step("opens at an address that was never read, as long as the place is the same", async () => {
    await open("/?place=75056&fuel=e10&at=48.85,2.35&radius=3");
    await waitText(page, ".notice", /hors ligne.*prix du \d+/i);
    await waitText(page, ".answer-title", /E10/);
    // another place is not passed off as this one
    await page.goto(`${site.origin}/?place=69123`);
    await page.locator("h1", { hasText: "Hors ligne" }).waitFor();
  });

  await t.step("says so no longer when the network is back", async () => {
    await open("/?place=75056");
    await page.locator(".notice", { hasText: "hors ligne" }).waitFor();
    await comeBack(page);
    await page.locator(".notice", { hasText: "hors ligne" }).waitFor({ state: "detached" });
  });

  deepEqual(visit.problems, []);
  await browser.close();
  await site.close();
});

Deno.test("the offline page reloads once the server answers, but never takes a navigation back", async (t) => {
  const site = await openSite();
  const browser = await openBrowser();
  const visit = await openVisit(browser, site, { expected: OFFLINE_NOISE });
  const { page } = visit;
  const mark = () => page.evaluate(() => void Object.assign(globalThis, { isMarked: true }));
  const isMarked = () => page.evaluate(() => "isMarked" in globalThis);

  await t.step("a network that carries nothing is asked again, and the page stays until it answers", async () => {
    await page.goto(`${site.origin}/hors-ligne`);
    let questions = 0;
    await page.route("**/healthz", async (route) => {
      questions++;
      if (questions <= 2) equal(await isMarked(), true);
      await (questions <= 2 ? route.abort() : route.continue());
    });
    await mark();
    await sayOnline(page);
    await page.waitForFunction(() => !("isMarked" in globalThis));
    equal(questions, 3);
    await page.unroute("**/healthz");
  });

  await t.step("a navigation that begins while the server is asked arrives, whatever events follow", async () => {
    await page.goto(`${site.origin}/hors-ligne`);
    const [question, next] = [await hold(page, "/healthz"), await hold(page, "/a-propos")];
    // Playwright evaluates nothing while a navigation is under way, so the page sends the events itself
    await page.evaluate(() => {
      const say = () => console.debug(dispatchEvent(new Event("online")));
      addEventListener("beforeunload", () => setInterval(say, 20));
    });
    await sayOnline(page);
    await question.asked;
    const going = page.goto(`${site.origin}/a-propos`);
    await Promise.race([next.asked, going]);
    const answered = page.waitForResponse("**/healthz");
    question.release();
    await Promise.race([answered, going]);
    for (let events = 0; events < 5; events++) await Promise.race([page.waitForEvent("console"), going]);
    next.release();
    equal((await going)?.status(), 200);
    equal(page.url(), `${site.origin}/a-propos`);
  });

  deepEqual(visit.problems, []);
  await browser.close();
  await site.close();
});

Deno.test("the manifest names icons that exist at the sizes it says", async () => {
  const site = await openSite();
  const response = await fetch(`${site.origin}/manifest.webmanifest`);
  match(response.headers.get("content-type") ?? "", /manifest\+json/);
  const { icons, start_url, display } = await response.json();
  deepEqual([start_url, display], ["/", "standalone"]);
  for (const { src, sizes, type } of icons as { src: string; sizes: string; type: string }[]) {
    const icon = await fetch(site.origin + src);
    equal(icon.headers.get("content-type")?.split(";")[0], type);
    const bytes = new Uint8Array(await icon.arrayBuffer());
    if (type !== "image/png") continue;
    const view = new DataView(bytes.buffer);
    equal(`${view.getUint32(16)}x${view.getUint32(20)}`, sizes, src);
  }
  await site.close();
});
