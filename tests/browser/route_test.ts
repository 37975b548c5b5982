/**
 * Tests the route page: places, files and address, with the national routing service up, slow and
 * down.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Page } from "../packages/playwright_core.ts";
import { type NationalRouter, startNationalRouter } from "../support/national_router.ts";
import { eventually, SCREENS } from "../support/site.ts";
import {
  declarePages,
  findViolations,
  stubOutside,
  textOf,
  typeAndWait,
  waitText,
} from "./visit.ts";

let router: NationalRouter;
const test = declarePages({}, async () => {
  router = await startNationalRouter();
});
Deno.test.afterAll(() => router.stop());

const AWAY = { expected: /ERR_FAILED/ };
const WAY = "from=Paris&from_at=48.83,2.33&to=Lisses&to_at=48.6,2.43&tank=30&level=6&corridor=10";

/**
 * Waits for the plan along roads or the line of a file. The server's first plan is along a straight
 * line.
 */
async function waitFound(page: Page): Promise<void> {
  await waitText(
    page,
    ".route-status",
    /^(?!.*(vol d’oiseau|crow flies)).*(par la route|by road|Tracé)/,
  );
}

/** Waits for a file's message, unfolding the form if it covers it. */
async function waitFile(page: Page, wanted: RegExp): Promise<void> {
  await eventually(async () =>
    match((await page.locator(".route-file-used").textContent())!.replace(/\s+/g, " "), wanted)
  );
}

async function planOf(page: Page): Promise<string[]> {
  return (await page.locator(".route-plan > p, .route-stop").allInnerTexts()).map((text) =>
    text.replace(/\s+/g, " ")
  );
}

test("text typed into one field while the other is resolved stays, and Back restores both", async ({ visitAlive }) => {
  const { page } = await visitAlive("/itineraire", { outside: { routing: router.origin } });
  const from = page.locator("input[name=from]");
  const to = page.locator("input[name=to]");
  const options = await typeAndWait(from, "Montrouge");
  await options.filter({ hasText: "92120" }).evaluate(async (option) => {
    option.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
    const to = document.querySelector<HTMLInputElement>("input[name=to]")!;
    to.focus();
    to.value = "Liss";
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frames = 0; frames < 3; frames++) await nextFrame();
  });
  deepEqual([await from.inputValue(), await to.inputValue()], ["Montrouge", "Liss"]);
  await typeAndWait(to, "Lisses");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await waitFound(page);
  await eventually(async () =>
    equal(await page.evaluate(() => document.activeElement?.className), "route-line")
  );
  equal(await textOf(page, ".route-line"), "Montrouge → Lisses · Gazole · modifier");
  ok(!await from.isVisible(), "the form must be folded");
  await page.keyboard.press("Enter");
  ok(await from.isVisible());
  await page.goBack();
  await eventually(async () =>
    deepEqual([await from.inputValue(), await to.inputValue()], ["Montrouge", ""])
  );
});

test("via places, swapped ends and the return trip apply to line, plan, address and navigation", async ({ visit }) => {
  const { page, requested } = await visit(`/itineraire?${WAY}&plan=enough`, {
    outside: { routing: router.origin },
  });
  await waitFound(page);
  const line = page.locator(".route-line");
  await line.click();
  await page.getByText("Ajouter une étape").click();
  const via = page.getByRole("combobox", { name: "Étape 1" });
  await typeAndWait(via, "Villejuif");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await waitText(page, ".route-line", /^Paris → Villejuif → Lisses/);
  await page.locator(".route-fold:not([open])").waitFor();
  match(page.url(), /&via1=Villejuif&via1_at=48/);
  await line.click();
  await page.getByRole("button", { name: "Inverser" }).click();
  await waitText(page, ".route-line", /^Lisses → Villejuif → Paris/);
  await page.locator(".route-fold:not([open])").waitFor();
  await line.click();
  await page.getByLabel("Aller-retour").check();
  await waitText(page, ".route-status", /2 × \d+ km par la route/);
  match(
    requested.findLast(({ pathname }) => pathname.startsWith("/navigation/"))!.search,
    /&intermediates=2\.3\d+%2C48/,
  );
  const google = page.getByRole("link", { name: "Ouvrir dans Google Maps" });
  await eventually(async () => {
    const { searchParams } = new URL((await google.getAttribute("href"))!);
    equal(searchParams.get("origin"), searchParams.get("destination"));
    // the stops, the via place, the other end
    equal(
      searchParams.get("waypoints")!.split("|").length,
      await page.locator(".route-stop").count() + 2,
    );
  });
  await via.clear();
  await page.keyboard.press("Tab");
  await waitText(page, ".route-line", /^Lisses ⇄ Paris · Gazole/);
  await page.emulateMedia({ media: "print" });
  const countVisible = (each: string) => page.locator(`${each}:visible`).count();
  const printed = [".route-form", ".route-edit", ".route-settings", ".route-stop", ".route-row"]
    .map(countVisible);
  deepEqual((await Promise.all(printed)).map((count) => count > 0), [
    false,
    false,
    false,
    true,
    true,
  ]);
});

