/** Stations, departments, towns, trends, about: what a person reads there, with and without scripts. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { IDS } from "../support/api_fixture.ts";
import { eventually, SCREENS } from "../support/site.ts";
import { declarePages, findViolations, saveScreenshot, textOf, waitAlive } from "./visit.ts";

const test = declarePages();

async function linkedData(page: Page, type: string): Promise<Record<string, unknown> | undefined> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text)).find((data) => data["@type"] === type);
}

async function readHead(page: Page) {
  const href = (selector: string) => page.locator(selector).getAttribute("href");
  return {
    title: await page.title(),
    description: await page.locator('meta[name="description"]').getAttribute("content") ?? "",
    canonical: await href('link[rel="canonical"]'),
    french: await href('link[hreflang="fr"]'),
    english: await href('link[hreflang="en"]'),
    image: await page.locator('meta[property="og:image"]').getAttribute("content"),
  };
}

/** The stations that a map shows: each begins a part of the path of its level. */
async function countDots(page: Page, map: string): Promise<number> {
  const paths = await page.locator(`${map} .dot`).evaluateAll((dots) => dots.map((dot) => dot.getAttribute("d")));
  return paths.join("").split("M").length - 1;
}

/** The first curve of a page, alive, and what its reading must say before long. */
async function findReader(page: Page) {
  const chart = page.locator(".chart").first();
  const box = chart.locator(".curve-box[tabindex]");
  await box.waitFor();
  await box.scrollIntoViewIfNeeded();
  const says = (text: string | RegExp) => chart.locator(".readout-box", { hasText: text }).waitFor();
  return { box, says };
}

test("a station shows every fuel with price, age and standing, and its head holds real figures", async ({ site, visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}`);
  equal(await textOf(page, "h1"), "TotalEnergies");
  match(await textOf(page, ".offer:has(a[href$='fuel=gazole'])"), /Gazole.*1,79 ?9 €.*il y a 2 h/);
  match(await textOf(page, ".standing >> nth=0"), /moyenne à \d+ km · .* stations$/);
  match(
    await textOf(page, ".standing >> nth=1"),
    /sous sa moyenne de 30 jours .* jamais le prix le plus bas à 5 km en 30 jours$/,
  );
  equal(await page.locator(".offer").count(), 4);
  const { title, description, canonical, english } = await readHead(page);
  match(title, /TotalEnergies à Paris\s: Gazole 1,799\s€, SP98 2,059\s€ · Jauge/);
  match(description, /118 Rue de Vaugirard.*5 juin 2026 à 12:10/);
  equal(canonical, `${site.origin}/stations/${IDS.paris}`);
  equal(english, `${site.origin}/en/stations/${IDS.paris}`);
  match(await textOf(page, ".hours-now"), /Ouverte/);
  equal(await page.locator(".hours-today").count(), 1);
  ok(await page.getByText("Station de gonflage").isVisible());
  const data = await linkedData(page, "GasStation");
  const offers = data?.makesOffer as { price: string; priceCurrency: string }[];
  deepEqual(offers[0]?.price, "1.799");
  equal(offers.length, 4);
});

test("a stock-out and an old price are distinguished from prices in force", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.odd}`);
  match(await textOf(page, ".offer:has(a[href$='fuel=gazole'])"), /Rupture depuis le 5 juin 2026/);
  match(await textOf(page, ".offer:has(a[href$='fuel=sp98'])"), /trop ancien/);
  equal(await page.locator(".offer-off").count(), 2);
  const data = await linkedData(page, "GasStation");
  equal((data?.makesOffer as unknown[]).length, 1);
});

