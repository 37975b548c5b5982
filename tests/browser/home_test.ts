/**
 * Tests the home page before a place is known, and the search: with scripts, without, with unusual
 * addresses.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Page, Route } from "../packages/playwright_core.ts";
import { IDS } from "../support/api_fixture.ts";
import { eventually, SCREENS } from "../support/site.ts";
import {
  ALLOWED_HOSTS,
  declarePages,
  findViolations,
  readShift,
  saveScreenshot,
  search,
  toFavourites,
  typeAndWait,
  waitAlive,
  waitLive,
  waitSheet,
  waitText,
} from "./visit.ts";

const test = declarePages();

/**
 * Holds the responses for favourites until `release`. `requested` resolves when the first request
 * arrives.
 */
async function holdAnswers(page: Page) {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route("**/favoris/prix?**", async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  return { requested: requested.promise, release: () => released.resolve() };
}

test("without scripts the forms of home and map lead to the stations of a place", async ({ visit }) => {
  const { page } = await visit("/", { javaScriptEnabled: false });
  const send = async (text: string) => {
    await page.locator("input[name=q]").fill(text);
    await page.getByRole("button", { name: "Chercher" }).click();
  };
  await page.locator(".key", { hasText: "E10" }).click();
  await send("paris");
  await page.waitForURL(/\?fuel=e10&q=paris$/);
  await page.getByRole("link", { name: "Filtres" }).click();
  await page.getByLabel("Toilettes publiques").check();
  await page.locator("select[name=sort]").selectOption("distance");
  await page.getByRole("button", { name: "Appliquer" }).click();
  await waitText(page, "h1", /^Paris .*E10/);
  await waitText(page, ".stations", /^TE TotalEnergies.*1,94 ?9/);
  equal(await page.locator(".station").count(), 1);
  await send("Nantes");
  await waitText(page, ".answer-place", /Nantes/);
});

test("the search supports the keyboard and suggests addresses, and sends requests to the geocoder only", async ({ site, visitAlive }) => {
  const outside = { addresses: [{ label: "8 Rue de Paris 35000 Rennes", lat: 48.11, lng: -1.67 }] };
  const { page, requested } = await visitAlive("/?fuel=e10", { outside });
  const field = page.getByRole("combobox");
  const options = await typeAndWait(field, "corse");
  match((await options.allInnerTexts())[0]!, /^Corse\s+région$/);
  await typeAndWait(field, "paris");
  await options.filter({ hasText: "Rennes" }).waitFor();
  match((await options.allInnerTexts())[0]!, /^Paris\b/);
  await field.press("ArrowDown");
  const chosen = page.locator('[role="option"][aria-selected="true"]');
  match(await chosen.innerText(), /^Paris\b/);
  equal(await field.getAttribute("aria-activedescendant"), await chosen.getAttribute("id"));
  await saveScreenshot(page, "home-suggestions");
  await field.press("Escape");
  await eventually(async () => equal(await field.getAttribute("aria-expanded"), "false"));
  await typeAndWait(field, "paris");
  await field.press("Enter");
  await page.waitForURL(/\?fuel=e10&place=75056$/);
  const foreign = requested.filter(({ origin }) => origin !== site.origin);
  ok(foreign.every(({ hostname }) => ALLOWED_HOSTS.includes(hostname)), foreign.join(" "));
  ok(
    foreign.some(({ pathname, searchParams }) =>
      pathname === "/geocodage/search" && searchParams.get("q") === "paris"
    ),
  );
});

test("the first script ignores broken values in the storage, and the home keeps its address", async ({ site, visitAlive }) => {
  const stored = { last: {}, favourites: { length: 2 }, route: 7, car: [], theme: "x" };
  const { page } = await visitAlive("/", { stored });
  equal(page.url(), `${site.origin}/`);
  const { theme, js, favourites } = await page.evaluate(() => {
    const { dataset, classList } = document.documentElement;
    return { ...dataset, js: classList.contains("js") } as Record<string, unknown>;
  });
  deepEqual([theme, js, favourites], ["light", true, undefined]);
});

test("a click requests the position and leads to the stations around it, and the visitor may deny it", async ({ visit }) => {
  const geolocation = { latitude: 47.2101, longitude: -1.5604 };
  const given = await visit("/", { permissions: ["geolocation"], geolocation });
  const refused = await visit("/");
  for (const { page } of [given, refused]) {
    await waitAlive(page);
    await page.getByRole("button", { name: "Autour de moi" }).click();
  }
  await given.page.waitForURL(/at=47.21,-1.56$/);
  await waitText(given.page, "h1", /1,739 €/);
  await refused.page.locator(".search-notice", { hasText: "refusée" }).waitFor();
});

test("an address leads to the stations around it, and its name stays in the field", async ({ visitAlive }) => {
  const outside = {
    addresses: [{ label: "10 Rue de Vaugirard 75006 Paris", lat: 48.8493, lng: 2.3378 }],
  };
  const { page } = await visitAlive("/", { outside });
  const options = await typeAndWait(page.getByRole("combobox"), "10 rue de vaugirard");
  await options.filter({ hasText: "75006" }).click();
  await page.waitForURL(/q=10%20Rue%20de%20Vaugirard%2075006%20Paris&at=48.849,2.338$/);
  equal(await page.locator("input[name=q]").inputValue(), "10 Rue de Vaugirard 75006 Paris");
  await waitText(page, "h1", /Gazole dès 1,729 €/);
});

test("a sight that the geocoder finds leads to the stations around it", async ({ visitAlive }) => {
  const { page } = await visitAlive("/");
  const properties = { toponym: "Gare de Lyon", city: ["Paris"], category: ["transport", "gare"] };
  const town = { toponym: "Lyon", city: ["Lyon"], category: ["administratif", "commune"] };
  const geometry = { type: "Point", coordinates: [2.3735, 48.8447] };
  const features = [properties, town].map((properties) => ({
    type: "Feature",
    geometry,
    properties,
  }));
  await page.route(
    "https://data.geopf.fr/geocodage/**",
    (route) =>
      route.fulfill({ json: { features }, headers: { "access-control-allow-origin": "*" } }),
  );
  const options = await typeAndWait(page.getByRole("combobox"), "gare de lyon paris");
  await options.filter({ hasText: "Gare de Lyon, Paris" }).waitFor();
  equal(await options.count(), 1);
  await options.click();
  await page.waitForURL(/q=Gare%20de%20Lyon%2C%20Paris&at=48.845,2.374$/);
});

test("without the geocoder the search finds towns, and says for an address that it is unavailable", async ({ visitAlive }) => {
  const { page } = await visitAlive("/", { outside: { addresses: null }, expected: /ERR_FAILED/ });
  const field = page.getByRole("combobox");
  const options = await typeAndWait(field, "ajaccio");
  ok(await options.count() > 0);
  await typeAndWait(field, "4 rue des lilas ajaccio");
  await page.locator(".search-notice:not(:empty)").waitFor();
  await field.press("Enter");
  await page.waitForURL(/\?fuel=gazole&q=4\+rue\+des\+lilas\+ajaccio$/);
  await waitText(page, ".notice", /Ajaccio/);
});

test("Enter on an ambiguous name shows a place with stations and offers the others, on home and map", async ({ visitAlive }) => {
  for (const path of ["/", "/?place=75056"]) {
    const { page } = await visitAlive(path);
    await search(page, "saint-paul");
    await page.waitForURL(/[?&]q=saint-paul/);
    await waitText(page, "h1", /^Saint-Paul /);
    await waitText(page, ".notice", /Saint-Paul \(974\), Saint-Paul \(87\)/);
  }
});

const isOfFavourites = ({ pathname }: URL) => pathname === "/favoris/prix";

test("without favourites the home shows and requests nothing about them", async ({ visitAlive }) => {
  const { page, api, requested } = await visitAlive("/");
  ok(await page.locator(".home-favourites").isHidden());
  deepEqual([api(), requested.filter(isOfFavourites)], [[], []]);
});

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`favourites are on the home page with their prices, and cause no layout shift on a ${screen}`, async ({ visit }) => {
    const favourites = toFavourites([IDS.paris, IDS.odd, IDS.motorway, "92120001"]);
    const { page, requested } = await visit("/?fuel=e10", { viewport, stored: { favourites } });
    const lines = page.locator(".home-favourites li");
    await page.locator('.home-favourites .home-favourites-list[aria-busy="false"]').waitFor();
    const texts = (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    match(texts[0] ?? "", /^EL Station 92120001 il y a .* ★ ?1,87 ?9 €.* le moins cher/);
    match(texts[1] ?? "", /^EX Station 75013013 il y a .* · Paris 1,93 ?9 €/);
    match(texts[2] ?? "", /^TE Station 75015007 il y a .* · Paris 1,94 ?9 €/);
    const empty = await lines.evaluateAll((items) =>
      items.map((item) => {
        const { bottom } = item.getBoundingClientRect();
        const parts = [...item.querySelectorAll(".favourite-station > *")];
        return bottom - Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
      })
    );
    ok(empty.every((height) => height < 24), `empty space below: ${empty}`);
    deepEqual(requested.filter(isOfFavourites).map(({ search }) => search), [
      `?fuel=e10&ids=${favourites.map(({ id }) => id)}`,
    ]);
    const shift = await readShift(page);
    ok(shift < 0.02, `the home page shifts by ${shift}`);
    deepEqual(await findViolations(page), []);
    await saveScreenshot(page, `home-favourites-${screen}`);
    await lines.getByRole("link", { name: IDS.paris }).click();
    await page.waitForURL(/\/stations\/75015007\?fuel=e10$/);
  });
}

