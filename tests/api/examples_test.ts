/**
 * Tests that every request in a public document succeeds, and that these documents name no other
 * addresses.
 *
 * @module
 */

import { deepEqual, equal, ok } from "../support/assert.ts";
import { NO_PRICE } from "../../lib/shared/price/unranked.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { insertRandomState, RANDOM_AS_OF } from "../support/random_state.ts";

type Json = Record<string, unknown>;
type ShownRequest = { path: string; init?: RequestInit };

function unescape(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll(
    "&amp;",
    "&",
  );
}

/**
 * Returns the addresses of this service in a page or text: those with its origin, and those of
 * links.
 */
function findAddresses(text: string): ShownRequest[] {
  const found = unescape(text).matchAll(/(?:localhost:8000| href=")(\/[^\s"'`<>)]+)/g);
  return [...new Set([...found].map(([, path = ""]) => path.replace(/[,;:]$/, "")))].map((
    path,
  ) => ({ path }));
}

/**
 * Builds the request of an operation from its description, with the example of each parameter or of
 * the body.
 */
function toRequest(path: string, method: string, operation: Json): ShownRequest {
  const parameters = operation.parameters as { name: string; in: string; example?: unknown }[];
  const given = parameters.filter(({ example }) => example !== undefined);
  const inPath = given.filter((one) => one.in === "path")
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
  const query = given.filter((one) => one.in === "query").map((
    { name, example },
  ) => [name, String(example)]);
  const { content } = (operation.requestBody ?? {}) as {
    content?: Record<string, { example: unknown }>;
  };
  const body = content && JSON.stringify(content["application/json"]!.example);
  return {
    path: query.length > 0 ? `${inPath}?${new URLSearchParams(query)}` : inPath,
    init: { method, body },
  };
}

async function findDescribed(app: TestApp): Promise<ShownRequest[]> {
  const { paths } = await app.json("/openapi.json") as {
    paths: Record<string, Record<string, Json>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      toRequest(path, method.toUpperCase(), operation)
    )
  );
}

/** Checks for status 200 without ignored parameters, and that an API response is not empty. */
async function checkSucceeds(app: TestApp, { path, init }: ShownRequest): Promise<void> {
  const { status, text, headers } = await app.read(path, init);
  equal(status, 200, `${path} ${init?.body ?? ""}: ${text.slice(0, 300)}`);
  if (!path.startsWith("/api/") || !headers.get("content-type")!.startsWith("application/json")) {
    return;
  }
  const { data, meta } = JSON.parse(text);
  deepEqual(meta.ignored, undefined, path);
  ok(!Array.isArray(data) || data.length > 0, `${path} has an empty list`);
}

const PAGES = ["/docs", "/en/docs", "/docs/recipes", "/llms.txt"];
/** Prefixes that code samples extend, and the endpoint that only accepts POST. */
const PARTS = ["/api/v1", "/mcp"];

testApp("every request in /docs, /llms.txt and OpenAPI succeeds", async (app) => {
  const texts = await Promise.all(PAGES.map(async (path) => (await app.read(path)).text));
  const shown = texts.flatMap(findAddresses).filter(({ path }) => !PARTS.includes(path));
  const described = await findDescribed(app);
  ok(
    shown.length > 60 && described.length > 20,
    `found ${shown.length} and ${described.length} requests`,
  );
  for (const request of [...shown, ...described]) await checkSucceeds(app, request);
  const posted = described.filter(({ init }) => init?.body);
  deepEqual(posted.map(({ path }) => path), ["/api/v1/stations/route"]);
});

/** Prefixes of addresses, and addresses that are documented as 404. */
const NO_ADDRESSES = ["/api/v1", "/feeds", "/data/history/", "/metrics"];

testApp("every address in the API documents exists", async (app) => {
  for (const name of ["contract", "agents", "alerts"]) {
    const document = await Deno.readTextFile(new URL(`../../docs/${name}.md`, import.meta.url));
    const found = [...document.matchAll(/`(?:GET |POST )?(\/[\w./{}-]+)`/g)].map(([, path = ""]) =>
      path
    );
    for (const path of new Set(found)) {
      if (NO_ADDRESSES.includes(path)) continue;
      const { status } = await app.read(path.replace("{id}", "75015007").replace("{code}", "75"));
      ok(status !== 404 && status < 500, `${name}.md: ${path} returned ${status}`);
    }
  }
}, { env: { ALERTS: "on", VAPID_SUBJECT: "https://fuel.example" } });

testApp("examples use a station of the running data", async (app) => {
  const ids = findAddresses((await app.read("/llms.txt")).text)
    .flatMap(({ path }) => /(?:ids=|stations\/|history\/)(\d+)/.exec(path)?.[1] ?? []);
  equal(ids.length, 4, "station, history and two feeds");
  for (const id of ids) equal((await app.read(`/api/v1/stations/${id}`)).status, 200, id);
}, {
  fill: async (db) => void await insertRandomState(db, { seed: 12, count: 60 }),
  clock: () => RANDOM_AS_OF,
});

testApp(
  "public documents explain missing prices and absent limits, and name no file of the project",
  async (app) => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const headers = { "content-type": "application/json" };
    const tools = await app.read("/mcp", { method: "POST", headers, body: JSON.stringify(list) });
    const paths = [
      ...PAGES,
      "/openapi.json",
      "/.well-known/agent-skills/french-fuel-prices/SKILL.md",
    ];
    const texts = [
      tools.text,
      ...await Promise.all(paths.map(async (path) => (await app.read(path)).text)),
    ];
    for (const text of texts) equal(/\bdocs\/[\w/]+\.md/.exec(text)?.[0], undefined);
    const { text: docs } = await app.read("/en/docs");
    const codes =
      `// ${NO_PRICE.unknown}: unknown, ${NO_PRICE.out}: out of stock, ${NO_PRICE.unsold}: not sold`;
    ok(unescape(docs).includes(codes), codes);
    equal((await app.read("/api/v1/brands")).headers.get("x-ratelimit-limit"), null);
    for (const path of ["/en/docs", "/llms.txt", "/openapi.json"]) {
      const { text } = await app.read(path);
      ok(/without (?:one|a limit) (?:these|the) headers? (?:are|is)\s+absent/.test(text), path);
    }
  },
);
