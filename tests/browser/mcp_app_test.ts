/**
 * The interactive search result in a browser, inside the official host of MCP Apps (SEP-1865).
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import * as esbuild from "esbuild";
import type { Browser, Frame, JSHandle } from "../packages/playwright_core.ts";
import type { Db } from "../../lib/db/db.ts";
import { createServerDb } from "../support/server_db.ts";
import type { TestApp } from "../support/api_app.ts";
import { eventually, openBrowser, openVisit, type Visit } from "../support/site.ts";
import { createMcpApp } from "../mcp/app.ts";
import { fillDatabase } from "../mcp/fixture.ts";
import type { Host } from "./mcp_host.ts";
import { findViolations } from "./visit.ts";

const ASKED = { lat: 48.85, lng: 2.35, fuel: "gazole", radius: 10 };

const HOST_PAGE =
  `<!doctype html><title>Host</title><iframe sandbox="allow-scripts" width="640" height="600"></iframe>
<script type="module" src="/host.js"></script>`;

type Called = {
  content: { type: "text"; text: string }[];
  structuredContent: { data: { id: string; price: string; name: string }[] };
};

/** A page with the host and the view in it. */
type Stage = Visit & {
  host: JSHandle<Host>;
  view: Frame;
  /** Calls the tool as a model does, and passes the result to the view. */
  call(args: Record<string, unknown>): Promise<Called>;
};

/** Finds packages that a source names with their version, as Deno does. */
const versionedPackages: esbuild.Plugin = {
  name: "versioned packages",
  setup(build) {
    build.onResolve({ filter: /^npm:/ }, ({ path, resolveDir }) => {
      const name = path.replace(/^npm:((?:@[^/]+\/)?[^@/]+)@[^/]+/, "$1");
      return build.resolve(name, { kind: "import-statement", resolveDir });
    });
  },
};

async function buildHost(): Promise<string> {
  try {
    const { outputFiles: [file] } = await esbuild.build({
      absWorkingDir: import.meta.dirname,
      entryPoints: ["mcp_host.ts"],
      bundle: true,
      plugins: [versionedPackages],
      write: false,
      format: "esm",
      target: "es2022",
    });
    return file!.text;
  } finally {
    await esbuild.stop();
  }
}

function serveStage(script: string) {
  const respond = (text: string, type: string) =>
    new Response(text, { headers: { "content-type": `${type}; charset=utf-8` } });
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (req) => {
    const { pathname } = new URL(req.url);
    if (pathname === "/") return respond(HOST_PAGE, "text/html");
    if (pathname === "/host.js") return respond(script, "text/javascript");
    if (pathname !== "/mcp") return new Response(null, { status: 204 });
    const headers = new Headers(req.headers);
    for (const name of ["host", "origin", "content-length"]) headers.delete(name);
    const { method } = req;
    return await app.fetch(pathname, { method, headers, body: await req.text() || undefined });
  });
}

async function openStage(): Promise<Stage> {
  const origin = `http://127.0.0.1:${server.addr.port}`;
  // Clients try to open a stream by GET, which the server does not have.
  const visit = await openVisit(browser, { origin }, { expected: /status of 405/ });
  const { page } = visit;
  await page.goto(origin);
  await page.waitForFunction(() => "host" in globalThis);
  const host: JSHandle<Host> = await page.evaluateHandle("host");
  return {
    ...visit,
    host,
    view: page.frames().find((frame) => frame.url() === "about:srcdoc")!,
    call: async (args) => await host.evaluate((host, args) => host.call(args), args) as Called,
  };
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
  server = serveStage(await buildHost());
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
  // The shared browser and server outlive a test.
  Deno.test({ name, sanitizeOps: false, sanitizeResources: false, fn });
}

testStage(
  "the view completes the handshake, reports its size and shows the stations as list and plot",
  async (stage) => {
    const { view } = stage;
    match(await view.locator("main").innerText(), /Looking for stations/);
    const [hello, ready] = await stage.host.evaluate(({ said }) => said);
    deepEqual(
      [hello?.method, ready?.method],
      ["ui/initialize", "ui/notifications/initialized"],
    );
    const { structuredContent: { data } } = await stage.call(ASKED);
    await eventually(async () => equal(await view.locator("li").count(), data.length));
    deepEqual(await view.locator("li strong").allInnerTexts(), data.map(({ price }) => price));
    equal(await view.locator("circle.dot").count(), data.length);
    equal((await view.locator("li .sign").allInnerTexts())[0], "★");
    match(
      await view.locator("h1").innerText(),
      new RegExp(`^Diesel \\(gazole\\): ${data.length} of \\d+ stations within 10 km$`),
    );
    match(await view.locator(".source").innerText(), /5 Jun 2026, 12:10.*OpenStreetMap/);
    await eventually(async () =>
      ok(
        (await stage.host.evaluate(({ said }) => said)).some(({ method, params }) =>
          method === "ui/notifications/size-changed" && Number(params?.height) > 200
        ),
      )
    );
  },
);

