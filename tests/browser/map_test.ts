/**
 * Tests whole visits to the map page by mouse and keyboard, and that list and map agree.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { getTerritory } from "../../lib/places/territories.ts";
import { FIXTURE_AS_OF, IDS, moveFixture } from "../support/api_fixture.ts";
import { eventually, type Site } from "../support/site.ts";
import {
  declarePages,
  findViolations,
  rowIds,
  search,
  stopClock,
  textOf,
  waitAtRest,
  waitLive,
  waitRows,
  waitSheet,
  waitText,
} from "./visit.ts";

const test = declarePages();

const PARIS = "/?place=75056";
const LECLERC = "92120001";
const AVIA = "75014002";
const LISSES = IDS.motorway;

function pill(page: Page, id: string) {
  return page.locator(`.map-pill[data-station="${id}"]`);
}

function link(page: Page, id: string) {
  return page.locator(`[data-row="${id}"] a`);
}

/** Waits until the page has a title, in which every space counts as a plain one. */
async function waitTitle(page: Page, title: string): Promise<void> {
  await eventually(async () => equal((await page.title()).replace(/\s/g, " "), `${title} · Jauge`));
}

function focusedLabel(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ??
      element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  });
}

test("title, heading, address and history name the same place, and none after the map has moved", async ({ visit }) => {
  const { page } = await visit(PARIS);
  await waitTitle(page, "Gazole · Paris : 1,729 €");
  await waitLive(page);
  await page.locator(".bar .key", { hasText: "E10" }).click();
  await waitTitle(page, "E10 · Paris : 1,939 €");
  await waitText(page, "h1", /^Paris .*E10 .*1,939 €$/);
  await search(page, "nantes");
  await page.waitForURL(/\?fuel=e10&place=44109$/);
  await waitTitle(page, "E10 · Nantes : 1,889 €");
  await page.goBack();
  await waitTitle(page, "E10 · Paris : 1,939 €");
  equal(await page.locator("input[name=q]").inputValue(), "Paris");
  await search(page, "ile de france");
  await page.waitForURL(/\?fuel=e10&place=R11$/);
  await waitTitle(page, "E10 · Île-de-France : 1,879 €");
  await waitAtRest(page);
  await page.locator(".map").press("ArrowDown");
  await page.waitForURL(/place=R11&at=48\.\d+,2\.\d+&radius=\d/);
  await waitTitle(page, "E10 · stations dans cette vue");
  await waitText(page, "h1", /^Dans cette vue E10 .*1,\d+ €$/);
  await page.reload();
  await waitText(page, "h1", /^Dans cette vue E10/);
  await waitLive(page);
  await page.getByRole("button", { name: "Revenir à Île-de-France" }).click();
  await page.waitForURL(/\?fuel=e10&place=R11$/);
  await waitTitle(page, "E10 · Île-de-France : 1,879 €");
  await waitText(page, "h1", /^Île-de-France E10 .*1,879 €$/);
});

test("a department lists its own stations with their streets, and no distance from its centre", async ({ visitLive }) => {
  const { page, requested } = await visitLive(`${PARIS}&sort=distance`);
  await search(page, "loire atlantique");
  await page.waitForURL(/\/\?place=D44$/);
  await waitText(page, ".stations", /6 Quai de la Fosse/);
  const entries = requested.findLast(({ pathname }) => pathname === "/api/v1/stations/bbox")!;
  ok(
    entries.searchParams.get("ids")!.split(",").every((id) => id.startsWith("44")),
    "cheaper stations exist elsewhere",
  );
  await waitText(page, ".answer-line", /^6 /);
  equal(await page.locator("select[name=sort]").inputValue(), "price");
  equal(await page.locator("select[name=sort] option").count(), 2);
  await search(page, "essonne");
  await waitRows(page, [LISSES]);
  await waitText(page, "h1", /^Essonne .*1,989 €$/);
  await waitTitle(page, "Gazole · Essonne : 1,989 €");
  await pill(page, LISSES).waitFor();
  ok(!(await textOf(page, ".station-facts")).includes("km"));
  await link(page, LISSES).click();
  await page.locator(".sheet .facts").waitFor();
  equal(await page.locator(".sheet .facts", { hasText: "aller-retour" }).count(), 0);
  await search(page, "lozere");
  await waitText(page, "h1", /^Lozère/);
  await waitRows(page, []);
});

const GEOCODERS = [
  { status: 200, address: "Adresse introuvable : voici Nantes." },
  { status: 503, address: "Les adresses sont indisponibles : voici Nantes." },
];

