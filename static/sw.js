// The service worker: without it a phone without a network would show nothing. Network first for whatever may change, so
// that nobody sees an old page while there is a newer one; what was answered last, with its date, when there is none.

const VERSION = new URL(self.location.href).searchParams.get("v") ?? "0";
const SHELL = `shell-${VERSION}`;
const PAGES = "pages";
const ANSWERS = "answers";
const ASSETS = "assets";
const MOST = { [PAGES]: 40, [ANSWERS]: 60, [ASSETS]: 150 };
const OFFLINE = { fr: "/hors-ligne", en: "/en/hors-ligne" };
const SAVED_AT = "x-saved-at";
/** A network that has not answered after this long counts as none where a copy is at hand. */
const PATIENCE_MS = 6000;

self.addEventListener("install", (event) => event.waitUntil(fillShell().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) =>
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith("shell-") && name !== SHELL).map((name) => caches.delete(name)),
    );
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
    await keepOpenPages();
  })()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const answer = toStrategy(request, url);
  if (answer) event.respondWith(answer(event, url));
});

// What a page (install.js) has fetched before there was a service worker, and what was still on its way then. A browser that
// refuses a service worker (private mode, no room) shows the site as ever.
self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.used)) event.waitUntil(keepUsed(event.data.used));
});

/** How a request is answered; null leaves it to the browser. */
function toStrategy(request, url) {
  if (request.mode === "navigate") return answerPage;
  if (isVersioned(url)) return answerAsset;
  const name = toCacheName(url);
  return name && ((event) => answerFresh(event, name));
}

function isVersioned({ pathname, searchParams }) {
  return searchParams.has("__frsh_c") || pathname.startsWith("/_fresh/");
}

/** The cache that stores the answer of an address; null: none. */
function toCacheName(url) {
  if (isVersioned(url) || /^\/(geo|icons|fonts)\//.test(url.pathname)) return ASSETS;
  return /^\/(api\/v1|data)\//.test(url.pathname) ? ANSWERS : null;
}

/** The offline pages and everything they refer to. */
async function fillShell() {
  const cache = await caches.open(SHELL);
  for (const path of Object.values(OFFLINE)) {
    const page = await fetch(path, { cache: "no-cache" });
    if (!page.ok) throw new Error(`${path} answered ${page.status}`);
    const html = await page.clone().text();
    await cache.put(path, page);
    await Promise.all(findAssets(html).map((address) => cache.add(address)));
  }
}

/** Addresses of ours that a page needs to look and work as it should. */
function findAssets(html) {
  const tags = html.matchAll(/<(?:link|script)\b[^>]*?\b(?:href|src)="(\/(?!\/)[^"]+)"[^>]*>/g);
  const used = [...tags].filter(([tag]) => /stylesheet|preload|icon|<script/.test(tag)).map(([, address]) => address);
  const [, lost] = /data-lost-script="([^"]+)"/.exec(html) ?? [];
  return [...new Set([...used, lost ?? []].flat().map((address) => address.replaceAll("&amp;", "&")))];
}

/** Keeps a page with what it needs to look and work as it should; the page comes last, so that it says that all is there. */
async function keepPage(address, response) {
  const html = await response.clone().text();
  await addAssets([...findAssets(html), ...findTowns(new URL(address), html)]).catch(() => {});
  await keep(PAGES, address, response);
}