test("a station's curve is a drawing with a table that says the same", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}?fuel=e10`);
  const charts = page.locator(".chart");
  equal(await charts.count(), 2);
  match(
    await charts.first().getByRole("img").getAttribute("aria-label") ?? "",
    /Historique de l’E10, du .* 1,949\s€ à la fin/,
  );
  await charts.nth(1).getByText("tableau").click();
  await charts.nth(1).locator("tbody tr").first().waitFor();
  ok(await charts.nth(1).locator("tbody tr").count() > 40);
  match(await charts.nth(1).locator("tbody tr").first().innerText(), /1,949/);
});

test("a price is read off the curve by the pointer, and the curve says the last day's when it leaves", async ({ site, visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}?fuel=gazole`);
  const { box, says } = await findReader(page);
  const { data } = await (await fetch(`${site.origin}/api/v1/prices/history/${IDS.paris}?fuel=gazole`)).json();
  const toText = ({ price }: { price: string }) => new RegExp(`Cette station\\s*${price.replace(".", ",")}\\s€`);
  const { x, y, width, height } = (await box.boundingBox())!;
  const dayWidth = width / 30;
  for (const [day, name] of [[0, "7 mai 2026"], [12, "19 mai 2026"], [29, "5 juin 2026"]] as const) {
    await page.mouse.move(x + (day + 0.5) * dayWidth, y + height / 2);
    await says(name);
    await says(toText(data[day]));
    await eventually(async () => equal(await box.locator(".curve-cursor circle").count(), 2));
  }
  await page.mouse.move(x + 0.5 * dayWidth, y + height / 2);
  await says("7 mai 2026");
  await page.mouse.move(x, y - 20);
  await says("5 juin 2026");
  await box.locator(".curve-cursor").waitFor({ state: "detached" });
});

test("the keyboard walks along a curve, and leaves the browser's own keys alone", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}?fuel=gazole`);
  const { box, says } = await findReader(page);
  await box.focus();
  for (
    const [key, day] of [
      ["ArrowLeft", "4 juin 2026"],
      ["PageUp", "28 mai 2026"],
      ["Home", "7 mai 2026"],
      ["ArrowLeft", "7 mai 2026"],
      ["ArrowRight", "8 mai 2026"],
      ["End", "5 juin 2026"],
    ] as const
  ) {
    await page.keyboard.press(key);
    await says(day);
  }
  await page.keyboard.press("ArrowLeft");
  await says("4 juin 2026");
  await page.keyboard.press("Tab");
  await says("5 juin 2026");
});

test("a finger reads a curve, and what it read stays when it is lifted", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}?fuel=gazole`, {
    viewport: SCREENS.phone,
    hasTouch: true,
  });
  const { box, says } = await findReader(page);
  await box.scrollIntoViewIfNeeded();
  const { width, height } = (await box.boundingBox())!;
  await box.tap({ position: { x: 1, y: height / 2 } });
  await says("7 mai 2026");
  await box.tap({ position: { x: width / 2, y: height / 2 } });
  await says("22 mai 2026");
});

test("without scripts a curve is no stop for the keyboard, and shows the last day's prices", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}?fuel=gazole`, { javaScriptEnabled: false });
  equal(await page.locator(".curve-box").count(), 2);
  equal(await page.locator(".curve-box[tabindex]").count(), 0);
  match(await textOf(page, ".readout-box"), /5 juin 2026 Cette station 1,799 € Moyenne du département 1,799 €/);
});

test("the curve of a price that no longer counts ends where the price was last reported", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.odd}?fuel=sp98`);
  const charts = page.locator(".chart");
  match(await charts.nth(0).innerText(), /Aucun prix connu sur cette période/);
  match(await charts.nth(1).getByRole("img").getAttribute("aria-label") ?? "", /au 26 avr. 2026\s: 2,010\s€/);
  match(await charts.nth(1).locator(".readout").innerText(), /Cette station\s*–/);
});

test("a station that left says since when, and is not for search engines", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.left}`);
  match(await textOf(page, ".plate-left"), /quitté le relevé officiel.*16 mai 2026/);
  equal(await page.locator('meta[name="robots"]').getAttribute("content"), "noindex");
  equal(await linkedData(page, "GasStation"), undefined);
});

test("a station of which next to nothing is known still has a page", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.bare}`);
  equal(await textOf(page, "h1"), "Station-service");
  ok(await page.getByText("La position publiée pour cette station est fausse").isVisible());
  ok(await page.getByText("n’a pas communiqué ses horaires").isVisible());
});

