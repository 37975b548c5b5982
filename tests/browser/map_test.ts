/** The map page on a desktop: a whole visit by mouse and one by keyboard, list and map as one. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { FIXTURE_AS_OF, IDS, moveFixture } from "../support/api_fixture.ts";
import { getTerritory } from "../../lib/shared/territories.ts";
import { eventually, SCREENS, type Site } from "../support/site.ts";
import {
  declarePages,
  findViolations,
  saveScreenshot,
  stopClock,
  textOf,
  waitAlive,
  waitLive,
  waitSheet,
  waitText,
} from "./visit.ts";

const test = declarePages();

const PARIS = "/?place=75056";
const LECLERC = "92120001";
const LISSES = "91090002";

function pill(page: Page, id: string) {
  return page.locator(`.map-pill[data-station="${id}"]`);
}

function rowIds(page: Page): Promise<(string | null)[]> {
  return page.locator(".station").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));
}

/** Waits until the list holds these stations in this order. */
async function waitRows(page: Page, ids: string[]): Promise<void> {
  await eventually(async () => deepEqual(await rowIds(page), ids));
}

/** The title, each space in it a plain one. */
async function titleOf(page: Page): Promise<string> {
  return (await page.title()).replace(/\s/g, " ");
}

function focusedLabel(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  });
}

test("a person finds a town, switches fuel, takes the cheapest, reads its history, comes back", async ({ visit }) => {
  const { page, context } = await visit("/");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await waitAlive(page);
  await page.getByRole("combobox").pressSequentially("montrouge");
  await page.getByRole("option", { name: "Montrouge" }).first().click();
  await waitLive(page);
  await waitText(page, "h1", /^Montrouge Gazole dès 1,729 €$/);
  await page.locator(".bar .key", { hasText: "E10" }).click();
  await waitText(page, "h1", /^Montrouge E10 dès 1,879 €$/);
  await page.locator(".station-link").first().click();
  await waitSheet(page, "E.Leclerc");
  await page.waitForURL(/fuel=e10&place=92049&station=92120001$/);
  await waitText(
    page,
    ".sheet .standing >> nth=1",
    /sa moyenne de 30 jours .* prix le plus bas à 5 km 30 jours sur 30$/,
  );
  await saveScreenshot(page, "map-sheet-desktop");
  await page.locator(".sheet-go").getByRole("link", { name: "Itinéraire" }).waitFor();
  await page.locator(".sheet").getByRole("button", { name: "Partager" }).click();
  await page.locator(".sheet .message", { hasText: "Lien copié" }).waitFor();
  equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.locator(".sheet-history summary", { hasText: "E10 : l’historique" }).click();
  await page.locator(".sheet-history .chart-drawing").first().waitFor();
  await waitText(page, ".sheet-history figcaption", /30 jours/);
  await page.getByRole("link", { name: "Historique et détails" }).click();
  await page.waitForURL(/\/stations\/92120001\?fuel=e10$/);
  ok(await page.locator(".chart").first().isVisible());
  await page.goBack();
  await waitSheet(page, "E.Leclerc");
  await page.goBack();
  await page.locator(".station-link").first().waitFor();
  await page.waitForURL(/\?fuel=e10&place=92049$/);
  await page.goBack();
  await waitText(page, "h1", /^Montrouge Gazole dès/);
});

