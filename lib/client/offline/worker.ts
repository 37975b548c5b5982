/**
 * The service worker: network first for whatever may change, and the last answer with its date when
 * there is no network.
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

/**
 * The events of a service worker as far as this one uses them: the compiler has the types of pages.
 */
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
const [PAGES, ANSWERS, ASSETS] = ["pages", "answers", "assets"] as const;
const MAX_STORED: Record<string, number> = { [PAGES]: 40, [ANSWERS]: 60, [ASSETS]: 150 };
const OFFLINE = { fr: "/hors-ligne", en: "/en/hors-ligne" };
/** Shown without a network though they were never opened: what favourites say is on the device. */
const SHELL_PAGES = [...Object.values(OFFLINE), "/favoris", "/en/favoris"];
const SAVED_AT = "x-saved-at";
/** The file of all prices. */
const CURRENT = "/data/current.json";
/** A network that has not answered after this long counts as none where there is a copy. */
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
    // Without a network the page of all alerts opens, which still has it.
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
    // A newer message of a rule replaces the older one, and is heard all the same.
    renotify: true,
    actions: Object.entries(actions).map(([action, title]) => ({ action, title })),
  } as NotificationOptions);
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
  // The pages that were open before there was a service worker, and the home, which an installed
  // app opens first.
  for (const { url } of await clients.matchAll({ type: "window" })) {
    await keepAhead(url.split("#")[0]!);
    const home = new URL(langOf(new URL(url).pathname) === "en" ? "/en" : "/", url).href;
    if (!await caches.match(home, { cacheName: PAGES })) await keepAhead(home);
  }
}

/** Content under such an address never changes. */
function isVersioned({ pathname, searchParams }: URL): boolean {
  return searchParams.has("__frsh_c") || pathname.startsWith("/_fresh/");
}

function toStore(url: URL): string | null {
  if (isVersioned(url) || /^\/(geo|icons|fonts)\//.test(url.pathname)) return ASSETS;
  return /^\/(api\/v1|data)\//.test(url.pathname) ? ANSWERS : null;
}

async function fillShell(): Promise<void> {
  for (const path of SHELL_PAGES) {
    const page = await fetch(path, { cache: "no-cache" });
    if (!page.ok) throw new Error(`${path} answered ${page.status}`);
    await addAssets(findAssets(await page.clone().text(), page), SHELL);
    await keep(SHELL, path, page);
  }
}

/**
 * Addresses of ours that a page needs to look and work as it should. Fresh names scripts in a
 * `Link` header and an inline import.
 */
function findAssets(html: string, { headers }: Response): string[] {
  const tags = html.matchAll(/<(?:link|script)\b[^>]*?\b(?:href|src)="(\/(?!\/)[^"]+)"[^>]*>/g);
  const used = [...tags].filter(([tag]) => /stylesheet|preload|icon|<script/.test(tag));
  const addresses = used.map(([, address]) => address!.replaceAll("&amp;", "&"));
  const scripts = `${headers.get("link")} ${html}`.match(/\/_fresh\/[\w./-]+\.js/g) ?? [];
  return [...new Set([...addresses, ...scripts])];
}

/**
 * Stores a page after all it needs; a map with its outlines and the larger communes, so that it can
 * be opened at each of them, and with all prices, which the first page has fetched before there was
 * a service worker.
 */
async function keepPage(address: string, response: Response): Promise<void> {
  const html = await response.clone().text();
  const isOfMap = isMap(new URL(address));
  const files = isOfMap ? html.match(/\/geo\/(?!villages)[\w.]+\?\w+=\w+/g) ?? [] : [];
  await addAssets([...findAssets(html, response), ...files], ASSETS).catch(() => {});
  if (isOfMap) await addAssets([CURRENT], ANSWERS).catch(() => {});
  await keep(PAGES, address, response);
}

/** Fetches what is not stored yet, and the scripts that a script may still load. */
async function addAssets(
  addresses: string[],
  store: string,
  seen = new Set<string>(),
): Promise<void> {
  const assets = await caches.open(store);
  await Promise.all(addresses.map(async (address) => {
    const { href, pathname } = new URL(address, location.href);
    if (seen.has(href)) return;
    seen.add(href);
    const stored = await assets.match(href);
    const response = stored ?? await fetch(href);
    if (!response.ok) throw new Error(`${href} answered ${response.status}`);
    if (!stored) await keep(store, href, response.clone());
    if (!/^\/_fresh\/.*\.js$/.test(pathname)) return;
    const script = await response.text();
    const imports = [...script.matchAll(/["'](\.\/[\w.-]+\.js)["']/g)];
    await addAssets(imports.map(([, path]) => new URL(path!, href).href), store, seen);
  }));
}

/** Fetches a page and stores it; without a network it is stored when it is read again. */
async function keepAhead(address: string): Promise<void> {
  const response = await fetch(address, { headers: { accept: "text/html" } }).catch(() => null);
  if (response && isPage(response)) await keepPage(address, response);
}

/**
 * The network's answer, but no later than MAX_WAIT_MS when there is a copy. Rejects when there is
 * no network.
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
    // A gateway without its service: the page that was read last is of more use.
    if (copy && [502, 503, 504].includes(response.status)) return await toStoredPage(copy, url);
    if (isPage(response) && isMap(url)) event.waitUntil(keepPage(address, response.clone()));
    else if (isPage(response)) event.waitUntil(keep(PAGES, address, response.clone()));
    return response;
  } catch {
    const stored = copy ? { page: copy } : await findMap(url);
    if (stored) return await toStoredPage(stored.page, url, stored.place);
    const offline = await caches.match(url.pathname, { cacheName: SHELL }) ??
      await caches.match(OFFLINE[langOf(url.pathname)]);
    return offline ? await toAnswer(offline) : Response.error();
  }
}

function isMap({ pathname, searchParams }: URL): boolean {
  return /^\/(en\/?)?$/.test(pathname) &&
    ["place", "q", "at"].some((name) => searchParams.has(name));
}

/**
 * A stored map for an address never read: of the same place or text, else any with the place of the
 * address.
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
  const map = same ??
    (place || (code === null && url.searchParams.has("at")) ? maps.at(-1) : undefined);
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

function isPage({ status, redirected, headers }: Response): boolean {
  return status === 200 && !redirected &&
    (headers.get("content-type") ?? "").startsWith("text/html");
}

/**
 * The stored copy, else the network's response, which the page gets whether or not it can be
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
 * The network's response, else the last one; errors are responses of the network and are never
 * stored.
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
    return await toAnswer(copy, { "x-offline": copy.headers.get(SAVED_AT)! });
  }
}

/**
 * Stores an answer with the instant at which it came, and drops the oldest ones. Rejects if the
 * device's storage is full.
 */
async function keep(store: string, address: string, response: Response): Promise<void> {
  const cache = await caches.open(store);
  const kept = await toAnswer(response, { [SAVED_AT]: new Date().toISOString() });
  // The body is already unpacked.
  kept.headers.delete("content-encoding");
  kept.headers.delete("content-length");
  await cache.put(address, kept);
  const stored = await cache.keys();
  await Promise.all(
    stored.slice(0, Math.max(0, stored.length - (MAX_STORED[store] ?? Infinity))).map((old) =>
      cache.delete(old)
    ),
  );
}

/** A new answer from a copy: one that was redirected once may not answer a navigation. */
async function toAnswer(copy: Response, more: Record<string, string> = {}): Promise<Response> {
  const headers = new Headers(copy.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(await copy.blob(), { status: 200, headers });
}

/**
 * A stored page, with its date and the place to show, if it is another one, after its end: page.js
 * reads both.
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