test("directions lead to the station in the app of one's choice", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}`);
  const links = await page.locator(".station-directions a").evaluateAll((all) =>
    all.map((a) => (a as HTMLAnchorElement).href)
  );
  deepEqual(links.map((link) => link.match(/google|apple|waze|openstreetmap/)?.[0]), [
    "google",
    "apple",
    "waze",
    "openstreetmap",
  ]);
  ok(links.every((link) => link.includes("48.84321,2.31254")));
});

test("a department ranks its stations and compares with the country", async ({ visit }) => {
  const { page } = await visit("/departements/75?fuel=e10", { outside: null });
  equal(await textOf(page, "h1"), "Paris 75");
  const prices = await page.locator(".ranked .price .sr-only").allTextContents();
  deepEqual(prices.map((text) => text.replace(/\s/g, " ")), ["1,939 €", "1,949 €", "1,949 €"]);
  match(await textOf(page, ".page-lead"), /1,946 €.*moyenne nationale/);
  match((await readHead(page)).title, /Paris \(75\)\s: E10 à 1,946\s€ en moyenne/);
  equal(await countDots(page, ".area-map"), 3);
  ok(await page.getByRole("link", { name: /92 Hauts-de-Seine/ }).isVisible());
});

test("a town takes a wider radius when nothing is near", async ({ visit }) => {
  const { page } = await visit("/villes/evry-courcouronnes-91228");
  match(await textOf(page, ".page-lead"), /Moins de trois stations plus près/);
  ok(await page.locator(".ranked li").count() >= 1);
});

test("another spelling of a town or department leads to its one address", async ({ site }) => {
  const ask = async (path: string) => {
    const response = await fetch(site.origin + path, { redirect: "manual" });
    await response.body?.cancel();
    return [response.status, response.headers.get("location")];
  };
  deepEqual(await ask("/villes/lutece-75056?fuel=e10"), [308, "/villes/paris-75056?fuel=e10"]);
  deepEqual(await ask("/en/departements/2a"), [308, "/en/departements/2A"]);
});

test("curves draw the days that are known, and say since when", async ({ visit, openOther }) => {
  const own = await openOther({});
  await own.db.query({
    text: "delete from price_change where station_id = $1 and at < '2026-01-20'",
    values: [Number(IDS.paris)],
  });
  await own.db.query({
    text: "delete from price_change where station_id = 92120001 and at < '2026-06-01'",
  });
  const { page } = await visit(`/stations/${IDS.paris}?fuel=gazole`, { at: own });
  const year = page.locator(".chart").nth(1);
  const first = "23 janv. 2026";
  equal(
    (await year.locator(".chart-title").innerText()).replace(/\s/g, " "),
    `Depuis le ${first} : rien n’est connu avant`,
  );
  match(await year.locator(".chart-day").first().textContent() ?? "", /23 janv\./);
  match(await year.locator("path.chart-line").getAttribute("d") ?? "", /^M0 /);
  await page.goto(`${own.origin}/stations/92120001?fuel=gazole`);
  deepEqual(await page.locator(".chart-title").allInnerTexts(), [
    "Depuis le 5 juin 2026\u00a0: rien n’est connu avant",
  ]);
  match(await textOf(page, ".chart-empty"), /commence aujourd’hui/);
  await page.goto(`${own.origin}/en/tendances`);
  match(
    await textOf(page, "section:has(#nation) .section-title"),
    /^The six fuels Since 2 Mar 2026: nothing is known before$/,
  );
});

test("a station is shown among its streets, with their scale, and a town with all the stations of its list", async ({ site, visit }) => {
  const { page, asked } = await visit(`/stations/${IDS.paris}`);
  const map = page.locator(".locate .place-map");
  await map.scrollIntoViewIfNeeded();
  equal(await map.locator(".place-map-scale text").textContent(), "200\u00a0m");
  await page.waitForLoadState("networkidle");
  const tiles = asked.filter(({ hostname }) => hostname === "data.geopf.fr");
  ok(tiles.length >= 4 && tiles.every(({ searchParams }) => searchParams.get("TILEMATRIX") === "16"), tiles.join());
  equal(await map.locator(".area-map-mark").count(), 1);
  await page.goto(`${site.origin}/villes/nantes-44109`);
  const rows = await page.locator(".ranked > li").count();
  deepEqual([rows, await countDots(page, ".place-map")], [6, 6]);
  equal(await page.locator(".place-map .area-map-town").first().textContent(), "Nantes");
});

test("a map of a place is drawn where no tile comes", async ({ visit }) => {
  const { page } = await visit(`/villes/nantes-44109`, { outside: { tiles: "none" }, expected: /ERR_FAILED/ });
  const tile = page.locator(".place-map img").first();
  await eventually(async () => ok(await tile.evaluate((image: HTMLImageElement) => image.complete)));
  ok(await page.locator(".place-map .dot").first().isVisible());
  const look = () => page.locator(".place-map").screenshot();
  const shown = await look();
  await page.locator(".place-map img").evaluateAll((images) => images.forEach((image) => image.style.display = "none"));
  ok(shown.equals(await look()), "pictures that failed are seen");
});

test("what lies overseas is said to be not covered", async ({ site, visit }) => {
  const { page } = await visit("/villes/saint-denis-97411");
  match(await textOf(page, ".state"), /^Non couvert/);
  match(await page.locator("meta[name=description]").getAttribute("content") ?? "", /Non couvert/);
  equal(await page.locator(".place-map").count(), 0);
  await page.goto(`${site.origin}/en/departements`);
  match(await textOf(page, "main"), /Not covered by the official feed: Guadeloupe, Martinique/);
  await page.goto(`${site.origin}/?place=97411`);
  await page.locator(".state", { hasText: "Non couvert" }).waitFor();
  equal(await page.getByRole("link", { name: /Élargir/ }).count(), 0);
});

test("the header leads to map, route and departments, on a phone to the map", async ({ visit }) => {
  const { page } = await visit("/a-propos", { outside: null });
  const links = () => page.locator(".header .nav a:visible").allInnerTexts();
  deepEqual((await links()).slice(0, 3), ["Carte", "Itinéraire", "Départements"]);
  await page.setViewportSize(SCREENS.phone);
  equal((await links())[0], "Carte");
  ok((await page.locator(".header").boundingBox())!.height < 80, "one row");
});

test("a page that is not found has the search", async ({ site, visit }) => {
  const { page } = await visit("/en/nowhere", { expected: /404/ });
  await page.getByRole("combobox").fill("Nantes");
  await page.getByRole("option", { name: /Nantes/ }).first().click();
  await page.waitForURL(`${site.origin}/en?place=44109`);
});

test("unknown stations, departments and towns are 404 in the style of the site", async ({ site, visit }) => {
  const { page } = await visit("/a-propos", { outside: null, expected: /404/ });
  for (
    const path of [
      "/stations/1",
      "/stations/x",
      "/departements/20",
      "/villes/paris",
      "/villes/x-99999",
      "/nulle-part",
    ]
  ) {
    const response = await page.goto(site.origin + path);
    equal(response?.status(), 404, path);
    equal(await textOf(page, "h1"), "Page introuvable");
  }
});

test("the trends draw with uPlot, which the keyboard can walk along", async ({ visit }) => {
  const { page } = await visit("/tendances", { outside: null });
  await page.locator(".uplot canvas").first().waitFor();
  const box = page.locator(".lines-box").first();
  const day = page.locator(".readout-day").first();
  await day.filter({ hasText: "5 juin 2026" }).waitFor();
  await box.focus();
  await page.keyboard.press("ArrowLeft");
  await day.filter({ hasText: "4 juin 2026" }).waitFor();
  await page.keyboard.press("Home");
  await day.filter({ hasText: "2 mars 2026" }).waitFor();
});

test("a favourite is found again on the page of favourites, with its prices", async ({ site, visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}`);
  await waitAlive(page);
  const star = page.getByRole("button", { name: "Favori" });
  await star.click();
  await eventually(async () => equal(await star.getAttribute("aria-pressed"), "true"));
  await page.goto(`${site.origin}/favoris`);
  const card = page.locator(".favourite-card");
  await card.locator(".price").first().waitFor();
  match(await card.innerText(), /TotalEnergies[\s\S]*Gazole/);
  await card.getByRole("button", { name: "Retirer TotalEnergies" }).click();
  await page.getByText("Aucune station enregistrée").waitFor();
});