test("title, heading, address and history speak of one place, and of none once the map was moved", async ({ visit }) => {
  const { page } = await visit(PARIS);
  const expectTitle = (title: string) => eventually(async () => equal(await titleOf(page), `${title} · Jauge`));
  await expectTitle("Gazole · Paris : 1,729 €");
  await waitLive(page);
  await page.locator(".bar .key", { hasText: "E10" }).click();
  await expectTitle("E10 · Paris : 1,939 €");
  await waitText(page, "h1", /^Paris E10 dès 1,939 €$/);
  const field = page.locator("input[name=q]");
  await field.fill("nantes");
  await field.press("Enter");
  await page.waitForURL(/\?fuel=e10&place=44109$/);
  await expectTitle("E10 · Nantes : 1,889 €");
  await page.goBack();
  await expectTitle("E10 · Paris : 1,939 €");
  await page.locator(".map").focus();
  // keys are lost on a map that is still on its way
  await eventually(async () => {
    await page.keyboard.press("ArrowDown");
    match(page.url(), /at=/);
  });
  await page.waitForURL(/place=75056&at=48\.\d+,2\.\d+&radius=\d/);
  await expectTitle("E10 · stations dans cette vue");
  await waitText(page, "h1", /^Dans cette vue E10 dès 1,\d+ €$/);
  await page.reload();
  await waitText(page, "h1", /^Dans cette vue E10 dès/);
  await waitLive(page);
  await page.getByRole("button", { name: "Revenir à Paris" }).click();
  await page.waitForURL(/\?fuel=e10&place=75056$/);
  await expectTitle("E10 · Paris : 1,939 €");
});

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`a radius filters rows, heading and title alike, before and after scripts, on a ${screen}`, async ({ visit }) => {
    const { page } = await visit(`${PARIS}&radius=5`, { viewport });
    const expectSame = async () => {
      await waitText(page, "h1", /^Paris Gazole dès 1,799 €$/);
      await waitText(page, ".answer-line", /^2 stations dans un rayon de 5 km/);
      equal(await titleOf(page), "Gazole · Paris : 1,799 € · Jauge");
      await waitRows(page, [IDS.paris, "75014002"]);
    };
    await expectSame();
    await waitLive(page);
    await expectSame();
    await page.locator(".filters-toggle:visible").click();
    await page.getByLabel("Rayon").selectOption("10");
    await waitRows(page, [LECLERC, IDS.paris, "75014002"]);
    await page.waitForURL(/place=75056&radius=10$/);
  });
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`a department or region tells its own prices, until the map is moved, on a ${screen}`, async ({ site, visit }) => {
    const plain = await visit("/en?q=essonne", { viewport, javaScriptEnabled: false });
    await waitText(plain.page, "h1", /^Essonne Diesel from €1.989$/);
    const picture = await plain.page.locator('meta[property="og:image"]').getAttribute("content");
    match(picture!, /\/departements\/91\/image\.png/);
    const { page } = await visit("/?q=essonne", { viewport });
    const expectEssonne = async () => {
      await waitText(page, "h1", /^Essonne Gazole dès 1,989 €$/);
      await waitText(page, ".answer-line", /^1 station$/);
      equal(await titleOf(page), "Gazole · Essonne : 1,989 € · Jauge");
      await waitRows(page, [LISSES]);
      const facts = await page.locator(".station-facts").first().innerText();
      ok(!facts.includes("km"), `a distance from the middle of a department: ${facts}`);
    };
    await expectEssonne();
    await waitLive(page);
    await expectEssonne();
    ok(await pill(page, LISSES).isVisible(), "the map shows the station");
    const field = page.locator("input[name=q]");
    await field.fill("ile de france");
    await field.press("Enter");
    await page.waitForURL(/\?place=R11$/);
    await waitRows(page, [LECLERC, "75014002", IDS.paris, LISSES]);
    await waitText(page, "h1", /^Île-de-France Gazole dès 1,729 €$/);
    await saveScreenshot(page, `map-region-${screen}`);
    await page.locator(".map").focus();
    await eventually(async () => {
      await page.keyboard.press("ArrowDown");
      // the map is at rest before the next
      await page.waitForTimeout(600);
      match(page.url(), /\?place=R11&at=/);
    });
    await waitText(page, "h1", /^Dans cette vue Gazole dès/);
    await page.getByRole("button", { name: "Revenir à Île-de-France" }).click();
    await page.waitForURL(/\?place=R11$/);
    await waitText(page, "h1", /^Île-de-France Gazole dès 1,729 €$/);
    await page.locator(".station-link").first().click();
    await waitSheet(page, "E.Leclerc");
    equal(await page.locator(".sheet .facts", { hasText: "aller-retour" }).count(), 0, "nobody chose the middle");
    await page.goto(`${site.origin}/?place=D44`);
    await waitLive(page);
    await waitText(page, ".answer-line", /^6 stations/);
    await page.goto(`${site.origin}/?place=D48`);
    await waitText(page, "h1", /^Lozère Aucun prix à jour$/);
    await waitText(page, ".state", /^Aucune station$/);
    await page.goBack();
    await page.goBack();
    await waitText(page, "h1", /^(Île-de-France|E\.Leclerc)/);
  });
}