/** Fetches what is not stored yet, and the scripts that a script may still ask for. */
async function addAssets(addresses, seen = new Set()) {
  const assets = await caches.open(ASSETS);
  await Promise.all(addresses.map(async (address) => {
    const { href, pathname } = new URL(address, self.location);
    if (seen.has(href)) return;
    seen.add(href);
    if (!await assets.match(href)) await assets.add(href);
    if (!/^\/_fresh\/.*\.js$/.test(pathname)) return;
    const parts = (await (await assets.match(href)).text()).matchAll(/["'](\.\/[\w.-]+\.js)["']/g);
    await addAssets([...parts].map(([, part]) => new URL(part, href).href), seen);
  }));
}

/** The home of a page's language, which an installed app opens first, whether or not it was read. */
async function keepHome(url) {
  const home = new URL(langOf(new URL(url)) === "en" ? "/en" : "/", url).href;
  if (await caches.match(home, { cacheName: PAGES })) return;
  const response = await fetch(home, { headers: { accept: "text/html" } });
  if (isPage(response)) await keepPage(home, response);
}

/** The pages that were open before there was a service worker: the first one that somebody reads is stored as well. */
async function keepOpenPages() {
  for (const { url } of await self.clients.matchAll({ type: "window" })) {
    try {
      const response = await fetch(url, { headers: { accept: "text/html" } });
      if (isPage(response)) await keepPage(url.split("#")[0], response);
      await keepHome(url);
    } catch {
      // No network: the page is stored when it is read again.
    }
  }
}

/** Keeps what the first page used: its prices, its map and its scripts came before anybody could keep them. */
async function keepUsed(addresses) {
  for (const address of addresses) {
    const url = new URL(address);
    const name = url.origin === self.location.origin ? toCacheName(url) : null;
    if (name === null || await caches.match(address, { cacheName: name })) continue;
    try {
      // The browser still has it: nobody is asked twice.
      const response = await fetch(address, { cache: "force-cache" });
      if (response.status === 200) await keep(name, address, response);
    } catch {
      // No network: it is stored when it is used again.
    }
  }
}

/** The network's answer, but no later than PATIENCE_MS when `copy` is there. Rejects when there is no network. */
async function ask(event, copy) {
  const answer = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request));
  if (!copy) return await answer;
  const tired = new Promise((_, reject) => setTimeout(reject, PATIENCE_MS, new Error("The network is too slow")));
  return await Promise.race([answer, tired]);
}

async function answerPage(event, url) {
  const address = url.origin + url.pathname + url.search;
  const copy = await caches.match(address, { cacheName: PAGES });
  try {
    const response = await ask(event, copy);
    // A gateway without its service: what was read last is of more use.
    if (copy && [502, 503, 504].includes(response.status)) return await markPage(copy, url);
    if (isPage(response)) {
      event.waitUntil(isMap(url) ? keepPage(address, response.clone()) : keep(PAGES, address, response.clone()));
    }
    return response;
  } catch {
    if (copy) return await markPage(copy, url);
    const map = await findMap(url);
    if (map) return await markPage(map.page, url, map);
    const offline = await caches.match(OFFLINE[langOf(url)]);
    return offline ? await unfold(offline) : Response.error();
  }
}

function langOf({ pathname }) {
  return /^\/en(\/|$)/.test(pathname) ? "en" : "fr";
}

const VIEW_OF = ["place", "q", "at"];

function isMap({ pathname, searchParams }) {
  return /^\/(en\/?)?$/.test(pathname) && VIEW_OF.some((name) => searchParams.has(name));
}

/** The address of the larger communes, which a map is stored with, so that it can be opened at each of them. */
function findTowns(url, html) {
  return isMap(url) ? html.match(/\/geo\/towns\.json\?[\w=&]+/)?.slice(0, 1) ?? [] : [];
}

/**
 * A stored map for an address that was never read: the page itself then shows what the address says, from the prices of the
 * whole country. One of the same place or text where there is one, else any, with the `place` that the address names and the
 * text for the search field; an address with a point needs no place.
 */
async function findMap(url) {
  if (!isMap(url) || !await caches.match("/data/current.json", { cacheName: ANSWERS })) return undefined;
  const pages = await caches.open(PAGES);
  const maps = (await pages.keys()).filter((request) => {
    const address = new URL(request.url);
    return isMap(address) && langOf(address) === langOf(url);
  });
  const sameIn = (names) => (request) => {
    const { searchParams } = new URL(request.url);
    return names.every((name) => searchParams.get(name) === url.searchParams.get(name));
  };
  const same = maps.findLast(sameIn(["place", "q"]));
  if (same) return { page: await pages.match(same) };
  const [code, text] = ["place", "q"].map((name) => url.searchParams.get(name));
  const place = await findPlace(code);
  const isPoint = code === null && url.searchParams.has("at");
  if (maps.length === 0 || (!place && !isPoint)) return undefined;
  return { page: await pages.match(maps.at(-1)), place, name: place?.name ?? text ?? "" };
}

