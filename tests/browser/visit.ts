/**
 * Runs tests of pages, each in a separate browser context. The tests of a file share the site and
 * the browser.
 *
 * @module
 */

import { deepEqual, equal, match } from "../support/assert.ts";
import { Buffer } from "node:buffer";
import axe from "../packages/axe_core.ts";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Frame,
  Locator,
  Page,
} from "../packages/playwright_core.ts";
import { IDS, moveFixture } from "../support/api_fixture.ts";
import {
  eventually,
  openBrowser,
  openSite,
  openVisit,
  type Site,
  type SiteOptions,
  type Visit,
} from "../support/site.ts";

/** A grey pixel, which every tile shows in tests. */
export const TILE = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGM4AwAAzwDOmLxmaAAAAABJRU5ErkJggg==",
  ),
  (letter) => letter.charCodeAt(0),
);

/** The settings of a site with alerts, which show the alert buttons. */
export const ALERTS_ON = {
  ALERTS: "on",
  VAPID_SUBJECT: "https://fuel.example",
  PUSH_HOSTS: "127.0.0.1",
};

/** Hosts besides its own that a page may contact. */
export const ALLOWED_HOSTS = ["data.geopf.fr", "tile.openstreetmap.org"];

/** How the services outside the site behave. */
export type Outside = {
  /** Tile servers that respond. */
  tiles?: "all" | "osm" | "none";
  /** Features that the geocoder finds, or null if it is down. */
  addresses?: { label: string; lat: number; lng: number }[] | null;
  /**
   * Origin of the server that replaces the national routing service. `slow` never responds; null is
   * down.
   */
  routing?: string | null;
};

/** A visit that records the requested addresses, and returns those of our own API. */
export type MapVisit = Visit & { requested: URL[]; api(): string[] };

function toFeatures(addresses: NonNullable<Outside["addresses"]>) {
  return {
    type: "FeatureCollection",
    features: addresses.map(({ label, lat, lng }) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [lng, lat] },
      properties: { label, type: "housenumber" },
    })),
  };
}

/** Sets how the services outside the site behave from now on. */
export async function stubOutside(
  page: Page,
  { tiles = "all", addresses = [], routing = null }: Outside,
): Promise<void> {
  const png = { contentType: "image/png", body: Buffer.from(TILE) };
  await page.route(
    "https://data.geopf.fr/wmts**",
    (route) => tiles === "all" ? route.fulfill(png) : route.abort(),
  );
  await page.route(
    "https://tile.openstreetmap.org/**",
    (route) => tiles === "none" ? route.abort() : route.fulfill(png),
  );
  await page.route(
    "https://data.geopf.fr/geocodage/**",
    (route) =>
      addresses === null ? route.abort() : route.fulfill({
        json: toFeatures(addresses),
        headers: { "access-control-allow-origin": "*" },
      }),
  );
  await page.route("https://data.geopf.fr/navigation/**", async (route) => {
    if (routing === "slow") return;
    if (routing === null) return await route.abort();
    const answer = await fetch(routing + new URL(route.request().url()).search);
    const headers = { "access-control-allow-origin": "*" };
    await route.fulfill({ status: answer.status, body: await answer.text(), headers });
  });
}

type VisitOptions = BrowserContextOptions & {
  /** How the services outside the site behave. If null, any request to them fails the test. */
  outside?: Outside | null;
  /** Console errors that the test expects. */
  expected?: RegExp;
  /** Another site than the one of the file. */
  at?: Site;
  /** If false, only a service worker stores responses. */
  hasHttpCache?: boolean;
  /** The device's storage for the site before the visit, by key. */
  stored?: Record<string, unknown>;
};

type OpenVisit = (path: string, options?: VisitOptions) => Promise<MapVisit>;

/** The context of a test of pages. */
export type Pages = {
  site: Site;
  browser: Browser;
  /**
   * Opens a path in a new context. At the end of the test the context is closed, and the test fails
   * on unexpected errors.
   */
  visit: OpenVisit;
  /** Opens a path and waits until the list is the map's. */
  visitLive: OpenVisit;
  /** Opens a path and waits until the islands of the page are hydrated. */
  visitAlive: OpenVisit;
  /** Opens a site for this test only, which is closed when the test ends. */
  openOther(options: SiteOptions): Promise<Site>;
};

async function visitPath(
  path: string,
  { browser, site, ...options }: VisitOptions & { browser: Browser; site: Site },
) {
  const { outside = {}, at = site, stored = {}, ...settings } = options;
  const allowedHosts = outside === null ? [] : ALLOWED_HOSTS;
  const localStorage = Object.entries(stored).map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
  }));
  const storageState = { cookies: [], origins: [{ origin: at.origin, localStorage }] };
  const visit = await openVisit(browser, at, { storageState, ...settings, allowedHosts });
  const requested: URL[] = [];
  visit.page.on("request", (request) => requested.push(new URL(request.url())));
  await noteShifts(visit.context);
  if (outside !== null) await stubOutside(visit.page, outside);
  await visit.page.goto(at.origin + path);
  const api = () =>
    requested.filter(({ pathname }) => pathname.startsWith("/api/")).map((url) =>
      url.pathname + url.search
    );
  return { ...visit, requested, api };
}