test("Enter right after an address or a road finds it, or the town without a geocoder, and stays on the map", async ({ visitLive }) => {
  const outside = {
    addresses: [{ label: "12 Rue de la Paix 75002 Paris", lat: 48.8686, lng: 2.3312 }],
  };
  const { page, requested } = await visitLive("/?place=44109", { outside, expected: /503/ });
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await search(page, "12 rue de la paix paris");
  await page.waitForURL(/\?q=12%20Rue%20de%20la%20Paix%2075002%20Paris&at=48\.869,2\.331$/);
  const near = requested.find(({ pathname }) => pathname === "/geocodage/search")!.searchParams;
  deepEqual([near.get("lat"), near.get("lon")], ["47.23", "-1.55"]);
  for (const { status, address } of GEOCODERS) {
    const headers = { "access-control-allow-origin": "*" };
    await page.route(
      "https://data.geopf.fr/geocodage/**",
      (route) => route.fulfill({ status, headers, json: {} }),
    );
    await search(page, "3 impasse du puits nantes");
    await page.waitForURL(/\?place=44109$/);
    await page.getByText(address).waitFor();
    await search(page, "qwertz uiop");
    await page.getByText(/«\sqwertz uiop\s» est introuvable\. Essayez une ville ou un code postal/)
      .waitFor();
  }
  await search(page, "A 6");
  await page.waitForURL(/\?q=Aire%20de%20Lisses%20\(A6\)&at=48\.602,2\.431$/);
  equal(await page.evaluate(() => "isSamePage" in globalThis), true, "the page left the map");
});

test("a shared link shows another visitor the same view, before and after scripts run", async ({ visit }) => {
  const path = "/?fuel=e10&place=75056&sort=distance&brand=Avia&station=75014002";
  const { page } = await visit(path);
  const verdict = await textOf(page, ".decision .verdict");
  equal(await textOf(page, "#sheet-title"), "Avia");
  await waitLive(page);
  equal(await textOf(page, "#sheet-title"), "Avia");
  equal(await textOf(page, ".decision .verdict"), verdict);
  equal(
    await page.evaluate(() => document.activeElement?.localName),
    "body",
    "the page took the focus",
  );
  await page.getByRole("button", { name: "Fermer la fiche" }).click();
  await waitRows(page, [AVIA]);
  equal(await page.locator("select[name=sort]").inputValue(), "distance");
  await page.waitForURL(/\?fuel=e10&place=75056&sort=distance&brand=Avia$/);
  const other = page.locator(".nav a[hreflang=en]");
  await eventually(async () =>
    equal(
      await other.evaluate((link) => (link as HTMLAnchorElement).search),
      new URL(page.url()).search,
    )
  );
});

test("list and map show the same stations, share hover and focus, and a pill opens the sheet", async ({ visitLive }) => {
  const { page } = await visitLive(PARIS);
  await waitRows(page, [LECLERC, IDS.paris, AVIA]);
  await pill(page, LECLERC).waitFor();
  await eventually(async () => equal(await page.locator(".map-pill").count(), 3));
  match(
    (await pill(page, LECLERC).getAttribute("aria-label"))!,
    /^E\.Leclerc, 1 Avenue .*, Montrouge, 1,729\s€, /,
  );
  match(await pill(page, LECLERC).innerText(), /★.*1,729/);
  await link(page, IDS.paris).hover();
  await page.locator(`.map-pill.is-hovered[data-station="${IDS.paris}"]`).waitFor();
  await pill(page, AVIA).hover();
  await page.locator(`.station.is-hovered[data-row="${AVIA}"]`).waitFor();
  await pill(page, AVIA).click();
  await waitSheet(page, "Avia");
  await page.locator(`.map-pill.is-selected[data-station="${AVIA}"]`).waitFor();
});

test("a whole visit works by keyboard alone: skip link, search, list, sheet, Esc, map", async ({ visitLive }) => {
  const { page } = await visitLive(PARIS);
  const { keyboard } = page;
  await keyboard.press("Tab");
  equal(await focusedLabel(page), "Aller au contenu");
  await keyboard.press("Enter");
  for (let tries = 0; tries < 12 && !(await focusedLabel(page)).startsWith("EL"); tries++) {
    await keyboard.press("Tab");
  }
  match(await focusedLabel(page), /E\.Leclerc/);
  await page.locator(`.map-pill.is-hovered[data-station="${LECLERC}"]`).waitFor();
  await keyboard.press("Enter");
  await page.locator("#sheet-title:focus", { hasText: "E.Leclerc" }).waitFor();
  await keyboard.press("Escape");
  await page.locator(`[data-row="${LECLERC}"] a:focus`).waitFor();
  await waitAtRest(page);
  await page.locator(".map").press("ArrowRight");
  await page.waitForURL(/at=48\.\d+,2\.\d+/);
  await waitAtRest(page);
  await pill(page, LECLERC).press("Enter");
  await page.locator("#sheet-title:focus").waitFor();
});

