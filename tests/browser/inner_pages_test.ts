/**
 * Tests the scripts of inner pages: curves, maps of a place, the header, the trends, favourites.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { IDS } from "../support/api_fixture.ts";
import { eventually, SCREENS, setColorScheme } from "../support/site.ts";
import {
  declarePages,
  findViolations,
  saveScreenshot,
  toFavourites,
  typeAndWait,
  waitLive,
} from "./visit.ts";

const test = declarePages();

/** Counts the stations on a map. Each starts a part of the path of its level. */
async function countDots(page: Page, map: string): Promise<number> {
  const paths = await page.locator(`${map} .dot`).evaluateAll((dots) =>
    dots.map((dot) => dot.getAttribute("d"))
  );
  return paths.join("").split("M").length - 1;
}

/**
 * Returns the first curve of a page once it is interactive, and a check that waits for its reading.
 */
async function findReader(page: Page) {
  const chart = page.locator(".chart", { hasText: "30 jours" });
  const box = chart.locator(".curve-box[tabindex]");
  await box.waitFor();
  await box.scrollIntoViewIfNeeded();
  const says = (text: string | RegExp) =>
    chart.locator(".readout-box", { hasText: text }).waitFor();
  return { box, says };
}

test("a station's history is one curve over the selected range, on its page and on its sheet", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}?fuel=gazole`);
  const shown = page.locator("figure:has(.chart-drawing):visible figcaption");
  const choose = async (range: string, title: RegExp) => {
    await page.locator(".key", { hasText: range }).click();
    await eventually(async () => equal(await shown.count(), 1));
    match(await shown.innerText(), title);
  };
  const atFirst = await shown.allInnerTexts();
  equal(atFirst.length, 1);
  match(atFirst[0]!, /^30 jours/);
  await choose("Un an", /^Un an/);
  await choose("30 jours", /^30 jours/);
  const { page: map } = await visit(`/?place=75056&station=${IDS.paris}`);
  await waitLive(map);
  await map.locator("summary", { hasText: /historique/i }).click();
  const sheet = map.locator(".sheet figure:visible figcaption");
  await eventually(async () => deepEqual(await sheet.allInnerTexts(), ["30 jours"]));
  await map.locator(".sheet .key", { hasText: "Un an" }).click();
  await eventually(async () => deepEqual(await sheet.allInnerTexts(), ["Un an"]));
});

/** Keys pressed on the curve, and the day that it then shows. Tab leaves the curve. */
const KEYS = [
  ["ArrowLeft", "4 juin 2026"],
  ["PageUp", "28 mai 2026"],
  ["Home", "7 mai 2026"],
  ["ArrowRight", "8 mai 2026"],
  ["End", "5 juin 2026"],
  ["ArrowLeft", "4 juin 2026"],
  ["Tab", "5 juin 2026"],
] as const;

test("a price is read off the curve by pointer and keyboard, and the curve returns to the last day afterwards", async ({ site, visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}?fuel=gazole`);
  const { box, says } = await findReader(page);
  const { data } =
    await (await fetch(`${site.origin}/api/v1/prices/history/${IDS.paris}?fuel=gazole`)).json();
  const toText = ({ price }: { price: string }) =>
    new RegExp(`Cette station\\s*${price.replace(".", ",")}\\s€`);
  const { x, y, width, height } = (await box.boundingBox())!;
  const dayWidth = width / 30;
  for (
    const [day, name] of [[0, "7 mai 2026"], [12, "19 mai 2026"], [29, "5 juin 2026"]] as const
  ) {
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
  await box.focus();
  for (const [key, day] of KEYS) {
    await page.keyboard.press(key);
    await says(day);
  }
});

test("a finger reads values off a curve, and the last one stays when it is lifted", async ({ visit }) => {
  const { page } = await visit(`/stations/${IDS.paris}?fuel=gazole`, {
    viewport: SCREENS.phone,
    hasTouch: true,
  });
  const { box, says } = await findReader(page);
  const { width, height } = (await box.boundingBox())!;
  await box.tap({ position: { x: 1, y: height / 2 } });
  await says("7 mai 2026");
  await box.tap({ position: { x: width / 2, y: height / 2 } });
  await says("22 mai 2026");
});

