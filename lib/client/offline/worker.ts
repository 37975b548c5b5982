/**
 * The service worker: network first for everything that may change, and the last response with its
 * date without a network.
 *
 * @module
 */

import { formatInstant } from "../../words/format.ts";
import { langOf, toLocalPath } from "../../words/lang.ts";
import type { AlertMessage } from "../../site/news.ts";
import { findByCode, type PlaceColumns } from "../../places/places.ts";
import { findAlerts, renewAlerts } from "../alerts/device.ts";
import { listen, pause } from "../browser.ts";
import type { PlaceRef } from "../../places/point.ts";
import {
  addAssets,
  ANSWERS,
  ASSETS,
  copyResponse,
  CURRENT,
  findAssets,
  isMap,
  isPage,
  keep,
  keepAhead,
  keepPage,
  PAGES,
  SAVED_AT,
} from "./page_store.ts";

/** The events of a service worker that this one uses. The compiler only has the types of pages. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = WorkerEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type Worker = {
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window" }): Promise<{ url: string }[]>;
    openWindow(path: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
};
const { clients, registration, skipWaiting } = globalThis as unknown as Worker;

const SHELL = `shell-${new URL(location.href).searchParams.get("v") ?? "0"}`;
const OFFLINE = { fr: "/hors-ligne", en: "/en/hors-ligne" };
/** Available offline even if never opened. The page of favourites reads them from the device. */
const SHELL_PAGES = [...Object.values(OFFLINE), "/favoris", "/en/favoris"];
/** If there is a copy, a network that takes longer than this counts as offline. */
const MAX_WAIT_MS = 6000;

listen(globalThis, {
  install: (event: WorkerEvent) => event.waitUntil(fillShell().then(() => skipWaiting())),
  activate: (event: WorkerEvent) => event.waitUntil(takeOver()),
  fetch(event: FetchEvent) {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    const store = toStore(url);
    if (request.mode === "navigate") {
      event.respondWith(answerPage(event, url));
      event.waitUntil(renewAlerts(registration));
    } else if (isVersioned(url)) event.respondWith(answerAsset(event));
    else if (store) event.respondWith(answerFresh(event, store));
  },
  push: (event: WorkerEvent & { data: { json(): AlertMessage } }) =>
    event.waitUntil(notify(event.data.json())),
  notificationclick(event: WorkerEvent & { action: string; notification: Notification }) {
    const { action, notification } = event;
    const { rule, url } = notification.data;
    notification.close();
    // Without a network, open the page of all alerts, which still lists it.
    const stop = () =>
      findAlerts(rule).catch(() => clients.openWindow(toLocalPath("/alertes", langOf(url))));
    event.waitUntil(action === "stop" ? stop() : clients.openWindow(url));
  },
  pushsubscriptionchange: (event: WorkerEvent) => event.waitUntil(renewAlerts(registration, 0)),
});

/** Shows the message of an alert. */
async function notify({ title, body, rule, url, actions }: AlertMessage): Promise<void> {
  await registration.showNotification(title, {
    body,
    tag: rule,
    data: { rule, url },
    icon: "/icons/icon-192.png",
    lang: langOf(url),
    // A newer message of a rule replaces the older one, and makes a sound again.
    renotify: true,
    actions: Object.entries(actions).map(([action, title]) => ({ action, title })),
  } as NotificationOptions);
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
  // Store the pages that were open before the service worker started, and the home, which an
  // installed app opens first.
  for (const { url } of await clients.matchAll({ type: "window" })) {
    await keepAhead(url.split("#")[0]!);
    const home = new URL(langOf(new URL(url).pathname) === "en" ? "/en" : "/", url).href;
    if (!await caches.match(home, { cacheName: PAGES })) await keepAhead(home);
  }
}

/** Returns whether the content of an address never changes. */
function isVersioned({ pathname, searchParams }: URL): boolean {
  return searchParams.has("__frsh_c") || pathname.startsWith("/_fresh/");
}