test("orders, filters and the car change the list and the address", async ({ visitLive }) => {
  const { page } = await visitLive(PARIS);
  const sort = page.locator("select[name=sort]");
  await sort.selectOption("distance");
  await waitRows(page, [IDS.paris, AVIA, LECLERC]);
  await sort.selectOption("cost");
  const more = `[data-row="${LECLERC}"] .station-more`;
  await waitText(page, more, /€/);
  const cost = await textOf(page, more);
  match(cost, /^(gagne|perd) \d,\d\d €$|^la plus proche$/);
  const best = page.locator(".map-pill.is-best");
  const bestId = (await best.getAttribute("data-station"))!;
  equal(bestId, (await rowIds(page))[0], "the star is on the first row");
  await page.getByRole("button", { name: "Ma voiture" }).click();
  await page.getByLabel("Litres achetés d’habitude").fill("30");
  await page.getByRole("button", { name: "Terminé" }).click();
  await eventually(async () => ok(await textOf(page, more) !== cost));
  await sort.selectOption("price");
  await page.locator(".filters-toggle:visible").click();
  await page.getByLabel("Rayon").selectOption("5");
  await page.waitForURL(/place=75056&radius=5$/);
  await waitRows(page, [IDS.paris, AVIA]);
  await waitText(page, "h1", /^Paris .*1,799 €$/);
  await waitText(page, "h1", /^Paris · à moins de 5 km /);
  await waitTitle(page, "Gazole · Paris : 1,799 €");
  await page.getByLabel("Rayon").selectOption("10");
  await page.getByLabel("Automate 24 h/24").check();
  await waitRows(page, [LECLERC, IDS.paris]);
  await page.getByLabel("Toilettes publiques (1)").check();
  await waitRows(page, [IDS.paris]);
  await page.getByRole("button", { name: "Tout effacer" }).click();
  await waitRows(page, [LECLERC, IDS.paris, AVIA]);
  await page.getByLabel("Avia", { exact: true }).check();
  await page.getByLabel("E.Leclerc", { exact: true }).check();
  await page.waitForURL(/&brands=Avia,E\.Leclerc$/);
  await waitRows(page, [LECLERC, AVIA]);
  await page.getByLabel("Les enseignes cochées").selectOption("out");
  await page.waitForURL(/&without=Avia,E\.Leclerc$/);
  await waitRows(page, [IDS.paris]);
  await page.reload();
  await waitLive(page);
  await sort.selectOption("cost");
  await page.getByRole("button", { name: "Ma voiture" }).click();
  await eventually(async () =>
    equal(await page.getByLabel("Litres achetés d’habitude").inputValue(), "30")
  );
});

test("panning sends at most one API request per settled move, and updates the address", async ({ site, visit }) => {
  const { page, api } = await visit("/favoris");
  await page.clock.install();
  await page.goto(site.origin + PARIS);
  await waitLive(page);
  await waitAtRest(page);
  // The moves follow each other at once on the page's clock, however long they take.
  await stopClock(page);
  await page.clock.runFor(1000);
  equal(api().length, 0, "the server's rows must need no request");
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
  ok(api().length <= 1, `four moves in a row sent ${api().length} requests`);
  await page.waitForURL(/place=75056&at=48\.\d+,2\.\d+&radius=\d/);
});

test("an empty view offers a wider radius, which finds stations", async ({ visitLive }) => {
  const { page } = await visitLive("/?at=48.6,2.3&radius=2");
  for (const radius of [5, 10]) {
    await page.getByRole("link", { name: `Élargir à ${radius} km` }).click();
    await page.waitForURL(new RegExp(`radius=${radius}$`));
  }
  await waitRows(page, [LISSES]);
});

