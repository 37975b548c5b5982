/** The home before a place is known, and the search: with scripts, without, with odd addresses. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { FIXTURE_AS_OF, IDS, moveFixture } from "../support/api_fixture.ts";
import { eventually, SCREENS, type Site } from "../support/site.ts";
import {
  ALLOWED_HOSTS,
  declarePages,
  findViolations,
  type Pages,
  readShift,
  saveScreenshot,
  textOf,
  waitAlive,
  waitLive,
  waitSheet,
  waitText,
  watchShifts,
} from "./visit.ts";

const test = declarePages();

/** Stores favourite stations in a browser that is at the site, as the heart buttons do. */
async function storeFavourites(page: Page, ids: string[]): Promise<void> {
  const favourites = ids.map((id) => ({ id, title: `Station ${id}`, town: "Paris" }));
  await page.evaluate((text) => localStorage.setItem("favourites", text), JSON.stringify(favourites));
}

test("without scripts it shows the country and leads to the stations of a place", async ({ visit }) => {
  const { page } = await visit("/", { javaScriptEnabled: false });
  equal(await textOf(page, "h1"), "Où faire le plein ?");
  equal(await page.locator(".totem-line").count(), 6);
  await waitText(page, ".totem-line >> nth=0", /Gazole.*en hausse.*c sur 7 jours.*1,801 €/);
  equal(await page.locator(".france-map path").count(), 96);
  await waitText(page, ".ranking-list", /44 Loire-Atlantique/);
  await page.locator(".key", { hasText: "E10" }).click();
  await page.locator("input[name=q]").fill("montrouge");
  await page.getByRole("button", { name: "Chercher" }).click();
  await page.waitForURL(/\?fuel=e10&q=montrouge$/);
  await waitText(page, "h1", /^Montrouge E10 dès 1,879 €$/);
  await waitText(page, ".station >> nth=0", /E\.Leclerc.*1 Avenue Pierre Brossolette · Montrouge.*1,87 ?9 €/);
});

test(
  "without scripts order, filters and fuel go through the form, and another town wins over the first",
  async ({ visit }) => {
    const { page } = await visit("/?place=75056", { javaScriptEnabled: false });
    await waitText(page, "h1", /^Paris Gazole dès 1,729 €$/);
    await page.getByRole("link", { name: "Filtres" }).click();
    await page.getByLabel("Toilettes publiques").check();
    await page.locator("select[name=sort]").selectOption("distance");
    await page.getByRole("button", { name: "Appliquer" }).click();
    await waitText(page, ".station", /TotalEnergies/);
    equal(await page.locator(".station").count(), 1);
    await page.locator("input[name=q]").fill("Nantes");
    await page.getByRole("button", { name: "Chercher" }).click();
    await waitText(page, ".answer-place", /Nantes/);
  },
);

test(
  "the search suggests towns by the keyboard and asks for addresses, with nobody else being asked",
  async ({ site, visit }) => {
    const outside = { addresses: [{ label: "8 Rue de Paris 35000 Rennes", lat: 48.11, lng: -1.67 }] };
    const { page, asked } = await visit("/?fuel=e10", { outside });
    await waitAlive(page);
    const field = page.getByRole("combobox");
    await field.pressSequentially("paris");
    const options = page.getByRole("option");
    await options.filter({ hasText: "Rennes" }).waitFor();
    match(await options.first().innerText(), /^Paris\b/);
    await field.press("ArrowDown");
    await page.locator('[role="option"][aria-selected="true"]').waitFor();
    equal(await field.getAttribute("aria-activedescendant"), await options.first().getAttribute("id"));
    equal(await options.first().getAttribute("aria-selected"), "true");
    await saveScreenshot(page, "home-suggestions");
    await field.press("Escape");
    await eventually(async () => equal(await field.getAttribute("aria-expanded"), "false"));
    await field.press("End");
    await field.pressSequentially(" ");
    await options.first().waitFor();
    await field.press("Enter");
    await page.waitForURL(/\?fuel=e10&place=75056$/);
    const foreign = asked.filter(({ origin }) => origin !== site.origin);
    ok(foreign.every(({ hostname }) => ALLOWED_HOSTS.includes(hostname)), foreign.join(" "));
    ok(
      foreign.some(({ pathname, searchParams }) =>
        pathname === "/geocodage/search" && searchParams.get("q") === "paris"
      ),
    );
  },
);

