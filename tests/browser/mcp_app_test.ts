/**
 * The interactive search result in a browser, inside a host that speaks the protocol of MCP Apps
 * (SEP-1865).
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Browser, Frame } from "../packages/playwright_core.ts";
import type { Db } from "../../lib/db/db.ts";
import { createServerDb } from "../support/server_db.ts";
import type { TestApp } from "../support/api_app.ts";
import { eventually, openBrowser, openVisit, type Visit } from "../support/site.ts";
import { createMcpApp, post } from "../mcp/app.ts";
import { fillDatabase } from "../mcp/fixture.ts";
import { findViolations } from "./visit.ts";

const URI = "ui://fuel-prices/nearby.html";
const ASKED = { lat: 48.85, lng: 2.35, fuel: "gazole", radius: 10 };

/** What the specification has a host apply to a view that declares no domains. */
const VIEW_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

/** Answers the view's requests as a host does, and keeps all that it said. */
const HOST =
  `<!doctype html><title>Host</title><iframe sandbox="allow-scripts" src="/view" width="640" height="600"></iframe>
<script>
const frame = document.querySelector("iframe");
const said = [];
const config = { context: { theme: "light", locale: "en-GB" } };
const tell = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  said.push(data);
  if (data.method === "ui/initialize") {
    tell({ id: data.id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "test", version: "1" },
      hostCapabilities: { openLinks: {} }, hostContext: config.context } });
  } else if (data.id !== undefined && data.method) tell({ id: data.id, result: {} });
});
</script>`;

type Said = {
  id?: unknown;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  jsonrpc: string;
};
type Called = {
  content: { text: string }[];
  structuredContent: { data: { id: string; price: string }[] };
};

/** A page with the host and the view in it. */
type Stage = Visit & {
  view: Frame;
  said(): Promise<Said[]>;
  tell(message: unknown): Promise<void>;
};

async function readView(app: TestApp): Promise<string> {
  const { body } = await post(app, {
    jsonrpc: "2.0",
    id: 1,
    method: "resources/read",
    params: { uri: URI },
  });
  equal(body.result.contents[0].mimeType, "text/html;profile=mcp-app");
  return body.result.contents[0].text;
}

async function callSearch(args: Record<string, unknown>): Promise<Called> {
  const params = { name: "search_stations_nearby", arguments: args };
  return (await post(app, { jsonrpc: "2.0", id: 1, method: "tools/call", params })).body.result;
}

function serveStage(html: string) {
  const headers = { "content-type": "text/html; charset=utf-8" };
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (req) => {
    const { pathname } = new URL(req.url);
    if (pathname === "/view") {
      return new Response(html, {
        headers: { ...headers, "content-security-policy": VIEW_POLICY },
      });
    }
    return pathname === "/" ? new Response(HOST, { headers }) : new Response(null, { status: 204 });
  });
}

async function openStage(): Promise<Stage> {
  const origin = `http://127.0.0.1:${server.addr.port}`;
  const visit = await openVisit(browser, { origin });
  const { page } = visit;
  await page.goto(origin);
  await page.waitForFunction(
    "said.some(({ method }) => method === 'ui/notifications/initialized')",
  );
  const view = page.frames().find((frame) => frame.url().endsWith("/view"))!;
  const said = () => page.evaluate("said") as Promise<Said[]>;
  const tell = async (message: unknown) =>
    void await page.evaluate(`tell(${JSON.stringify(message)})`);
  return { ...visit, view, said, tell };
}

async function show(stage: Stage, asked: Record<string, unknown>, result: unknown): Promise<void> {
  await stage.tell({ method: "ui/notifications/tool-input", params: { arguments: asked } });
  await stage.tell({ method: "ui/notifications/tool-result", params: result });
}

let app: TestApp;
let browser: Browser;
let server: Deno.HttpServer<Deno.NetAddr>;
let database: { db: Db; drop(): Promise<void> };

Deno.test.beforeAll(async () => {
  database = await createServerDb();
  await fillDatabase(database.db);
  const env = { BASE_URL: "https://fuel.example", ALLOWED_ORIGINS: "http://localhost:8000" };
  app = await createMcpApp(database.db, { env });
  server = serveStage(await readView(app));
  browser = await openBrowser();
});
Deno.test.afterAll(async () => {
  await browser.close();
  await server.shutdown();
  await app.close();
  await database.drop();
});

function testStage(name: string, work: (stage: Stage) => Promise<void>): void {
  const fn = async () => {
    const stage = await openStage();
    await work(stage);
    deepEqual(stage.problems, []);
    await stage.close();
  };
  // the shared browser and server live longer than one test
  Deno.test({ name, sanitizeOps: false, sanitizeResources: false, fn });
}