test("the list of a department has the streets of its stations though nearer ones are cheaper", async ({ visit }) => {
  const { page, asked } = await visit(PARIS);
  await waitLive(page);
  const field = page.locator("input[name=q]");
  await field.fill("loire atlantique");
  await field.press("Enter");
  await page.waitForURL(/\?place=D44$/);
  await waitText(page, ".stations", /6 Quai de la Fosse/);
  const entries = asked.findLast(({ pathname }) => pathname === "/api/v1/stations/bbox")!;
  ok(entries.searchParams.get("ids")!.split(",").every((id) => id.startsWith("44")));
  const orders = () =>
    page.locator("select[name=sort] option").evaluateAll((all) => all.map((one) => one.getAttribute("value")));
  deepEqual(await orders(), ["price", "fresh"], "no way begins in the middle of a department");
  const moved = await visit("/?place=75056&sort=distance");
  await waitLive(moved.page);
  await moved.page.locator("input[name=q]").fill("loire atlantique");
  await moved.page.locator("input[name=q]").press("Enter");
  await moved.page.waitForURL(/\/\?place=D44$/);
  equal(await moved.page.locator("select[name=sort]").inputValue(), "price");
  const asked44 = await visit("/?place=D44&sort=cost", { javaScriptEnabled: false });
  match(await textOf(asked44.page, "main"), /sort/);
  equal(await asked44.page.locator("select[name=sort]").inputValue(), "price");
});

test("a rest area of a motorway is found by its name or its road, while typing and without scripts", async ({ visit }) => {
  const { page } = await visit("/?place=75056");
  await waitLive(page);
  const field = page.locator("input[name=q]");
  await field.fill("aire de liss");
  const option = page.getByRole("option");
  await option.filter({ hasText: "Aire de Lisses (A6)" }).waitFor();
  await field.fill("A 6");
  await option.filter({ hasText: "Aire de Lisses (A6)" }).click();
  await page.waitForURL(/\?q=Aire%20de%20Lisses%20\(A6\)&at=48\.602,2\.431$/);
  await waitText(page, "h1", /^Aire de Lisses \(A6\) Gazole dès/);
  const plain = await visit("/en?q=aire+de+lisses", { javaScriptEnabled: false });
  await waitText(plain.page, "h1", /^Aire de Lisses \(A6\) Diesel from/);
});

test("Enter right after an address finds it, or its town when the geocoder is away, and never leaves the map", async ({ visit }) => {
  const outside = { addresses: [{ label: "12 Rue de la Paix 75002 Paris", lat: 48.8686, lng: 2.3312 }] };
  const { page, asked } = await visit("/?place=44109", { outside, expected: /503/ });
  await waitLive(page);
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const field = page.locator("input[name=q]");
  const ask = async (text: string) => {
    await field.fill(text);
    await field.press("Enter");
  };
  await ask("12 rue de la paix paris");
  await page.waitForURL(/\?q=12%20Rue%20de%20la%20Paix%2075002%20Paris&at=48\.869,2\.331$/);
  const near = asked.find(({ pathname }) => pathname === "/geocodage/search")!.searchParams;
  deepEqual([near.get("lat"), near.get("lon")], ["47.23", "-1.55"]);
  await page.route("https://data.geopf.fr/geocodage/**", (route) => route.fulfill({ status: 503, body: "" }));
  await ask("3 impasse du puits nantes");
  await page.waitForURL(/\?place=44109$/);
  await page.getByText("Adresse introuvable : voici Nantes.").waitFor();
  await ask("qwertz uiop");
  await page.getByText("Lieu introuvable").waitFor();
  equal(await page.evaluate(() => "isSamePage" in globalThis), true, "the map was left");
});

