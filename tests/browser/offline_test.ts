/**
 * Tests the site offline: visited pages stay readable with their date, and no error is ever cached.
 *
 * @module
 */

import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { IDS } from "../support/api_fixture.ts";
import { eventually, SCREENS, waitUntil } from "../support/site.ts";
import {
  becomeControlled,
  declarePages,
  findStored,
  type Pages,
  rowIds,
  saveScreenshot,
  setStorageQuota,
  typeAndWait,
  waitAlive,
  waitAtRest,
  waitLive,
  waitRows,
  waitSheet,
  waitText,
} from "./visit.ts";

const test = declarePages();
const OFFLINE_NOISE = /ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch|404|500/;
const STATION = `/stations/${IDS.paris}`;
const ANSWER = `/api/v1/stations/${IDS.paris}`;
const MAP = "/?place=75056";
const FAVOURITES = `/favoris/prix?fuel=gazole&ids=${IDS.paris}`;

/** Dispatches the `online` event, which Chromium never sends on a machine without a network. */
async function sayOnline(page: Page): Promise<void> {
  await page.evaluate(() => void dispatchEvent(new Event("online")));
}

/**
 * Restores the network. The browser may dispatch the event itself, so the page may already be
 * reloading.
 */
async function comeBack(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await sayOnline(page).catch(() => {});
}

/**
 * Holds the responses to an address until `release`. `requested` resolves when the first request
 * arrives.
 */
async function hold(page: Page, path: string) {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  return { requested: requested.promise, release: () => released.resolve() };
}

/** Visits the home page and waits until the service worker has stored it. */
async function visitStored({ visit }: Pages) {
  const opened = await visit("/", {
    serviceWorkers: "allow",
    hasHttpCache: false,
    expected: OFFLINE_NOISE,
  });
  await becomeControlled(opened.page);
  await eventually(async () => deepEqual(await findStored(opened.page, "pages"), ["/"]));
  return opened;
}

/** Visits a station and the API's response about it, then goes offline. */
async function visitOffline(pages: Pages) {
  const visit = await visitStored(pages);
  const { page, context } = visit;
  await page.goto(pages.site.origin + STATION);
  await page.evaluate(async (path) => void await fetch(path), ANSWER);
  await eventually(async () => deepEqual(await findStored(page, "pages"), ["/", STATION]));
  await eventually(async () => deepEqual(await findStored(page, "answers"), [ANSWER]));
  await context.setOffline(true);
  return visit;
}

test("the service worker stores pages and API responses, but no error", async (pages) => {
  const { page } = await visitStored(pages);
  const go = async (path: string) => (await page.goto(pages.site.origin + path))?.status();
  const ask = (path: string) => page.evaluate(async (path) => (await fetch(path)).status, path);
  deepEqual([await go(STATION), await go("/stations/1"), await go("/departements/75")], [
    200,
    404,
    200,
  ]);
  deepEqual([await ask("/api/v1/stations/1"), await ask(ANSWER)], [404, 200]);
  await eventually(async () =>
    deepEqual(await findStored(page, "pages"), ["/", "/departements/75", STATION])
  );
  await eventually(async () => deepEqual(await findStored(page, "answers"), [ANSWER]));
});

test("offline a stored response is marked as old, an unvisited page lists the visited ones, and all update once online", async (pages) => {
  const { site } = pages;
  const { page } = await visitOffline(pages);
  const answer = await page.evaluate(async (path) => {
    const response = await fetch(path);
    return { at: response.headers.get("x-offline"), body: await response.json() };
  }, ANSWER);
  equal(answer.body.data.id, IDS.paris);
  ok(!Number.isNaN(Date.parse(answer.at!)));
  await page.goto(`${site.origin}/tendances`);
  await page.locator("h1", { hasText: "Hors ligne" }).waitFor();
  await page.locator("[data-stored-pages] a", { hasText: "TotalEnergies" }).waitFor();
  await page.goto(`${site.origin}/en/tendances`);
  await page.locator("h1", { hasText: "Offline" }).waitFor();
  await site.db.query({
    text: "update station set address = 'Rue Neuve' where id = $1",
    values: [Number(IDS.paris)],
  });
  await site.db.query({ text: "update data_state set revision = revision + 1" });
  await site.refresh();
  await comeBack(page);
  // The page that could not be shown loads by itself.
  await page.locator("h1", { hasText: "Offline" }).waitFor({ state: "detached" });
  await page.waitForLoadState();
  await page.goto(site.origin + STATION);
  equal(await page.locator("[data-offline]").count(), 0);
  match(await page.locator(".plate-address").innerText(), /Rue Neuve/);
});

/**
 * Waits until the service worker has stored the page, everything of ours that it loaded, and all
 * imports of stored scripts.
 */