test("prices out of stock, too old or not sold do not rank, are counted separately, and are shown", async ({ visitLive, openOther }) => {
  const at = await openOther({});
  await at.db.query({
    text: `insert into stock_out (station_id, fuel, since, kind)
      values (75014002, 3, now() - interval '9 years', 'permanent'), (92120001, 3, '2026-06-01', 'temporary')`,
  });
  await moveFixture(at.db);
  await at.refresh();
  const { page } = await visitLive(`${PARIS}&fuel=sp98`, { at });
  // Content below the list loads at the first user input.
  await page.keyboard.press("Shift");
  await waitText(page, ".list-note:has(.unranked)", /1 .* rupture 1 .* 30 jours 1 .* ne vend pas/);
  ok(!(await rowIds(page)).includes(IDS.odd));
  await page.goto(`${at.origin}${PARIS}&station=${IDS.odd}`);
  await waitText(page, ".decision", /Gazole Rupture .* 5 juin 2026/);
  await waitText(page, ".sheet-prices", /SP98 .* prix ancien .* 26 avr\. 2026/);
});

test("a brand in another spelling in the address survives Back", async ({ visitLive }) => {
  const { page } = await visitLive("/?place=75056&brand=leclerc");
  await waitRows(page, [LECLERC]);
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

test("the map marks favourites, and places their pills first", async ({ visitLive }) => {
  const { page } = await visitLive("/en?place=75056");
  await pill(page, AVIA).waitFor();
  match((await pill(page, AVIA).getAttribute("aria-label"))!, /^Avia.*Paris, €1\.799/);
  await page.evaluate((id) => {
    localStorage.setItem("favourites", JSON.stringify([{ id, title: "Avia", town: "Paris" }]));
    dispatchEvent(new Event("favouriteschange"));
  }, AVIA);
  await page.locator(`.map-pill.is-favourite[data-station="${AVIA}"]`).waitFor();
  match((await pill(page, AVIA).getAttribute("aria-label"))!, /^Avia.*Paris, favourite, €1\.799/);
  equal(await page.locator(".map-pill.is-favourite").count(), 1);
});

/** Makes three stations of Nantes run out of a fuel. */
async function insertShortage(site: Site): Promise<void> {
  await site.db.query({
    text: `insert into stock_out (station_id, fuel, since, kind)
        select id, 3, $1::timestamptz - interval '2 days', 'temporary'
        from station
        where id between 44000001 and 44000003`,
    values: [FIXTURE_AS_OF],
  });
  await moveFixture(site.db);
  await site.refresh();
}

test("zoomed out, departments show their means and stock-outs, on the map and in a list", async ({ visit, openOther }) => {
  const at = await openOther({});
  await insertShortage(at);
  const { page } = await visit("/?fuel=e10&at=46.6,2.4&radius=550", { at });
  await waitText(page, ".far summary", /1,914 € \(Loire-Atlantique\)$/);
  equal(
    await page.locator(".map-origin").isVisible(),
    false,
    "the middle of the country is not a choice",
  );
  await page.getByRole("link", { name: "Moyenne par département" }).click();
  await page.locator(".far summary").click();
  await waitText(page, ".far-list", /^Loire-Atlantique ▼ .*1,914 € Paris = .*1,946 €$/);
  deepEqual(await findViolations(page), []);
  equal(await page.locator(".map-layer").count(), 0);
  await page.locator(".bar .key", { hasText: "SP98" }).click();
  await page.getByLabel(/^Ruptures\s: 1 /).check();
  await waitText(page, ".far-shortages ul", /^Loire-Atlantique 100 % .*\(3 sur 3\), 0 %/);
  await page.locator(".far-list").getByRole("link", { name: "Loire-Atlantique" }).click();
  await page.waitForURL(/\/departements\/44\?fuel=sp98$/);
  await page.goto(`${at.origin}/?fuel=e10&at=47.15,-1.6&radius=400`);
  await page.locator(".far").waitFor();
  await page.locator(".legend-note").waitFor();
  await waitAtRest(page);
  const { x, y, width, height } = (await page.locator(".map").boundingBox())!;
  // below the pills of Nantes
  await page.mouse.click(x + width / 2, y + height / 2 + 4);
  await page.waitForURL(/place=D44$/);
  await page.locator(".far").waitFor({ state: "detached" });
  equal(await page.locator(".legend-note").count(), 0);
});

test("a link with a region's name and centre still shows the region once scripts run", async ({ visit }) => {
  const { lat, lng, radiusKm } = getTerritory("R94")!;
  for (const radius of ["", `&from=${lat},${lng}&radius=${radiusKm}`]) {
    const { page } = await visit(`/?q=Corse&at=${lat},${lng}${radius}`);
    const heading = await textOf(page, "h1");
    match(heading, /^Corse/);
    await waitLive(page);
    equal(await textOf(page, "h1"), heading);
  }
});