test("the home page shows stored prices at once, then the response's, and a message if the request fails", async ({ site, visit }) => {
  const favourites = toFavourites([IDS.paris]);
  const { page } = await visit("/a-propos", { expected: /500/, stored: { favourites } });
  await page.clock.install({ time: Date.now() });
  const line = page.locator(".home-favourites li");
  const fail = (route: Route) => route.fulfill({ status: 500, body: "" });
  await page.route("**/favoris/prix?**", fail);
  await page.goto(site.origin);
  await line.filter({ hasText: "Prix indisponible" }).waitFor();
  await page.unroute("**/favoris/prix?**", fail);
  await page.reload();
  await line.filter({ hasText: "1,799 €" }).waitFor();
  await page.evaluate(() => {
    const { last } = JSON.parse(localStorage.getItem("favourite-prices")!);
    last.asOf = "2026-06-02T08:00:00.000Z";
    last.stations["75015007"].prices[0].price = "1.829";
    localStorage.setItem("favourite-prices", JSON.stringify({ before: null, last }));
  });
  const { requested: held, release } = await holdAnswers(page);
  await page.goto(site.origin);
  await held;
  await line.filter({ hasText: "1,829 €" }).waitFor();
  release();
  await waitText(page, ".home-favourites", /↘ −3,0 c depuis mardi/);
  ok(await readShift(page) < 0.02, "the response moves the page");
  deepEqual(await findViolations(page), []);
  const renewed = page.waitForRequest("**/favoris/prix?**");
  await page.clock.runFor(11 * 60_000);
  await renewed;
});