test("a shared link shows the same view to somebody else, before and after scripts", async ({ visit }) => {
  const path = "/?fuel=e10&place=75056&sort=distance&brand=Avia&station=75014002";
  const { page } = await visit(path);
  const compared = await page.locator(".standing").allInnerTexts();
  match(compared[1]!, /sa moyenne de 30 jours/);
  equal(await textOf(page, "#sheet-title"), "Avia");
  await waitLive(page);
  equal(await textOf(page, "#sheet-title"), "Avia");
  deepEqual(await page.locator(".standing").allInnerTexts(), compared);
  equal(await page.evaluate(() => document.activeElement?.localName), "body", "the focus was taken unasked");
  await page.getByRole("button", { name: "Fermer la fiche" }).click();
  await waitRows(page, ["75014002"]);
  equal(await page.locator("select[name=sort]").inputValue(), "distance");
  await page.waitForURL(/\?fuel=e10&place=75056&sort=distance&brand=Avia$/);
  const other = page.locator(".nav a[hreflang=en]");
  await eventually(async () =>
    equal(await other.evaluate((link) => (link as HTMLAnchorElement).search), new URL(page.url()).search)
  );
});

test("list and map hold the same stations; hover and focus are shared; a pill opens the sheet", async ({ visit }) => {
  const { page } = await visit(PARIS);
  await waitLive(page);
  await waitRows(page, [LECLERC, IDS.paris, "75014002"]);
  await pill(page, LECLERC).waitFor();
  await eventually(async () => equal(await page.locator(".map-pill").count(), 3));
  match(
    await pill(page, LECLERC).getAttribute("aria-label") ?? "",
    /^E\.Leclerc, 1 Avenue Pierre Brossolette, Montrouge, 1,729\s€, le moins cher, il y a moins d’1\sh$/,
  );
  match(await pill(page, LECLERC).innerText(), /★.*1,729/);
  await page.locator(`[data-row="${IDS.paris}"] a`).hover();
  await page.locator(`.map-pill.is-hovered[data-station="${IDS.paris}"]`).waitFor();
  await pill(page, "75014002").hover();
  await page.locator('.station.is-hovered[data-row="75014002"]').waitFor();
  await saveScreenshot(page, "map-hover");
  await pill(page, "75014002").click();
  await waitSheet(page, "Avia");
  await page.locator('.map-pill.is-selected[data-station="75014002"]').waitFor();
});

test("a whole visit by the keyboard alone: skip link, search, list, sheet, Esc, map", async ({ visit }) => {
  const { page } = await visit(PARIS);
  await waitLive(page);
  const { keyboard } = page;
  await keyboard.press("Tab");
  equal(await focusedLabel(page), "Aller au contenu");
  await keyboard.press("Enter");
  await page.keyboard.press("Tab");
  for (let tries = 0; tries < 12 && !(await focusedLabel(page)).startsWith("EL"); tries++) {
    await keyboard.press("Tab");
  }
  match(await focusedLabel(page), /E\.Leclerc/);
  await page.locator(`.map-pill.is-hovered[data-station="${LECLERC}"]`).waitFor();
  await keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.textContent === "E.Leclerc");
  equal(await page.evaluate(() => document.activeElement?.id), "sheet-title");
  await keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.closest("[data-row]"));
  match(await focusedLabel(page), /E\.Leclerc/);
  await page.locator(".map").focus();
  const before = page.url();
  await keyboard.press("ArrowRight");
  await page.waitForFunction((url) => location.href !== url, before);
  await page.waitForURL(/at=48\.\d+,2\.\d+/);
  await pill(page, LECLERC).focus();
  await keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "sheet-title");
});