async function runOnPages(
  shared: { site: Site; browser: Browser },
  work: (pages: Pages) => Promise<void>,
) {
  const visits: Visit[] = [];
  const others: Site[] = [];
  const visitUntil = (wait?: (page: Page) => Promise<void>): OpenVisit => async (path, options) => {
    const visit = await visitPath(path, { ...shared, ...options });
    visits.push(visit);
    await wait?.(visit.page);
    return visit;
  };
  try {
    await work({
      ...shared,
      visit: visitUntil(),
      visitLive: visitUntil(waitLive),
      visitAlive: visitUntil(waitAlive),
      async openOther(options) {
        const other = await openSite(options);
        others.push(other);
        return other;
      },
    });
    for (const { page, problems } of visits) deepEqual(problems, [], `problems on ${page.url()}`);
  } finally {
    await Promise.all(visits.map(({ close }) => close()));
    await Promise.all(others.map((other) => other.close()));
  }
}

/** The single browser of all files of this isolate. Closing it twice is harmless. */
let opened: Promise<Browser> | undefined;

/**
 * Opens one site for all tests of the calling file, and returns a function that declares a test on
 * it in the isolate's browser. `prepare` runs once, before the first test. Each test opens its own
 * pages, so that it can be run alone by `--filter`.
 */
export function declarePages(options: SiteOptions = {}, prepare?: (site: Site) => Promise<void>) {
  let shared: { site: Site; browser: Browser };
  Deno.test.beforeAll(async () => {
    const [site, browser] = await Promise.all([openSite(options), opened ??= openBrowser()]);
    shared = { site, browser };
    await prepare?.(site);
  });
  Deno.test.afterAll(async () => {
    await shared.browser.close();
    await shared.site.close();
    shared.site.log.assertQuiet();
  });
  return (name: string, work: (pages: Pages) => Promise<void>): void => {
    // The shared browser and server outlive a test.
    Deno.test({
      name,
      sanitizeOps: false,
      sanitizeResources: false,
      fn: () => runOnPages(shared, work),
    });
  };
}

/** Waits until the islands of the page are hydrated. */
export async function waitAlive(page: Page): Promise<void> {
  await page.locator("#fresh-data[data-hydrated]").waitFor({ state: "attached" });
}

/**
 * Types a text into a search field, waits until its suggestions belong to exactly this text, and
 * returns them.
 */
export async function typeAndWait(field: Locator, text: string): Promise<Locator> {
  await field.clear();
  await field.pressSequentially(text);
  const list = field.page().locator(`[id="${await field.getAttribute("aria-controls")}"]`);
  await list.and(field.page().locator(`[data-answers="${text}"]`)).waitFor({ state: "attached" });
  return list.getByRole("option");
}

/** Waits until the list is the map's. */
export async function waitLive(page: Page): Promise<void> {
  await page.locator('.explorer[data-live="true"]').waitFor();
}

/** Waits until the sheet of a station is complete. */
export async function waitSheet(page: Page, title: string): Promise<void> {
  await page.locator("#sheet-title", { hasText: title }).waitFor();
}

/** Waits until the service worker controls the page. */
export async function becomeControlled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Returns the addresses that the service worker stored under a name, ascending. */
export async function findStored(page: Page, cache: string): Promise<string[]> {
  return await page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys();
    return keys.map(({ url }) => new URL(url).pathname).sort();
  }, cache);
}

/**
 * Sets how many bytes the site may store, or removes the limit if null. With one byte the browser
 * rejects every write to a cache, as on a full device.
 */
export async function setStorageQuota(page: Page, bytes: number | null): Promise<void> {
  const { origin } = new URL(page.url());
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: bytes ?? undefined });
  const refusal = await page.evaluate(async () => {
    const probe = await caches.open("probe");
    return await probe.put("/probe", new Response("1")).then(
      () => null,
      (error: Error) => error.name,
    );
  });
  equal(refusal, bytes === null ? null : "QuotaExceededError");
}

/** Returns visible text with single spaces. */
export async function textOf(page: Page, selector: string): Promise<string> {
  const text = await page.locator(selector).first().innerText();
  return text.replace(/\s+/g, " ").trim();
}

/** Waits until visible text, with single spaces, matches. */
export async function waitText(page: Page, selector: string, wanted: RegExp): Promise<void> {
  await eventually(async () => match(await textOf(page, selector), wanted));
}

