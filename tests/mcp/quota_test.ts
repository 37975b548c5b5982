/** What is counted at the endpoint, what is free, and how the limit is reported. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { prepareServer } from "../support/server_db.ts";
import { assertCommonHeaders, post, testApp } from "./app.ts";

Deno.test.beforeAll(prepareServer);

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_national_prices", arguments: { fuel: "e10" } },
};

testApp(
  "a preflight of an allowed origin lists the headers, free of quota, and a foreign one is refused",
  async (app) => {
    const ask = (origin: string) =>
      app.fetch("/mcp", { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
    for (let i = 0; i < 5; i++) {
      const response = await ask("http://localhost:3000");
      equal(response.status, 204);
      equal(response.headers.get("access-control-allow-methods"), "POST, OPTIONS");
      const allowed = "content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id";
      equal(response.headers.get("access-control-allow-headers"), allowed);
      equal(response.headers.get("x-ratelimit-limit"), null);
      assertCommonHeaders(response.headers);
    }
    equal((await ask("https://evil.example")).status, 403);
    equal((await post(app, LIST)).status, 200);
  },
  { env: { MCP_LIMIT: "2" } },
);

testApp(
  "the call above the limit is 429, a JSON-RPC error with the id, Retry-After and the limit's headers",
  async (app) => {
    for (let left = 2; left >= 0; left--) {
      const { status, headers } = await post(app, CALL);
      equal(status, 200);
      deepEqual([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")], ["3", String(left)]);
      match(headers.get("ratelimit-policy")!, /^"mcp";q=3;w=60$/);
    }
    for (const id of ["my id", 42]) {
      const { status, headers, body } = await post(app, { ...CALL, id });
      equal(status, 429);
      equal(body.id, id);
      equal(body.error.code, 429);
      equal(body.error.data.retryAfterS, Number(headers.get("retry-after")));
      ok(Number(headers.get("retry-after")) >= 1);
      assertCommonHeaders(headers);
    }
    // the limit goes before media type and body
    equal((await post(app, CALL, { "content-type": "text/plain" })).status, 429);
    for (const text of ["nope", "[1]", '{"id":{}}', " ".repeat(300_000)]) {
      const { status, body } = await post(app, text);
      deepEqual([status, body.id], [429, null]);
    }
    // path, method and origin before it
    equal((await post(app, CALL, { origin: "https://evil.example" })).status, 403);
    equal((await app.fetch("/mcp")).status, 405);
  },
  { env: { MCP_LIMIT: "3" } },
);

testApp("refusals of host, method and path are not counted", async (app) => {
  for (let i = 0; i < 5; i++) {
    equal((await post(app, CALL, { origin: "https://evil.example" })).headers.get("x-ratelimit-limit"), null);
    equal((await app.fetch("/mcp")).headers.get("x-ratelimit-limit"), null);
  }
  equal((await post(app, "nope")).headers.get("x-ratelimit-remaining"), "0");
  equal((await post(app, CALL)).status, 429);
}, { env: { MCP_LIMIT: "1" } });

testApp("the REST bucket is not the MCP bucket", async (app) => {
  equal((await post(app, CALL)).status, 200);
  equal((await post(app, CALL)).status, 429);
  equal((await app.fetch("/api/v1/prices/national?fuel=e10")).status, 200);
}, { env: { MCP_LIMIT: "1", REST_LIMIT: "1" } });

function callRoute(args: Record<string, unknown>) {
  const all = { from: "Paris", to: "Melun", fuel: "gazole", corridor: 5, ...args };
  return { ...CALL, id: "a plan", params: { name: "find_stations_on_route", arguments: all } };
}

testApp(
  "a plan and a misspelt name cost several calls, and one that costs more than is left is 429 with its id",
  async (app) => {
    const left = async (message: object) => {
      const { status, headers } = await post(app, message);
      equal(status, 200);
      return Number(headers.get("x-ratelimit-remaining"));
    };
    equal(await left(callRoute({})), 29);
    equal(await left(callRoute({ tank: 60 })), 25);
    equal(await left(callRoute({ from: "Parris" })), 20);
    equal(await left({ ...CALL, params: { name: "find_place", arguments: { q: "Grenoblle" } } }), 15);
    const { status, headers, body } = await post(app, callRoute({ tank: 300, corridor: 10 }));
    deepEqual([status, body.id, body.error.code], [429, "a plan", 429]);
    deepEqual([headers.get("x-ratelimit-remaining"), headers.get("retry-after")], ["14", "60"]);
    equal(await left(CALL), 13);
  },
  { env: { MCP_LIMIT: "30" } },
);
