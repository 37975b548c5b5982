/** The endpoint's HTTP and JSON-RPC manners: what is refused, in which order, with which code. @module */

import { deepEqual, equal, match } from "node:assert/strict";
import { prepareServer } from "../support/server_db.ts";
import { assertCommonHeaders, post, testApp } from "./app.ts";

Deno.test.beforeAll(prepareServer);

const JSON_TYPE = { "content-type": "application/json" };
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_national_prices", arguments: { fuel: "e10" } },
};

testApp("POST /mcp answers a bare tools/list as JSON whatever the Accept", async (app) => {
  for (const accept of [undefined, "*/*", "application/json", "text/event-stream", "text/html", ""]) {
    const { status, headers, body } = await post(app, LIST, accept === undefined ? {} : { accept });
    equal(status, 200);
    match(headers.get("content-type")!, /^application\/json/);
    equal(body.result.tools.length, 9);
    assertCommonHeaders(headers);
  }
});

testApp("POST /mcp speaks every revision that initialize may ask for", async (app) => {
  for (const protocolVersion of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const { body, headers } = await post(app, { jsonrpc: "2.0", id: 1, method: "initialize", params });
    equal(body.result.protocolVersion, protocolVersion);
    equal(body.result.serverInfo.title, "Fuel Prices Service (France)");
    equal(headers.get("mcp-session-id"), null);
    const after = await post(app, CALL, { "mcp-protocol-version": protocolVersion });
    equal(after.body.result.structuredContent.data.scope, "national");
  }
});

testApp("POST /mcp answers initialize of an unknown revision with one it knows", async (app) => {
  const params = { protocolVersion: "1999-01-01", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const { body } = await post(app, { jsonrpc: "2.0", id: 1, method: "initialize", params });
  equal(body.result.protocolVersion, "2025-11-25");
});

testApp("/mcp refuses other methods with 405 and Allow", async (app) => {
  for (const method of ["GET", "DELETE", "PUT", "PATCH", "HEAD"]) {
    const response = await app.fetch("/mcp", { method, headers: { accept: "text/event-stream" } });
    equal(response.status, 405, method);
    equal(response.headers.get("allow"), "POST, OPTIONS");
    assertCommonHeaders(response.headers);
    const text = await response.text();
    if (method !== "HEAD") equal(JSON.parse(text).error.code, -32000);
  }
});

testApp("/mcp/ is redirected by 308 whatever the method", async (app) => {
  for (const method of ["GET", "POST", "DELETE"]) {
    const response = await app.fetch("/mcp/", { method, headers: { host: "evil.example" } });
    equal(response.status, 308);
    equal(response.headers.get("location"), "/mcp");
    assertCommonHeaders(response.headers);
  }
});

testApp("nothing below /mcp exists, and what is posted there is refused in JSON", async (app) => {
  for (const path of ["/mcp/x", "/mcp//", "/mcp/x/"]) {
    const { status, body } = await post({ fetch: (_, init) => app.fetch(path, init) }, LIST);
    deepEqual([status, body.error.code], [404, "NOT_FOUND"], path);
  }
});

testApp("POST /mcp answers 415 unless the body is plain application/json", async (app) => {
  const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "application/json-rpc", ""];
  for (const type of types) {
    const { status, body } = await post(app, LIST, { "content-type": type });
    equal(status, 415, type);
    equal(body.id, null);
  }
  equal((await post(app, LIST, { "content-encoding": "gzip" })).status, 415);
  equal((await post(app, LIST, { "content-type": "Application/JSON; charset=UTF-8" })).status, 200);
});

function streamed(bytes: number): RequestInit {
  const chunk = new TextEncoder().encode(" ".repeat(16 * 1024));
  let left = bytes;
  const body = new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)));
      left -= chunk.length;
    },
  });
  return { method: "POST", headers: JSON_TYPE, body };
}

testApp("POST /mcp answers 413 above 256 KiB, declared or streamed, and reads up to it", async (app) => {
  const padded = (length: number) => JSON.stringify(LIST).padEnd(length);
  equal((await post(app, padded(256 * 1024))).status, 200);
  equal((await post(app, padded(256 * 1024 + 1))).status, 413);
  equal((await post(app, "x", { "content-length": "999999999" })).status, 413);
  const response = await app.fetch("/mcp", streamed(300 * 1024));
  equal(response.status, 413);
  equal((await response.json()).error.code, -32000);
  equal((await app.fetch("/mcp", streamed(1000))).status, 400);
});

testApp("POST /mcp answers 400 and -32700 to what is not JSON", async (app) => {
  for (const text of ["", "{", "nope", '{"jsonrpc":"2.0",}', "\u0000"]) {
    const { status, body } = await post(app, text);
    equal(status, 400, text);
    deepEqual([body.error.code, body.id, body.jsonrpc], [-32700, null, "2.0"]);
  }
  const broken = new Uint8Array([0x22, 0xff, 0x22]);
  const response = await app.fetch("/mcp", { method: "POST", headers: JSON_TYPE, body: broken });
  equal((await response.json()).error.code, -32700);
});