test("a station is shown among its streets with a scale, and a town with all the stations of its list", async ({ site, visit }) => {
  const { page, requested } = await visit(`/stations/${IDS.paris}`);
  const map = page.locator(".locate .place-map");
  await map.scrollIntoViewIfNeeded();
  equal(await map.locator(".place-map-scale text").textContent(), "200\u00a0m");
  const findTiles = () => requested.filter(({ hostname }) => hostname === "data.geopf.fr");
  await eventually(async () => ok(await map.locator("img").count() === findTiles().length));
  const tiles = findTiles();
  ok(
    tiles.length >= 4 && tiles.every(({ searchParams }) => searchParams.get("TILEMATRIX") === "16"),
    tiles.join(),
  );
  equal(await map.locator(".area-map-mark").count(), 1);
  await page.goto(`${site.origin}/villes/nantes-44109`);
  const rows = await page.locator(".ranked > li").count();
  deepEqual([rows, await countDots(page, ".place-map")], [6, 6]);
});

test("the map of a place is drawn even if no tile loads", async ({ visit }) => {
  const { page } = await visit(`/villes/nantes-44109`, {
    outside: { tiles: "none" },
    expected: /ERR_FAILED/,
  });
  const areLoaded = (images: Element[]) =>
    images.every((image) => (image as HTMLImageElement).complete);
  await eventually(async () => ok(await page.locator(".place-map img").evaluateAll(areLoaded)));
  equal(await countDots(page, ".place-map"), 6);
  const look = () => page.locator(".place-map").screenshot();
  const shown = await look();
  await page.locator(".place-map img").evaluateAll((images) =>
    images.forEach((image) => image.style.display = "none")
  );
  ok(shown.equals(await look()), "failed pictures are visible");
});

test("the header links to map, route and departments, and on a phone to the map", async ({ visit }) => {
  const { page } = await visit("/a-propos", { outside: null });
  const links = () => page.locator(".header .nav a:visible").allInnerTexts();
  deepEqual((await links()).slice(0, 3), ["Carte", "Trajet", "Départements"]);
  await page.setViewportSize(SCREENS.phone);
  equal((await links())[0], "Carte");
  ok((await page.locator(".header").boundingBox())!.height < 80, "the list must have one row");
});

test("a 404 page has the search", async ({ site, visitAlive }) => {
  const { page } = await visitAlive("/en/nowhere", { expected: /404/ });
  const options = await typeAndWait(page.getByRole("combobox"), "Nantes");
  await options.filter({ hasText: /^Nantes\s*44$/ }).click();
  await page.waitForURL(`${site.origin}/en?place=44109`);
});

test("the trends draw the selected fuel large and the others small, and keys read values off the large curve and the brands", async ({ visit }) => {
  for (const viewport of Object.values(SCREENS)) {
    const { page } = await visit("/tendances?fuel=e10", { outside: null, viewport });
    for (const [id, first] of [["nation", "2 mars 2026"], ["brands", "8 mars 2026"]] as const) {
      const section = page.locator(`section:has(#${id})`);
      await section.locator(".curve-box[tabindex]").focus();
      for (
        const [key, day] of [["End", "5 juin 2026"], ["ArrowLeft", "4 juin 2026"], [
          "Home",
          first,
        ]] as const
      ) {
        await page.keyboard.press(key);
        await section.locator(".readout-day", { hasText: day }).waitFor();
      }
      equal(await section.locator(".curve-cursor circle").count(), id === "nation" ? 1 : 6);
    }
    const drawings = page.locator("section:has(#nation) .chart-drawing");
    deepEqual(
      await drawings.evaluateAll((all) => all.map((drawing) => drawing.getAttribute("height"))),
      [
        "320",
        "196",
      ],
    );
    for (const colorScheme of ["light", "dark"] as const) {
      await setColorScheme(page, colorScheme);
      deepEqual(await findViolations(page), []);
      await saveScreenshot(page, `trends-${viewport.width}-${colorScheme}`);
    }
  }
});

