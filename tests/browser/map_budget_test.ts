/** Budgets of home and map: weight of scripts, layout shift, and panning over ten thousand stations. @module */

import { equal, ok } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Page, Request } from "playwright-core";
import { buildSample } from "../../ingest/sample/build.ts";
import { runIngest } from "../../ingest/run.ts";
import { FIXTURE_AS_OF } from "../support/api_fixture.ts";
import { eventually, SCREENS, type Site, waitStill } from "../support/site.ts";
import {
  declarePages,
  type Pages,
  readShift,
  rowIds,
  waitAlive,
  waitAtRest,
  waitLive,
  waitText,
  watchShifts,
} from "./visit.ts";

const test = declarePages();

/** Gzipped, as a server without Brotli would send them; what loads without an interaction counts, Leaflet included. */
const MOST_SCRIPT_BYTES = {
  "/": 25_000,
  "/?place=75056": 60_000,
  "/itineraire?from=Paris&from_at=48.83,2.33&to=Lisses&to_at=48.6,2.43": 60_000,
};
const MOST_SHIFT = 0.02;
const MOST_BLOCKED_MS = 50;
const [MOST_BLOCKED_ON_PHONE_MS, PHONE_SLOWNESS] = [100, 4];
const STATIONS = 10_000;
const ATTEMPTS = 4;
const COUNTRY = "/?at=46.6,2.4&radius=550";

/** Adds a country of invented stations. */
async function ingestSample({ db, log, refresh }: Site): Promise<void> {
  const sample = await buildSample({ at: FIXTURE_AS_OF, stations: STATIONS, days: 40, seed: 1 });
  const bytes = new Uint8Array(await sample.feedXml.arrayBuffer());
  await runIngest({ db, clock: () => FIXTURE_AS_OF, log: log.log }, { kind: "file", name: "sample", bytes });
  await refresh();
}

/** Waits until the map is at rest and the list needs nothing more. */
async function waitSettled(page: Page): Promise<void> {
  await waitLive(page);
  await waitAtRest(page);
  await eventually(async () => equal(await page.locator(".station-where:empty").count(), 0));
}

/** Opens a page, and lets it do at once what it would do within the next seconds. */
async function openAhead(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.goto(address);
  await waitAlive(page);
  if (address.includes("/?place=")) await waitSettled(page);
  await page.clock.runFor(5000);
  // whatever has moved is drawn
  await page.screenshot();
}

async function findMiddle(page: Page): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await page.locator(".map").boundingBox())!;
  return [x + width / 2, y + height / 2];
}

async function pan(page: Page): Promise<void> {
  const [fromX, fromY] = await findMiddle(page);
  for (const [toX, toY] of [[-260, 40], [200, -120], [120, 180], [-80, -60]] as const) {
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    await page.mouse.move(fromX + toX, fromY + toY, { steps: 20 });
    await page.mouse.up();
    await waitSettled(page);
  }
}

type TraceEvent = { ph: string; name: string; tid: number; dur?: number; tdur?: number; args: { name?: string } };

/**
 * The longest task of the page's main thread during `work`, in milliseconds of its own processor time: waiting for a
 * processor that others use is not the page's doing.
 */
async function longestTaskMs(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value as unknown as TraceEvent[]));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel"] } });
  await work();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  const main = events.filter(({ ph, name, args }) =>
    ph === "M" && name === "thread_name" && args.name === "CrRendererMain"
  );
  // What a promise goes on with, such as reading a file that has come, may belong to no task.
  const tasks = events.filter(({ name, tid, tdur }) =>
    /RunTask|Microtask/.test(name) && tdur !== undefined && main.some((thread) => thread.tid === tid)
  );
  ok(tasks.length > 50, `only ${tasks.length} tasks were seen`);
  return Math.max(...tasks.map(({ tdur }) => tdur!)) / 1000;
}

/** Measures until no task is longer than `mostMs`: one that the page makes long is long each time, unlike one of the machine. */
async function requireSmooth(mostMs: number, measure: () => Promise<number>): Promise<void> {
  const longest: number[] = [];
  do longest.push(await measure()); while (longest.at(-1)! > mostMs && longest.length < ATTEMPTS);
  console.log(`longest task of each attempt: ${longest.join(" and ")} ms`);
  ok(longest.at(-1)! <= mostMs, `blocked for ${Math.min(...longest)} ms of ${mostMs}`);
}

function requireSmoothPan(page: Page, mostMs: number): Promise<void> {
  return requireSmooth(mostMs, () => longestTaskMs(page, () => pan(page)));
}

async function weigh(request: Request): Promise<number> {
  const body = await (await request.response())!.body();
  return gzipSync(body, { level: 9 }).length;
}

