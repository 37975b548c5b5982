/**
 * Runs the site over the fixture on a separate port, and a browser that reaches nothing else.
 *
 * @module
 */

import { equal, ok } from "./assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "../packages/playwright_core.ts";
import type { Db } from "../../lib/db/db.ts";
import { createTestLog, type TestLog } from "./log.ts";
import { createApiHandler } from "./api_app.ts";
import { FIXTURE_AS_OF, insertFixture } from "./api_fixture.ts";
import { findChromium } from "./provision.ts";
import { createServerDb } from "./server_db.ts";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  // Other host names do not resolve. Intercepting requests instead would cost each one a round trip
  // to this process.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
];

/** The screen sizes of page tests. */
export const SCREENS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;

/** A running site. */
export type Site = {
  origin: string;
  db: Db;
  log: TestLog;
  /** Checks the database for a new revision, as the service does every second. */
  refresh(): Promise<unknown>;
  close(): Promise<void>;
};

/** Options of a site. */
export type SiteOptions = { env?: Record<string, string>; warm?: boolean };

/** Serves the fixture. `env` are settings; if `warm` is false, responses come from SQL. */
export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const { db, drop } = await createServerDb();
  await insertFixture(db);
  const log = createTestLog(() => FIXTURE_AS_OF);
  const { handler, service } = await createApiHandler(db, {
    env: options.env,
    reader: options.warm === false ? "PostGIS" : "snapshot",
    clock: () => FIXTURE_AS_OF,
    log: log.log,
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  return {
    db,
    log,
    refresh: () => service.backend.snapshots.refresh(),
    origin: `http://127.0.0.1:${server.addr.port}`,
    async close() {
      await server.shutdown();
      await service.close();
      await drop();
    },
  };
}

/** Starts the browser. The last of several arguments with the same name wins. */
export async function openBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = await findChromium();
  ok(
    executablePath,
    "Chromium is not installed (on Debian: apt-get install chromium-headless-shell fonts-dejavu-core)",
  );
  return await chromium.launch({ executablePath, args: [...ARGS, ...args] });
}

/** A page and its problems: console errors, exceptions, requests to other hosts. */
export type Visit = {
  page: Page;
  context: BrowserContext;
  problems: string[];
  close(): Promise<void>;
};

/** How a page is opened. If `hasHttpCache` is false, only a service worker stores responses. */
export type VisitSettings = BrowserContextOptions & {
  expected?: RegExp;
  allowedHosts?: readonly string[];
  hasHttpCache?: boolean;
};

/**
 * Opens an empty page for a site. A status of 4xx or 5xx is a console error, so `expected` lists
 * the allowed ones. `allowedHosts` are hosts that the test stubs.
 */
export async function openVisit(
  browser: Browser,
  site: Pick<Site, "origin">,
  options: VisitSettings = {},
): Promise<Visit> {
  const { expected, allowedHosts = [], hasHttpCache = true, ...settings } = options;
  const context = await browser.newContext({
    viewport: SCREENS.desktop,
    serviceWorkers: "block",
    ...settings,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const note = (text: string) => {
    if (!expected?.test(text)) problems.push(text);
  };
  page.on("pageerror", (error) => note(`exception: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") note(`console: ${message.text()}`);
  });
  context.on("request", (request) => {
    const { origin, protocol, hostname } = new URL(request.url());
    const isOutside = origin !== site.origin && protocol.startsWith("http") &&
      !allowedHosts.includes(hostname);
    if (isOutside) note(`outside: ${request.url()}`);
  });
  // Intercepting requests turns the browser's cache off.
  if (!hasHttpCache) await context.route(() => false, (route) => route.continue());
  return { page, context, problems, close: () => context.close() };
}

/** Switches the page to light or dark with its own button. */
export async function setColorScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  const shown = await page.evaluate((wanted) => {
    const root = document.documentElement;
    if (root.dataset.theme !== wanted) {
      document.querySelector<HTMLElement>("[data-theme-toggle]")?.click();
    }
    return root.dataset.theme;
  }, colorScheme);
  equal(shown, colorScheme);
}

/** Waits until all animations and colour changes have ended. */
export async function waitStill(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    )
  );
}

const PATIENCE_MS = 60_000;
const TRY_EVERY_MS = 20;

/**
 * Repeats a check until it passes, because the effects of an action on a page come a moment later.
 * Throws its last failure.
 */
export async function eventually(check: () => Promise<void>): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(TRY_EVERY_MS);
  }
}

/**
 * Waits until an asynchronous condition is true. The browser's own `waitForFunction` treats a
 * promise as true.
 */
export async function waitUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  await eventually(async () => ok(await page.evaluate(isSo), `never became true: ${isSo}`));
}