/**
 * Stops the page's clock a minute ahead. From then on its timers fire only in `page.clock.runFor`.
 * The clock must be installed before the page is opened.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now()) + 60_000);
}

/**
 * Saves a screenshot of a state for people to look at, if SCREENSHOTS is set: saving all of them
 * takes half a minute.
 */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!Deno.env.has("SCREENSHOTS")) return;
  const folder = new URL("../../.build/screenshots/", import.meta.url).pathname;
  await Deno.mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png` });
}

/** The default axe rules about colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type AxeOptions = { resultTypes: string[]; runOnly?: { type: "rule"; values: string[] } };
type Axe = { run(options: AxeOptions): Promise<Result> };
type Result = { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };

/**
 * Returns what axe reports about a page in its present state: the rule, the place, and the fix.
 * `colours` runs only the colour rules, which are all that another colour scheme affects.
 */
export async function findViolations(
  page: Page | Frame,
  what: "everything" | "colours" = "everything",
): Promise<string[]> {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe.source);
  const options: AxeOptions = { resultTypes: ["violations"] };
  if (what === "colours") options.runOnly = { type: "rule", values: COLOUR_RULES };
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: Axe }).axe.run(options),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)
  );
}

/** Returns favourite stations as the heart buttons store them. */
export function toFavourites(ids: string[]) {
  return ids.map((id) => ({ id, title: `Station ${id}`, town: "Paris" }));
}

/**
 * A route along a file's line, which needs no routing service. The fixture has stations near it.
 */
export const LINE_ROUTE = "/itineraire?line=ob%60iHoafMn%7Ck%40_pR&corridor=10";

/** Every page except home, map and documentation. */
export const INNER_PATHS = [
  `/stations/${IDS.paris}`,
  `/stations/${IDS.odd}`,
  `/stations/${IDS.left}`,
  "/departements?fuel=e10",
  "/departements/75?fuel=e10",
  "/villes/paris-75056",
  "/tendances",
  "/a-propos",
  "/mentions-legales",
  "/etat",
  "/favoris",
  "/alertes",
  "/donnees",
  "/docs/recipes",
  LINE_ROUTE,
  "/hors-ligne",
  "/en/stations/75015007",
];

type Shifts = { shift: number };

/** Records layout shifts of the pages of a context, except those that follow an input. */
async function noteShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (
        const entry of list
          .getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
      ) {
        if (!entry.hadRecentInput) (globalThis as unknown as Shifts).shift += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Returns how much the page has shifted so far. */
export async function readShift(page: Page): Promise<number> {
  return await page.evaluate(() => (globalThis as unknown as Shifts).shift);
}

// map

/** Waits until the map is still, and address and list follow its view. */
export async function waitAtRest(page: Page): Promise<void> {
  await page.locator('.map[data-moving="false"]').waitFor();
}

/** Returns the IDs of the stations in the list, in order. */
export function rowIds(page: Page): Promise<string[]> {
  return page.locator(".station").evaluateAll((rows) =>
    rows.map((row) => row.getAttribute("data-row")!)
  );
}

/** Waits until the list has these stations in this order. */
export async function waitRows(page: Page, ids: string[]): Promise<void> {
  await eventually(async () => deepEqual(await rowIds(page), ids));
}

/** Searches a text on the map page with Enter. */
export async function search(page: Page, text: string): Promise<void> {
  const field = page.locator("input[name=q]");
  await field.fill(text);
  await field.press("Enter");
}

type AddedStation = {
  id: number;
  lat: number;
  lng: number;
  /** The price of gazole, in thousandths of a euro. */
  milli: number;
  brand?: string;
  services?: string[];
  h24?: boolean;
};

/** Adds stations of Bourges to a site. */
export async function addStations({ db, refresh }: Site, stations: AddedStation[]): Promise<void> {
  const rows = JSON.stringify(stations.map((one) => ({ services: [], h24: false, ...one })));
  const some = `jsonb_to_recordset($1) as row (id int, lat float, lng float, milli int, brand text,
      services jsonb, h24 bool)`;
  const statements = [
    `insert into station (id, department, address, city, motorway, postal_code, automate_24_7,
        raw_address, raw_city, raw_latitude, raw_longitude, position, services, first_seen_at,
        last_seen_at)
      select id, '18', 'Route ' || id, 'Bourges', false, '18000', h24, '', '', '', '',
        st_setsrid(st_makepoint(lng, lat), 4326),
        array(select jsonb_array_elements_text(services)), '2020-01-01', '2026-06-05T10:10:00Z'
      from ${some}`,
    `insert into station_brand (station_id, brand, updated_at)
      select id, brand, now()
      from ${some}
      where brand is not null`,
    `insert into current_price (station_id, fuel, price_milli, updated_at, listed)
      select id, 1, milli, '2026-06-04T22:10:00Z', true
      from ${some}`,
  ];
  for (const text of statements) await db.query({ text, values: [rows] });
  await moveFixture(db);
  await refresh();
}
