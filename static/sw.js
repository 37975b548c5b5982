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

// What a page has fetched before there was a service worker.
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
  const used = [...tags].filter(([tag]) => /stylesheet|preload|icon|<script/.test(tag));
  return [...new Set(used.map(([, address]) => address.replaceAll("&amp;", "&")))];
}

/** The pages that were open before there was a service worker: the first one that somebody reads is stored as well. */
async function keepOpenPages() {
  const assets = await caches.open(ASSETS);
  for (const { url } of await self.clients.matchAll({ type: "window" })) {
    try {
      const response = await fetch(url, { headers: { accept: "text/html" } });
      if (!isPage(response)) continue;
      const address = url.split("#")[0];
      const html = await response.clone().text();
      await keep(PAGES, address, response);
      await Promise.all(findAssets(html).map(async (one) => await assets.match(one) ?? await assets.add(one)));
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
    if (isPage(response)) event.waitUntil(keep(PAGES, address, response.clone()));
    return response;
  } catch {
    const stored = copy ?? await findMap(url);
    if (stored) return await markPage(stored, url);
    const lang = /^\/en(\/|$)/.test(url.pathname) ? "en" : "fr";
    const offline = await caches.match(OFFLINE[lang]);
    return offline ? await unfold(offline) : Response.error();
  }
}

const VIEW_OF = ["place", "q", "at"];

/**
 * A stored map of the same place: its address changes with every move, but the page itself then shows what the address says,
 * from the prices of the whole country.
 */
async function findMap(url) {
  if (!/^\/(en\/?)?$/.test(url.pathname) || !VIEW_OF.some((name) => url.searchParams.has(name))) return undefined;
  if (!await caches.match("/data/current.json", { cacheName: ANSWERS })) return undefined;
  const pages = await caches.open(PAGES);
  const like = (await pages.keys()).findLast((request) => {
    const { pathname, searchParams } = new URL(request.url);
    return pathname === url.pathname && VIEW_OF.some((name) => searchParams.has(name)) &&
      ["place", "q"].every((name) => searchParams.get(name) === url.searchParams.get(name));
  });
  return like && await pages.match(like);
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

/** A stored page with a band that says from when it is; scripts read the same from the document's element. */
async function markPage(copy, { pathname }) {
  const isEnglish = /^\/en(\/|$)/.test(pathname);
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
    .replace(/<html\b/, `<html data-saved-at="${savedAt}"`)
    .replace(/<main\b/, `<div class="banner" role="status" data-offline>${text}</div><main`);
  return new Response(html, { status: 200, headers: copy.headers });
}
