/** Stores pages and files on the device, and finds the files that a page needs. @module */

/** The store of pages. */
export const PAGES = "pages";
/** The store of responses that change, such as prices. */
export const ANSWERS = "answers";
/** The store of scripts, styles and other files. */
export const ASSETS = "assets";
const MAX_STORED: Record<string, number> = { [PAGES]: 40, [ANSWERS]: 60, [ASSETS]: 150 };
/** The header of a stored response with the instant at which it arrived. */
export const SAVED_AT = "x-saved-at";
/** The file of all prices. */
export const CURRENT = "/data/current.json";

/** Returns whether an address is that of the map page around a place. */
export function isMap({ pathname, searchParams }: URL): boolean {
  return /^\/(en\/?)?$/.test(pathname) &&
    ["place", "q", "at"].some((name) => searchParams.has(name));
}

/** Returns whether a response is a page that may be stored. */
export function isPage({ status, redirected, headers }: Response): boolean {
  return status === 200 && !redirected &&
    (headers.get("content-type") ?? "").startsWith("text/html");
}

/**
 * Returns the addresses on this site that a page needs to look and work as intended. Fresh names
 * scripts in a `Link` header and in an inline import.
 */
export function findAssets(html: string, { headers }: Response): string[] {
  const tags = html.matchAll(/<(?:link|script)\b[^>]*?\b(?:href|src)="(\/(?!\/)[^"]+)"[^>]*>/g);
  const used = [...tags].filter(([tag]) => /stylesheet|preload|icon|<script/.test(tag));
  const addresses = used.map(([, address]) => address!.replaceAll("&amp;", "&"));
  const scripts = `${headers.get("link")} ${html}`.match(/\/_fresh\/[\w./-]+\.js/g) ?? [];
  return [...new Set([...addresses, ...scripts])];
}

/**
 * Stores a page after the files that it needs. A map also needs its outlines, the larger communes,
 * so that it can open at each of them, and all prices: the first page fetched them before the
 * service worker started.
 */
export async function keepPage(address: string, response: Response): Promise<void> {
  const html = await response.clone().text();
  const isOfMap = isMap(new URL(address));
  const files = isOfMap ? html.match(/\/geo\/(?!villages)[\w.]+\?\w+=\w+/g) ?? [] : [];
  await addAssets([...findAssets(html, response), ...files], ASSETS).catch(() => {});
  if (isOfMap) await addAssets([CURRENT], ANSWERS).catch(() => {});
  await keep(PAGES, address, response);
}

/** Fetches the files that are not stored yet, and the scripts that a script may load later. */
export async function addAssets(
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
    if (!response.ok) throw new Error(`${href} returned ${response.status}`);
    if (!stored) await keep(store, href, response.clone());
    if (!/^\/_fresh\/.*\.js$/.test(pathname)) return;
    const script = await response.text();
    const imports = [...script.matchAll(/["'](\.\/[\w.-]+\.js)["']/g)];
    await addAssets(imports.map(([, path]) => new URL(path!, href).href), store, seen);
  }));
}

/** Fetches a page and stores it. Without a network, the page is stored when it is next opened. */
export async function keepAhead(address: string): Promise<void> {
  const response = await fetch(address, { headers: { accept: "text/html" } }).catch(() => null);
  if (response && isPage(response)) await keepPage(address, response);
}

/**
 * Stores a response with the instant at which it arrived, and evicts the oldest ones. Rejects if
 * the device's storage is full.
 */
export async function keep(store: string, address: string, response: Response): Promise<void> {
  const cache = await caches.open(store);
  const kept = await copyResponse(response, { [SAVED_AT]: new Date().toISOString() });
  // The body is already decompressed.
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

/** Copies a response: the original cannot serve a navigation if it was redirected. */
export async function copyResponse(
  copy: Response,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = new Headers(copy.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(await copy.blob(), { status: 200, headers });
}