test("an address leads to its surroundings, and its name stays in the field", async ({ visit }) => {
  const outside = { addresses: [{ label: "10 Rue de Vaugirard 75006 Paris", lat: 48.8493, lng: 2.3378 }] };
  const { page } = await visit("/", { outside });
  await waitAlive(page);
  await page.getByRole("combobox").pressSequentially("10 rue de vaugirard");
  await page.getByRole("option", { name: "10 Rue de Vaugirard 75006 Paris" }).click();
  await page.waitForURL(/q=10%20Rue%20de%20Vaugirard%2075006%20Paris&at=48.849,2.338$/);
  equal(await page.locator("input[name=q]").inputValue(), "10 Rue de Vaugirard 75006 Paris");
  await waitText(page, "h1", /Gazole dès 1,729 €/);
});

test("the search knows regions and districts, and forgives a typing error; a region opens as such", async ({ site, visit }) => {
  const { page } = await visit("/");
  await waitAlive(page);
  const field = page.locator("input[name=q]");
  const expectFirst = async (text: string, first: RegExp) => {
    await field.fill(text);
    await eventually(async () => match(await page.getByRole("option").first().innerText(), first));
  };
  await expectFirst("grenble", /^Grenoble/);
  await expectFirst("15e arrondissement", /^Paris 15e Arrondissement/);
  await expectFirst("corse", /^Corse\s+région$/);
  await saveScreenshot(page, "home-suggestions-region");
  await field.press("Enter");
  await page.waitForURL(/\?place=R94$/);
  await waitText(page, "h1", /^Corse Gazole dès/);
  equal(await field.inputValue(), "Corse");
  await page.goto(`${site.origin}/?q=corse`);
  equal(await field.inputValue(), "Corse", "the server finds it as well");
  await waitLive(page);
  await page.locator(".map").focus();
  await eventually(async () => {
    await page.keyboard.press("ArrowDown");
    match(page.url(), /at=41\./);
  });
  await page.getByRole("button", { name: "Revenir à Corse" }).click();
  await page.waitForURL(/\?place=R94$/);
});

test("a geocoder that is away costs no town, and is told to who needs an address", async ({ visit }) => {
  const { page } = await visit("/", { outside: { addresses: null }, expected: /ERR_FAILED/ });
  await waitAlive(page);
  const field = page.getByRole("combobox");
  await field.pressSequentially("ajaccio");
  await page.getByRole("option", { name: /Ajaccio/ }).waitFor();
  await field.fill("4 rue des lilas ajaccio");
  await page.getByText("Les adresses sont indisponibles").waitFor();
  await field.press("Enter");
  await page.waitForURL(/\?fuel=gazole&q=4\+rue\+des\+lilas\+ajaccio$/);
  await waitText(page, ".notice", /Adresse introuvable : voici Ajaccio\./);
});

test("without scripts an address leads to the stations of its town", async ({ visit }) => {
  const { page } = await visit("/", { javaScriptEnabled: false });
  await page.locator("input[name=q]").fill("12 rue de la paix 75002 paris");
  await page.getByRole("button", { name: "Chercher" }).click();
  await waitText(page, "h1", /^Paris 2e Arrondissement Gazole dès/);
  await waitText(page, ".notice", /Adresse introuvable/);
});

test(
  "the position is asked for on a click only, and leads to its surroundings",
  async ({ visit }) => {
    const given = await visit("/", {
      permissions: ["geolocation"],
      geolocation: { latitude: 47.2101, longitude: -1.5604 },
    });
    await waitAlive(given.page);
    await given.page.getByRole("button", { name: "Autour de moi" }).click();
    await given.page.waitForURL(/at=47.21,-1.56$/);
    await waitText(given.page, "h1", /Gazole dès 1,739 €/);
  },
);

test("a refused position is said to be refused", async ({ visit }) => {
  const { page } = await visit("/");
  await waitAlive(page);
  await page.getByRole("button", { name: "Autour de moi" }).click();
  await page.getByText("Position refusée").waitFor();
  await saveScreenshot(page, "home-position-refused");
});

test("an unknown place is said to be unknown, whatever was typed", async ({ visit }) => {
  for (const q of ["Trifouillis-les-Oies", "<script>alert(1)</script>", "x".repeat(119), "99999"]) {
    const { page } = await visit(`/?q=${encodeURIComponent(q)}`);
    await waitText(page, ".hero-notice", /Lieu introuvable/);
    equal(await page.locator("input[name=q]").inputValue(), q);
  }
});