test("favourites are ordered by the price of the last fuel, with directions, distance and what has changed", async ({ site, visit }) => {
  const { page, context } = await visit("/a-propos");
  const favourites = [IDS.paris, "92120001"].map((id) => ({ id, title: `Station ${id}`, town: "Paris" }));
  const place = { name: "Nantes", lat: 47.232, lng: -1.548 };
  const seen = { atMs: Date.UTC(2026, 5, 3, 12), prices: { "92120001/e10": "1.899", [`${IDS.paris}/e10`]: "1.949" } };
  await context.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) {
      if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value));
    }
  }, { favourites, last: { fuel: "e10", query: "fuel=e10&place=44109", place }, "favourites-seen": { last: seen } });
  for (const look of ["at first", "after a reload"]) {
    await page.goto(`${site.origin}/favoris`);
    const cards = page.locator(".favourite-card");
    await cards.nth(1).locator(".price").first().waitFor();
    const texts = (await cards.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    match(
      texts[0] ?? "",
      /^EL Station 92120001 .* à 3\d\d km de Nantes .*E10 ★.*1,879 €.*−2,0 c depuis le 3 juin.*Itinéraire/,
      look,
    );
    match(texts[1] ?? "", /Station 75015007/);
    ok(!texts[1]!.includes("depuis le"), look);
  }
  deepEqual(await findViolations(page), []);
  await saveScreenshot(page, "favourites");
});

