import { deepEqual, equal, match } from "../support/assert.ts";
import { checkCommonHeaders } from "../support/api_checks.ts";
import { LIST, post, testApp, toCall } from "./app.ts";

const CALL = toCall();

testApp(
  "a preflight of an allowed origin lists the headers, free of quota; a foreign one is rejected",
  async (app) => {
    const ask = (origin: string) =>
      app.fetch("/mcp", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await ask("http://localhost:3000");
      deepEqual([status, headers.get("access-control-allow-methods")], [204, "POST, OPTIONS"]);
      const allowed =
        "content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id";
      equal(headers.get("access-control-allow-headers"), allowed);
      equal(headers.get("x-ratelimit-limit"), null);
      checkCommonHeaders({ headers });
    }
    equal((await ask("https://evil.example")).status, 403);
    equal((await post(app, LIST)).status, 200);
  },
  { env: { MCP_LIMIT: "2" } },
);

testApp(
  "the call above the limit returns 429 as a JSON-RPC error with the ID, after the earlier checks",
  async (app) => {
    for (let left = 2; left >= 0; left--) {
      const { status, headers } = await post(app, CALL);
      deepEqual([status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")], [
        200,
        "3",
        `${left}`,
      ]);
      match(headers.get("ratelimit-policy")!, /^"mcp";q=3;w=60$/);
    }
    for (const id of ["my id", 42]) {
      const { status, headers, body } = await post(app, { ...CALL, id });
      deepEqual([status, body.id, body.error.code], [429, id, 429]);
      match(headers.get("retry-after")!, /^[1-9]\d*$/);
      equal(body.error.data.retryAfterS, Number(headers.get("retry-after")));
      checkCommonHeaders({ headers });
    }
    // The limit is checked before media type and body.
    equal((await post(app, CALL, { "content-type": "text/plain" })).status, 429);
    for (const text of ["nope", "[1]", '{"id":{}}', " ".repeat(300_000)]) {
      const { status, body } = await post(app, text);
      deepEqual([status, body.id], [429, null]);
    }
    // Path, method and origin are checked before it.
    equal((await post(app, CALL, { origin: "https://evil.example" })).status, 403);
    equal((await app.fetch("/mcp")).status, 405);
  },
  { env: { MCP_LIMIT: "3" } },
);

testApp(
  "rejected hosts, methods and paths are not counted, and REST has a separate quota",
  async (app) => {
    for (let i = 0; i < 5; i++) {
      equal(
        (await post(app, CALL, { origin: "https://evil.example" })).headers.get(
          "x-ratelimit-limit",
        ),
        null,
      );
      equal((await app.fetch("/mcp")).headers.get("x-ratelimit-limit"), null);
    }
    equal((await post(app, "nope")).headers.get("x-ratelimit-remaining"), "0");
    equal((await post(app, CALL)).status, 429);
    equal((await app.fetch("/api/v1/prices/national?fuel=e10")).status, 200);
  },
  { env: { MCP_LIMIT: "1", REST_LIMIT: "1" } },
);

function toRoute(args: Record<string, unknown> = {}) {
  return toCall("find_stations_on_route", {
    from: "Paris",
    to: "Melun",
    fuel: "gazole",
    corridor: 5,
    ...args,
  });
}

testApp(
  "plans and misspelt names cost several calls, and a call that costs more than is left returns 429 with its ID",
  async (app) => {
    const left = async (message: object) => {
      const { status, headers } = await post(app, message);
      equal(status, 200);
      return Number(headers.get("x-ratelimit-remaining"));
    };
    equal(await left(toRoute()), 29);
    equal(await left(toRoute({ tank: 60 })), 25);
    equal(await left(toRoute({ from: "Parris" })), 20);
    equal(await left(toCall("find_place", { q: "Grenoblle" })), 15);
    const { status, headers, body } = await post(app, {
      ...toRoute({ tank: 300, corridor: 10 }),
      id: "a plan",
    });
    deepEqual([status, body.id, body.error.code], [429, "a plan", 429]);
    deepEqual([headers.get("x-ratelimit-remaining"), headers.get("retry-after")], ["14", "60"]);
    equal(await left(CALL), 13);
  },
  { env: { MCP_LIMIT: "30" } },
);
