/**
 * Lists the pages that this device can show offline, and reloads the page once the server is
 * reachable again.
 *
 * @module
 */

import { formatInstant } from "../../words/format.ts";
import { langOf } from "../../words/lang.ts";
import { pause } from "../browser.ts";

type StoredPage = { address: string; title: string; savedAt: string };

async function findStored(): Promise<StoredPage[]> {
  if (!("caches" in globalThis) || !await caches.has("pages")) return [];
  const cache = await caches.open("pages");
  const pages = await Promise.all((await cache.keys()).map(async ({ url }) => {
    const copy = (await cache.match(url))!;
    // Parse only the title: the styles of the stored page have another nonce, which the policy of
    // this page would report.
    const [element = ""] = /<title>[^<]*<\/title>/.exec(await copy.text()) ?? [];
    const title = new DOMParser().parseFromString(element, "text/html").title.replace(
      / · Jauge$/,
      "",
    );
    return { address: url, title, savedAt: copy.headers.get("x-saved-at")! };
  }));
  return pages.reverse().filter(({ title }) => title !== "");
}

function toItem({ address, title, savedAt }: StoredPage): HTMLElement {
  const [item, link, time] = (["li", "a", "time"] as const).map((name) =>
    document.createElement(name)
  );
  Object.assign(link!, { href: address, textContent: title });
  Object.assign(time!, { dateTime: savedAt, className: "muted" });
  time!.textContent = formatInstant(savedAt, langOf(location.pathname));
  item!.append(link!, time!);
  return item!;
}

findStored().then((pages) => {
  if (pages.length > 0) {
    document.querySelector("[data-stored-pages]")!.replaceChildren(...pages.map(toItem));
  }
});

/** Longest wait for a response. A slower network is not usable yet. */
const MAX_WAIT_MS = 8000;
/**
 * Pauses before each attempt after an `online` event: a phone often has a network seconds before it
 * carries data.
 */
const PAUSES_MS = [0, 1000, 4000, 15_000, 60_000];
let isLeaving = false;
let isWaiting = false;

/** Returns whether the server responds with a few bytes that no cache holds. */
async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    return (await fetch("/healthz", { cache: "no-store", redirect: "error", signal })).ok;
  } catch {
    return false;
  }
}

/** Reloads the page when the server is reachable, unless the visitor is already leaving. */
async function comeBack(): Promise<void> {
  if (isWaiting) return;
  isWaiting = true;
  for (const pauseMs of PAUSES_MS) {
    await pause(pauseMs);
    if (!isLeaving && await isReachable() && !isLeaving) {
      location.reload();
      break;
    }
  }
  isWaiting = false;
}

function leave(event: Event): void {
  if (!(event as { hashChange?: boolean }).hashChange) isLeaving = true;
}

addEventListener("online", comeBack);
addEventListener("beforeunload", leave);
// Safari on iOS never sends beforeunload. If it has the Navigation API, that reports followed
// links.
(globalThis as { navigation?: EventTarget }).navigation?.addEventListener("navigate", leave);
// The browser shows this document again after Back, perhaps with a network.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  isLeaving = false;
  comeBack();
});