for (const [path, most] of Object.entries(MOST_SCRIPT_BYTES)) {
  test(`the scripts of ${path} weigh at most ${most} bytes`, async ({ site, visit }) => {
    const { page } = await visit("/favoris", { expected: /ERR_FAILED/ });
    // what the page before is still fetching is not this page's
    await page.goto("about:blank");
    const scripts: Request[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith(".js")) scripts.push(request);
    });
    await openAhead(page, site.origin + path);
    const weights = await Promise.all(scripts.map(weigh));
    const total = weights.reduce((sum, bytes) => sum + bytes, 0);
    console.log(`${path}: ${total} bytes of scripts in ${weights.length} files, gzipped`);
    ok(weights.length > 3, "no scripts were seen");
    ok(total <= most, scripts.map((script, at) => `${weights[at]} ${script.url()}`).join("\n"));
  });
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`nothing moves while home and map load on a ${screen}`, async ({ site, visit }) => {
    for (const path of ["/", "/?place=75056", "/?place=75056&station=92120001"]) {
      const { page, close } = await visit("/favoris", { viewport });
      await watchShifts(page);
      await openAhead(page, site.origin + path);
      const shift = await readShift(page);
      ok(shift < MOST_SHIFT, `${path} shifts by ${shift} on a ${screen}`);
      await close();
    }
  });
}

/** A wheel that zooms in steps changes the list, and no row jumps under the eyes of whoever reads it. */
async function testWheel(visit: Pages["visit"], at: Site): Promise<void> {
  const { page, close } = await visit("/favoris", { at });
  await watchShifts(page);
  await page.goto(at.origin + COUNTRY);
  await waitSettled(page);
  await page.locator(".far").waitFor();
  await page.screenshot();
  const [before, first] = [await readShift(page), await rowIds(page)];
  await page.mouse.move(...await findMiddle(page));
  for (let step = 0; step < 3; step++) {
    const address = page.url();
    await page.mouse.wheel(0, -100);
    await page.waitForURL(({ href }) => href !== address);
  }
  await eventually(async () => ok(`${await rowIds(page)}` !== `${first}`, "the list has not followed the map"));
  await waitSettled(page);
  await page.screenshot();
  const shift = await readShift(page) - before;
  ok(shift < MOST_SHIFT, `rows have shifted by ${shift}`);
  await close();
}

/** A phone has a quarter of the speed of the machines that tests run on. */
async function testSlowPhone(visit: Pages["visit"], at: Site): Promise<void> {
  const { page, close } = await visit(COUNTRY, { at, viewport: SCREENS.phone });
  await waitSettled(page);
  await page.locator(".panel-handle").press("Enter");
  await page.locator(".panel-handle").press("Enter");
  await page.locator('.explorer[data-stop="peek"]').waitFor();
  await waitStill(page);
  await requireSmoothPan(page, MOST_BLOCKED_ON_PHONE_MS / PHONE_SLOWNESS);
  await close();
}

test(`panning over ${STATIONS} stations does not block for more than ${MOST_BLOCKED_MS} ms`, async ({ visit, openOther }) => {
  const country = await openOther({});
  await ingestSample(country);
  const { page, close } = await visit(COUNTRY, { at: country });
  await waitSettled(page);
  await waitText(page, ".answer-line", /^([7-9]|1\d) \d{3} /);
  await page.locator(".legend-note").waitFor();
  await eventually(async () => ok(await page.locator(".map-pill").count() > 3));
  await requireSmoothPan(page, MOST_BLOCKED_MS);
  await close();
  await testWheel(visit, country);
  await testSlowPhone(visit, country);
});

/** What is typed letter by letter: a town's name, a misspelled one that only all communes hold, one that nothing is like. */
const TYPED = ["grenoble", "monpellier", "xyzxyzxyz"];

async function type(page: Page): Promise<void> {
  const field = page.locator("input[name=q]");
  for (const text of TYPED) {
    const answer = page.waitForResponse((response) => new URL(response.url()).searchParams.get("q") === text);
    await field.fill("");
    await field.pressSequentially(text, { delay: 100 });
    // towns are searched before addresses
    await answer;
  }
}

test(`typing in the search does not block a phone for more than ${MOST_BLOCKED_ON_PHONE_MS} ms`, async ({ visit }) => {
  await requireSmooth(MOST_BLOCKED_ON_PHONE_MS / PHONE_SLOWNESS, async () => {
    const { page, close } = await visit("/?place=75056", { viewport: SCREENS.phone });
    await waitLive(page);
    const longestMs = await longestTaskMs(page, () => type(page));
    await close();
    return longestMs;
  });
});