function toStore(url: URL): string | null {
  if (/^\/(geo|icons|fonts)\//.test(url.pathname)) return ASSETS;
  return /^\/(api\/v1|data)\//.test(url.pathname) ? ANSWERS : null;
}

async function fillShell(): Promise<void> {
  for (const path of SHELL_PAGES) {
    const page = await fetch(path, { cache: "no-cache" });
    if (!page.ok) throw new Error(`${path} returned ${page.status}`);
    await addAssets(findAssets(await page.clone().text(), page), SHELL);
    await keep(SHELL, path, page);
  }
}

/**
 * Returns the response of the network. Rejects without a network, and after MAX_WAIT_MS if there is
 * a copy.
 */
async function request(event: FetchEvent, copy: Response | undefined): Promise<Response> {
  const answer = Promise.resolve(event.preloadResponse).then((preloaded) =>
    preloaded ?? fetch(event.request)
  );
  if (!copy) return await answer;
  return await Promise.race([
    answer,
    pause(MAX_WAIT_MS).then(() => Promise.reject(new Error("The network is too slow"))),
  ]);
}

async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const address = url.origin + url.pathname + url.search;
  const copy = await caches.match(address, { cacheName: PAGES });
  try {
    const response = await request(event, copy);
    // The service behind the gateway is down: the stored page is more useful.
    if (copy && [502, 503, 504].includes(response.status)) return await toStoredPage(copy, url);
    if (isPage(response) && isMap(url)) event.waitUntil(keepPage(address, response.clone()));
    else if (isPage(response)) event.waitUntil(keep(PAGES, address, response.clone()));
    return response;
  } catch {
    const stored = copy ? { page: copy } : await findMap(url);
    if (stored) return await toStoredPage(stored.page, url, stored.place);
    const offline = await caches.match(url.pathname, { cacheName: SHELL }) ??
      await caches.match(OFFLINE[langOf(url.pathname)]);
    return offline ? await copyResponse(offline) : Response.error();
  }
}

/**
 * Returns a stored map for an address that was never opened: one of the same place or text,
 * otherwise any map, and the place of the address.
 */
async function findMap(url: URL): Promise<{ page: Response; place?: PlaceRef } | null> {
  if (!isMap(url) || !await caches.match(CURRENT, { cacheName: ANSWERS })) return null;
  const pages = await caches.open(PAGES);
  const maps = (await pages.keys()).map((request) => new URL(request.url))
    .filter((map) => isMap(map) && langOf(map.pathname) === langOf(url.pathname));
  const isSame = (name: string, map: URL) =>
    map.searchParams.get(name) === url.searchParams.get(name);
  const same = maps.findLast((map) => isSame("place", map) && isSame("q", map));
  const code = url.searchParams.get("place");
  const place = same || code === null ? undefined : await findPlace(code);
  const isAnyUseful = place !== undefined || (code === null && url.searchParams.has("at"));
  const map = same ?? (isAnyUseful ? maps.at(-1) : undefined);
  const page = map && await pages.match(map.href);
  return page ? { page, place } : null;
}

async function findPlace(code: string): Promise<PlaceRef | undefined> {
  const assets = await caches.open(ASSETS);
  for (const path of ["/geo/towns.json", "/geo/villages.json"]) {
    const file = await assets.match(path, { ignoreSearch: true });
    const place = file && findByCode(await file.json() as PlaceColumns, code);
    if (place) return place;
  }
}

/**
 * Returns the stored copy, otherwise the network's response. The page gets it even if it cannot be
 * stored.
 */
async function answerAsset(event: FetchEvent): Promise<Response> {
  const asset = event.request;
  const copy = await caches.match(asset);
  if (copy) return copy;
  const response = await fetch(asset);
  if (response.status === 200) event.waitUntil(keep(ASSETS, asset.url, response.clone()));
  return response;
}

/**
 * Returns the network's response, otherwise the stored one. Passes error responses on, and never
 * stores them.
 */
async function answerFresh(event: FetchEvent, store: string): Promise<Response> {
  const { url } = event.request;
  const copy = await caches.match(url, { cacheName: store });
  try {
    const response = await request(event, copy);
    if (response.status === 200) event.waitUntil(keep(store, url, response.clone()));
    return response;
  } catch (error) {
    if (!copy) throw error;
    return await copyResponse(copy, { "x-offline": copy.headers.get(SAVED_AT)! });
  }
}

/**
 * Returns a stored page with its date appended, and its place if it should show another one.
 * static/page.js reads both.
 */
async function toStoredPage(copy: Response, url: URL, place?: PlaceRef): Promise<Response> {
  const savedAt = copy.headers.get(SAVED_AT)!;
  const at = formatInstant(savedAt, langOf(url.pathname));
  const text = langOf(url.pathname) === "en"
    ? `Offline: this page is as it was on ${at}. Prices may have changed.`
    : `Hors ligne : cette page date du ${at}. Les prix ont pu changer.`;
  const data = place ? ` data-place="${encodeURIComponent(JSON.stringify(place))}"` : "";
  const band =
    `<div class="banner" role="status" hidden data-offline data-saved-at="${savedAt}"${data}>${text}</div>`;
  return new Response(new Blob([await copy.blob(), band]), { status: 200, headers: copy.headers });
}