testStage("a row opens the station's page through the host", async (stage) => {
  const { structuredContent: { data } } = await stage.call(ASKED);
  const id = data[1]?.id;
  const row = stage.view.locator(`button[data-id="${id}"]`);
  await row.focus();
  await stage.page.keyboard.press("Enter");
  await eventually(async () =>
    deepEqual(
      await stage.host.evaluate(({ opened }) => opened),
      [`https://fuel.example/stations/${id}`],
    )
  );
});

testStage(
  "the view follows the host's language and theme, and responds to its requests",
  async (stage) => {
    await stage.call(ASKED);
    await stage.host.evaluate(({ bridge }) =>
      bridge.sendHostContextChange({ locale: "fr-FR", theme: "dark" })
    );
    await stage.view.locator("h1", { hasText: "à moins de" }).waitFor();
    const prices = await stage.view.locator("li strong").allInnerTexts();
    ok(prices.every((price) => /^\d,\d{3}$/.test(price)), prices.join());
    equal(await stage.view.evaluate(() => document.documentElement.style.colorScheme), "dark");
    const answers = await stage.host.evaluate(async ({ bridge }) => {
      const unknown = bridge.request({ method: "tools/list" }).catch(({ code }) => code);
      return [
        await bridge.request({ method: "ping" }),
        await bridge.teardownResource({}),
        await unknown,
      ];
    });
    deepEqual(answers, [{}, {}, -32601]);
  },
);

testStage("an empty search, a refused one and a cancelled one say so", async (stage) => {
  const nowhere = { ...ASKED, lat: 43 };
  await stage.call(nowhere);
  await stage.view.getByText("No station found").waitFor();
  const bad = { ...ASKED, lat: 100 };
  await stage.call(bad);
  await stage.view.getByText('Parameter "lat" is 100').waitFor();
  await stage.host.evaluate(({ bridge }) => bridge.sendToolCancelled({ reason: "user" }));
  await stage.view.getByText("The search was cancelled").waitFor();
});

testStage("markup in a station's name is shown as text", async (stage) => {
  const called = await stage.call(ASKED);
  const evil = { ...called.structuredContent.data[0], name: "<img src=x onerror=alert(1)>" };
  const result = { ...called, structuredContent: { ...called.structuredContent, data: [evil] } };
  await stage.host.evaluate(({ bridge }, result) => bridge.sendToolResult(result), result);
  await stage.view.locator("li .name", { hasText: "<img src=x" }).waitFor();
  equal(await stage.view.locator("img").count(), 0);
});

testStage("the view has no accessibility violation in light and dark", async (stage) => {
  await stage.call(ASKED);
  for (const theme of ["light", "dark"] as const) {
    await stage.host.evaluate(
      ({ bridge }, theme) => bridge.sendHostContextChange({ theme }),
      theme,
    );
    await eventually(async () => {
      ok(await stage.view.locator("li").count() > 0);
      equal(await stage.view.evaluate(() => document.documentElement.style.colorScheme), theme);
    });
    deepEqual(await findViolations(stage.view), []);
  }
});

testStage(
  "a search by place name is drawn around the place, and short entries as a list only",
  async (stage) => {
    const { view } = stage;
    const place = { place: "Paris", fuel: "diesel" };
    await stage.call(place);
    await eventually(async () => ok(await view.locator("circle.dot").count() > 0));
    const at = await view.locator("circle.dot").evaluateAll((dots) =>
      dots.map((dot) => Number(dot.getAttribute("cx")))
    );
    ok(at.length > 5 && at.every((x) => Math.abs(x) <= 141), "every dot is within the radius");
    match(await view.locator("h1").innerText(), /diesel.*5 km/i);
    const short = { ...place, detail: "short" };
    await stage.call(short);
    await view.locator("svg").waitFor({ state: "detached" });
    equal(await view.locator("li").count(), 5);
  },
);
