import { deepEqual, equal } from "../support/assert.ts";
import manifest from "../../fresh.gen.ts";
import { placeIndex } from "../../lib/operations/places/find_places.ts";
import { testApp } from "../support/api_app.ts";
import { EXPENSIVE_REQUESTS, ORIGIN } from "../support/dearest_questions.ts";

const LIMITS = { rest: 100, mcp: 100, page: 100 };
const env = {
  REST_LIMIT: "100",
  MCP_LIMIT: "100",
  PAGE_LIMIT: "100",
  METRICS_FROM: "192.0.2.0/24",
  BASE_URL: ORIGIN,
};

Deno.test("every route is in the table of the most expensive requests", () => {
  const routes = Object.keys(manifest.routes).filter((file) => !file.startsWith("_"));
  deepEqual([...new Set(EXPENSIVE_REQUESTS.map(({ route }) => route))].sort(), routes.sort());
});

testApp("each request of the table is charged the cost in the table", async (app) => {
  await placeIndex();
  const differing: string[] = [];
  for (
    const [at, { path, method, headers, body, bucket, charge, status = 200 }] of EXPENSIVE_REQUESTS
      .entries()
  ) {
    const response = await app.fetch(path(at), {
      method,
      headers,
      body: body?.(at),
      from: `192.0.2.${at}`,
    });
    const remaining = response.headers.get("x-ratelimit-remaining");
    const charged = remaining === null || bucket === null ? 0 : LIMITS[bucket] - Number(remaining);
    const name = `${path(at).slice(0, 60)}: `;
    if (charged !== charge) differing.push(`${name}charged ${charged}, expected ${charge}`);
    if (response.status !== status) {
      differing.push(`${name}status ${response.status}: ${await response.clone().text()}`);
    }
    await response.body?.cancel();
  }
  equal(differing.map((text) => text.slice(0, 300)).join("\n"), "");
}, { env, readers: ["snapshot"], writes: true });