/** The commune of a code from the stored files of communes, as scripts of the map know it; null when there is none. */
async function findPlace(code) {
  const assets = await caches.open(ASSETS);
  for (const path of ["/geo/towns.json", "/geo/villages.json"]) {
    const file = code && await assets.match(path, { ignoreSearch: true });
    const place = file && findRow(await file.json(), code);
    if (place) return place;
  }
  return null;
}

/** The row of a code in a file of communes, whose codes are steps within a department. */
function findRow({ departments, codes, names, postalCodes, lats, lngs }, code) {
  let row = 0;
  for (const [department, count] of departments) {
    let number = 0;
    for (const end = row + count; row < end; row++) {
      number += codes[row];
      if (department + String(number).padStart(5 - department.length, "0") !== code) continue;
      const [postal] = postalCodes.split("\n")[row].split(" ");
      const postalCode = postal.length === 5 ? postal : department.slice(0, 2).replace(/2[AB]/, "20") + postal;
      return {
        code,
        name: names.split("\n")[row],
        department,
        postalCode,
        lat: lats[row] / 1000,
        lng: lngs[row] / 1000,
      };
    }
  }
  return null;
}

function isPage(response) {
  return response.status === 200 && !response.redirected &&
    (response.headers.get("content-type") ?? "").startsWith("text/html");
}

/** Content under an address with a version never changes. */
async function answerAsset({ request }) {
  const copy = await caches.match(request);
  if (copy) return copy;
  const response = await fetch(request);
  if (response.status === 200) await keep(ASSETS, request.url, response.clone());
  return response;
}

/** The network's answer, else the last one; errors are answers of the network and are never stored. */
async function answerFresh(event, name) {
  const { request } = event;
  const copy = await caches.match(request.url, { cacheName: name });
  try {
    const response = await ask(event, copy);
    if (response.status === 200) event.waitUntil(keep(name, request.url, response.clone()));
    return response;
  } catch (error) {
    if (!copy) throw error;
    return await unfold(copy, { "x-offline": copy.headers.get(SAVED_AT) });
  }
}

/** Keeps an answer with the instant at which it came, and lets the oldest ones go. */
async function keep(name, address, response) {
  const cache = await caches.open(name);
  const headers = new Headers(response.headers);
  headers.set(SAVED_AT, new Date().toISOString());
  // The body is already unpacked.
  headers.delete("content-encoding");
  headers.delete("content-length");
  await cache.delete(address);
  await cache.put(address, new Response(await response.blob(), { status: 200, headers }));
  const stored = await cache.keys();
  await Promise.all(stored.slice(0, Math.max(0, stored.length - MOST[name])).map((old) => cache.delete(old)));
}

/** A copy as an answer of its own: one that was redirected once may not answer a navigation. */
async function unfold(copy, more = {}) {
  const headers = new Headers(copy.headers);
  for (const [header, value] of Object.entries(more)) headers.set(header, value);
  return new Response(await copy.blob(), { status: 200, headers });
}

function escapeText(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The search field says the place that is shown, not the one that the page was stored with. */
function nameField(field, name) {
  return field.replace(/ value="[^"]*"/, "").replace("<input", () => `<input value="${escapeText(name)}"`);
}

/** A stored page with a band that says from when it is, and the place if it is to show another one; scripts read both from the document's element. */
async function markPage(copy, url, { place, name } = {}) {
  const isEnglish = langOf(url) === "en";
  const savedAt = copy.headers.get(SAVED_AT);
  const at = new Date(savedAt).toLocaleString(isEnglish ? "en-GB" : "fr-FR", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Europe/Paris",
  });
  const text = isEnglish
    ? `Offline: this page is as it was on ${at}. Prices may have changed.`
    : `Hors ligne : cette page date du ${at}. Les prix ont pu changer.`;
  const html = (await copy.text())
    .replace(
      /<html\b/,
      () => `<html data-saved-at="${savedAt}"${place ? ` data-place="${escapeText(JSON.stringify(place))}"` : ""}`,
    )
    .replace(/<input\b[^>]*role="combobox"[^>]*>/, (field) => name === undefined ? field : nameField(field, name))
    .replace(/<main\b/, `<div class="banner" role="status" data-offline>${text}</div><main`);
  return new Response(html, { status: 200, headers: copy.headers });
}