test("a favourite that does not sell the fuel keeps its line until it is removed", async ({ site, visit }) => {
  const stored = { favourites: toFavourites([IDS.odd, IDS.bare, IDS.paris]) };
  const { page, context } = await visit("/?fuel=gazole", { stored });
  const line = (id: string) => page.locator(".home-favourites li", { hasText: `Station ${id}` });
  await line(IDS.odd).filter({ hasText: "Rupture" }).waitFor();
  await line(IDS.bare).locator(".price").waitFor();
  await page.goto(`${site.origin}/?fuel=e85`);
  await line(IDS.odd).filter({ hasText: "Pas de prix à jour" }).waitFor();
  const other = await context.newPage();
  await other.goto(`${site.origin}/favoris`);
  for (const [removed, id] of [IDS.odd, IDS.bare, IDS.paris].entries()) {
    const left = 2 - removed;
    await other.getByRole("button", { name: `Retirer Station ${id}` }).click();
    await page.locator(
      left === 0 ? ":root:not([data-favourites])" : `:root[data-favourites="${left}"]`,
    ).waitFor();
    await page.waitForFunction(
      (n) => document.querySelectorAll(".home-favourites li").length === n,
      left,
    );
  }
  ok(await page.locator(".home-favourites").isHidden());
});

test("fuel, place and order are stored on the device, lead to the cheapest station now, and are forgotten by a click", async ({ site, visitAlive }) => {
  const { page, api } = await visitAlive("/?fuel=e10");
  await search(page, "montrouge");
  await page.waitForURL(/\?fuel=e10&place=92049$/);
  await waitLive(page);
  await page.locator("h1").click();
  await page.locator("select[name=sort]").selectOption("distance");
  await page.waitForFunction(() => localStorage.getItem("last")?.includes("distance"));
  equal(await page.locator(".brand").getAttribute("href"), "/?fuel=e10");
  // stops the map's remaining requests, which are not the home page's
  await page.goto("about:blank");
  const before = api().length;
  await page.goto(site.origin);
  await page.waitForURL(/\/\?fuel=e10$/);
  const sentence =
    /^À Montrouge, l’E10 est à 1,879\s€ chez E\.Leclerc, à 170\sm\s: la plus proche est le bon choix\. il y a 20\smin · 1 Avenue Pierre Brossolette/;
  await waitText(page, ".home-last-line", sentence);
  ok(await readShift(page) < 0.02, "the home page shifts");
  deepEqual(api().slice(before).map((path) => path.replace(/\?.*/, "")), [
    "/api/v1/stations/search",
  ]);
  deepEqual(await findViolations(page), []);
  await saveScreenshot(page, "home-last-visit");
  const map = page.locator(".home-last").getByRole("link", { name: "Voir la carte" });
  equal(await map.getAttribute("href"), "/?fuel=e10&place=92049&sort=distance");
  await page.locator(".home-last-line").click();
  await waitSheet(page, "E.Leclerc");
  await page.goBack();
  await page.locator(".home-last-line").waitFor();
  await page.getByRole("button", { name: "Oublier" }).click();
  ok(await page.locator(".home-last").isHidden());
  await page.goto(site.origin);
  await waitAlive(page);
  equal(page.url(), `${site.origin}/`);
  ok(await page.locator(".home-last").isHidden());
});