test("a favourite that has run out, has no price left or is gone says so", async ({ site, visit }) => {
  const { page, context } = await visit("/a-propos", { outside: null, expected: /404/ });
  const favourites = [IDS.odd, IDS.left, "999"].map((id) => ({ id, title: `Station ${id}`, town: "Paris" }));
  await context.addInitScript((text) => localStorage.setItem("favourites", text), JSON.stringify(favourites));
  await page.goto(`${site.origin}/favoris`);
  const card = (id: string) => page.locator(".favourite-card", { hasText: `Station ${id}` });
  await card(IDS.odd).filter({ hasText: /Rupture depuis le 5 juin 2026/ }).waitFor();
  match((await card(IDS.odd).innerText()).replace(/\s+/g, " "), /E10.*1,939 €.*Gazole.*Rupture/);
  await card(IDS.left).filter({ hasText: "Aucun prix à jour" }).waitFor();
  await card("999").filter({ hasText: "n’existe plus dans le relevé" }).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${site.origin}/en/favoris`);
  const fuel = card(IDS.odd).locator(".favourite-out > span").first();
  await fuel.waitFor();
  ok(
    await fuel.evaluate((name) => name.scrollWidth <= name.clientWidth && name.clientHeight < 30),
    "its name is broken",
  );
});

test("the other language shows the same page with the same query, and leads back", async ({ site, visit }) => {
  const { page } = await visit("/a-propos", { javaScriptEnabled: false, expected: /404/ });
  const paths = [
    ...["/", "/?fuel=e10", "/?q=Trifouillis", "/?fuel=e10&place=75056&sort=distance&brand=Super%20U", "/docs"],
    ...[`/stations/${IDS.paris}?fuel=sp98`, "/departements?fuel=e10", "/departements/75?fuel=e10"],
    ...["/villes/paris-75056?fuel=e10", "/tendances?fuel=e10", "/favoris", "/hors-ligne", "/a-propos"],
    ...["/mentions-legales", "/etat?x=1", "/nulle-part?fuel=e10"],
  ];
  const link = page.locator(".nav a[hreflang]");
  for (const path of paths) {
    const response = await page.goto(site.origin + path);
    const english = toLocalPath(path, "en");
    equal(await link.getAttribute("href"), english);
    const there = await page.goto(site.origin + english);
    equal(there?.status(), response?.status(), english);
    equal(await page.locator("html").getAttribute("lang"), "en");
    equal(await link.getAttribute("href"), path);
  }
});

test("a town is named as its language names it, and a city by its department", async ({ site, visit }) => {
  const { page } = await visit("/villes/le-kremlin-bicetre-94043");
  match(await textOf(page, "h1"), /^Carburants au Kremlin-Bicêtre 94270$/);
  await page.goto(`${site.origin}/villes/paris-75056`);
  match(await textOf(page, "h1"), /^Carburants à Paris 75$/);
  match((await readHead(page)).title, /^Gazole à Paris \(75\)\s: dès 1,729\s€/);
  await page.goto(`${site.origin}/en/villes/paris-75056`);
  match(await textOf(page, "h1"), /^Fuel in Paris 75$/);
});

test("every page is complete without scripts and in both languages, and asks nobody but who makes the map of a place", async ({ site, visit }) => {
  const paths = [
    `/stations/${IDS.paris}`,
    "/departements",
    "/departements/75",
    "/villes/paris-75056",
    "/tendances",
    "/a-propos",
    "/mentions-legales",
    "/etat",
    "/favoris",
    "/hors-ligne",
  ];
  const { page, problems, asked } = await visit("/a-propos", { javaScriptEnabled: false });
  for (const [path, french] of paths.flatMap((path) => [[path, path], [toLocalPath(path, "en"), path]] as const)) {
    asked.length = 0;
    const response = await page.goto(site.origin + path);
    const others = asked.filter(({ origin }) => origin !== site.origin).map(({ origin, pathname }) =>
      origin + pathname
    );
    const isPlace = /^\/(stations|villes)\//.test(french);
    deepEqual([...new Set(others)], isPlace ? ["https://data.geopf.fr/wmts"] : [], path);
    equal(response?.status(), 200, path);
    equal(await page.locator("h1").count(), 1, path);
    equal(await page.locator("html").getAttribute("lang"), path.startsWith("/en/") ? "en" : "fr");
    const { title, description, image, ...alternates } = await readHead(page);
    ok(title.length > 10 && description.length > 30, `${path} has a poor head: ${title}, ${description}`);
    deepEqual(
      [alternates.french, alternates.english],
      [french, toLocalPath(french, "en")].map((p) => site.origin + p),
    );
    const hasPrice = /^\/(stations|villes|departements)\//.test(french);
    equal(image, site.origin + (hasPrice ? `${path}/image.png?fuel=gazole` : "/og.png"));
    const text = await page.locator("body").innerText();
    ok(!/\{\w+\}|undefined|NaN|\[object/.test(text), `${path} shows a gap`);
    // French sets an unbreakable space there, English none.
    deepEqual(text.match(path.startsWith("/en/") ? /.*\s[:;?!].*/ : /.* [:;?!].*|.*« .*/), null, path);
    deepEqual(problems, [], path);
  }
});

test("without scripts the trends have their drawing and the fuels are links", async ({ visit }) => {
  const { page } = await visit("/tendances?fuel=e10", { outside: null, javaScriptEnabled: false });
  equal(await page.locator(".lines-box svg .lines-path").count() > 5, true);
  await page.locator(".mean", { hasText: "Gazole" }).click();
  await page.waitForURL(/fuel=gazole/);
});

test("no page needs inline styles or scripts without a nonce, and each has the site's font", async ({ site, visit }) => {
  const { page } = await visit("/a-propos");
  const paths = ["/", "/?place=75056", "/docs", "/departements/75", "/tendances", `/stations/${IDS.paris}`, "/favoris"];
  for (const path of paths) {
    const response = await page.goto(site.origin + path);
    const policy = response?.headers()["content-security-policy"] ?? "";
    match(policy, /script-src 'self' 'nonce-[^']+'; style-src 'self' 'nonce-[^']+';/);
    ok(!policy.includes("unsafe-inline"), policy);
    // what the policy stops is a console error, so that the test fails at its end
    await page.waitForLoadState("networkidle");
    equal(
      await page.evaluate(async () => (await document.fonts.load("700 1rem 'Bricolage Grotesque'")).length),
      1,
      path,
    );
  }
});