test("an address full of nonsense shows a page, and says what was left out", async ({ visit }) => {
  const path = "/?place=75056&fuel=diesel&radius=1e9&sort=best&at=91,0&services=piscine&station=0&open=yes&brand=";
  const { page } = await visit(path, { javaScriptEnabled: false });
  await waitText(page, ".notice", /fuel, at, radius, sort, open, services, station/);
  await waitText(page, "h1", /Gazole dès 1,729/);
  await saveScreenshot(page, "map-nonsense");
});

test("a name of several places offers the others", async ({ visit }) => {
  const { page } = await visit("/?q=saint-denis", { javaScriptEnabled: false });
  await waitText(page, ".notice", /Vouliez-vous dire : .*\(\d+[AB]?\)/);
});

test("Enter on a name of several places shows one with stations and offers the others, on the home and on the map", async ({ visit }) => {
  for (const path of ["/", "/?place=75056"]) {
    const { page } = await visit(path);
    await waitAlive(page);
    const field = page.locator("input[name=q]");
    await field.fill("saint-paul");
    await field.press("Enter");
    await page.waitForURL(/[?&]q=saint-paul/);
    await waitText(page, "h1", /^Saint-Paul /);
    await waitText(page, ".notice", /^Vouliez-vous dire : Saint-Paul \(974\), Saint-Paul \(87\)/);
  }
});

test("without favourites nothing of them is shown, and the API is not requested", async ({ visit }) => {
  const { page, api } = await visit("/");
  await waitAlive(page);
  ok(await page.locator(".home-favourites").isHidden());
  deepEqual(api(), []);
  await page.getByRole("link", { name: "Mes stations" }).first().click();
  await page.getByText("Aucune station enregistrée").waitFor();
});

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`favourites are on the home with their prices, and move nothing on a ${screen}`, async ({ site, visit }) => {
    const { page, api } = await visit("/a-propos", { viewport });
    await storeFavourites(page, [IDS.paris, IDS.odd, IDS.motorway, "92120001"]);
    await watchShifts(page);
    await page.goto(`${site.origin}/?fuel=e10`);
    const lines = page.locator(".home-favourites-line");
    await lines.nth(2).locator(".price").waitFor();
    const texts = (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    match(texts[0] ?? "", /^TE Station 75015007 Paris 1,94 ?9 €/);
    match(texts[1] ?? "", /^EX Station 75013013 Paris ★ ?1,93 ?9 €.* le moins cher/);
    match(texts[2] ?? "", /2,09 ?9 €/);
    deepEqual(api(), [IDS.paris, IDS.odd, IDS.motorway].map((id) => `/api/v1/stations/${id}`));
    const shift = await readShift(page);
    ok(shift < 0.02, `the home shifts by ${shift}`);
    deepEqual(await findViolations(page), []);
    await saveScreenshot(page, `home-favourites-${screen}`);
    await lines.first().click();
    await page.waitForURL(/\/stations\/75015007\?fuel=e10$/);
  });
}