async function waitStored(page: Page): Promise<void> {
  await waitUntil(page, async () => {
    const used = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const own = used.filter(({ origin, pathname }) =>
      origin === location.origin && /^\/(_fresh|data|geo)\//.test(pathname)
    );
    const assets = await caches.open("assets");
    const scripts = (await assets.keys()).filter(({ url }) => url.endsWith(".js"));
    const imports = await Promise.all(scripts.map(async ({ url }) => {
      const script = await (await assets.match(url))!.text();
      return [...script.matchAll(/["'](\.\/[\w.-]+\.js)["']/g)].map(([, path]) =>
        new URL(path!, url)
      );
    }));
    const copies = await Promise.all(
      [location.href, ...own, ...imports.flat()].map((url) => caches.match(url)),
    );
    return own.length > 5 && copies.every((copy) => copy !== undefined);
  });
}

/**
 * Visits the map on a phone, and goes offline once it is stored completely. `rows` are those it
 * showed.
 */
async function visitMapOffline({ site, visitLive }: Pages) {
  const { page, context } = await visitLive(MAP, {
    viewport: SCREENS.phone,
    serviceWorkers: "allow",
    expected: OFFLINE_NOISE,
  });
  const rows = await rowIds(page);
  await becomeControlled(page);
  await waitStored(page);
  // the map and, last, the home page
  await eventually(async () => deepEqual(await findStored(page, "pages"), ["/", "/"]));
  await context.setOffline(true);
  const open = async (path: string) => {
    await page.goto(site.origin + path);
    await waitAlive(page);
    await waitLive(page);
    await waitAtRest(page);
  };
  return { page, rows, open };
}

test("offline the map shows the same stations and the time of their prices, until the network is back", async (pages) => {
  const { page, rows, open } = await visitMapOffline(pages);
  await open(MAP);
  await waitRows(page, rows);
  await waitText(page, ".notice", /hors ligne.*prix du \d+/i);
  await saveScreenshot(page, "map_offline_phone");
  equal(await page.locator(".leaflet-container").count(), 1);
  await comeBack(page);
  await page.locator(".notice", { hasText: "hors ligne" }).waitFor({ state: "detached" });
});

test("offline the map opens at unvisited addresses, for any town", async (pages) => {
  const { page, rows, open } = await visitMapOffline(pages);
  await open("/?place=75056&fuel=e10&at=48.85,2.35&radius=3");
  await waitText(page, ".notice", /hors ligne.*prix du \d+/i);
  await waitText(page, ".answer-title", /E10/);
  await open("/?place=44109");
  await waitText(page, ".answer-title", /Nantes/);
  const there = await rowIds(page);
  ok(there.length > 3 && !there.some((id) => rows.includes(id)), `${there}`);
  match(await page.title(), /Nantes/);
  // a point without a place, like an address
  await open("/?q=Quai+de+la+Fosse&at=47.218,-1.553&radius=5");
  await waitText(page, ".answer-title", /Gazole dès/);
  await waitRows(page, there);
  doesNotMatch(await page.locator(".panel").innerText(), /Paris/);
  equal(await page.locator(".search-input").inputValue(), "Quai de la Fosse");
  // A place that does not exist is not replaced by another.
  await page.goto(`${pages.site.origin}/?place=99999`);
  await page.locator("h1", { hasText: "Hors ligne" }).waitFor();
});

test("offline, after a visit to a map only, the home page opens, and a station shows its prices and what is missing", async (pages) => {
  const { page, open } = await visitMapOffline(pages);
  await page.goto(`${pages.site.origin}/`);
  match(await page.locator("[data-offline]").innerText(), /Hors ligne/);
  await page.locator("h1", { hasText: "Où faire le plein" }).waitFor();
  await waitAlive(page);
  const options = await typeAndWait(page.getByRole("combobox"), "Nantes");
  await options.filter({ hasText: /^Nantes\s*44$/ }).click();
  await page.waitForURL(/place=44109/);
  await waitText(page, ".answer-title", /Nantes/);
  await open(`${MAP}&at=48.83,2.35&radius=5`);
  await page.locator(`[data-row="${IDS.paris}"] .station-link`).click();
  await waitSheet(page, "TotalEnergies");
  await waitText(page, ".sheet", /Gazole.*1,79 ?9.*SP98.*2,05 ?9/);
  await waitText(page, "main", /hors ligne.*prix du \d+/i);
  await open(`/?place=75056&station=${IDS.odd}`);
  await waitText(page, ".sheet", /Gazole Rupture depuis le 5 juin 2026/);
});

test("offline the favourites show the prices of the last visit, even if their page was never opened", async (pages) => {
  const { page, context } = await visitStored(pages);
  await page.evaluate(async (path) => {
    const last = await (await fetch(path)).json();
    localStorage.setItem(
      "favourites",
      JSON.stringify([{ id: "75015007", title: "TotalEnergies", town: "Paris" }]),
    );
    localStorage.setItem("favourite-prices", JSON.stringify({ before: null, last }));
  }, FAVOURITES);
  await context.setOffline(true);
  await page.goto(`${pages.site.origin}/favoris`);
  await waitText(page, "main", /n’ont pas pu.*Relevé du 5 juin.*1,79 ?9/);
  await page.goto(`${pages.site.origin}/en/favoris`);
  await waitText(page, ".favourite-card", /1\.79 ?9/);
});

test("a station saved from the map or its page shows its price at once, offline too", async (pages) => {
  const { page, context } = await visitStored(pages);
  await page.goto(pages.site.origin + MAP);
  await page.locator(`[data-row="${IDS.paris}"] .station-link`).click();
  await waitSheet(page, "TotalEnergies");
  await page.getByRole("button", { name: "Ajouter aux favoris" }).click();
  await page.getByRole("button", { name: "Retirer des favoris" }).waitFor();
  await page.goto(`${pages.site.origin}/stations/92120001`);
  const heart = page.getByRole("button", { name: "Favori" });
  await heart.click();
  await page.locator('.favourite[aria-pressed="true"]').waitFor();
  await context.setOffline(true);
  await page.goto(`${pages.site.origin}/favoris`);
  await waitText(page, ".favourite-card >> nth=0", /E\.Leclerc.*1,72 ?9/);
  await waitText(page, ".favourite-card >> nth=1", /TotalEnergies.*1,79 ?9/);
});

test("the page announces at once that it is offline, and that it is online again", async (pages) => {
  const { site, visitLive } = pages;
  const { page, context } = await visitLive(MAP, { expected: OFFLINE_NOISE });
  const lose = () => page.evaluate(() => void dispatchEvent(new Event("offline")));
  await context.setOffline(true);
  await lose();
  await waitText(page, ".notice", /hors ligne.*prix du \d+/i);
  await comeBack(page);
  await page.locator(".notice", { hasText: "hors ligne" }).waitFor({ state: "detached" });
  await page.goto(site.origin + STATION);
  await lose();
  match(await page.locator("[data-lost]").innerText(), /^Vous êtes hors ligne/);
  await sayOnline(page);
  equal(await page.locator("[data-lost]").count(), 0);
});

const mark = (page: Page) =>
  page.evaluate(() => void Object.assign(globalThis, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => "isMarked" in globalThis);

test("the offline page retries a dead network, and reloads only once the server responds", async ({ visit }) => {
  const { page } = await visit("/hors-ligne", { expected: OFFLINE_NOISE, outside: null });
  let questions = 0;
  await page.route("**/healthz", async (route) => {
    questions++;
    if (questions <= 2) equal(await isMarked(page), true);
    await (questions <= 2 ? route.abort() : route.continue());
  });
  await mark(page);
  await sayOnline(page);
  await page.waitForFunction(() => !("isMarked" in globalThis));
  equal(questions, 3);
});

test("the offline page never cancels a navigation that begins while it checks the server", async ({ site, visit }) => {
  const { page } = await visit("/hors-ligne", { expected: OFFLINE_NOISE, outside: null });
  const question = await hold(page, "/healthz");
  const next = await hold(page, "/a-propos");
  // Playwright evaluates nothing during a navigation, so the page dispatches the events itself.
  await page.evaluate(() => {
    const say = () => console.debug(dispatchEvent(new Event("online")));
    addEventListener("beforeunload", () => setInterval(say, 20));
  });
  await sayOnline(page);
  await question.requested;
  const going = page.goto(`${site.origin}/a-propos`);
  await Promise.race([next.requested, going]);
  const answered = page.waitForResponse("**/healthz");
  question.release();
  await Promise.race([answered, going]);
  for (let events = 0; events < 5; events++) {
    await Promise.race([page.waitForEvent("console"), going]);
  }
  next.release();
  equal((await going)?.status(), 200);
  equal(page.url(), `${site.origin}/a-propos`);
});

test("a device with full storage gets every script, page and response from the network", async (pages) => {
  const { page } = await visitStored(pages);
  await setStorageQuota(page, 1);
  const statuses = await page.evaluate(async (paths) => {
    const ask = (path: string) =>
      fetch(path).then(({ status }) => status, ({ message }: Error) => message);
    return await Promise.all(paths.map(ask));
  }, ["/pages.css?__frsh_c=another", "/icons/icon.svg?another", ANSWER]);
  deepEqual(statuses, [200, 200, 200]);
  await page.goto(pages.site.origin + MAP);
  await waitAlive(page);
  await waitLive(page);
  // Nothing of the map was stored, so each of its scripts came from the network.
  deepEqual(await findStored(page, "pages"), ["/"]);
});
