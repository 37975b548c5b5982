/** Short functions for the browser's events, timers, files, rows and storage. @module */

type Handlers = { readonly [name: string]: (event: never) => void };

/**
 * Adds a handler for each event by name. It is never removed, since islands stay as long as the
 * page.
 */
export function listen(target: EventTarget, handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers)) {
    target.addEventListener(name, handler as (event: Event) => void);
  }
}

const FEED_MS = 10 * 60_000;

/**
 * Calls back every ten minutes, when a new feed may be there, while the page is visible. Calls back
 * at once when an older page becomes visible again.
 */
export function followFeed(renew: () => void): void {
  let renewedAt = performance.now();
  const renewOld = () => {
    if (document.visibilityState !== "visible" || performance.now() - renewedAt < FEED_MS) return;
    renewedAt = performance.now();
    renew();
  };
  setInterval(renewOld, FEED_MS / 10);
  // Events of the document bubble to the window.
  listen(globalThis, { visibilitychange: renewOld });
}

/** Waits `ms` milliseconds; by default until the browser has handled other events. */
export function pause(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets the browser draw and handle input. A timer would wait for its turn on a busy device. */
export function yieldToPage(): Promise<void> {
  return (globalThis as { scheduler?: { yield?(): Promise<void> } }).scheduler?.yield?.() ??
    pause();
}

/** Returns the JSON of a file on this site. Throws if it cannot be fetched. */
export async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return readBody(response);
}

/**
 * Returns the JSON of a response. Reads, decodes and parses it in separate tasks, because a
 * megabyte in one task blocks a phone.
 */
export async function readBody<T>(response: Response): Promise<T> {
  const bytes = await response.arrayBuffer();
  await yieldToPage();
  const text = new TextDecoder().decode(bytes);
  await yieldToPage();
  return JSON.parse(text);
}

/**
 * Returns the colour of a token of the style sheets in the current theme, which only the browser
 * knows.
 */
export function readColour(token: string): string {
  const probe = document.createElement("i");
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Marks the row of a station on the page, and no other. Null unmarks all rows. */
export function markRow(id: string | null): void {
  for (const row of document.querySelectorAll<HTMLElement>("[data-row]")) {
    row.classList.toggle("is-hovered", row.dataset.row === id);
  }
}

/**
 * Returns the text under a key, or null if the key does not exist or the browser blocks storage.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns the JSON under a key, or null if the key does not exist or its text is not JSON. */
export function readStoredJson(key: string) {
  try {
    return JSON.parse(readStored(key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a text under a key. Null removes the key. Returns whether the browser did so. */
export function writeStored(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
