/** Visits of the map page: tiles and geocoder from local stubs, and the moment at which list and map are alive. @module */

import { match } from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { eventually, openVisit, type Site, type Visit } from "../support/site.ts";

/** A grey pixel: what every tile looks like here. */
const TILE = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGM4AwAAzwDOmLxmaAAAAABJRU5ErkJggg=="),
  (letter) => letter.charCodeAt(0),
);

/** Hosts that a page may speak to beside its own. */
export const ALLOWED_HOSTS = ["data.geopf.fr", "tile.openstreetmap.org"];

/** What the outside world does. */
export type Outside = {
  /** Tile servers that answer. */
  tiles?: "all" | "osm" | "none";
  /** Features that the geocoder finds, or null when it is away. */
  addresses?: { label: string; lat: number; lng: number }[] | null;
};

/** A visit that also tells which outside hosts were asked, and which of our own API. */
export type MapVisit = Visit & { asked: URL[]; api(): string[] };

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

async function stubOutside(page: Page, { tiles = "all", addresses = [] }: Outside): Promise<void> {
  const png = { contentType: "image/png", body: Buffer.from(TILE) };
  await page.route("https://data.geopf.fr/wmts**", (route) => tiles === "all" ? route.fulfill(png) : route.abort());
  await page.route(
    "https://tile.openstreetmap.org/**",
    (route) => tiles === "none" ? route.abort() : route.fulfill(png),
  );
  await page.route("https://data.geopf.fr/geocodage/**", (route) =>
    addresses === null ? route.abort() : route.fulfill({
      json: toFeatures(addresses),
      headers: { "access-control-allow-origin": "*" },
    }));
}

/** Opens a page of the site, with the outside world as told. */
export async function visitMap(
  browser: Browser,
  site: Site,
  options: { path: string; outside?: Outside; expected?: RegExp } & BrowserContextOptions,
): Promise<MapVisit> {
  const { path, outside = {}, ...settings } = options;
  const visit = await openVisit(browser, site, settings);
  const asked: URL[] = [];
  visit.page.on("request", (request) => asked.push(new URL(request.url())));
  await stubOutside(visit.page, outside);
  await visit.page.goto(site.origin + path);
  const api = () =>
    asked.filter(({ pathname }) => pathname.startsWith("/api/")).map((url) => url.pathname + url.search);
  return { ...visit, asked, api };
}

/** Waits until the islands of the page are alive. */
export async function waitAlive(page: Page): Promise<void> {
  await page.locator("#fresh-data[data-hydrated]").waitFor({ state: "attached" });
}

/** Waits until the list is the map's. */
export async function waitLive(page: Page): Promise<void> {
  await page.locator('.explorer[data-live="true"]').waitFor();
}

/** Waits until the sheet of a station is there in full. */
export async function waitSheet(page: Page, title: string): Promise<void> {
  await page.locator("#sheet-title", { hasText: title }).waitFor();
}

/** Visible text with single spaces. */
export async function textOf(page: Page, selector: string): Promise<string> {
  const text = await page.locator(selector).first().innerText();
  return text.replace(/\s+/g, " ").trim();
}

/** Waits until visible text, with single spaces, matches. */
export async function waitText(page: Page, selector: string, wanted: RegExp): Promise<void> {
  await eventually(async () => match(await textOf(page, selector), wanted));
}

/**
 * Stops the page's clock, a minute ahead: from here on its timers fire only in `page.clock.runFor`. The clock must have
 * been installed before the page was opened.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now()) + 60_000);
}

/** Saves a screenshot of a state for people to look at. */
export async function savePicture(page: Page, name: string): Promise<void> {
  const folder = new URL("../../.build/screenshots/", import.meta.url).pathname;
  await Deno.mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png` });
}