test("orders, filters and the car change the list, and the address with it", async ({ visit }) => {
  const { page } = await visit(PARIS);
  await waitLive(page);
  await page.locator("select[name=sort]").selectOption("distance");
  await eventually(async () => {
    const byDistance = await rowIds(page);
    deepEqual([...byDistance].sort(), [IDS.paris, "75014002", LECLERC].sort());
    equal(byDistance.at(-1), LECLERC);
  });
  await page.locator("select[name=sort]").selectOption("cost");
  await waitText(page, `[data-row="${LECLERC}"] .station-more`, /€/);
  const cost = await textOf(page, `[data-row="${LECLERC}"] .station-more`);
  await waitText(page, "h1", /Gazole : le plein dès \d+,\d\d €$/);
  await eventually(async () => match(await page.locator(".map-pill.is-best").innerText(), /^★\s\d\d,\d\d$/));
  const best = (await page.locator(".map-pill.is-best").getAttribute("data-station"))!;
  equal((await rowIds(page))[0], best);
  match(await page.locator(`[data-row="${best}"] .pill`).innerText(), /★/);
  await page.getByLabel("Litres à mettre").fill("60");
  await eventually(async () => ok(await textOf(page, `[data-row="${LECLERC}"] .station-more`) !== cost));
  await page.locator("select[name=sort]").selectOption("price");
  await page.locator(".filters-toggle:visible").click();
  await page.getByLabel("Automate 24 h/24").check();
  await waitRows(page, [LECLERC, IDS.paris]);
  await page.getByLabel("Toilettes publiques (1)").check();
  await waitRows(page, [IDS.paris]);
  await saveScreenshot(page, "map-filters");
  await page.getByRole("button", { name: "Tout effacer" }).click();
  await eventually(async () => equal((await rowIds(page)).length, 3));
  await page.getByLabel("Avia", { exact: true }).check();
  await page.waitForURL(/brand=Avia$/);
  await waitRows(page, ["75014002"]);
  await page.reload();
  await waitLive(page);
  await page.locator("select[name=sort]").selectOption("cost");
  await eventually(async () => equal(await page.getByLabel("Litres à mettre").inputValue(), "60"));
});

test("panning asks the API at most once per settled move, and the address follows", async ({ site, visit }) => {
  const { page, api } = await visit("/favoris");
  await page.clock.install();
  await page.goto(site.origin + PARIS);
  await waitLive(page);
  // however long the moves take here: for the page they follow each other at once
  await stopClock(page);
  await page.clock.runFor(1000);
  equal(api().length, 0, "the server's rows need no call");
  const box = (await page.locator(".map").boundingBox())!;
  for (let move = 0; move < 4; move++) {
    await page.mouse.move(box.x + 600, box.y + 400);
    await page.mouse.down();
    for (let step = 1; step <= 5; step++) {
      await page.mouse.move(box.x + 600 - 40 * step, box.y + 400 - 4 * step);
      await page.clock.runFor(16);
    }
    await page.mouse.up();
    await page.clock.runFor(50);
  }
  await page.clock.runFor(2000);
  ok(api().length <= 1, `four moves in a row asked ${api().length} times`);
  await page.waitForURL(/place=75056&at=48\.\d+,2\.\d+&radius=\d/);
});