testStage(
  "the view shakes hands, tells its size and shows the stations as list and plot",
  async (stage) => {
    const { view } = stage;
    match(await view.locator("main").innerText(), /Looking for stations/);
    const [hello, ready] = await stage.said();
    equal(ready?.method, "ui/notifications/initialized");
    deepEqual([hello?.method, hello?.jsonrpc], ["ui/initialize", "2.0"]);
    deepEqual(Object.keys(hello?.params ?? {}).sort(), [
      "appCapabilities",
      "appInfo",
      "protocolVersion",
    ]);

    const called = await callSearch(ASKED);
    await show(stage, ASKED, called);
    const { data } = called.structuredContent;
    await eventually(async () => equal(await view.locator("li").count(), data.length));
    deepEqual(await view.locator("li strong").allInnerTexts(), data.map(({ price }) => price));
    equal(await view.locator("circle.dot").count(), data.length);
    equal((await view.locator("li .sign").allInnerTexts())[0], "★");
    match(
      await view.locator("h1").innerText(),
      new RegExp(`^Diesel \\(gazole\\): ${data.length} of \\d+ stations within 10 km$`),
    );
    match(await view.locator(".source").innerText(), /5 Jun 2026, 12:10.*OpenStreetMap/);
    await stage.page.waitForFunction(
      "said.some(({ method, params }) => method === 'ui/notifications/size-changed' && params.height > 200)",
    );
  },
);

testStage("a row opens the station's page through the host", async (stage) => {
  const called = await callSearch(ASKED);
  await show(stage, ASKED, called);
  const id = called.structuredContent.data[1]?.id;
  const row = stage.view.locator(`button[data-id="${id}"]`);
  await row.focus();
  await stage.page.keyboard.press("Enter");
  await stage.page.waitForFunction("said.some(({ method }) => method === 'ui/open-link')");
  const link = (await stage.said()).find(({ method }) => method === "ui/open-link")!;
  deepEqual(link.params, { url: `https://fuel.example/stations/${id}` });
});

testStage(
  "the view follows the host's language and theme, and answers its requests",
  async (stage) => {
    await show(stage, ASKED, await callSearch(ASKED));
    await stage.tell({
      method: "ui/notifications/host-context-changed",
      params: { locale: "fr-FR", theme: "dark" },
    });
    await stage.view.locator("h1", { hasText: "à moins de" }).waitFor();
    const prices = await stage.view.locator("li strong").allInnerTexts();
    ok(prices.every((price) => /^\d,\d{3}$/.test(price)), prices.join());
    equal(await stage.view.evaluate(() => document.documentElement.style.colorScheme), "dark");
    await stage.tell({ id: 7, method: "ping" });
    await stage.tell({ id: 8, method: "ui/resource-teardown", params: {} });
    await stage.tell({ id: 9, method: "unknown/method" });
    await stage.page.waitForFunction("said.some(({ id }) => id === 9)");
    const answers = (await stage.said()).filter(({ id }) => [7, 8, 9].includes(id as number));
    deepEqual(answers.map(({ id, result }) => [id, result]), [[7, {}], [8, {}], [9, undefined]]);
  },
);

testStage("an empty search, a refused one and a cancelled one say so", async (stage) => {
  const nowhere = { ...ASKED, lat: 43 };
  await show(stage, nowhere, await callSearch(nowhere));
  await stage.view.getByText("No station found").waitFor();
  const bad = { ...ASKED, lat: 100 };
  await show(stage, bad, await callSearch(bad));
  await stage.view.getByText('Parameter "lat" is 100').waitFor();
  await stage.tell({ method: "ui/notifications/tool-cancelled", params: { reason: "user" } });
  await stage.view.getByText("The search was cancelled").waitFor();
});

testStage("markup in a station's name is shown as text", async (stage) => {
  const called = await callSearch(ASKED);
  const evil = { ...called.structuredContent.data[0], name: "<img src=x onerror=alert(1)>" };
  const result = { ...called, structuredContent: { ...called.structuredContent, data: [evil] } };
  await show(stage, ASKED, result);
  await stage.view.locator("li .name", { hasText: "<img src=x" }).waitFor();
  equal(await stage.view.locator("img").count(), 0);
});

testStage("the view has no accessibility violation in light and dark", async (stage) => {
  await show(stage, ASKED, await callSearch(ASKED));
  for (const theme of ["light", "dark"]) {
    await stage.tell({ method: "ui/notifications/host-context-changed", params: { theme } });
    await eventually(async () => {
      ok(await stage.view.locator("li").count() > 0);
      equal(await stage.view.evaluate(() => document.documentElement.style.colorScheme), theme);
    });
    deepEqual(await findViolations(stage.view), []);
  }
});

testStage(
  "a search by the name of a place is drawn around it, and short entries as a list alone",
  async (stage) => {
    const { view } = stage;
    const place = { place: "Paris", fuel: "diesel" };
    await show(stage, place, await callSearch(place));
    await eventually(async () => ok(await view.locator("circle.dot").count() > 0));
    const at = await view.locator("circle.dot").evaluateAll((dots) =>
      dots.map((dot) => Number(dot.getAttribute("cx")))
    );
    ok(at.length > 5 && at.every((x) => Math.abs(x) <= 141), "every dot is within the radius");
    match(await view.locator("h1").innerText(), /diesel.*5 km/i);
    const short = { ...place, detail: "short" };
    await show(stage, short, await callSearch(short));
    await view.locator("svg").waitFor({ state: "detached" });
    equal(await view.locator("li").count(), 5);
  },
);