testApp("POST /mcp answers 400 and -32600 to batches and to what is no message", async (app) => {
  const bad = [
    [],
    [LIST],
    [LIST, LIST],
    null,
    1,
    "tools/list",
    {},
    { id: 1, method: "tools/list" },
    { jsonrpc: "1.0", id: 1, method: "tools/list" },
    { jsonrpc: "2.0", id: 1, method: 5 },
    { jsonrpc: "2.0", id: 1 },
    { jsonrpc: "2.0", id: 1, method: "tools/list", params: [] },
    { jsonrpc: "2.0", id: 1, method: "tools/list", params: "x" },
  ];
  for (const message of bad) {
    const { status, body } = await post(app, JSON.stringify(message));
    equal(status, 400, JSON.stringify(message));
    equal(body.error.code, -32600, JSON.stringify(message));
  }
});

testApp("POST /mcp echoes ids that are strings or integers and refuses all others", async (app) => {
  for (const id of ["a", "", 'é\u2028"\\', 0, -1, 7, 2 ** 53 - 1]) {
    for (const message of [LIST, CALL, { ...LIST, method: "nope" }]) {
      const { status, body } = await post(app, { ...message, id });
      equal(status, 200);
      equal(body.id, id);
    }
  }
  for (const id of [null, true, 1.5, 2 ** 53, [], {}, ["a"]]) {
    const { status, body } = await post(app, { ...LIST, id });
    equal(status, 400, JSON.stringify(id));
    deepEqual([body.error.code, body.id], [-32600, null]);
  }
});

testApp("POST /mcp survives deeply nested bodies", async (app) => {
  const deep = (open: string, close: string) => open.repeat(20_000) + "1" + close.repeat(20_000);
  const bodies = [
    deep("[", "]"),
    deep('{"a":', "}"),
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_national_prices","arguments":{"fuel":${
      deep("[", "]")
    }}}}`,
    "[".repeat(200_000),
  ];
  for (const body of bodies) {
    const answered = await post(app, body);
    equal(answered.status, 400);
    equal(answered.body.error.code, -32600);
  }
  const fuel = JSON.parse("[".repeat(40) + "]".repeat(40));
  const refused = await post(app, { ...CALL, params: { name: "get_national_prices", arguments: { fuel } } });
  match(refused.body.result.content[0].text, /^INVALID_FUEL/);
});

testApp("POST /mcp answers 202 without a body to notifications and responses", async (app) => {
  const messages = [
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: 1, error: { code: 1, message: "x" } },
  ];
  for (const message of messages) {
    const { status, text } = await post(app, message);
    deepEqual([status, text], [202, ""]);
  }
});

testApp("unknown methods are -32601 and unknown tools -32602", async (app) => {
  equal((await post(app, { ...LIST, method: "nope/nope" })).body.error.code, -32601);
  for (const name of ["nope", "__proto__", "constructor", "toString"]) {
    const { body } = await post(app, { ...CALL, params: { name, arguments: {} } });
    equal(body.error.code, -32602);
    match(body.error.message, /search_stations_nearby/);
  }
  for (const params of [undefined, {}, { name: 5 }, { name: "get_national_prices", arguments: [] }]) {
    equal((await post(app, { ...CALL, params })).body.error.code, -32602, JSON.stringify(params));
  }
});

testApp("a foreign Host or Origin is refused with 403, ours pass", async (app) => {
  const pass: Record<string, string>[] = [
    {},
    { host: "localhost" },
    { host: "localhost:1234" },
    { host: "127.0.0.1:80" },
    { host: "[::1]:8000" },
    { host: "fuel.example" },
    { host: "fuel.example:443" },
    { host: "FUEL.example" },
    { host: "app.example:8443" },
    { origin: "https://fuel.example" },
    { origin: "https://app.example:8443" },
    { origin: "http://localhost:3000" },
    { origin: "https://127.0.0.1" },
    { origin: "http://[::1]:5173" },
  ];
  const refuse: Record<string, string>[] = [
    { host: "evil.example" },
    { host: "fuel.example:8000" },
    { host: "localhost.evil.example" },
    { host: "evil.example#localhost" },
    { host: "localhost@evil.example" },
    { host: "127.0.0.1.nip.io" },
    { origin: "https://evil.example" },
    { origin: "http://fuel.example" },
    { origin: "https://fuel.example.evil.example" },
    { origin: "https://app.example" },
    { origin: "null" },
    { origin: "" },
    { origin: "file://" },
    { origin: "http://localhost:3000/path" },
    { origin: "https://fuel.example, https://evil.example" },
  ];
  for (const headers of pass) equal((await post(app, LIST, headers)).status, 200);
  for (const headers of refuse) {
    const { status, body } = await post(app, LIST, headers);
    deepEqual([status, body.error.code, body.id], [403, -32000, null], JSON.stringify(headers));
  }
}, { env: { BASE_URL: "https://fuel.example", ALLOWED_ORIGINS: "https://app.example:8443" } });
