/** The fixture app in a real browser, under a strict policy. @module */

import assert from "node:assert/strict";
import { chromium, type Page } from "playwright-core";
import { makeApp } from "./testdata/app/make_app.tsx";

const CHROMIUM = "/usr/bin/chromium";

async function isAbsent(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => false, () => true);
}

/** What a visit has loaded and complained about. */
type Visit = { page: Page; origin: string; requested: string[]; complaints: string[] };

async function visit(path: string, look: (visit: Visit) => Promise<void>): Promise<void> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (await makeApp()).handler());
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage();
    const origin = `http://127.0.0.1:${server.addr.port}`;
    const requested: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    page.on("console", (message) => message.type() === "log" || complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.route((url) => url.origin !== origin, (route) => route.abort());
    await page.goto(origin + path);
    await look({ page, origin, requested, complaints });
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    await server.shutdown();
  }
}

/** Waits until the islands are alive. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForSelector("#fresh-data[data-hydrated]", { state: "attached" });
}

const settings = {
  ignore: await isAbsent(CHROMIUM) && Deno.env.get("CI") !== "true",
  // The driver of the browser keeps pipes of its own beyond a single test.
  sanitizeOps: false,
  sanitizeResources: false,
};

Deno.test("islands come alive with their props, each by itself, and no others are loaded", settings, async () => {
  await visit("/islands", async ({ page, requested }) => {
    await hydrated(page);
    await page.click("#a");
    await page.click("#c");
    await page.click("#c");
    const counts = await Promise.all(["a", "b", "c"].map((id) => page.textContent(`#${id}`)));
    assert.deepEqual(counts, ["4", "3", "5"]);
    assert.equal(await page.textContent("#a + i"), "2026-01-02T03:04:05.000Z");
    assert.ok(!requested.some((path) => path.includes("unused")), "an island that is not on the page was loaded");
  });
});

Deno.test("hydration keeps the server's elements and its ids", settings, async () => {
  await visit("/islands", async ({ page }) => {
    const before = await (await fetch(page.url())).text();
    await hydrated(page);
    const after = await page.content();
    const body = (html: string) =>
      /<main>.*<\/main>/s.exec(html)![0].replace(/<!--.*?-->|(checked|alt)(="")?| title="P.*?"|\/(?=>)/g, "");
    assert.equal(body(after), body(before));
    await page.waitForSelector("#c + i[title]");
    const ids = await page.$$eval("main i", (all) => all.map((e) => [e.id, e.getAttribute("title")]));
    for (const [ofServer, ofBrowser] of ids) assert.equal(ofBrowser, ofServer);
    assert.equal(new Set(ids.map(([id]) => id)).size, 3);
  });
});

Deno.test("server-rendered content of an island can go and come back", settings, async () => {
  await visit("/islands", async ({ page }) => {
    await hydrated(page);
    await page.click("#toggle");
    assert.equal(await page.$("#inside"), null);
    await page.click("#toggle");
    assert.equal((await page.textContent("#inside"))?.trim(), "server");
    assert.equal(await page.isChecked("#flag"), true);
    await page.click("#c");
    assert.equal(await page.textContent("#c"), "4");
    assert.equal(await page.$("#title"), null);
    await page.click("#entitle");
    assert.equal(await page.textContent("#title"), "</script><b>");
  });
});

Deno.test("import() in an island loads its module when asked, and not before", settings, async () => {
  await visit("/islands", async ({ page, requested }) => {
    await hydrated(page);
    const before = requested.length;
    await page.click("#lazy");
    await page.waitForFunction(() => document.querySelector("#lazy")!.textContent === "heavy-module-loaded");
    assert.equal(requested.length, before + 1);
    assert.equal(await page.getAttribute("#lazy", "data-browser"), "false");
  });
});

Deno.test("a page without islands loads no script", settings, async () => {
  await visit("/", async ({ page, requested }) => {
    assert.equal(await page.title(), "Deep title");
    assert.deepEqual(requested.filter((path) => path !== "/favicon.ico").sort(), ["/", "/dot.svg", "/styles.css"]);
  });
});