/**
 * Places of a last visit around the fixture's Paris, and the sentence that the home page then
 * shows.
 */
const SENTENCES: [path: string, last: { query: string; place: object }, sentence: RegExp][] = [
  [
    "/?fuel=gazole",
    { query: "place=75056", place: { name: "Paris", lat: 48.86, lng: 2.344 } },
    /^À Paris, le gazole est à 1,729\s€ chez E\.Leclerc, à 5,2\skm\s: 2,17\s€ de moins que la plus proche\.\s*il y a 20\smin · 1 Avenue/,
  ],
  [
    "/?fuel=sp98",
    { query: "fuel=sp98&place=75056", place: { name: "Le Mans", lat: 48.86, lng: 2.344 } },
    /^Au Mans, le SP98 est à 2,059\s€ chez TotalEnergies, à 3,0\skm\s: la plus proche est le bon choix\.\s*il y a 2\sh · 118 Rue/,
  ],
  [
    "/en?fuel=gazole",
    { query: "q=Rue+X&at=48.86,2.344", place: { name: "12 Rue X", lat: 48.86, lng: 2.344 } },
    /^Near 12 Rue X, diesel is\s€1\.729 at E\.Leclerc, 5\.2\skm away:\s€2\.17 less than the nearest\. 20\smin ago/,
  ],
];

for (const [path, last, sentence] of SENTENCES) {
  test(`the home page says in a sentence where to fill up, without a layout shift: ${path}`, async ({ visit }) => {
    const fuel = /fuel=(\w+)/.exec(path)![1];
    for (const viewport of [...Object.values(SCREENS), { width: 320, height: 700 }]) {
      const stored = {
        last: { fuel, ...last },
        favourites: viewport.width < 400 ? toFavourites([IDS.paris]) : [],
      };
      const { page } = await visit(path, { viewport, stored });
      await waitText(page, ".home-last-line", sentence);
      ok(await readShift(page) < 0.02, `${path} shifts at ${viewport.width} px`);
      deepEqual(await findViolations(page), []);
      await saveScreenshot(page, `home-sentence-${fuel}-${viewport.width}`);
    }
  });
}