test("a favourite appears on the favourites page with its prices", async ({ site, visitAlive }) => {
  const { page } = await visitAlive(`/stations/${IDS.paris}`);
  const star = page.getByRole("button", { name: "Favori" });
  await star.click();
  await eventually(async () => equal(await star.getAttribute("aria-pressed"), "true"));
  await page.goto(`${site.origin}/favoris`);
  const card = page.locator(".favourite-card");
  await card.filter({ hasText: /TotalEnergies[\s\S]*1,79[\s\S]*SP98 2,059/ }).waitFor();
  const feed = await page.getByRole("link", { name: "Fil Atom" }).getAttribute("href");
  equal(feed, `/feeds/stations.atom?ids=${IDS.paris}&fuel=gazole`);
  await card.getByRole("button", { name: "Retirer TotalEnergies" }).click();
  await card.filter({ hasText: "TotalEnergies : retirée" }).waitFor();
  await page.reload();
  await page.getByText("Aucune station enregistrée").waitFor();
});

test("clicking a favourite's heart removes it and shows an undo button", async ({ visit }) => {
  const ids = [IDS.paris, "92120001", IDS.motorway];
  const { page } = await visit("/favoris", {
    outside: null,
    stored: { favourites: toFavourites(ids) },
  });
  const stored = () =>
    page.evaluate(() =>
      JSON.parse(localStorage.getItem("favourites")!).map(({ id }: { id: string }) => id)
    );
  const second = page.locator(".favourite-card").nth(1);
  const heart = second.getByRole("button", { name: `Retirer Station ${IDS.paris}` });
  await heart.click();
  const undo = second.getByRole("button", { name: "Annuler" });
  await undo.waitFor();
  ok(
    await undo.evaluate((button) => button === document.activeElement),
    "the focus must keep its place",
  );
  deepEqual(await stored(), ids.slice(1));
  deepEqual(await findViolations(page), []);
  await page.keyboard.press("Enter");
  await heart.waitFor();
  deepEqual(await stored(), ids);
  for (const id of ids) await page.getByRole("button", { name: `Retirer Station ${id}` }).click();
  equal(await page.getByRole("button", { name: "Annuler" }).count(), 3);
});

test("favourites are sorted by the price of the last fuel, with directions, distance and price changes", async ({ site, visit }) => {
  const place = { name: "Nantes", lat: 47.232, lng: -1.548 };
  const toSeen = (price: string) => ({
    prices: [{ fuel: "e10", price, in_force: true }],
    out_of_stock: [],
    figures: {},
  });
  const seen = { "92120001": toSeen("1.899"), [IDS.paris]: toSeen("1.949") };
  const stored = {
    favourites: toFavourites([IDS.paris, "92120001"]),
    last: { fuel: "e10", query: "fuel=e10&place=44109", place },
    "favourite-prices": { before: null, last: { asOf: "2026-06-03T12:00:00Z", stations: seen } },
  };
  const { page } = await visit("/a-propos", { stored });
  for (const look of ["at first", "after a reload"]) {
    await page.goto(`${site.origin}/favoris`);
    const cards = page.locator(".favourite-card");
    await cards.filter({ hasText: IDS.paris }).filter({ hasText: "1,949" }).waitFor();
    const texts = (await cards.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    match(
      texts[0] ?? "",
      /^EL Station 92120001 .* à 3\d\d km de Nantes ★.*1,879 €.*↘ −2,0 c depuis mercredi/,
      look,
    );
    match(texts[1] ?? "", /Station 75015007/);
    ok(!texts[1]!.includes("depuis"), look);
  }
  await page.getByRole("link", { name: "Y aller" }).nth(0).waitFor();
  deepEqual(await findViolations(page), []);
  await saveScreenshot(page, "favourites");
});

test("a favourite that is out of stock, has no price or is gone says so", async ({ site, visit }) => {
  const stored = { favourites: toFavourites([IDS.odd, IDS.left, "999"]) };
  const { page } = await visit("/favoris", { outside: null, stored });
  const card = (id: string) => page.locator(".favourite-card", { hasText: `Station ${id}` });
  await card(IDS.odd).filter({ hasText: /Rupture[\s\S]*E10 1,939/ }).waitFor();
  await card(IDS.left).filter({ hasText: "Pas de prix à jour" }).waitFor();
  await card("999").filter({ hasText: "N’existe plus" }).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${site.origin}/en/favoris`);
  await card(IDS.odd).filter({ hasText: "Out of stock" }).waitFor();
  ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "the page is wider than the phone",
  );
});