test("the last route is on the home page, as stored, then as of now, until it is forgotten", async ({ visit }) => {
  const { page } = await visit(`/itineraire?${WAY}`, AWAY);
  await page.waitForFunction(() => localStorage.getItem("route") !== null);
  const stop = await textOf(page, ".route-stop .ranked-name");
  await page.evaluate(() =>
    localStorage.setItem("route", localStorage.route.replace(/"price":"[\d.]+/, '"price":"9.876'))
  );
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/v1/stations/route", (route) => isReleased.then(() => route.fallback()));
  await page.goto(new URL("/", page.url()).href);
  await waitText(page, ".home-route", new RegExp(`^Paris → Lisses 9,876 € à ${stop}`));
  release();
  await waitText(page, ".home-route", new RegExp(`^Paris → Lisses 1,\\d+ € à ${stop}`));
  await page.getByRole("button", { name: "Oublier" }).and(page.locator(".home-route button"))
    .click();
  await page.reload();
  ok(!await page.locator(".home-route").isVisible());
});

test("opening an address again gives the same plan, and Back shows the previous route", async ({ visit }) => {
  const outside = { routing: router.origin };
  const { page } = await visit(`/itineraire?${WAY}`, { outside });
  await waitFound(page);
  const first = await planOf(page);
  ok(first.length >= 2, `no plan: ${first}`);
  await page.locator(".route-settings summary").click();
  await page.getByRole("button", { name: "Ma voiture : 30 L" }).click();
  await page.getByLabel("Contenance du réservoir (L)").and(page.locator("dialog *")).fill("40");
  await page.keyboard.press("Escape");
  await page.waitForURL(/tank=40/);
  await waitFound(page);
  const address = new URL(page.url());
  const second = await planOf(page);
  const other = await visit(address.pathname + address.search, { outside });
  await waitFound(other.page);
  await eventually(async () => deepEqual(await planOf(other.page), second));
  await choose(page, "line.geojson", GOOD["line.geojson"]!);
  await waitFile(page, /line\.geojson/);
  await page.goBack();
  await page.locator(".route-file-used").waitFor({ state: "detached" });
  await eventually(async () => deepEqual(await planOf(page), second));
});

test("with a slow routing service the page draws a straight line and says so", async ({ visit }) => {
  const { page } = await visit(`/itineraire?${WAY}`, { outside: { routing: "slow" } });
  await waitText(page, ".route-status", /IGN indisponibles.*À vol d’oiseau.*\d+ km par la route/);
});

test("with a failed routing service a phone shows the same stations, and a retry draws the road", async ({ visit }) => {
  const { page } = await visit(`/en/route?${WAY}`, {
    ...AWAY,
    viewport: SCREENS.phone,
    hasTouch: true,
  });
  await waitText(page, ".route-status", /unavailable.*crow flies.*\d+ km by road/);
  ok(await page.locator(".route-row").count() > 0);
  await stubOutside(page, { routing: router.origin });
  await page.getByRole("button", { name: "Try again" }).tap();
  await waitText(page, ".route-status", /\d+ km by road \(IGN\)/);
});

const POINTS = [[48.83, 2.33], [48.75, 2.36], [48.6, 2.43]] as const;
const toGpx = (name: string, after = "") =>
  `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1">${
    POINTS.map(([lat, lon]) => `<${name} lat="${lat}" lon="${lon}">${after}</${name}>`).join("")
  }</gpx>`;
const toLine = () => ({
  type: "LineString",
  coordinates: POINTS.map(([lat, lng]) => [lng, lat, 35]),
});

const GOOD: Record<string, string> = {
  "track.gpx": toGpx("trkpt", "<time>2026-06-05T10:00:00Z</time>"),
  "track without time.gpx": toGpx("trkpt"),
  "route.gpx": toGpx("rtept"),
  "bare.gpx": toGpx("trkpt").replace(/ xmlns="[^"]*"/, ""),
  "line.geojson": JSON.stringify(toLine()),
  "collection.json": JSON.stringify({
    type: "FeatureCollection",
    features: [{ type: "Feature", geometry: toLine() }],
  }),
};

const far = Array.from({ length: 200 }, (_, i) => [2 + (i % 2), 48]);
const BAD: Record<string, [text: string, fault: RegExp]> = {
  "nothing.gpx": ["", /ne contient aucun tracé/],
  "points.gpx": [toGpx("wpt"), /ne contient aucun tracé/],
  "one.geojson": ['{"type":"LineString","coordinates":[[2,48]]}', /ne contient aucun tracé/],
  "cut.gpx": [toGpx("trkpt").slice(0, -20), /ne se lit ni comme/],
  "nan.gpx": [toGpx("trkpt").replace("48.75", "NaN"), /ne se lit ni comme/],
  "picture.gpx": ["\x89PNG\r\n", /ne se lit ni comme/],
  "wrong.json": ["{ not json", /ne se lit ni comme/],
  "far.json": [JSON.stringify({ type: "LineString", coordinates: far }), /dépasse 3\s000 km/],
  "huge.gpx": [`<gpx>${" ".repeat(20_000_001)}</gpx>`, /dépasse 20 Mo/],
};

const folder = await Deno.makeTempDir();
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

/** Selects a file on disk, because 20 MB take half a minute over the browser protocol. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/${name}`, text);
  await page.locator("input[type=file]").setInputFiles(`${folder}/${name}`);
}

test("files with a line, selected or dropped, list its stations, and their address restores them", async ({ visit, visitAlive }) => {
  const { page, requested } = await visitAlive("/itineraire");
  for (const [name, text] of Object.entries(GOOD)) {
    await choose(page, name, text);
    await waitFile(page, new RegExp(`Tracé du fichier ${name}, 2[5-9] km`));
    await waitText(page, ".route-status", /Tracé de 2[5-9] km/);
    match(page.url(), /\?line=/, name);
  }
  ok(
    !requested.some(({ pathname }) => pathname.startsWith("/navigation/")),
    "a file's line has left the device",
  );
  const found = await planOf(page);
  const { pathname, search } = new URL(page.url());
  const other = await visit(pathname + search);
  await waitFound(other.page);
  await eventually(async () => deepEqual(await planOf(other.page), found));
  await choose(
    page,
    "towns.geojson",
    '{"type":"LineString","coordinates":[[2.33,48.83],[2.43,48.4]]}',
  );
  await waitText(page, ".route-status", /Tracé de 6[2-4] km.*segments droits.*1,3 fois/);
  await page.locator(".route-line").click();
  await page.getByRole("button", { name: "Retirer le tracé" }).click();
  await page.locator(".route-file-used").waitFor({ state: "detached" });
  equal(await page.locator(".route-row").count(), 0);
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "dropped.gpx"));
    document.body.dispatchEvent(
      new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }),
    );
  }, GOOD["track.gpx"]!);
  await waitFile(page, /dropped\.gpx/);
});

test("files without a usable line show the reason", async ({ visitAlive }) => {
  // Chromium's error page for malformed XML has an inline style, which the policy blocks.
  const { page } = await visitAlive("/itineraire", { expected: /Applying inline style/ });
  for (const [name, [text, fault]] of Object.entries(BAD)) {
    await choose(page, name, text);
    await waitText(page, ".route-file .notice", fault);
    equal(new URL(page.url()).search, "", name);
  }
  deepEqual(await findViolations(page), []);
});

test("a line too long for the address stays on the device, and the page says so", async ({ visitAlive }) => {
  const { page } = await visitAlive("/itineraire");
  const coordinates = Array.from(
    { length: 3_000 },
    (_, i) => [2.33 + i * 0.00003, 48.83 - i * 0.00008 + (i % 2) * 0.002],
  );
  await choose(page, "long.geojson", JSON.stringify({ type: "LineString", coordinates }));
  await waitText(page, ".route-status", /Tracé de.*trop long/);
  ok(!page.url().includes("line="));
  ok(await page.locator(".route-stop").count() > 0);
});

test("the route is exported as GPX with its stops, which the page can import, and to navigation services", async ({ visit }) => {
  const { page } = await visit(`/itineraire?${WAY}`, { outside: { routing: router.origin } });
  await waitFound(page);
  const stops = await page.locator(".route-stop").count();
  ok(stops > 0);
  await page.getByText("Autres cartes, partage").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Exporter en GPX" }).click(),
  ]);
  const gpx = await Deno.readTextFile(await download.path());
  equal(gpx.match(/<wpt /g)!.length, stops);
  equal(gpx.match(/<rtept /g)!.length, stops + 2);
  ok(gpx.match(/<trkpt /g)!.length > 3);
  const google = new URL(
    (await page.getByRole("link", { name: "Ouvrir dans Google Maps" }).getAttribute("href"))!,
  );
  equal(google.searchParams.get("waypoints")!.split("|").length, stops);
  await choose(page, "again.gpx", gpx);
  await waitFile(page, /again\.gpx/);
});

test("the device's consumption and discounts apply, and the address includes them", async ({ visitAlive }) => {
  const car = { litres: 50, per100Km: 8, fuels: [], discounts: [["E.Leclerc", 50]] };
  const { page } = await visitAlive("/itineraire", { stored: { car } });
  await choose(page, "line.geojson", GOOD["line.geojson"]!);
  await waitFound(page);
  await waitText(page, ".route-status", /Remises comptées : E\.Leclerc/);
  equal(
    await textOf(page, ".route-settings summary"),
    "25 L au départ · 5 L à l’arrivée · à 3 km du trajet · 50 L, 8 L/100 km · modifier",
  );
  match(page.url(), /consumption=8&discounts=E\.Leclerc%3A0\.05/);
  match(await textOf(page, '[data-row="92120001"]'), /1,679/);
});

test("a discount for an unknown brand is ignored, and the page says so", async ({ visit }) => {
  const { page } = await visit(`/itineraire?${WAY}&discounts=Chez%20Nous:0.05&plan=enough`, {
    expected: /400|ERR_FAILED/,
  });
  await waitText(page, ".route-status", /aucune n’est comptée/);
  ok(await page.locator(".route-row").count() > 0);
});

test("a pill links to its row and back", async ({ visit }) => {
  const { page } = await visit(`/itineraire?${WAY}`, { outside: { routing: router.origin } });
  await waitFound(page);
  const pill = page.locator(".map-pill.is-best");
  const id = await pill.getAttribute("data-station");
  await pill.focus();
  await page.locator(`[data-row="${id}"].is-hovered`).waitFor();
  await page.keyboard.press("Enter");
  equal(
    await page.evaluate(() =>
      document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row
    ),
    id,
  );
  await page.locator(`.map-pill.is-hovered[data-station="${id}"]`).waitFor();
});

test("clicking a station makes it a stop, and updates plan, tank, costs and address", async ({ visit }) => {
  const { page } = await visit(`/itineraire?${WAY}`, { outside: { routing: router.origin } });
  await waitFound(page);
  const before = await planOf(page);
  const ids = await page.locator(".route-found .route-row").evaluateAll((rows) =>
    rows.map((row) => row.dataset.row!)
  );
  const id = ids.at(-1)!;
  const row = page.locator(`.route-found [data-row="${id}"]`);
  match(
    await textOf(page, `[data-row="${id}"] .ranked-facts`),
    /^\d+ L · (gagne|perd) \d+,\d\d €$/,
  );
  await row.locator(".ranked-line").click();
  await page.waitForURL(new RegExp(`stops=${id}`));
  await page.locator(`.route-stop[data-row="${id}"]`).waitFor();
  ok((await planOf(page)).join() !== before.join());
  await page.getByText("Ne plus s’arrêter ici").click();
  await page.locator(`.route-stop[data-row="${id}"]`).waitFor({ state: "detached" });
  deepEqual(await planOf(page), before);
});

test("a misspelt place never becomes another town, and its field offers a correction", async ({ visitAlive }) => {
  const { page } = await visitAlive("/itineraire?from=Pariz&to=Lisses", {
    outside: { routing: router.origin },
  });
  const from = page.locator("input[name=from]");
  await eventually(async () =>
    equal(await from.evaluate((field) => document.activeElement === field), true)
  );
  equal(await from.getAttribute("aria-invalid"), "true");
  match(
    await textOf(page, ".route-ends .notice"),
    /^« Pariz » est introuvable\. Vouliez-vous dire Paris \?$/,
  );
  await page.getByRole("link", { name: "Vouliez-vous dire Paris ?" }).click();
  await waitFound(page);
  match(await textOf(page, ".route-line"), /^Paris → Lisses/);
});

test("a misspelt place that is submitted gets a correction too, and a missing one an error at its field", async ({ visitAlive }) => {
  const { page } = await visitAlive("/itineraire", { outside: { routing: router.origin } });
  const from = page.locator("input[name=from]");
  await typeAndWait(page.locator("input[name=to]"), "Lisses");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Trouver les stations" }).click();
  equal(
    await from.evaluate((field: HTMLInputElement) =>
      document.activeElement === field && !field.validity.valid
    ),
    true,
  );
  await from.fill("Pariz");
  await page.getByRole("button", { name: "Trouver les stations" }).click();
  await waitText(page, ".route-ends .notice", /Vouliez-vous dire Paris/);
  equal(await page.locator("input[name=to]").inputValue(), "Lisses");
});
