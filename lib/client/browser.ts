/** The browser's events, timers, files, rows and storage, each in one call. @module */

type Handlers = { readonly [name: string]: (event: never) => void };

/**
 * Adds a handler for each event by name, for as long as the page lives: islands are never taken off
 * it.
 */
export function listen(target: EventTarget, handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers)) {
    target.addEventListener(name, handler as (event: Event) => void);
  }
}

const FEED_MS = 10 * 60_000;

/**
 * Calls back at the feed's pace, every ten minutes, while the page is visible; at once when it is
 * seen again later than that.
 */
export function followFeed(renew: () => void): void {
  let renewedAt = performance.now();
  const renewOld = () => {
    if (document.visibilityState !== "visible" || performance.now() - renewedAt < FEED_MS) return;
    renewedAt = performance.now();
    renew();
  };
  setInterval(renewOld, FEED_MS / 10);
  // Events of the document reach the window.
  listen(globalThis, { visibilitychange: renewOld });
}

/** Waits; without a time only until the browser has done other work, such as answering a finger. */
export function pause(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets the page draw and hear its visitor. A timer would wait for its turn on a busy device. */
export function yieldToPage(): Promise<void> {
  return (globalThis as { scheduler?: { yield?(): Promise<void> } }).scheduler?.yield?.() ??
    pause();
}

/** A file of ours; throws when it cannot be had. */
export async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return readBody(response);
}

/**
 * The JSON of a response. A megabyte blocks a phone less when it is not read, decoded and parsed in
 * one go.
 */
export async function readBody<T>(response: Response): Promise<T> {
  const bytes = await response.arrayBuffer();
  await yieldToPage();
  const text = new TextDecoder().decode(bytes);
  await yieldToPage();
  return JSON.parse(text);
}

/**
 * The colour of a token of the style sheets in the present theme; only the browser knows which of
 * two it is.
 */
export function readColour(token: string): string {
  const probe = document.createElement("i");
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Marks the row of a station on the page, and no other; null: none. */
export function markRow(id: string | null): void {
  for (const row of document.querySelectorAll<HTMLElement>("[data-row]")) {
    row.classList.toggle("is-hovered", row.dataset.row === id);
  }
}

/** The text under a key; null when there is none, or storage is refused. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What is stored under a key as JSON; null when there is none, or something else is stored. */
export function readStoredJson(key: string) {
  try {
    return JSON.parse(readStored(key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a text under a key; null removes it. Returns whether the browser did so. */
export function writeStored(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