test("a favourite without the fuel, or without an answer, keeps its line until it is removed", async ({ site, visit }) => {
  const { page, context } = await visit("/a-propos", { expected: /500/ });
  await storeFavourites(page, [IDS.odd, IDS.bare, IDS.paris]);
  await page.route(`**/api/v1/stations/${IDS.paris}`, (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`${site.origin}/?fuel=gazole`);
  const line = (id: string) => page.locator(".home-favourites-line", { hasText: `Station ${id}` });
  await line(IDS.odd).filter({ hasText: "Rupture" }).waitFor();
  await line(IDS.bare).locator(".price").waitFor();
  await line(IDS.paris).filter({ hasText: "Prix indisponible" }).waitFor();
  await page.goto(`${site.origin}/?fuel=e85`);
  await line(IDS.odd).filter({ hasText: "Pas de prix à jour" }).waitFor();
  const other = await context.newPage();
  await other.goto(`${site.origin}/favoris`);
  for (let left = 2; left >= 0; left--) {
    await other.getByRole("button", { name: /Retirer/ }).first().click();
    await page.locator(left === 0 ? ":root:not([data-favourites])" : `:root[data-favourites="${left}"]`).waitFor();
    await page.waitForFunction((n) => document.querySelectorAll(".home-favourites-line").length === n, left);
  }
  ok(await page.locator(".home-favourites").isHidden());
});

test("fuel, place and order are remembered on the device, lead to the cheapest of now, and are forgotten by a click", async ({ site, visit }) => {
  const { page, api } = await visit("/?fuel=e10");
  await waitAlive(page);
  const field = page.locator("input[name=q]");
  await field.fill("montrouge");
  await field.press("Enter");
  await page.waitForURL(/\?fuel=e10&place=92049$/);
  await waitLive(page);
  await page.locator("h1").click();
  await page.locator("select[name=sort]").selectOption("distance");
  await page.waitForFunction(() => localStorage.getItem("last")?.includes("distance"));
  equal(await page.locator(".brand").getAttribute("href"), "/?fuel=e10");
  await watchShifts(page);
  const before = api().length;
  await page.goto(site.origin);
  await page.waitForURL(/\/\?fuel=e10$/);
  await waitText(
    page,
    ".home-last",
    /^Votre moins chère E10 · Montrouge Voir la carte Oublier EL E\.Leclerc .*1,87 ?9 €/,
  );
  ok(await readShift(page) < 0.02, "the home shifts");
  deepEqual(api().slice(before).map((path) => path.replace(/\?.*/, "")), ["/api/v1/stations/search"]);
  deepEqual(await findViolations(page), []);
  await saveScreenshot(page, "home-last-visit");
  const map = page.locator(".home-last").getByRole("link", { name: "Voir la carte" });
  equal(await map.getAttribute("href"), "/?fuel=e10&place=92049&sort=distance");
  await page.locator(".home-favourites-line").click();
  await waitSheet(page, "E.Leclerc");
  await page.goBack();
  await page.locator(".home-favourites-line").waitFor();
  await page.getByRole("button", { name: "Oublier" }).click();
  ok(await page.locator(".home-last").isHidden());
  await page.goto(site.origin);
  await waitAlive(page);
  equal(page.url(), `${site.origin}/`);
  ok(await page.locator(".home-last").isHidden());
});

test("logo and breadcrumbs keep the fuel", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}?fuel=e10`, { javaScriptEnabled: false });
  const links = await page.locator(".header .brand, .crumbs a").evaluateAll((all) =>
    all.map((a) => a.getAttribute("href"))
  );
  ok(links.length >= 3 && links.every((href) => href?.endsWith("?fuel=e10")), links.join(" "));
});

test("English has the same addresses below /en", async ({ visit }) => {
  const { page } = await visit("/en?place=75056", { javaScriptEnabled: false });
  equal(await page.locator("html").getAttribute("lang"), "en");
  await waitText(page, "h1", /^Paris Diesel from €1\.729$/);
  await page.locator(".bar-nav").getByText("Français").first().click();
  await page.waitForURL(/\/\?place=75056$/);
});

for (const warm of [true, false]) {
  test(`shortages above the usual are told from ${warm ? "memory" : "SQL"}, and no others`, async ({ visit, openOther }) => {
    await testShortages(visit, await openOther({ warm }));
  });
}

async function testShortages(visit: Pages["visit"], own: Site): Promise<void> {
  await own.db.query({
    text: `insert into stock_out (station_id, fuel, since, kind) select id, 3, $1::timestamptz - case
      when id < 44000004 then interval '2 days' when id = 44000004 then interval '20 days' else interval '5 years' end, 'temporary'
      from station where id between 44000001 and 44000006`,
    values: [FIXTURE_AS_OF],
  });
  await moveFixture(own.db);
  await own.refresh();
  const { page } = await visit("/?fuel=sp98", { at: own });
  match(
    await textOf(page, ".shortages"),
    /^SP98 : plus de ruptures que d’habitude.*au moins le double de la moyenne depuis le 29 avr. 2026.*44 Loire-Atlantique 100 % en rupture \(3 sur 3\), 8 % d’habitude$/,
  );
  equal(await page.locator(".area-short").count(), 1);
  const file = await (await fetch(`${own.origin}/data/shortages.json`)).json();
  deepEqual(file.sp98.departments.map(({ code, out }: { code: string; out: number }) => [code, out]), [["44", 3]]);
  deepEqual(file.gazole, { since: "2026-04-29", departments: [] });
  await page.goto(`${own.origin}/en?fuel=gazole`);
  equal(await page.locator(".shortages, .area-short").count(), 0);
  await own.db.query({ text: "delete from coverage where day < $1", values: ["2026-05-25"] });
  await moveFixture(own.db);
  await own.refresh();
  await page.goto(`${own.origin}/?fuel=sp98`);
  equal(await page.locator(".shortages").count(), 0, "four days tell nothing");
}

test("before the first feed the page says that data are on their way", async ({ visit, openOther }) => {
  const cold = await openOther({ warm: false });
  await cold.db.query({ text: "update data_state set as_of = null" });
  const { page } = await visit("/", { at: cold, expected: /503/ });
  await waitText(page, ".state-failed", /premières données/);
  await saveScreenshot(page, "home-no-data");
});