test("no link lies over the fuels, however wide the window is", async ({ visit }) => {
  const { page } = await visit(PARIS);
  await waitLive(page);
  for (const width of [960, 1080, 1200, 1343, 1345, 1440, 1599, 1601, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const fuels = (await page.locator(".bar .fuels").boundingBox())!;
    const links = (await page.locator(".bar-nav .nav").boundingBox())!;
    ok(
      fuels.x + fuels.width <= links.x,
      `at ${width} px the fuels end at ${fuels.x + fuels.width}, links at ${links.x}`,
    );
  }
});

test("an empty view offers a wider radius, which finds something", async ({ visit }) => {
  const { page } = await visit("/?at=48.6,2.3&radius=2");
  await waitLive(page);
  await waitText(page, ".state", /^Aucune station Aucune station ne vend .*Élargir à 5 km/);
  await saveScreenshot(page, "map-empty");
  await page.getByRole("link", { name: /Élargir/ }).click();
  await page.waitForURL(/radius=5$/);
  await page.getByRole("link", { name: /Élargir/ }).click();
  await page.locator(".station").first().waitFor();
});

test("out for now, too old and not sold here are counted apart", async ({ visit, openOther }) => {
  const own = await openOther({});
  await own.db.query({
    text: `insert into stock_out (station_id, fuel, since, kind)
      values (75014002, 3, now() - interval '9 years', 'permanent'), (92120001, 3, '2026-06-01', 'temporary')`,
  });
  await moveFixture(own.db);
  await own.refresh();
  const { page } = await visit("/?place=75056&fuel=sp98", { at: own });
  await waitLive(page);
  // what stands below the list comes with the first sign of use
  await page.keyboard.press("Shift");
  const reasons = [
    "1 station en rupture",
    "1 station dont le prix a plus de 30 jours",
    "1 station ne vend pas ce carburant",
  ];
  await waitText(page, ".list-note", new RegExp(reasons.join(" ")));
  await saveScreenshot(page, "map-unranked");
});

test("stock-outs and old prices do not rank, and are shown", async ({ site, visit }) => {
  const { page } = await visit(PARIS);
  await waitLive(page);
  await page.keyboard.press("Shift");
  await waitText(page, ".list-note", /1 station en rupture/);
  ok(!(await rowIds(page)).includes(IDS.odd));
  await page.goto(`${site.origin}/?place=75056&station=${IDS.odd}`);
  await waitText(page, ".sheet-prices", /Gazole Rupture depuis le 5 juin 2026/);
  await waitText(page, ".sheet-prices", /SP98 prix ancien le 26 avr\. 2026/);
  await saveScreenshot(page, "map-sheet-stock-out");
});

test("the view leaves as CSV and as GeoJSON", async ({ visit }) => {
  const { page } = await visit(PARIS);
  await waitLive(page);
  const links = await page.locator(".export a").evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
  const [csv = "", geojson = ""] = await Promise.all(links.map(async (link) => await (await fetch(link)).text()));
  match(csv, /^id,name,brand[^]*E\.Leclerc/);
  equal(JSON.parse(geojson).features.length, 3);
});

test("a brand spelled otherwise in the address survives Back", async ({ visit }) => {
  const { page } = await visit("/?place=75056&brand=leclerc");
  await waitLive(page);
  deepEqual(await rowIds(page), [LECLERC]);
  match(page.url(), /\?place=75056&brand=E\.Leclerc$/);
  await page.locator(".bar .key", { hasText: "E10" }).click();
  await page.waitForURL(/fuel=e10&place=75056&brand=E\.Leclerc$/);
  await page.goBack();
  await page.waitForURL(/\?place=75056&brand=E\.Leclerc$/);
  await page.locator("h1", { hasText: "Gazole" }).waitFor();
  deepEqual(await rowIds(page), [LECLERC]);
  await page.locator(".filters-toggle:visible").click();
  ok(await page.getByLabel("E.Leclerc", { exact: true }).isChecked());
});

test("several brands are shown or left out, in the address, before scripts and after", async ({ visit }) => {
  const { page } = await visit("/?place=75056");
  await waitLive(page);
  await page.locator(".filters-toggle:visible").click();
  await page.getByLabel("Avia", { exact: true }).check();
  await page.getByLabel("E.Leclerc", { exact: true }).check();
  await page.waitForURL(/\?place=75056&brands=Avia,E\.Leclerc$/);
  await waitRows(page, [LECLERC, "75014002"]);
  await page.getByLabel("Les enseignes cochées").selectOption("out");
  await page.waitForURL(/\?place=75056&without=Avia,E\.Leclerc$/);
  await waitRows(page, [IDS.paris]);
  await saveScreenshot(page, "map-brands");
  await page.locator(".filters-toggle .count", { hasText: "1" }).first().waitFor();
  const plain = await visit("/en?place=75056&without=avia,leclerc", { javaScriptEnabled: false });
  await waitRows(plain.page, [IDS.paris]);
  ok(await plain.page.getByLabel("Avia", { exact: true }).isChecked());
});

test("favourites are marked on the map, and have a pill before others do", async ({ visit }) => {
  const { page } = await visit("/en?place=75056");
  await waitLive(page);
  await pill(page, "75014002").waitFor();
  match((await pill(page, "75014002").getAttribute("aria-label"))!, /^Avia.*Paris, €1\.799/);
  await page.evaluate(() => {
    localStorage.setItem("favourites", JSON.stringify([{ id: "75014002", title: "Avia", town: "Paris" }]));
    dispatchEvent(new Event("favouriteschange"));
  });
  await page.locator('.map-pill.is-favourite[data-station="75014002"]').waitFor();
  match((await pill(page, "75014002").getAttribute("aria-label"))!, /^Avia.*Paris, favourite, €1\.799/);
  equal(await page.locator(".map-pill.is-favourite").count(), 1);
  await saveScreenshot(page, "map-favourite");
});

/** Lets a fuel run out at three stations of Nantes. */
async function insertShortage(site: Site): Promise<void> {
  await site.db.query({
    text:
      `insert into stock_out (station_id, fuel, since, kind) select id, 3, $1::timestamptz - interval '2 days', 'temporary'
      from station where id between 44000001 and 44000003`,
    values: [FIXTURE_AS_OF],
  });
  await moveFixture(site.db);
  await site.refresh();
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`from afar departments tell their means, on the map and in a list, on a ${screen}`, async ({ visit, openOther }) => {
    const at = await openOther({});
    await insertShortage(at);
    const { page } = await visit("/?fuel=e10&at=46.6,2.4&radius=550", { at, viewport });
    await waitText(page, ".map-legend", /^Moyenne par département ▼/);
    await waitText(page, ".far summary", /^Par département, dès 1,914 € \(Loire-Atlantique\)$/);
    equal(await page.locator(".map-origin").isVisible(), false, "nobody has chosen the middle of the country");
    await page.getByRole("link", { name: "Moyenne par département" }).click();
    await page.locator(".far summary").click();
    await waitText(page, ".far-list", /^Loire-Atlantique ▼ .*1,914 € Paris = .*1,946 €$/);
    deepEqual(await findViolations(page), []);
    await saveScreenshot(page, `map-from-afar-${screen}`);
    equal(await page.locator(".map-layer").count(), 0);
    await page.locator(".bar .key", { hasText: "SP98" }).click();
    await page.getByLabel(/^Ruptures de SP98\s: 1 département$/).check();
    await waitText(page, ".far-shortages ul", /^Loire-Atlantique 100 % en rupture \(3 sur 3\), 0 % d’habitude$/);
    await page.goto(`${at.origin}/?fuel=e10&at=47.15,-1.6&radius=400`);
    await page.locator(".far").waitFor();
    await page.locator(".legend-note").waitFor();
    if (screen === "desktop") await testAreaClick(page);
    else {
      await page.locator(".far summary").click();
      await page.locator(".far").getByRole("link", { name: "Loire-Atlantique" }).click();
      await page.waitForURL(/\/departements\/44\?fuel=e10$/);
    }
  });
}

