/** Tests the fixture app in a real browser, under a strict policy. @module */

import assert from "../tests/support/assert.ts";
import { chromium, type Page } from "../tests/packages/playwright_core.ts";
import { findChromium } from "../tests/support/provision.ts";
import { makeApp } from "./testdata/app/make_app.ts";

const CHROMIUM = findChromium();

/** Waits until the islands are hydrated. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForSelector("#fresh-data[data-hydrated]", { state: "attached" });
}

/**
 * Returns the visible part of a page, without the differences between the server's text and a
 * browser's.
 */
function toBody(html: string): string {
  return /<main>.*<\/main>/s.exec(html)![0].replace(
    /<!--.*?-->|(checked|alt)(="")?| title="P.*?"|\/(?=>)/g,
    "",
  );
}

async function checkProps(page: Page): Promise<void> {
  await page.waitForSelector("#c + i[title]");
  const ids = await page.$$eval("main i", (all) => all.map((e) => [e.id, e.getAttribute("title")]));
  for (const [ofServer, ofBrowser] of ids) assert.equal(ofBrowser, ofServer);
  assert.equal(new Set(ids.map(([id]) => id)).size, 3);
  for (const id of ["a", "c", "c"]) await page.click(`#${id}`);
  const counts = await Promise.all(["a", "b", "c"].map((id) => page.textContent(`#${id}`)));
  assert.deepEqual(counts, ["4", "3", "5"]);
  assert.equal(await page.textContent("#a + i"), "2026-01-02");
}

/** Checks that an island can hide server-rendered content and show it again. */
async function checkSlots(page: Page): Promise<void> {
  await page.click("#toggle");
  assert.equal(await page.$("#inside"), null);
  await page.click("#toggle");
  assert.equal((await page.textContent("#inside"))?.trim(), "server");
  assert.equal(await page.isChecked("#flag"), true);
  assert.equal(await page.textContent("#title"), "</script <b");
}

Deno.test({
  name:
    "islands hydrate with props, ids, slots and modules loaded on demand; a page without islands loads no script",
  ignore: CHROMIUM === null && Deno.env.get("CI") !== "true",
  // The browser driver keeps its pipes open after a test.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      (await makeApp()).handler(),
    );
    const origin = `http://127.0.0.1:${server.addr.port}`;
    const browser = await chromium.launch({
      executablePath: CHROMIUM ?? undefined,
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const page = await browser.newPage();
      const requested: string[] = [];
      const complaints: string[] = [];
      page.on("request", (request) => requested.push(new URL(request.url()).pathname));
      page.on("console", (message) => {
        const isExpected = message.type() === "log" ||
          message.location().url.endsWith("/favicon.ico");
        if (!isExpected) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(origin);
      assert.equal(await page.title(), "Deep title");
      assert.deepEqual(requested.filter((path) => path !== "/favicon.ico").sort(), [
        "/",
        "/dot.svg",
        "/styles.css",
      ]);
      await page.goto(`${origin}/islands`);
      const before = await (await fetch(page.url())).text();
      await hydrated(page);
      assert.equal(
        toBody(await page.content()),
        toBody(before),
        "hydration must not change the HTML",
      );
      await checkProps(page);
      await checkSlots(page);
      assert.ok(
        !requested.some((path) => path.includes("unused")),
        "an island that is not on the page was loaded",
      );
      const count = requested.length;
      await page.click("#lazy");
      await page.waitForFunction(() =>
        document.querySelector("#lazy")!.textContent === "heavy-module-loaded"
      );
      assert.equal(requested.length, count + 1);
      assert.equal(await page.getAttribute("#lazy", "data-browser"), "false");
      assert.deepEqual(complaints, []);
    } finally {
      await browser.close();
      await server.shutdown();
    }
  },
});