/** A department that is pressed on the map is shown, and stations can be told apart. */
async function testAreaClick(page: Page): Promise<void> {
  const { x, y, width, height } = (await page.locator(".map").boundingBox())!;
  // below the pills of Nantes
  await page.mouse.click(x + width / 2, y + height / 2 + 4);
  await page.waitForURL(/place=D44$/);
  await page.locator(".far").waitFor({ state: "detached" });
  equal(await page.locator(".legend-note").count(), 0);
}

test("a link with a region's name and middle shows the region, as one with its code does; moved, it shows the view", async ({ visit }) => {
  const { page } = await visit("/?place=R94");
  await waitLive(page);
  const title = await textOf(page, "h1");
  match(title, /^Corse/);
  const { lat, lng, radiusKm } = getTerritory("R94")!;
  for (const radius of ["", `&from=${lat},${lng}&radius=${radiusKm}`]) {
    await page.goto(new URL(`/?q=Corse&at=${lat},${lng}${radius}`, page.url()).href);
    equal(await textOf(page, "h1"), title);
    await waitLive(page);
    equal(await textOf(page, "h1"), title);
  }
  await page.goto(new URL(`/?q=Corse&at=${lat},${lng + 0.1}&radius=${radiusKm}`, page.url()).href);
  ok(!(await textOf(page, "h1")).startsWith("Corse"));
});
